package classical

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
)

func rules(t testing.TB, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func position(t testing.TB, text string) engine.Position {
	t.Helper()
	p, err := engine.ParsePosition(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func bot(t testing.TB, depth int) *Bot {
	t.Helper()
	b, err := New(Config{Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// twin is the search without any of its arts: minimax over made moves, the
// evaluation added up cell by cell.
type twin struct{ root int }

func (w twin) static(p *engine.Position, seat int) int {
	b := p.Board()
	total := 0
	for c := range b.Cells() {
		if p.At(c) != seat+1 {
			continue
		}
		v := c
		if seat == 1 {
			v = b.Cells() - 1 - c
		}
		row, col := v/b.Cols(), v%b.Cols()
		left := (b.Rows() - 1 - row) + (b.Cols() - 1 - col)
		off := row - col
		if off < 0 {
			off = -off
		}
		total -= rung.progress*left + rung.straggler*left*left + rung.centre*off
	}
	total -= rung.last * min(lastSteps, w.last(p, seat))
	if d := p.Rules().Deadline(); d > 0 && p.AtHome(seat) > 0 {
		home := p.AtHome(seat)
		spare := d - p.Made(seat) - home
		if spare < spareMoves {
			total -= weightDeadline * home * (spareMoves - spare)
		}
		if spare < 0 {
			total -= weightLate
		}
	}
	return total
}

// last is the steps of the last two pieces, by trying every pair of cells.
func (w twin) last(p *engine.Position, seat int) int {
	b := p.Board()
	var pieces, open []int
	for c := range b.Cells() {
		switch mine := p.At(c) == seat+1; {
		case mine && !b.InGoal(seat, c):
			pieces = append(pieces, c)
		case !mine && b.InGoal(seat, c):
			open = append(open, c)
		}
	}
	switch least := infinity; len(pieces) {
	case 0:
		return 0
	case 1:
		for _, g := range open {
			least = min(least, b.Distance(pieces[0], g))
		}
		return least
	case 2:
		for _, g := range open {
			for _, h := range open {
				if g != h {
					least = min(least, b.Distance(pieces[0], g)+b.Distance(pieces[1], h))
				}
			}
		}
		return least
	}
	return infinity
}

// after is the score of the position that seat's move led to, in seat's view.
func (w twin) after(p *engine.Position, seat, depth int) int {
	r := p.Result()
	switch {
	case r.Kind == engine.Win && int(r.Seat) == seat:
		return Mate - (p.Ply() - w.root)
	case r.Kind == engine.Win:
		return -Mate + (p.Ply() - w.root)
	case r.Over() && (depth > 0 || r.Cause != engine.Immobile):
		return 0
	case depth == 0:
		return w.static(p, seat) - w.static(p, 1-seat) - rung.tempo
	case p.Mover() == seat:
		return w.best(p, depth)
	}
	return -w.best(p, depth)
}

// best is the score in the mover's view.
func (w twin) best(p *engine.Position, depth int) int {
	best := -infinity
	for _, m := range p.Moves(nil) {
		q := *p
		q.Play(m)
		best = max(best, w.after(&q, p.Mover(), depth-1))
	}
	return best
}

// scatter is a position with random pieces, some of them home and in the goal:
// what play seldom reaches. ok is false where the game is already over.
func scatter(r *engine.Rules, rng *rand.Rand) (p engine.Position, ok bool) {
	b := r.Board()
	s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(2), Ply: 2 + rng.IntN(60)}
	for seat := range 2 {
		pieces, inside := len(b.Goal(seat)), rng.IntN(len(b.Goal(seat))+1)
		for i, cells := 0, b.Goal(seat); i < inside; i++ {
			j := i + rng.IntN(len(cells)-i)
			cells[i], cells[j] = cells[j], cells[i]
			if s.Cells[cells[i]] == 0 {
				s.Cells[cells[i]] = uint8(seat + 1)
				pieces--
			}
		}
		for pieces > 0 {
			if c := rng.IntN(b.Cells()); s.Cells[c] == 0 {
				s.Cells[c] = uint8(seat + 1)
				pieces--
			}
		}
		s.Made[seat] = rng.IntN(36)
	}
	p, err := engine.NewPosition(r, s)
	if err != nil {
		panic(err)
	}
	if p.Result().Over() || p.CountMoves() == 0 {
		return p, false
	}
	return p, true
}

// wander is a position after random plies with a leaning forwards.
func wander(r *engine.Rules, rng *rand.Rand, plies int) engine.Position {
	p := r.Start(rng.IntN(2))
	var e evaluator
	e.prepare(p.Board())
	for range plies {
		q := p
		moves := p.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		for range 2 {
			if o := moves[rng.IntN(len(moves))]; e.gain(p.Mover(), o) > e.gain(p.Mover(), m) {
				m = o
			}
		}
		if q.Play(m); q.Result().Over() {
			break
		}
		p = q
	}
	return p
}

// samples are positions of every kind under each ruleset.
func samples(t testing.TB, n int, visit func(p *engine.Position)) {
	for i, ref := range []string{
		"wiki-8-d30", "wiki-8", "wiki-8,lock=none", "wiki-8-d30,lock=path",
		"wiki-8,sealed_draw=on", "wiki-8,turn_limit=40", "wiki-10-d50",
	} {
		r := rules(t, ref)
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		for k := range n {
			p, ok := scatter(r, rng)
			if k%2 == 0 || !ok {
				p = wander(r, rng, rng.IntN(70))
			}
			visit(&p)
		}
	}
}

// blocked are positions in which a seat is skipped, or soon may be.
var blocked = []string{
	"wiki-8 12....../22....../......../......../......../......../......../........ 2 10 5,5 a,a",
	"wiki-8 122...../22....../2.2...../......../......../......../......../........ 2 10 5,5 a,a",
	"wiki-8 12.....2/22....../2.2...../......../......../......../......../........ 2 10 5,5 a,a",
	"wiki-8-d30 1.2...../222...../2.2...../......../......../......../......../........ 2 57 28,29 a,a",
}

func TestSearchIsMinimax(t *testing.T) {
	bots := []*Bot{nil, bot(t, 1), bot(t, 2), bot(t, 3)}
	rng := rand.New(rand.NewPCG(1, 2))
	count := 0
	check := func(p *engine.Position, depth int) {
		before := *p
		got, err := bots[depth].Search(p, rng)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if !p.Equal(&before) {
			t.Fatalf("the search changed %s", &before)
		}
		w := twin{root: p.Ply()}
		if want := w.best(p, depth); got.Score != want {
			t.Fatalf("depth %d of %s: score %d, minimax %d", depth, p, got.Score, want)
		}
		if err := p.Legal(got.Move); err != nil {
			t.Fatalf("depth %d of %s: %v", depth, p, err)
		}
		q := *p
		q.Play(got.Move)
		if v := w.after(&q, p.Mover(), depth-1); v != got.Score {
			t.Fatalf("depth %d of %s: move %s scores %d, not %d", depth, p, p.MoveText(got.Move), v, got.Score)
		}
	}
	samples(t, 12, func(p *engine.Position) {
		check(p, 1)
		check(p, 2)
		if count++; count%14 == 0 {
			check(p, 3)
		}
	})
	for _, text := range blocked {
		p := position(t, text)
		for depth := 1; depth <= 3; depth++ {
			check(&p, depth)
		}
	}
}

// sparse are positions with few pieces, in which chains of moves meet again
// and games end soon: deep minimax is possible, and the table has work to do.
func sparse(r *engine.Rules, rng *rand.Rand) engine.Position {
	for {
		b := r.Board()
		s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(2), Ply: 40}
		for seat := range 2 {
			goal := b.Goal(seat)
			missing := 1 + rng.IntN(2)
			for _, c := range goal {
				s.Cells[c] = uint8(seat + 1)
			}
			for range missing {
				s.Cells[goal[rng.IntN(len(goal))]] = 0
			}
			for missing > 0 {
				if c := rng.IntN(b.Cells()); s.Cells[c] == 0 && !b.InHome(seat, c) && !b.InGoal(seat, c) {
					s.Cells[c] = uint8(seat + 1)
					missing--
				}
			}
			s.Made[seat] = 20
		}
		p, err := engine.NewPosition(r, s)
		if err == nil && !p.Result().Over() && p.CountMoves() > 0 {
			return p
		}
	}
}

func TestTableChangesNothing(t *testing.T) {
	const depth = 4
	with, without := bot(t, depth), bot(t, depth)
	without.table = nil
	var nodes [2]uint64 // with, without
	compare := func(p *engine.Position, seed uint64) {
		a, err := with.Search(p, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		b, err := without.Search(p, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		if a.Score != b.Score || a.Move != b.Move {
			t.Fatalf("%s: with the table %s %d, without %s %d", p,
				p.MoveText(a.Move), a.Score, p.MoveText(b.Move), b.Score)
		}
		nodes[0] += a.Nodes
		nodes[1] += b.Nodes
	}
	n := uint64(0)
	samples(t, 6, func(p *engine.Position) { n++; compare(p, n) })
	for i, ref := range []string{"wiki-8", "wiki-8-d30,deadline=24", "wiki-8,lock=path", "wiki-10"} {
		rng := rand.New(rand.NewPCG(3, uint64(i)))
		for range 240 {
			p := sparse(rules(t, ref), rng)
			n++
			compare(&p, n)
		}
	}
	if n < 1000 {
		t.Errorf("only %d positions", n)
	}
	t.Logf("nodes with the table %d, without %d", nodes[0], nodes[1])
	if nodes[0] >= nodes[1] {
		t.Error("the table saves nothing")
	}
}

func TestSearchIsDeterministic(t *testing.T) {
	used := bot(t, 4)
	samples(t, 2, func(p *engine.Position) {
		a, err := bot(t, 4).Search(p, rand.New(rand.NewPCG(5, 5)))
		if err != nil {
			t.Fatal(err)
		}
		b, err := used.Search(p, rand.New(rand.NewPCG(5, 5)))
		if err != nil {
			t.Fatal(err)
		}
		if a.Move != b.Move || a.Score != b.Score || a.Nodes != b.Nodes {
			t.Fatalf("%s: a fresh bot finds %+v, a used one %+v", p, a, b)
		}
	})
}

func TestTiesFollowTheStream(t *testing.T) {
	p := position(t, "wiki-8 ......../..1...../.1....../......../......../.......2/......../.....2.. 1 10 5,5 a,a")
	for depth := 1; depth <= 3; depth++ {
		b := bot(t, depth)
		seen := make(map[string]int)
		for seed := range uint64(40) {
			r, err := b.Search(&p, rand.New(rand.NewPCG(seed, 0)))
			if err != nil {
				t.Fatal(err)
			}
			seen[p.MoveText(r.Move)]++
		}
		if len(seen) != 2 || seen["c2-d3"] == 0 || seen["b3-c4"] == 0 {
			t.Errorf("depth %d: the mirrored moves c2-d3 and b3-c4 are equal, 40 streams give %v", depth, seen)
		}
		if r, err := b.Search(&p, nil); err != nil || seen[p.MoveText(r.Move)] == 0 {
			t.Errorf("depth %d: without a stream the move is %s (%v)", depth, p.MoveText(r.Move), err)
		}
	}
}

func TestSearchDecidedGames(t *testing.T) {
	for _, tc := range []struct {
		name, position string
		from, to       int      // depths
		moves          []string // any of these; none: any move
		score          int      // 0: any that is not decided
	}{
		{"a step wins",
			"wiki-8 .222..../222...../22....../2......./.....1.1/.......1/.....111/....1111 1 50 25,25 a,a",
			1, 4, []string{"f5-g6"}, Mate - 1},
		{"a chain of jumps wins",
			"wiki-8 222...../222...../22....../....1.../.....2.1/.......1/.....111/....1111 1 50 25,25 a,a",
			1, 4, []string{"e4-g6"}, Mate - 1},
		{"a win in two moves",
			"wiki-8 .22...../22....../2......./....1.../.......1/.......1/.....111/....1111 1 50 25,25 a,a",
			3, 4, nil, Mate - 3},
		{"a step in the way saves the game",
			"wiki-8 2222..../222...../2......./212...../......../.......1/.....111/....1111 1 51 25,26 a,a",
			2, 3, []string{"b4-b3"}, 0},
		{"nothing saves the game",
			"wiki-8 2222..../222...../2......./2.2...../......../.......1/.....111/....1111 1 51 25,26 a,a",
			2, 4, nil, 2 - Mate},
		{"the last piece leaves home in time",
			"wiki-8-d30 2......./22....../......../1......./......../...2..../.....11./....1111 1 58 29,29 a,a",
			1, 2, []string{"a4-a5", "a4-b4", "a4-b5"}, 0},
		{"two pieces are late",
			"wiki-8-d30 2......./22....../1......./1......./......../...2..../......1./....1111 1 58 29,29 a,a",
			1, 4, nil, 1 - Mate},
		{"the other seat will be late",
			"wiki-8-d30 2......./22....../......../......../......../...1..../......22/....1112 1 58 29,29 a,a",
			2, 4, nil, Mate - 2},
		{"no way back home after the deadline",
			"wiki-8-d30 2......./......../......../......../1......./21....../22....../2......1 1 70 35,35 a,a",
			1, 3, nil, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := position(t, tc.position)
			for depth := tc.from; depth <= tc.to; depth++ {
				r, err := bot(t, depth).Search(&p, nil)
				if err != nil {
					t.Fatal(err)
				}
				text := p.MoveText(r.Move)
				if tc.moves != nil && !slices.Contains(tc.moves, text) {
					t.Errorf("depth %d plays %s, want one of %v", depth, text, tc.moves)
				}
				if tc.score == 0 && decided(r.Score) || tc.score != 0 && tc.score != r.Score {
					t.Errorf("depth %d: %s scores %d, want %d (0: undecided)", depth, text, r.Score, tc.score)
				}
			}
		})
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	for _, depth := range []int{1, 2, 3, 4} {
		b := bot(t, depth)
		p := wander(rules(t, "wiki-8-d30"), rand.New(rand.NewPCG(9, 9)), 20)
		rng := rand.New(rand.NewPCG(1, 1))
		n := testing.AllocsPerRun(3, func() {
			if _, err := b.Search(&p, rng); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("depth %d: %v allocations a search", depth, n)
		}
	}
}

func TestSearchRefuses(t *testing.T) {
	for _, depth := range []int{-1, MaxDepth + 1} {
		if _, err := New(Config{Depth: depth}); err == nil {
			t.Errorf("depth %d is accepted", depth)
		}
	}
	over := position(t, "wiki-8 2222..../222...../22....../2......./......../......../......../......11 1 51 25,26 a,a")
	if _, err := bot(t, 1).Search(&over, nil); !errors.Is(err, ErrNoMove) {
		t.Errorf("a game that is over: %v", err)
	}
	stuck := position(t, "wiki-8 122...../22....../2.2...../......../......../......../......../........ 1 10 5,5 a,a")
	if _, err := bot(t, 1).Search(&stuck, nil); !errors.Is(err, ErrNoMove) {
		t.Errorf("a blocked seat: %v", err)
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, ref := range []string{"wiki-8-d30", "wiki-10-d50", "plyyard"} {
		r := rules(b, ref)
		for depth := 1; depth <= 4; depth++ {
			b.Run(fmt.Sprintf("%s/depth=%d", ref, depth), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(9, 9))
				var ps []engine.Position
				for range 8 {
					ps = append(ps, wander(r, rng, 24))
				}
				s := bot(b, depth)
				var nodes uint64
				for i := 0; b.Loop(); i++ {
					r, err := s.Search(&ps[i%len(ps)], nil)
					if err != nil {
						b.Fatal(err)
					}
					nodes += r.Nodes
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			})
		}
	}
}
