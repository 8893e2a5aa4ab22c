package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
)

// The schedules are worked out by hand from the paper's algorithm: each of
// log2(m) phases gives its moves equally many of the n simulations, rounded
// down but at least one, and halves their number; what is left over goes on
// with the last two.
func TestHalving(t *testing.T) {
	tests := []struct {
		moves, sims int
		want        []uint32
	}{
		{1, 4, []uint32{0, 1, 2, 3}},
		{2, 5, []uint32{0, 0, 1, 1, 2}},
		{4, 16, []uint32{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}},
		{4, 10, []uint32{0, 0, 0, 0, 1, 1, 2, 2, 3, 3}}, // 10/(2·4) is 1; 10/(2·2) is 2
		{3, 7, []uint32{0, 0, 0, 1, 1, 2, 2}},           // phases of 3 and 2 moves, and 2 again
		{16, 8, []uint32{0, 0, 0, 0, 0, 0, 0, 0}},
		{8, 24, []uint32{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.moves, "/", tt.sims), func(t *testing.T) {
			if got := halving(nil, tt.moves, tt.sims); !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// small is a root with three moves, of which two were visited; numbers that
// can be followed by hand.
func small(cfg Config) *Search {
	s := &Search{cfg: cfg, capNodes: 10, seats: 2, all: 3, lanes: make([]descent, 1)}
	s.tree.edges = []edge{
		{move: 1, prior: 0.5, visits: 3, sum: 0.6, child: none},   // Q 0.2
		{move: 2, prior: 0.25, visits: 1, sum: -0.4, child: none}, // Q -0.4
		{move: 3, prior: 0.25, child: none},
	}
	s.tree.nodes = []node{{count: 3, visits: 5, mover: 0, value: Values{0.1, -0.1}, link: none}}
	return s
}

func gumbelConfig() Config {
	cfg := Default()
	cfg.Root = Gumbel
	return cfg
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-7 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestCompletedQ(t *testing.T) {
	s := small(gumbelConfig())
	n := &s.tree.nodes[0]
	// Weighted Q of the visited moves: (0.5·0.2 + 0.25·(-0.4)) / 0.75 = 0.
	// Mixed value: (0.1 + 4·0) / 5 = 0.02.
	near(t, "mixed value", s.mixedValue(n), 0.02)
	// Completed: 0.2, -0.4, 0.02; rescaled: 1, 0, 0.7; times (50+3)·0.1.
	q := s.complete(n)
	for i, want := range []float64{5.3, 0, 3.71} {
		near(t, fmt.Sprint("scaled Q of move ", i), q[i], want)
	}
	// Softmax of log prior + scaled Q.
	sum := 0.5*math.Exp(5.3) + 0.25*1 + 0.25*math.Exp(3.71)
	policy := s.improve(n)
	for i, want := range []float64{0.5 * math.Exp(5.3) / sum, 0.25 / sum, 0.25 * math.Exp(3.71) / sum} {
		near(t, fmt.Sprint("improved policy of move ", i), policy[i], want)
	}
	// 0.9035 - 3/5, 0.0011 - 1/5, 0.0954 - 0: the first is furthest behind.
	if got := s.follow(n); got != 0 {
		t.Errorf("edge %d is followed, want 0", got)
	}
	s.tree.edges[0].visits, s.tree.edges[0].sum, n.visits = 30, 6, 32
	// (50+30)·0.1 raises the first to about 0.97, of which it has 30/32.
	policy = s.improve(n)
	if got := s.follow(n); got != 2 {
		t.Errorf("edge %d is followed at policy %v, want 2", got, policy)
	}
	n.visits, s.tree.edges[0].visits, s.tree.edges[1].visits = 1, 0, 0
	near(t, "mixed value without visits", s.mixedValue(n), 0.1)
}

// Without noise the halving is left with the best of what it looked at, and
// with noise the score adds it.
func TestGumbelScore(t *testing.T) {
	s := small(gumbelConfig())
	n := &s.tree.nodes[0]
	if got := s.topGumbel(n, 0); got != 2 {
		t.Errorf("move %d is the best of those without visits, want 2", got)
	}
	s.gumbel.before = []uint32{2, 0, 0} // since Begin: 1, 1, 0
	if got := s.topGumbel(n, 1); got != 0 {
		t.Errorf("move %d of the two that were visited once, want 0: log 0.5 + 5.3 against log 0.25", got)
	}
	s.gumbel.noise = []float64{0, 6.1, 0} // more than 5.3 + log 2
	if got := s.topGumbel(n, 1); got != 1 {
		t.Errorf("move %d with noise, want 1", got)
	}
	s.gumbel.noise[1] = 5.9 // less
	if got := s.topGumbel(n, 1); got != 0 {
		t.Errorf("move %d with less noise, want 0", got)
	}
}

// Choose at a Gumbel root, by hand: with noise what the halving is left with,
// without it a draw among the visited moves; proven moves before either.
func TestGumbelChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	s := small(gumbelConfig())
	n := &s.tree.nodes[0]
	n.value = Values{0.5, -0.5} // the move without visits is the most promising
	s.tree.edges[1].sum = 0.2   // the others have the same Q
	counts := map[engine.Move]float64{}
	const draws = 3000
	for range draws {
		counts[s.Choose(1, rng)]++
	}
	if share := counts[1] / draws; counts[3] > 0 || math.Abs(share-2./3) > 0.04 {
		t.Errorf("drawn %v, want the first two at 2 to 1", counts)
	}
	s.gumbel.noise, s.gumbel.before = []float64{0, 9, 0}, []uint32{2, 0, 0}
	for range 20 {
		if got := s.Choose(1, rng); got != 2 {
			t.Fatalf("move %d with noise, want 2", got)
		}
	}
	s.tree.nodes = append(s.tree.nodes, node{terminal: true, value: Values{-1, 1}, exact: 3})
	s.tree.edges[1].child, s.tree.edges[1].sum = 1, -1
	if got := s.Choose(1, rng); got != 1 {
		t.Errorf("move %d, want 1: the one that noise prefers is lost", got)
	}
	s.tree.edges[0].prior = 1e-12 // its weight in the target is rounded to 0
	if got := s.Choose(1, rng); got != 1 {
		t.Errorf("move %d, want 1 even with hardly a prior", got)
	}
	s.tree.nodes[1].value = Values{1, -1}
	s.tree.edges[1].sum, s.gumbel.noise[1] = 1, -99
	if got := s.Choose(1, rng); got != 2 {
		t.Errorf("move %d, want the win 2", got)
	}
}

// The number of moves that are looked at, and the visits that they get, are
// those of the schedule; inherited visits do not disturb it.
func TestGumbelVisits(t *testing.T) {
	for _, ref := range []string{"wiki-8", "star-121-3"} {
		cfg := gumbelConfig()
		cfg.GumbelMoves = 8
		s := newSearch(t, cfg, midgame(t, ref, 12))
		rng := rand.New(rand.NewPCG(5, 5))
		for range 6 {
			before := s.Root(nil)
			if err := Run(s, hashed{}, 24, rng); err != nil {
				t.Fatal(err)
			}
			var own []int
			for i, m := range s.Root(nil) {
				if len(before) > 0 {
					m.Visits -= before[i].Visits
				}
				if m.Visits > 0 {
					own = append(own, int(m.Visits))
				}
			}
			slices.Sort(own)
			if moves := min(8, s.Position().CountMoves()); moves == 8 && !slices.Equal(own, []int{1, 1, 1, 1, 3, 3, 7, 7}) {
				t.Errorf("%s: visits %v", ref, own)
			}
			s.Advance(s.Choose(1, rng))
		}
	}
}

// The noise of a Gumbel root is that of its last AddNoise, and ends with it.
func TestGumbelNoiseIsReplaced(t *testing.T) {
	seeded := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(6, n)) }
	p := midgame(t, "wiki-8", 12)
	search := func(before, noise *rand.Rand, reset bool) []RootMove {
		s := newSearch(t, gumbelConfig(), p)
		if err := Run(s, hashed{}, 0, before); err != nil {
			t.Fatal(err)
		}
		if reset {
			s.Reset(p)
		}
		if err := Run(s, hashed{}, 24, noise); err != nil {
			t.Fatal(err)
		}
		return s.Root(nil)
	}
	plain, once := search(nil, nil, false), search(nil, seeded(1), false)
	if slices.Equal(plain, once) {
		t.Error("noise changes nothing")
	}
	if !slices.Equal(search(seeded(2), seeded(1), false), once) {
		t.Error("noise stays when there is other noise")
	}
	if !slices.Equal(search(seeded(2), nil, true), plain) {
		t.Error("noise outlives Reset")
	}
}

// With equal Q the noise makes the choice a sample of the prior.
func TestGumbelSamplesThePrior(t *testing.T) {
	cfg := gumbelConfig()
	p := midgame(t, "wiki-8", 12)
	counts := map[engine.Move]float64{}
	const n = 4000
	var priors []RootMove
	rng := rand.New(rand.NewPCG(9, 9))
	s := newSearch(t, cfg, p)
	for range n {
		s.Reset(p)
		if err := Run(s, flat{}, 8, rng); err != nil {
			t.Fatal(err)
		}
		counts[s.Choose(1, rng)]++
		priors = s.Root(priors[:0])
	}
	chi, degrees := 0.0, -1
	for _, m := range priors {
		want := n * float64(m.Prior)
		if want < 5 {
			continue
		}
		degrees++
		chi += (counts[m.Move] - want) * (counts[m.Move] - want) / want
	}
	if limit := float64(degrees) + 4*math.Sqrt(2*float64(degrees)); degrees < 5 || chi > limit {
		t.Errorf("chi-square %v with %d degrees of freedom", chi, degrees)
	}
}

// flat has the priors of hashed and one value for all.
type flat struct{}

func (flat) Evaluate(leaves []Leaf, out []Output) error {
	if err := (hashed{}).Evaluate(leaves, out); err != nil {
		return err
	}
	for i := range out {
		out[i].Value = Values{}
	}
	return nil
}

// With uniform priors and the truth about every next position, the move is the
// best one, and the improved policy has a better expected value than the prior.
func TestGumbelImproves(t *testing.T) {
	for _, ref := range []string{"wiki-8", "star-121-3", "star-121-6"} {
		cfg := gumbelConfig()
		cfg.GumbelMoves = 1000
		rng := rand.New(rand.NewPCG(3, 1))
		for i := range 10 {
			p := midgame(t, ref, 6+2*i)
			cfg.Horizon = func(q *engine.Position) (Values, bool) { return byDistance(q), q.Ply() > p.Ply() }
			s := newSearch(t, cfg, p)
			var noise *rand.Rand
			if i%2 == 1 {
				noise = rng
			}
			if err := Run(s, distance{}, p.CountMoves()*8, noise); err != nil {
				t.Fatal(err)
			}
			target, moves := s.Target(nil), s.Root(nil)
			weights, prior, improved, best := 0.0, 0.0, 0.0, -2.0
			for k, m := range moves {
				weights += float64(target[k].Visits)
				prior += float64(m.Prior) * float64(m.Q)
				improved += float64(target[k].Visits) / TargetUnit * float64(m.Q)
				best = max(best, float64(m.Q))
			}
			if math.Abs(weights-TargetUnit) > float64(len(moves)) {
				t.Errorf("weights sum to %v", weights)
			}
			if improved <= prior {
				t.Errorf("%s: the improved policy is worth %v, the prior %v", ref, improved, prior)
			}
			chosen := s.Choose(0, nil)
			for _, m := range moves {
				if noise == nil && m.Move == chosen && float64(m.Q) < best {
					t.Errorf("%s: the choice is worth %v, the best %v", ref, m.Q, best)
				}
			}
		}
	}
}
