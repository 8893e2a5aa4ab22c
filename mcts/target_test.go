package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
)

// Each visited move of a root with noise has its forced visits.
func TestForcedPlayouts(t *testing.T) {
	cfg := Default()
	cfg.ForcedPlayouts = 2
	s := newSearch(t, cfg, midgame(t, "wiki-8", 12))
	for range 4 {
		if err := Run(s, hashed{}, 400, rand.New(rand.NewPCG(4, 4))); err != nil {
			t.Fatal(err)
		}
		lacking := 0
		total := float64(visits(s.Root(nil)))
		for i := range s.tree.edgesOf(&s.tree.nodes[0]) {
			e := &s.tree.edgesOf(&s.tree.nodes[0])[i]
			if e.visits > 0 && float64(e.visits) < math.Sqrt(2*float64(e.prior)*(total-1))-1 {
				lacking++
			}
		}
		if lacking > 0 {
			t.Errorf("%d moves lack forced visits", lacking)
		}
		s.Advance(s.Choose(0, nil))
	}
	// Without noise there are none.
	run(t, s, hashed{}, 400)
	if s.Shaped() || !slices.Equal(s.Root(nil), s.Target(nil)) {
		t.Error("forced playouts without noise")
	}
}

// By hand: c is 1 without growth, the root has 25 visits besides its own.
func TestPrune(t *testing.T) {
	cfg := Default()
	cfg.CPuct, cfg.ForcedPlayouts = 1, 2
	s := &Search{cfg: cfg, capNodes: 10, seats: 2, all: 3, forcing: true, lanes: make([]descent, 1)}
	s.tree.edges = []edge{
		{move: 1, prior: 0.5, visits: 16, sum: 8, child: none},    // Q 0.5
		{move: 2, prior: 0.25, visits: 5, sum: -0.5, child: none}, // Q -0.1
		{move: 3, prior: 0.2, visits: 4, sum: 2, child: none},     // Q 0.5
		{move: 4, prior: 0.05, child: none},
	}
	s.tree.nodes = []node{{count: 4, visits: 26, mover: 0, link: none}}
	// The best scores 0.5 + sqrt(26)·0.5/17 = 0.650. The second, at v visits,
	// -0.1 + 5.099·0.25/(1+v): 0.537 at 1, 1.175 at 0. It may lose up to
	// ceil(sqrt(2·0.25·25)) = 4, which leaves 1, and so nothing. The third:
	// 0.5 + 1.0198/(1+v) is 0.704 at 4 and above the best's.
	var got []uint32
	for _, m := range s.Target(nil) {
		got = append(got, m.Visits)
	}
	if want := []uint32{16, 0, 4, 0}; !slices.Equal(got, want) {
		t.Errorf("pruned to %v, want %v", got, want)
	}
	// The move to play is drawn from what is left.
	rng := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		if got := s.Choose(1, rng); got != 1 && got != 3 {
			t.Fatalf("move %d is drawn, which was pruned", got)
		}
	}
	s.tree.edges[1].sum = 1 // Q 0.2: 0.625 at 2 visits, 0.837 at 1
	got = got[:0]
	for _, m := range s.Target(nil) {
		got = append(got, m.Visits)
	}
	if want := []uint32{16, 2, 4, 0}; !slices.Equal(got, want) {
		t.Errorf("pruned to %v, want %v", got, want)
	}
	// No more than the forced visits may go, however bad the move: of 29 visits
	// those are ceil(sqrt(2·0.25·29)) = 4.
	s.tree.edges[1].visits, s.tree.edges[1].sum, s.tree.nodes[0].visits = 9, -8.1, 30
	got = got[:0]
	for _, m := range s.Target(nil) {
		got = append(got, m.Visits)
	}
	if want := []uint32{16, 5, 4, 0}; !slices.Equal(got, want) {
		t.Errorf("pruned to %v, want %v", got, want)
	}
	// The scores are those of the search, with the noise that it had.
	s.raw = []float32{0.9, 0.05, 0.01, 0.04}
	got = got[:0]
	for _, m := range s.Target(nil) {
		got = append(got, m.Visits)
	}
	if want := []uint32{16, 5, 4, 0}; !slices.Equal(got, want) {
		t.Errorf("pruned to %v where the priors without noise differ, want %v", got, want)
	}
}

// By hand: of 25 visits a move is forced to sqrt(2·prior·25) at least, but for
// moves that were never visited and for proven losses.
func TestForce(t *testing.T) {
	cfg := Default()
	cfg.ForcedPlayouts, cfg.Solver = 2, true
	s := &Search{cfg: cfg, capNodes: 10, seats: 2, all: 3, forcing: true, lanes: make([]descent, 1)}
	s.tree.edges = []edge{
		{move: 1, prior: 0.5, visits: 15, child: none}, // forced to 5
		{move: 2, prior: 0.32, visits: 2, child: 1},    // forced to 4, but lost
		{move: 3, prior: 0.08, visits: 2, child: none}, // forced to 2
		{move: 4, prior: 0.02, visits: 6, child: none}, // forced to 1
		{move: 5, prior: 0.08, child: none},
	}
	s.tree.nodes = []node{
		{count: 5, visits: 26, link: none, informed: true},
		{terminal: true, value: Values{-1, 1}, exact: 3, mover: 1, edges: 5, link: none},
	}
	if got := s.force(&s.tree.nodes[0]); got != none {
		t.Errorf("edge %d is forced, want none", got)
	}
	s.tree.edges[2].visits, s.tree.edges[3].visits = 1, 7
	if got := s.force(&s.tree.nodes[0]); got != 2 {
		t.Errorf("edge %d is forced, want 2", got)
	}
	if got := s.choose(0); got != 2 {
		t.Errorf("the search goes on with edge %d, want the forced 2", got)
	}
}

func TestPruningKeepsTheBest(t *testing.T) {
	cfg := Default()
	cfg.ForcedPlayouts = 2
	pruned := 0
	for seed := range uint64(20) {
		s := newSearch(t, cfg, midgame(t, "wiki-8", 10+int(seed)))
		if err := Run(s, hashed{}, 200, rand.New(rand.NewPCG(seed, 4))); err != nil {
			t.Fatal(err)
		}
		moves, target := s.Root(nil), s.Target(nil)
		top := best(moves)
		for i := range moves {
			if target[i].Visits > moves[i].Visits || i == top && target[i].Visits != moves[i].Visits || target[i].Visits == 1 && i != top {
				t.Errorf("move %d: %d visits of %d are left", i, target[i].Visits, moves[i].Visits)
			}
			pruned += int(moves[i].Visits - target[i].Visits)
		}
	}
	if pruned < 100 {
		t.Errorf("%d visits of 4000 were pruned", pruned)
	}
	s := newSearch(t, cfg, midgame(t, "wiki-8", 10))
	if err := Run(s, hashed{}, 1, rand.New(rand.NewPCG(1, 4))); err != nil {
		t.Fatal(err)
	}
	if got := visits(s.Target(nil)); got != 1 {
		t.Errorf("of a single visit %d are left", got)
	}
}

// deviation is the bound of a move from every value that was backed up.
func deviation(values []Values, mover int) float64 {
	n, squares := float64(len(values)), 0.0
	q := mean(values, mover)
	for _, v := range values {
		squares += (float64(v[mover]) - q) * (float64(v[mover]) - q)
	}
	return q - 5*math.Sqrt((squares/n+1/(n*n*n+1))/n)
}

func TestLowerBounds(t *testing.T) {
	for _, tt := range []struct {
		ref   string
		plies int
	}{{"wiki-8", 12}, {"wiki-8,deadline=10", 16}} {
		p := midgame(t, tt.ref, tt.plies)
		s, slow := newSearch(t, Default(), p), newTwin(Default(), hashed{}, p)
		for range 5 {
			run(t, s, hashed{}, 300)
			slow.search(300, nil)
			bounds := s.lowerBounds(5)
			for i := range bounds {
				if len(slow.visits[i]) == 0 {
					if !math.IsInf(bounds[i], -1) {
						t.Errorf("bound of a move without visits is %v", bounds[i])
					}
					continue
				}
				near(t, "bound", bounds[i], deviation(slow.visits[i], s.Position().Mover()))
			}
			m := s.ChooseLCB()
			s.Advance(m)
			if s.Position().Result().Over() {
				break
			}
			slow = slow.advance(m)
		}
	}
}

// Among moves that were searched alike the surer one is played.
func TestChooseLCB(t *testing.T) {
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	run(t, s, hashed{}, 800)
	moves := s.Root(nil)
	bounds := slices.Clone(s.lowerBounds(lcbRadius))
	m := s.ChooseLCB()
	most := uint32(0)
	for _, r := range moves {
		most = max(most, r.Visits)
	}
	for i, r := range moves {
		if r.Move != m {
			continue
		}
		for k, other := range moves {
			if float64(other.Visits) >= lcbShare*float64(most) && bounds[k] > bounds[i] {
				t.Errorf("move %d has bound %v, %d has %v", i, bounds[i], k, bounds[k])
			}
		}
		if float64(r.Visits) < lcbShare*float64(most) {
			t.Errorf("a move with %d visits of %d is played", r.Visits, most)
		}
	}
}

// By hand: moves whose values do not vary, so that only their number counts.
func TestChooseLCBByHand(t *testing.T) {
	for _, x := range []struct {
		name  string
		edges []edge
		want  engine.Move
	}{
		{"the better of those with enough visits", []edge{
			{move: 1, visits: 100, sum: 10, child: none},
			{move: 2, visits: 50, sum: 15, child: none},
			{move: 3, visits: 14, sum: 12.6, child: none}, // less than 15 of 100
		}, 2},
		{"the surer", []edge{ // 0.3 - 5·sqrt(1/8001/20) = 0.288 against 0.31 - 5·sqrt(1/28/3) = -0.235
			{move: 1, visits: 3, sum: 0.93, child: none},
			{move: 2, visits: 20, sum: 6, child: none},
		}, 2},
		{"no proven loss, though -1 is a higher bound than that of one visit", []edge{
			{move: 1, visits: 1, sum: 0.1, child: none},
			{move: 2, visits: 1, sum: -1, child: 1},
		}, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := &Search{cfg: Default(), capNodes: 10, seats: 2, all: 3, root: midgame(t, "wiki-8", 12), lanes: make([]descent, 1)}
			s.tree.edges = x.edges
			n := node{count: int32(len(x.edges)), visits: 1, mover: uint8(s.root.Mover()), link: none, informed: true}
			for _, e := range x.edges {
				n.visits += e.visits
				n.sum[n.mover] += e.sum
			}
			lost := node{terminal: true, exact: 3, mover: 1 - n.mover, edges: n.count, link: none}
			lost.value[n.mover], lost.value[1-n.mover] = -1, 1
			s.tree.nodes = []node{n, lost}
			if got := s.ChooseLCB(); got != x.want {
				t.Errorf("move %d of bounds %v, want %d", got, s.lowerBounds(lcbRadius), x.want)
			}
		})
	}
}
