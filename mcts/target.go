package mcts

import (
	"math"
	"math/rand/v2"

	"halmazero/engine"
)

// TargetUnit is the sum of the weights of a Gumbel root's target, but for
// rounding.
const TargetUnit = 1 << 15

// Shaped reports whether Target differs from Root: its Visits are weights and
// no counts of simulations.
func (s *Search) Shaped() bool { return s.cfg.Root == Gumbel || s.forcing }

// Target appends every legal move of the root as Root does, with what a policy
// is to be trained on in place of the visits: without forced playouts where
// those were made (forced.go), and for a Gumbel root the improved policy, in
// parts of TargetUnit. Elsewhere it is Root.
func (s *Search) Target(dst []RootMove) []RootMove {
	start := len(dst)
	dst = s.Root(dst)
	moves := dst[start:]
	switch {
	case len(moves) == 0:
	case s.cfg.Root == Gumbel:
		for i, p := range s.improve(&s.tree.nodes[0]) {
			moves[i].Visits = uint32(math.Round(p * TargetUnit))
		}
	case s.forcing:
		s.prune(moves)
	}
	return dst
}

// Choose is the move to play. A PUCT root samples its target at a temperature
// (see Sample), forced playouts left out. A Gumbel root with noise plays the
// move that the halving is left with: the noise has made it a sample already.
// Without noise it does so at temperature 0, and otherwise draws among the
// moves that it has visited with probability proportional to the improved
// policy to the power 1/temperature. A proven win is always played, and a proven
// loss only if every move that was visited is one. The root must be expanded.
func (s *Search) Choose(temperature float64, rng *rand.Rand) engine.Move {
	s.choice = s.Target(s.choice[:0])
	if s.cfg.Root != Gumbel {
		return Sample(s.choice, temperature, rng)
	}
	n := &s.tree.nodes[0]
	if top := best(s.choice); s.choice[top].won() {
		return s.choice[top].Move
	}
	if len(s.gumbel.noise) > 0 || temperature <= 0 || n.visits <= 1 {
		top := &s.choice[s.topGumbel(n, s.mostOwn(n))]
		if !top.lost() {
			return top.Move
		}
		temperature = 0
	}
	edges := s.tree.edgesOf(n)
	for i := range s.choice {
		switch {
		case edges[i].visits == 0:
			s.choice[i].Visits = 0
		case temperature <= 0: // to avoid a loss a move may be played whose weight is rounded to 0
			s.choice[i].Visits = max(1, s.choice[i].Visits)
		}
	}
	return Sample(s.choice, temperature, rng)
}
