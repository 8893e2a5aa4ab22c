package mcts

import (
	"fmt"
	"math/rand/v2"
)

// runBuffers is a batch of one leaf, kept between calls of Run.
type runBuffers struct {
	leaves [1]Leaf
	out    [1]Output
	priors []float32
}

// Run searches the root's move with a budget in simulations on one evaluator,
// with noise from the generator or, if that is nil, without. An error is the
// evaluator's, or says what is wrong with its output; the tree then has what
// was found before, and can be used.
func Run(s *Search, eval Evaluator, sims int, noise *rand.Rand) error {
	s.Begin(sims)
	if noise != nil {
		s.AddNoise(noise)
	}
	b := &s.run
	for {
		leaf, ok := s.Next()
		if !ok {
			return nil
		}
		n := len(leaf.Moves)
		if cap(b.priors) < n {
			b.priors = make([]float32, 2*n)
		}
		b.leaves[0], b.out[0] = leaf, Output{Priors: b.priors[:n]}
		if err := eval.Evaluate(b.leaves[:], b.out[:]); err != nil {
			return fmt.Errorf("evaluating %v: %w", leaf.Position, err)
		}
		if err := b.out[0].Check(n, s.seats); err != nil {
			return fmt.Errorf("evaluation of %v: %w", leaf.Position, err)
		}
		s.supply(&b.out[0])
	}
}
