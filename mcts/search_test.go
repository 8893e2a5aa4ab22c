package mcts

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
)

// Each side to move can fill its target at once, in one way.
func TestWinInOne(t *testing.T) {
	tests := []struct {
		name, text, win string
		seat            int
	}{
		{"first seat", "wiki-8 2......./2......./2......./2......./2.....1./2.....11/2....111/222.1111 1 80 40,40 a,a", "g5-h5", 0},
		{"second seat", "wiki-8 2222.111/222....1/22.....1/.2.....1/.......1/.......1/.......1/.......1 2 81 41,40 a,a", "b4-a4", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.text)
			s := newSearch(t, Default(), p)
			run(t, s, cheap{}, 1000)
			moves := s.Root(nil)
			m := Sample(moves, 0, nil)
			if got := p.MoveText(m); got != tt.win {
				t.Fatalf("best move %s, want %s", got, tt.win)
			}
			for _, r := range moves {
				if r.Move == m && (r.Q != 1 || r.Visits < 900) {
					t.Errorf("the win has Q %v and %d of 1000 visits", r.Q, r.Visits)
				}
			}
			if v := s.RootValue(); v[tt.seat] < 0.9 || v[1-tt.seat] > -0.85 {
				t.Errorf("root value %v, want it near a win of seat %d", v[:2], tt.seat+1)
			}
			s.Advance(m)
			run(t, s, refuse{}, 100) // nothing is left to evaluate
			want := Values{-1, -1}
			want[tt.seat] = 1
			if s.RootValue() != want || s.NetworkValue() != want || len(s.Root(nil)) != 0 {
				t.Errorf("after the win: values %v and %v, %d moves; want %v twice and none", s.RootValue(), s.NetworkValue(), len(s.Root(nil)), want)
			}
		})
	}
}

// refuse fails on every evaluation.
type refuse struct{}

var errRefused = errors.New("refused")

func (refuse) Evaluate([]Leaf, []Output) error { return errRefused }

// Whoever keeps a piece at home with this move loses by the deadline.
func TestLossIsALoss(t *testing.T) {
	p := parse(t, "wiki-8-d30 ....2222/.1.22222/...1..../.2..1.../.....1../......1./.....111/.....111 1 58 29,29 a,a")
	if p.AtHome(0) != 1 {
		t.Fatalf("%d pieces at home, want 1", p.AtHome(0))
	}
	s := newSearch(t, Default(), p)
	run(t, s, constant{}, 600)
	losing, left := 0, 0
	for _, m := range s.Root(nil) {
		q := p
		q.Play(m.Move)
		if q.Result().Over() {
			losing++
			if m.Visits > 0 && m.Q != -1 {
				t.Errorf("losing %s has Q %v after %d visits", p.MoveText(m.Move), m.Q, m.Visits)
			}
			continue
		}
		left += int(m.Visits)
		// Not lost, though the search also tries to go back home, which loses.
		if m.Q < -0.5 {
			t.Errorf("%s goes on and has Q %v", p.MoveText(m.Move), m.Q)
		}
	}
	if losing == 0 || left < 500 {
		t.Errorf("%d losing moves; %d of 600 visits avoid them", losing, left)
	}
	if m := Sample(s.Root(nil), 0, nil); p.At(m.From()) != 1 || m.From() != 9 {
		t.Errorf("best move %s does not leave home", p.MoveText(m))
	}
}

// The first seat is walled in, so the second moves twice and more in a row. No
// value may change sides on the way, however the tree is searched.
func TestValuesStayWithTheirSeatsAcrossASkip(t *testing.T) {
	for name, set := range variants {
		t.Run(name, func(t *testing.T) {
			cfg := Default()
			set(&cfg)
			p := parse(t, "wiki-8 122...../22....../2.2...../......../......../......../......22/......22 2 41 20,21 a,a")
			q := p
			q.Play(p.Moves(nil)[len(p.Moves(nil))-1])
			if q.Mover() != 1 {
				t.Fatalf("seat %d moves next in %v, want seat 2 again", q.Mover()+1, &q)
			}
			s := newSearch(t, cfg, p)
			for range 3 {
				run(t, s, constant{-0.5, 0.25}, 200)
				if v := s.RootValue(); v != (Values{-0.5, 0.25}) {
					t.Errorf("root value %v, want -0.5 and 0.25", v)
				}
				for _, m := range s.Root(nil) {
					if m.Visits > 0 && m.Q != 0.25 {
						t.Errorf("%s has Q %v, want 0.25", p.MoveText(m.Move), m.Q)
					}
				}
				s.Advance(p.Moves(nil)[len(p.Moves(nil))-1])
				p = *s.Position()
				if p.Mover() != 1 {
					t.Fatalf("seat %d moves next, want seat 2 again", p.Mover()+1)
				}
			}
		})
	}
}

// Three seats share a small tree made by hand: each node looks at the entry of
// its own mover, and the sums keep all three apart.
func TestEveryMoverMaximisesItsOwnEntry(t *testing.T) {
	s := &Search{cfg: Default(), capNodes: 10, seats: 3}
	s.tree.edges = []edge{{prior: 0.5, child: 1}, {prior: 0.5, child: none}, {prior: 0.5, child: none}, {prior: 0.5, child: none}}
	s.tree.nodes = []node{{count: 2, visits: 1, mover: 2}, {edges: 2, count: 2, visits: 1, mover: 1}}
	path := []step{{0, 0}, {1, 2}}
	for range 3 {
		s.backup(path, &Values{0.5, -0.25, 0.75})
	}
	s.backup([]step{{0, 0}, {1, 3}}, &Values{-1, 0.5, 0.5})

	if got := s.RootValue(); got != (Values{0.5 / 5, -0.25 / 5, 2.75 / 5}) {
		t.Errorf("root value %v", got)
	}
	for i, want := range []float64{2.75, 0, -0.75, 0.5} {
		if got := s.tree.edges[i].sum; got != want {
			t.Errorf("edge %d sums to %v, want %v", i, got, want)
		}
	}
	if s.tree.nodes[1].visits != 5 || s.tree.nodes[1].visited != 1 || s.tree.nodes[0].visited != 0.5 {
		t.Errorf("nodes %+v", s.tree.nodes)
	}
	if got := s.choose(1); got != 3 {
		t.Errorf("the second seat chooses edge %d, want 3", got)
	}
}

func TestVisitsAreSimulations(t *testing.T) {
	for _, sims := range []int{0, 1, 2, 37, 500} {
		t.Run(fmt.Sprint(sims), func(t *testing.T) {
			s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
			run(t, s, hashed{}, sims)
			moves := s.Root(nil)
			if len(moves) != s.Position().CountMoves() || visits(moves) != sims {
				t.Fatalf("%d moves with %d visits, want %d with %d", len(moves), visits(moves), s.Position().CountMoves(), sims)
			}
			sum := 0.0
			for _, m := range moves {
				sum += float64(m.Prior)
			}
			if sum < 0.9999 || sum > 1.0001 {
				t.Errorf("priors sum to %v", sum)
			}
			run(t, s, hashed{}, 11) // the same root goes on
			if got := visits(s.Root(nil)); got != sims+11 {
				t.Errorf("%d visits after 11 more, want %d", got, sims+11)
			}
		})
	}
}

func TestTreeIsKept(t *testing.T) {
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	run(t, s, hashed{}, 300)
	for range 6 {
		moves := s.Root(nil)
		m := Sample(moves, 0, nil)
		kept := uint32(0)
		for _, r := range moves {
			if r.Move == m {
				kept = r.Visits
			}
		}
		s.Advance(m)
		if got := visits(s.Root(nil)); got != int(kept)-1 {
			t.Fatalf("%d visits inherited, want %d: those of the move but its own evaluation", got, kept-1)
		}
		var want Output
		want.Priors = make([]float32, s.Position().CountMoves())
		if err := (hashed{}).Evaluate([]Leaf{{Position: s.Position(), Moves: s.Position().Moves(nil)}}, []Output{want}); err != nil {
			t.Fatal(err)
		}
		for i, r := range s.Root(nil) {
			if r.Prior != want.Priors[i] {
				t.Fatalf("inherited prior %d is %v, want %v", i, r.Prior, want.Priors[i])
			}
		}
		run(t, s, hashed{}, 300)
		if got := visits(s.Root(nil)); got != int(kept)-1+300 {
			t.Fatalf("%d visits after 300 more, want %d", got, kept-1+300)
		}
	}
}

func TestPositionIsNotChanged(t *testing.T) {
	p := midgame(t, "wiki-8", 12)
	before := p
	s := newSearch(t, Default(), p)
	run(t, s, hashed{}, 100)
	if p != before || *s.Position() != before {
		t.Errorf("the search changed the position to %v", s.Position())
	}
}

// A set-up may have a blocked seat to move, which the search skips.
func TestResetSkipsABlockedSeat(t *testing.T) {
	p := parse(t, "wiki-8 122...../22....../2.2...../......../......../......../......../......22 1 40 20,20 a,a")
	s := newSearch(t, Default(), p)
	run(t, s, hashed{}, 50)
	if s.Position().Mover() != 1 || p.Mover() != 0 || visits(s.Root(nil)) != 50 {
		t.Errorf("seat %d moves, with %d visits, want seat 2 and 50", s.Position().Mover()+1, visits(s.Root(nil)))
	}
}

func TestHorizon(t *testing.T) {
	p := midgame(t, "wiki-8", 12)
	cfg := Default()
	cfg.Horizon = func(q *engine.Position) (Values, bool) {
		return Values{0.75, -0.25, 9, 9, 9, 9}, q.Ply() >= p.Ply()+2
	}
	s := newSearch(t, cfg, p)
	eval := watch{func(q *engine.Position) {
		if q.Ply() >= p.Ply()+2 && q.Ply() != s.Position().Ply() {
			t.Fatalf("evaluated at ply %d, behind the horizon", q.Ply())
		}
	}}
	run(t, s, eval, 5000)
	if s.Nodes() > 5000 || visits(s.Root(nil)) != 5000 {
		t.Errorf("%d nodes, %d visits", s.Nodes(), visits(s.Root(nil)))
	}
	if v := s.RootValue(); v[0] < 0.7 || v[0] > 0.75 || v[1] > -0.2 || v[1] < -0.25 || v[2] != 0 {
		t.Errorf("root value %v, want about 0.75 and -0.25, and 0 for seats that do not play", v)
	}
	for range 2 { // the root itself may lie behind it
		s.Advance(Sample(s.Root(nil), 0, nil))
		run(t, s, eval, 50)
		if got := visits(s.Root(nil)); got < 50 {
			t.Errorf("%d visits at ply %d, want 50", got, s.Position().Ply())
		}
	}
}

// watch values everything 0 and shows the positions.
type watch struct{ see func(p *engine.Position) }

func (w watch) Evaluate(leaves []Leaf, out []Output) error {
	for _, l := range leaves {
		w.see(l.Position)
	}
	return constant{}.Evaluate(leaves, out)
}

// Games in lock-step on one batch are the games that Run plays one by one.
func TestLockStep(t *testing.T) {
	const games, sims = 5, 60
	var apart, together [games]*Search
	for i := range games {
		p := midgame(t, "wiki-8", 4*i)
		apart[i], together[i] = newSearch(t, Default(), p), newSearch(t, Default(), p)
		if err := Run(apart[i], hashed{}, sims+i, rand.New(rand.NewPCG(1, uint64(i)))); err != nil {
			t.Fatal(err)
		}
		together[i].Begin(sims + i)
		together[i].AddNoise(rand.New(rand.NewPCG(1, uint64(i))))
	}
	for {
		var at []int
		var leaves []Leaf
		var out []Output
		for i, s := range together {
			if leaf, ok := s.Next(); ok {
				at, leaves = append(at, i), append(leaves, leaf)
				out = append(out, Output{Priors: make([]float32, len(leaf.Moves))})
			}
		}
		if len(at) == 0 {
			break
		}
		if err := (hashed{}).Evaluate(leaves, out); err != nil {
			t.Fatal(err)
		}
		for j, i := range at {
			together[i].Supply(&out[j])
		}
	}
	for i := range games {
		if a, b := apart[i].Root(nil), together[i].Root(nil); !slices.Equal(a, b) {
			t.Errorf("game %d: %v, want %v", i, b, a)
		}
	}
}

func TestFullTree(t *testing.T) {
	for _, capNodes := range []int{1, 2, 20} {
		t.Run(fmt.Sprint(capNodes), func(t *testing.T) {
			s, err := New(Default(), capNodes)
			if err != nil {
				t.Fatal(err)
			}
			s.Reset(midgame(t, "wiki-8,deadline=10", 12))
			for !s.Position().Result().Over() {
				before := visits(s.Root(nil))
				run(t, s, hashed{}, 300)
				if got := visits(s.Root(nil)); got != before+300 || s.Nodes() > capNodes {
					t.Fatalf("%d visits and %d nodes, want %d and at most %d", got, s.Nodes(), before+300, capNodes)
				}
				if err := wellFormed(s); err != nil {
					t.Fatal(err)
				}
				s.Advance(Sample(s.Root(nil), 0, nil))
			}
		})
	}
}

// A leaf that never gets its answer leaves nothing behind but the spent budget.
func TestAbandonedLeaf(t *testing.T) {
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	run(t, s, hashed{}, 20)
	want := s.Root(nil)
	if err := Run(s, refuse{}, 20, nil); !errors.Is(err, errRefused) {
		t.Fatalf("error %v, want %v", err, errRefused)
	}
	if got := s.Root(nil); !slices.Equal(got, want) {
		t.Errorf("the tree changed to %v from %v", got, want)
	}
	run(t, s, hashed{}, 20)
	if got := visits(s.Root(nil)); got != 40 {
		t.Errorf("%d visits, want 40", got)
	}
	s.Begin(1)
	if _, ok := s.Next(); !ok {
		t.Fatal("no leaf")
	}
	s.Advance(s.Root(nil)[0].Move)
	s.Next() // must not take the old leaf for one of the new root
	run(t, s, hashed{}, 20)
	if err := wellFormed(s); err != nil {
		t.Error(err)
	}
}

func TestMisuse(t *testing.T) {
	tests := []struct {
		name, want string
		do         func(s *Search)
	}{
		{"illegal move", "is empty", func(s *Search) { s.Advance(engine.NewMove(32, 33)) }},
		{"two leaves", "before the last leaf was supplied", func(s *Search) { s.Next(); s.Next() }},
		{"answer without a leaf", "without a leaf", func(s *Search) { s.Supply(&Output{}) }},
		{"answer to another leaf", "priors for", func(s *Search) { s.Next(); s.Supply(&Output{Priors: []float32{1}}) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			defer func() {
				if r := recover(); !strings.Contains(fmt.Sprint(r), tt.want) {
					t.Errorf("panic %v, want one with %q", r, tt.want)
				}
			}()
			tt.do(newSearch(t, Default(), midgame(t, "wiki-8", 0)))
		})
	}
}

func TestNoAllocations(t *testing.T) {
	for name, set := range variants {
		for _, lanes := range []int{1, 4} {
			cfg := Default()
			set(&cfg)
			if lanes > 1 && !cfg.Wide() {
				continue
			}
			p := midgame(t, "wiki-8", 8)
			s := newSearch(t, cfg, p)
			s.Widen(lanes)
			rng := rand.New(rand.NewPCG(1, 2))
			game := func() {
				s.Reset(p)
				for range 12 {
					if err := Run(s, cheap{}, 100, rng); err != nil {
						t.Fatal(err)
					}
					s.ChooseLCB()
					s.Advance(s.Choose(1, rng))
				}
			}
			for range 20 { // whatever grows has grown
				game()
			}
			if got := testing.AllocsPerRun(5, game); got >= 1 {
				t.Errorf("%s, %d lanes: %v allocations in a game of 1200 simulations", name, lanes, got)
			}
		}
	}
}

// More simulations must be worth something, or the search does not search.
func TestMoreSimulationsWin(t *testing.T) {
	const games, strong, weak = 16, 200, 20
	score := 0.0
	for g := range games {
		seat := g % 2 // the strong side; each opening is played twice
		p := midgame(t, "wiki-8", 2+g/2%4)
		a, b := newSearch(t, Default(), p), newSearch(t, Default(), p)
		rng := rand.New(rand.NewPCG(11, uint64(g/2)))
		for !p.Result().Over() && p.Ply() < 160 {
			s, sims := b, weak
			if p.Mover() == seat {
				s, sims = a, strong
			}
			if err := Run(s, distance{}, sims, rng); err != nil {
				t.Fatal(err)
			}
			m := Sample(s.Root(nil), 0, nil)
			a.Advance(m)
			b.Advance(m)
			p.Play(m)
		}
		v := byDistance(&p)
		if r := p.Result(); r.Over() {
			v = r.Values()
		}
		score += (float64(v[seat]) + 1) / 2
	}
	if score < 0.8*games {
		t.Errorf("%d simulations score %.1f of %d against %d", strong, score, games, weak)
	}
	t.Logf("%d simulations score %.1f of %d against %d", strong, score, games, weak)
}

// The signature of some searches. A change that alters it alters what is
// played, and its commit says so.
func TestSignature(t *testing.T) {
	const want = 0x4e0ceeb8d762962f
	h := fnv.New64a()
	for _, ref := range []string{"wiki-8", "wiki-10-d50", "plyyard"} {
		s := newSearch(t, Default(), midgame(t, ref, 10))
		rng := rand.New(rand.NewPCG(1, 1))
		for range 5 {
			if err := Run(s, hashed{}, 150, rng); err != nil {
				t.Fatal(err)
			}
			for _, m := range s.Root(nil) {
				fmt.Fprintln(h, m.Move, m.Visits, m.Prior, m.Q)
			}
			s.Advance(Sample(s.Root(nil), 1, rng))
		}
	}
	if got := h.Sum64(); got != want {
		t.Errorf("signature %#x, want %#x", got, uint64(want))
	}
}
