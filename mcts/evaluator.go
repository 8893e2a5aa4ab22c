package mcts

import (
	"fmt"

	"halmazero/engine"
)

// Values is one entry per seat in absolute seat order, in [-1,1]. Entries
// beyond the board's seats mean nothing in an Output and are 0 in what a
// Search reports.
type Values = [engine.MaxSeats]float32

// Leaf is a position to evaluate. Both fields belong to the search: they are
// read only, and valid until the leaf is supplied or the search is given
// another root.
type Leaf struct {
	Position *engine.Position
	Moves    []engine.Move // every legal move in the engine's order, at least one
}

// Output is the answer to a leaf.
type Output struct {
	Value Values
	// Priors has one probability per move of the leaf, in its order, summing
	// to one. The caller owns the slice and gives it the right length; the
	// evaluator fills it.
	Priors []float32
}

// Evaluator evaluates leaves, batch first: out[i] answers leaves[i], and the
// caller owns both slices. An answer must not depend on the other leaves of
// the batch. What an error leaves in out is not used.
type Evaluator interface {
	Evaluate(leaves []Leaf, out []Output) error
}

// slack is what rounding may add to a value or to a sum of priors.
const slack = 1e-3

// Check reports whether an output answers a leaf with the given number of
// moves on a board of the given number of seats: as many priors, none
// negative, summing to one, and values in [-1,1]. It finds what a diverged
// network says before it gets into the tree, where NaN would decide every
// comparison.
func (o *Output) Check(moves, seats int) error {
	if len(o.Priors) != moves {
		return fmt.Errorf("%d priors for %d moves", len(o.Priors), moves)
	}
	for seat, v := range o.Value[:seats] {
		if !(v >= -1-slack && v <= 1+slack) {
			return fmt.Errorf("value of seat %d is %v, want -1 to 1", seat+1, v)
		}
	}
	sum := float32(0)
	for i, p := range o.Priors {
		if !(p >= 0) {
			return fmt.Errorf("prior of move %d is %v, want 0 to 1", i, p)
		}
		sum += p
	}
	if !(sum >= 1-slack && sum <= 1+slack) {
		return fmt.Errorf("priors sum to %v, want 1", sum)
	}
	return nil
}
