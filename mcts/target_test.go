package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
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
	s.tree.edges[1].sum = 1 // Q 0.2: 0.625 at 2 visits, 0.837 at 1
	got = got[:0]
	for _, m := range s.Target(nil) {
		got = append(got, m.Visits)
	}
	if want := []uint32{16, 2, 4, 0}; !slices.Equal(got, want) {
		t.Errorf("pruned to %v, want %v", got, want)
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
