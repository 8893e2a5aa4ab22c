package mcts

import "halmazero/engine"

// Values is one entry per seat in absolute seat order, in [-1,1].
type Values = [engine.MaxSeats]float32

// Leaf is a position to evaluate. Both fields belong to the search and are
// valid until the leaf is supplied.
type Leaf struct {
	Position *engine.Position
	Moves    []engine.Move // every legal move, at least one
}

// Output is the answer to a leaf.
type Output struct {
	Value Values
	// Priors has one probability per move of the leaf, in its order, summing
	// to one. The caller owns the slice and gives it the right length.
	Priors []float32
}

// Evaluator evaluates leaves, batch first: out[i] answers leaves[i]. An answer
// must not depend on the other leaves of the batch.
type Evaluator interface {
	Evaluate(leaves []Leaf, out []Output) error
}
