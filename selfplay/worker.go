package selfplay

import (
	"context"
	"fmt"

	"halmazero/dataset"
	"halmazero/mcts"
)

// Worker plays games of self-play with one evaluator, several in lock-step.
// How many changes nothing but the speed. It belongs to one goroutine.
type Worker struct {
	eval     mcts.Evaluator
	searches []*mcts.Search
	games    []*game
	leaves   []mcts.Leaf
	out      []mcts.Output
	priors   [][]float32
}

// NewWorker makes a worker that steps lockstep games of the given settings and
// cap side by side.
func NewWorker(eval mcts.Evaluator, s Settings, cap CapRule, lockstep int) (*Worker, error) {
	w := &Worker{eval: eval, games: make([]*game, lockstep), leaves: make([]mcts.Leaf, 0, lockstep),
		out: make([]mcts.Output, 0, lockstep), priors: make([][]float32, lockstep)}
	cfg := s.Search
	cfg.Horizon = cap.horizon()
	for range lockstep {
		// A kept subtree is smaller than the search that made it, and a full
		// search comes on top.
		search, err := mcts.New(cfg, 4*s.mostSimulations()+16)
		if err != nil {
			return nil, err
		}
		w.searches = append(w.searches, search)
	}
	return w, nil
}

// Play plays games as long as next has one, and hands each to done when it is
// finished. It stops early at an error, and when the context ends.
func (w *Worker) Play(ctx context.Context, next func() (Spec, bool), done func(dataset.Game) error) error {
	for ctx.Err() == nil {
		w.leaves, w.out = w.leaves[:0], w.out[:0]
		for slot := range w.games {
			leaf, ok, err := w.leaf(slot, next, done)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			w.priors[slot] = sized(w.priors[slot], len(leaf.Moves))
			w.leaves = append(w.leaves, leaf)
			w.out = append(w.out, mcts.Output{Priors: w.priors[slot]})
		}
		if len(w.leaves) == 0 {
			return nil
		}
		if err := w.eval.Evaluate(w.leaves, w.out); err != nil {
			return err
		}
		answer := 0
		for _, g := range w.games {
			if g == nil {
				continue
			}
			if err := w.out[answer].Check(len(w.leaves[answer].Moves), g.spec.Rules.Seats()); err != nil {
				return fmt.Errorf("network's answer in game %s: %w", dataset.GameID(g.spec.Run, g.spec.Generation, g.spec.Index), err)
			}
			g.search.Supply(&w.out[answer])
			answer++
		}
	}
	return ctx.Err()
}

// leaf is the next leaf of a slot: of its game, or of a new one where that has
// ended. It reports false when there are no more games.
func (w *Worker) leaf(slot int, next func() (Spec, bool), done func(dataset.Game) error) (mcts.Leaf, bool, error) {
	for {
		if w.games[slot] == nil {
			spec, ok := next()
			if !ok {
				return mcts.Leaf{}, false, nil
			}
			w.games[slot] = start(spec, w.searches[slot])
		}
		if leaf, ok := w.games[slot].next(); ok {
			return leaf, true, nil
		}
		record, err := w.games[slot].finish()
		w.games[slot] = nil
		if err == nil {
			err = done(record)
		}
		if err != nil {
			return mcts.Leaf{}, false, err
		}
	}
}

// sized is s with the given length, grown if it is too small.
func sized(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n, 2*n)
	}
	return s[:n]
}
