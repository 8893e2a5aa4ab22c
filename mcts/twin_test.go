package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

// twin is the same search, slowly and obviously: a tree of pointers that keeps
// every position and every value that was backed up, and computes what it
// needs from those.
type twin struct {
	cfg  Config
	eval Evaluator

	p        engine.Position
	terminal bool
	values   []Values // its own evaluation (or result) and all that came from below
	moves    []engine.Move
	raw      []float32
	noise    []float64 // nil without
	kids     []*twin
	visits   [][]Values // by move
}

func newTwin(cfg Config, eval Evaluator, p engine.Position) *twin {
	return &twin{cfg: cfg, eval: eval, p: p}
}

func (n *twin) prior(i int) float32 {
	if n.noise == nil {
		return n.raw[i]
	}
	return float32(float64((1-n.cfg.NoiseFraction)*float64(n.raw[i])) + float64(n.cfg.NoiseFraction*n.noise[i]))
}

func (n *twin) expand() Values {
	n.moves = n.p.Moves(nil)
	out := []Output{{Priors: make([]float32, len(n.moves))}}
	if err := n.eval.Evaluate([]Leaf{{Position: &n.p, Moves: n.moves}}, out); err != nil {
		panic(err)
	}
	n.raw = out[0].Priors
	n.kids, n.visits = make([]*twin, len(n.moves)), make([][]Values, len(n.moves))
	n.values = []Values{out[0].Value}
	return out[0].Value
}

// mean is the mean of one seat's values, added up in order.
func mean(values []Values, seat int) float64 {
	sum := 0.0
	for _, v := range values {
		sum += float64(v[seat])
	}
	return sum / float64(len(values))
}

func (n *twin) score(i int, root bool) float64 {
	total := float64(len(n.values))
	c := n.cfg.CPuct
	if n.cfg.CPuctBase > 0 {
		c += math.Log((1 + total + n.cfg.CPuctBase) / n.cfg.CPuctBase)
	}
	explore := float64(c * math.Sqrt(total) * float64(n.prior(i)))
	if len(n.visits[i]) > 0 {
		return mean(n.visits[i], n.p.Mover()) + explore/float64(1+len(n.visits[i]))
	}
	seen := 0.0
	for j := range n.moves {
		if len(n.visits[j]) > 0 {
			seen += float64(n.prior(j))
		}
	}
	reduction := n.cfg.FPUReduction
	if root {
		reduction = n.cfg.RootFPUReduction
	}
	return math.Max(-1, mean(n.values, n.p.Mover())-float64(reduction*math.Sqrt(seen))) + explore
}

func (n *twin) simulate(root bool) Values {
	switch {
	case n.terminal:
		return n.values[0]
	case n.moves == nil:
		return n.expand()
	}
	best := 0
	for i := range n.moves {
		if n.score(i, root) > n.score(best, root) {
			best = i
		}
	}
	if n.kids[best] == nil {
		kid := newTwin(n.cfg, n.eval, n.p)
		kid.p.Play(n.moves[best])
		if r := kid.p.Result(); r.Over() {
			kid.terminal, kid.values = true, []Values{r.Values()}
		} else if n.cfg.Horizon != nil {
			if v, over := n.cfg.Horizon(&kid.p); over {
				kid.terminal, kid.values = true, []Values{v}
			}
		}
		n.kids[best] = kid
	}
	v := n.kids[best].simulate(false)
	n.values = append(n.values, v)
	n.visits[best] = append(n.visits[best], v)
	return v
}

func (n *twin) search(sims int, noise *rand.Rand) {
	if n.moves == nil {
		n.expand()
	}
	if noise != nil && n.cfg.NoiseFraction > 0 {
		n.noise = dirichlet(nil, len(n.moves), n.cfg.NoiseTotal, noise)
	}
	for range sims {
		n.simulate(true)
	}
}

func (n *twin) advance(m engine.Move) *twin {
	for i := range n.moves {
		if n.moves[i] == m && n.kids[i] != nil && !n.kids[i].terminal {
			return n.kids[i]
		}
	}
	p := n.p
	p.Play(m)
	return newTwin(n.cfg, n.eval, p)
}

// same compares the whole of both trees, the twin's node n and the search's at.
func (n *twin) same(s *Search, at int32) error {
	a := &s.tree.nodes[at]
	if a.terminal || n.terminal {
		if a.terminal != n.terminal || a.value[0] != n.values[0][0] || a.value[1] != n.values[0][1] {
			return fmt.Errorf("%v: terminal %v %v, want %v %v", &n.p, a.terminal, a.value, n.terminal, n.values[0])
		}
		return nil
	}
	if int(a.visits) != len(n.values) || int(a.count) != len(n.moves) || int(a.mover) != n.p.Mover() {
		return fmt.Errorf("%v: %d visits, %d moves, mover %d, want %d, %d, %d", &n.p, a.visits, a.count, a.mover, len(n.values), len(n.moves), n.p.Mover())
	}
	for seat := range 2 {
		if got := a.sum[seat] / float64(a.visits); got != mean(n.values, seat) || a.value[seat] != n.values[0][seat] {
			return fmt.Errorf("%v: seat %d has value %v (own %v), want %v (own %v)", &n.p, seat, got, a.value[seat], mean(n.values, seat), n.values[0][seat])
		}
	}
	for i, e := range s.tree.edgesOf(a) {
		if e.move != n.moves[i] || e.prior != n.prior(i) || int(e.visits) != len(n.visits[i]) || (e.child == none) != (n.kids[i] == nil) {
			return fmt.Errorf("%v: move %d is %+v, want %v, prior %v, %d visits", &n.p, i, e, n.moves[i], n.prior(i), len(n.visits[i]))
		}
		if e.visits > 0 && e.sum/float64(e.visits) != mean(n.visits[i], n.p.Mover()) {
			return fmt.Errorf("%v: move %d has Q %v, want %v", &n.p, i, e.sum/float64(e.visits), mean(n.visits[i], n.p.Mover()))
		}
		if e.child != none {
			if err := n.kids[i].same(s, e.child); err != nil {
				return err
			}
		}
	}
	return nil
}

// wellFormed checks what tree.go promises.
func wellFormed(s *Search) error {
	if s.cfg.Transpositions {
		return wellShared(s)
	}
	t := &s.tree
	parents := make([]int, len(t.nodes))
	next := int32(0)
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.link != none || n.terminal == (n.count > 0) {
			return fmt.Errorf("node %d: link %d, terminal %v, %d edges", i, n.link, n.terminal, n.count)
		}
		if n.count > 0 && n.edges != next {
			return fmt.Errorf("node %d: edges at %d, want %d", i, n.edges, next)
		}
		next += n.count
		visits, seen, priors := uint32(1), 0.0, 0.0
		for _, e := range t.edgesOf(n) {
			visits += e.visits
			priors += float64(e.prior)
			if e.visits > 0 {
				seen += float64(e.prior)
			}
			if e.child == none {
				continue
			}
			if int(e.child) <= i || int(e.child) >= len(t.nodes) {
				return fmt.Errorf("node %d of %d has child %d", i, len(t.nodes), e.child)
			}
			parents[e.child]++
			if c := &t.nodes[e.child]; c.visits > e.visits {
				return fmt.Errorf("node %d: %d visits by a move that has %d", e.child, c.visits, e.visits)
			}
		}
		if n.terminal {
			continue
		}
		if n.visits != visits || math.Abs(n.visited-seen) > 1e-9 || math.Abs(priors-1) > 1e-3 {
			return fmt.Errorf("node %d: %d visits, want %d; visited prior %v, want %v; priors sum to %v", i, n.visits, visits, n.visited, seen, priors)
		}
	}
	for i, p := range parents {
		if want := min(i, 1); p != want {
			return fmt.Errorf("node %d of %d has %d parents", i, len(parents), p)
		}
	}
	if int(next) != len(t.edges) {
		return fmt.Errorf("%d edges, %d of them in nodes", len(t.edges), next)
	}
	return nil
}

func TestTwin(t *testing.T) {
	horizon := func(p *engine.Position) (Values, bool) { return byDistance(p), p.Ply() >= 66 }
	tests := []struct {
		name  string
		ref   string
		plies int // random ones before the search
		eval  Evaluator
		noise bool
		set   func(*Config)
	}{
		{name: "start", ref: "wiki-8", eval: hashed{}},
		{name: "distance", ref: "wiki-8", plies: 30, eval: distance{}},
		{name: "noise", ref: "wiki-8", plies: 10, eval: hashed{}, noise: true},
		{name: "noise without a share", ref: "wiki-8", eval: hashed{}, noise: true, set: func(c *Config) { c.NoiseFraction = 0 }},
		{name: "growing weight", ref: "wiki-10", plies: 10, eval: hashed{}, set: func(c *Config) { c.CPuctBase = 50 }},
		{name: "urgency", ref: "wiki-8", plies: 20, eval: hashed{}, noise: true, set: func(c *Config) { c.FPUReduction, c.RootFPUReduction = 0, 1 }},
		{name: "horizon", ref: "wiki-8", plies: 60, eval: hashed{}, noise: true, set: func(c *Config) { c.Horizon = horizon }},
		{name: "deadline", ref: "wiki-8,deadline=10", plies: 16, eval: distance{}, noise: true},
		{name: "large", ref: "wiki-2", plies: 40, eval: distance{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := Default()
			if tt.set != nil {
				tt.set(&cfg)
			}
			p := midgame(t, tt.ref, tt.plies)
			s, slow := newSearch(t, cfg, p), newTwin(cfg, tt.eval, p)
			var choice = rand.New(rand.NewPCG(3, 5))
			for ply := range uint64(8) {
				if s.Position().Result().Over() {
					break
				}
				var a, b *rand.Rand
				if tt.noise && ply != 5 {
					a, b = rand.New(rand.NewPCG(9, ply)), rand.New(rand.NewPCG(9, ply))
				}
				if err := Run(s, tt.eval, 80, a); err != nil {
					t.Fatal(err)
				}
				slow.search(80, b)
				if err := slow.same(s, 0); err != nil {
					t.Fatalf("ply %d: %v", ply, err)
				}
				if err := wellFormed(s); err != nil {
					t.Fatalf("ply %d: %v", ply, err)
				}
				// Now the best move, now one that may never have been visited.
				m := Sample(s.Root(nil), 0, nil)
				if ply%3 == 2 {
					m = slow.moves[choice.IntN(len(slow.moves))]
				}
				s.Advance(m)
				slow = slow.advance(m)
				if !s.Position().Equal(&slow.p) {
					t.Fatalf("ply %d: at %v, want %v", ply, s.Position(), &slow.p)
				}
				if err := wellFormed(s); err != nil {
					t.Fatalf("ply %d, after the move: %v", ply, err)
				}
			}
		})
	}
}
