package mcts

import (
	"fmt"
	"math/rand/v2"
	"sync"
)

// Budget bounds the search of a move.
type Budget struct {
	Simulations int
	// Stop, if set, ends the search early. It is asked before every
	// simulation; with several goroutines by one of them at a time.
	Stop func() bool
}

// Run searches the root's move with a budget in simulations on one evaluator,
// with noise from the generator or, if that is nil, without. The leaves of a
// search with several lanes are evaluated in batches of as many. An error is
// the evaluator's, or says what is wrong with its output; the tree then has
// what was found before, and can be used.
func Run(s *Search, eval Evaluator, sims int, noise *rand.Rand) error {
	return RunUntil(s, eval, Budget{Simulations: sims}, noise)
}

// RunUntil is Run with a budget that may end early.
func RunUntil(s *Search, eval Evaluator, b Budget, noise *rand.Rand) error {
	s.BeginUntil(b.Simulations, b.Stop)
	if noise != nil {
		s.AddNoise(noise)
	}
	s.run.fit(len(s.lanes))
	for {
		n, _ := s.run.collect(s, 0)
		if n == 0 {
			return nil
		}
		if err := s.run.evaluate(eval, s.seats); err != nil {
			return err
		}
		s.run.supply(s, 0)
	}
}

// RunParallel is RunUntil with one goroutine for each evaluator, which share
// the tree. Their number must divide that of the lanes; each evaluates batches
// of its lanes. After an error of one all of them end.
func RunParallel(s *Search, evals []Evaluator, b Budget, noise *rand.Rand) error {
	if len(evals) == 0 || len(s.lanes)%len(evals) != 0 {
		panic(fmt.Sprintf("mcts: %d evaluators for a search of %d lanes", len(evals), len(s.lanes)))
	}
	if len(evals) == 1 {
		return RunUntil(s, evals[0], b, noise)
	}
	s.BeginUntil(b.Simulations, b.Stop)
	if noise != nil {
		s.AddNoise(noise)
	}
	t := team{s: s, lanes: len(s.lanes) / len(evals)}
	t.landed.L = &t.mu
	for len(s.buffers) < len(evals) {
		s.buffers = append(s.buffers, &runBuffers{})
	}
	var group sync.WaitGroup
	for i, eval := range evals {
		group.Go(func() { t.work(eval, s.buffers[i], i*t.lanes) })
	}
	group.Wait()
	s.abandon()
	return t.err
}

// team is the goroutines of a search.
type team struct {
	s     *Search
	lanes int // of each

	mu     sync.Mutex // guards the search, and err
	landed sync.Cond  // a leaf was supplied, or it is over
	err    error
}

// work searches with the lanes from first on, until the budget is spent.
func (t *team) work(eval Evaluator, b *runBuffers, first int) {
	b.fit(t.lanes)
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.landed.Broadcast()
	for t.err == nil {
		n, ask := b.collect(t.s, first)
		switch {
		case n == 0 && ask == Spent:
			return
		case n == 0:
			t.landed.Wait()
			continue
		}
		t.mu.Unlock()
		err := b.evaluate(eval, t.s.seats)
		t.mu.Lock()
		if err != nil {
			if t.err == nil {
				t.err = err
			}
			return
		}
		b.supply(t.s, first)
		t.landed.Broadcast()
	}
}

// runBuffers is a batch of leaves, kept between calls of Run.
type runBuffers struct {
	leaves []Leaf
	out    []Output
	priors [][]float32
}

// fit makes room for a number of leaves.
func (b *runBuffers) fit(lanes int) {
	if len(b.priors) != lanes {
		b.leaves, b.out, b.priors = make([]Leaf, 0, lanes), make([]Output, 0, lanes), make([][]float32, lanes)
	}
}

// collect takes leaves from lane first on, until one has none; ask is what that
// one was told.
func (b *runBuffers) collect(s *Search, first int) (n int, ask Ask) {
	b.leaves, b.out = b.leaves[:0], b.out[:0]
	for n = range b.priors {
		var leaf Leaf
		if leaf, ask = s.NextIn(first + n); ask != Evaluate {
			return n, ask
		}
		if moves := len(leaf.Moves); cap(b.priors[n]) < moves {
			b.priors[n] = make([]float32, 2*moves)
		}
		b.leaves = append(b.leaves, leaf)
		b.out = append(b.out, Output{Priors: b.priors[n][:len(leaf.Moves)]})
	}
	return len(b.priors), Evaluate
}

// evaluate answers the leaves that were collected.
func (b *runBuffers) evaluate(eval Evaluator, seats int) error {
	if err := eval.Evaluate(b.leaves, b.out); err != nil {
		return fmt.Errorf("evaluating %v: %w", b.leaves[0].Position, err)
	}
	for i := range b.out {
		if err := b.out[i].Check(len(b.leaves[i].Moves), seats); err != nil {
			return fmt.Errorf("evaluation of %v: %w", b.leaves[i].Position, err)
		}
	}
	return nil
}

// supply hands the answers back.
func (b *runBuffers) supply(s *Search, first int) {
	for i := range b.out {
		s.supply(&s.lanes[first+i], &b.out[i])
	}
}
