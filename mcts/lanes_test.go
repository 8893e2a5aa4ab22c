package mcts

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"halmazero/engine"

	"go.uber.org/goleak"
)

// landed reports an error if anything is still counted as under way.
func landed(s *Search) error {
	for i := range s.tree.nodes {
		if n := s.tree.nodes[i].flying; n != 0 {
			return fmt.Errorf("node %d: %d under way", i, n)
		}
	}
	for i := range s.tree.edges {
		if n := s.tree.edges[i].flying; n != 0 {
			return fmt.Errorf("edge %d: %d under way", i, n)
		}
	}
	if s.flying != 0 {
		return fmt.Errorf("%d lanes under way", s.flying)
	}
	return wellFormed(s)
}

// sizes is an evaluator that notes the sizes of its batches.
type sizes struct {
	eval  Evaluator
	count map[int]int
}

func (z *sizes) Evaluate(leaves []Leaf, out []Output) error {
	z.count[len(leaves)]++
	return z.eval.Evaluate(leaves, out)
}

func TestLanes(t *testing.T) {
	for _, ref := range []string{"wiki-8", "star-121-3"} {
		for _, lanes := range []int{1, 2, 4, 7} {
			t.Run(fmt.Sprint(ref, "/", lanes), func(t *testing.T) {
				var trees [2][]RootMove
				for i := range trees {
					s := newSearch(t, Default(), midgame(t, ref, 12))
					s.Widen(lanes)
					eval := &sizes{hashed{}, map[int]int{}}
					rng := rand.New(rand.NewPCG(1, 2))
					for range 5 {
						before := visits(s.Root(nil))
						if err := Run(s, eval, 203, rng); err != nil {
							t.Fatal(err)
						}
						if got := visits(s.Root(nil)); got != before+203 {
							t.Fatalf("%d visits, want %d", got, before+203)
						}
						if err := landed(s); err != nil {
							t.Fatal(err)
						}
						trees[i] = s.Root(trees[i])
						s.Advance(s.Choose(1, rng))
					}
					if full := eval.count[lanes]; full*lanes < 800 {
						t.Errorf("batches of sizes %v: too few are full", eval.count)
					}
				}
				if !slices.Equal(trees[0], trees[1]) {
					t.Error("the same search gave another tree")
				}
			})
		}
	}
}

// The careful choice is the plain one where nothing is under way or proven.
func TestCarefulChoiceIsThePlainOne(t *testing.T) {
	for _, ref := range []string{"wiki-8", "star-121-3"} {
		s := newSearch(t, Default(), midgame(t, ref, 12))
		if err := Run(s, hashed{}, 500, rand.New(rand.NewPCG(1, 1))); err != nil {
			t.Fatal(err)
		}
		for i := range s.tree.nodes {
			if s.tree.nodes[i].terminal {
				continue
			}
			if a, b := s.choose(int32(i)), s.chooseCarefully(int32(i)); a != b {
				t.Fatalf("%s: node %d goes on with edge %d, carefully with %d", ref, i, a, b)
			}
		}
	}
}

// A visit under way is one that was lost.
func TestVirtualLoss(t *testing.T) {
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	run(t, s, hashed{}, 200)
	s.Widen(8)
	first := s.choose(0)
	e := &s.tree.edges[first]
	for range 3 {
		e.flying++
		s.tree.nodes[0].flying++
	}
	got := s.choose(0)
	lost := *e
	*e, s.tree.nodes[0].flying = edge{}, 0
	*e = lost
	e.flying, e.visits, e.sum = 0, e.visits+3, e.sum-3
	s.tree.nodes[0].visits += 3
	n := &s.tree.nodes[0]
	n.sum[n.mover] *= float64(n.visits) / float64(n.visits-3) // the urgency looks at the mean, which stays
	if want := s.choose(0); got != want {
		t.Errorf("with three visits under way edge %d is chosen, with three lost ones %d", got, want)
	}
}

// By hand: visits under way count among those of the node. At 7 visits of its own
// the first move scores 0.5 + 3.97·0.1/5 = 0.58, the second 3.97·0.27/2 = 0.54; at
// 13 they have 0.61 and 0.73.
func TestVisitsUnderWayWidenTheSearch(t *testing.T) {
	s := &Search{cfg: Default(), capNodes: 10, seats: 2, all: 3, lanes: make([]descent, 8)}
	s.tree.edges = []edge{
		{prior: 0.1, visits: 4, sum: 2, child: none},
		{prior: 0.27, visits: 1, child: none},
		{visits: 1, sum: -1, child: none},
	}
	s.tree.nodes = []node{{count: 3, visits: 7, link: none}}
	if got := s.choose(0); got != 0 {
		t.Errorf("edge %d, want 0", got)
	}
	s.tree.nodes[0].flying, s.tree.edges[2].flying = 6, 6
	if got := s.choose(0); got != 1 {
		t.Errorf("with six visits of another move under way edge %d, want 1", got)
	}
}

func TestOneLegalMoveWaits(t *testing.T) {
	p := parse(t, "wiki-8 1......./......../......../......../......../......../......../.......2 1 80 40,40 a,a")
	s := newSearch(t, Default(), p)
	s.Widen(3)
	s.Begin(10)
	if _, ask := s.NextIn(0); ask != Evaluate {
		t.Fatal("no root to evaluate")
	}
	if _, ask := s.NextIn(1); ask != Wait {
		t.Errorf("a second lane is told %v before the root is expanded", ask)
	}
	s.Begin(0)
	if err := landed(s); err != nil {
		t.Error(err)
	}
	run(t, s, hashed{}, 10)
	if got := visits(s.Root(nil)); got != 10 {
		t.Errorf("%d visits, want 10", got)
	}
}

func TestParallel(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, ref := range []string{"wiki-8", "star-121-3"} {
		for _, lanes := range []int{3, 6} {
			for _, solver := range []bool{false, true} {
				cfg := Default()
				cfg.Solver = solver
				s := newSearch(t, cfg, midgame(t, ref, 12))
				s.Widen(lanes)
				rng := rand.New(rand.NewPCG(3, 3))
				for range 8 {
					before := visits(s.Root(nil))
					if err := RunParallel(s, []Evaluator{hashed{}, hashed{}, hashed{}}, Budget{Simulations: 500}, nil); err != nil {
						t.Fatal(err)
					}
					if got := visits(s.Root(nil)); got != before+500 {
						t.Fatalf("%d visits, want %d", got, before+500)
					}
					if err := landed(s); err != nil {
						t.Fatal(err)
					}
					s.Advance(s.Choose(1, rng))
				}
			}
		}
	}
}

// breaks fails after some evaluations.
type breaks struct{ left *atomic.Int64 }

func (b breaks) Evaluate(leaves []Leaf, out []Output) error {
	if b.left.Add(-1) < 0 {
		return errRefused
	}
	return hashed{}.Evaluate(leaves, out)
}

func TestParallelEndsAtAnError(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	s.Widen(4)
	var left atomic.Int64
	left.Store(50)
	b := breaks{&left}
	if err := RunParallel(s, []Evaluator{b, b}, Budget{Simulations: 1000}, nil); !errors.Is(err, errRefused) {
		t.Fatalf("error %v", err)
	}
	if err := landed(s); err != nil {
		t.Error(err)
	}
	if got := visits(s.Root(nil)); got < 40 || got > 200 {
		t.Errorf("%d visits before the error", got)
	}
}

func TestStop(t *testing.T) {
	for _, lanes := range []int{1, 4} {
		s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
		s.Widen(lanes)
		asked := 0
		stop := func() bool { asked++; return asked > 100 }
		if err := RunUntil(s, hashed{}, Budget{Simulations: 1 << 30, Stop: stop}, nil); err != nil {
			t.Fatal(err)
		}
		if got := visits(s.Root(nil)); got > 100 || got < 90 {
			t.Errorf("%d lanes: %d visits, stopped before the 101st", lanes, got)
		}
		if err := landed(s); err != nil {
			t.Error(err)
		}
	}
}

// A search among positions that are all over asks for its end all the same.
func TestStopWithoutEvaluations(t *testing.T) {
	cfg := Default()
	cfg.Horizon = func(p *engine.Position) (Values, bool) { return Values{}, true }
	s := newSearch(t, cfg, midgame(t, "wiki-8", 12))
	asked := 0
	stop := func() bool { asked++; return asked > 1000 }
	if err := RunUntil(s, hashed{}, Budget{Simulations: 1 << 30, Stop: stop}, nil); err != nil {
		t.Fatal(err)
	}
	if got := visits(s.Root(nil)); got != 1000 {
		t.Errorf("%d visits, want 1000", got)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	const limit = 200_000
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	s.LimitMemory(limit)
	run(t, s, hashed{}, 50)
	if s.Full() {
		t.Errorf("full after 50 simulations, with %d bytes", s.tree.bytes())
	}
	for range 4 {
		run(t, s, hashed{}, 2000)
		if got := s.tree.bytes(); got > limit || got < limit*9/10 || !s.Full() {
			t.Errorf("%d bytes of %d, full: %t", got, limit, s.Full())
		}
		if err := wellFormed(s); err != nil {
			t.Fatal(err)
		}
		s.Advance(s.Choose(0, nil))
	}
}

func TestLineIsPlayable(t *testing.T) {
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	run(t, s, hashed{}, 500)
	line := s.Line(nil)
	if len(line) < 2 || line[0] != Sample(s.Root(nil), 0, nil) {
		t.Errorf("line %v does not begin with the best move", line)
	}
	lines := [][]engine.Move{line}
	for _, m := range s.Root(nil) {
		behind := s.LineBehind(nil, m.Move)
		if behind[0] != m.Move || m.Visits > 1 && len(behind) < 2 {
			t.Errorf("line %v behind move %d of %d visits", behind, m.Move, m.Visits)
		}
		if m.Move == line[0] && !slices.Equal(behind, line) {
			t.Errorf("line %v behind the best move, want %v", behind, line)
		}
		lines = append(lines, behind)
	}
	for _, line := range lines {
		p := *s.Position()
		for _, m := range line {
			if err := p.Legal(m); err != nil {
				t.Fatal(err)
			}
			p.Play(m)
		}
	}
}
