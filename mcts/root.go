package mcts

import (
	"math"
	"math/rand/v2"

	"halmazero/engine"
)

// RootMove is what the search found out about a move of the root.
type RootMove struct {
	Move   engine.Move
	Visits uint32
	Prior  float32 // the evaluator's own, without noise
	Q      float32 // for the mover, in [-1,1]; 0 if never visited
}

// Root appends every legal move of the root, in the engine's order. It is
// empty before the root is expanded.
func (s *Search) Root(dst []RootMove) []RootMove {
	for _, e := range s.tree.edgesOf(&s.tree.nodes[0]) {
		m := RootMove{Move: e.move, Visits: e.visits, Prior: e.prior}
		if e.visits > 0 {
			m.Q = e.sum / float32(e.visits)
		}
		dst = append(dst, m)
	}
	return dst
}

// RootValue is the mean of the values backed up through the root.
func (s *Search) RootValue() (v Values) {
	n := &s.tree.nodes[0]
	for k := range v {
		v[k] = n.sum[k] / float32(max(n.visits, 1))
	}
	return v
}

// NetworkValue is the evaluator's own value of the root.
func (s *Search) NetworkValue() Values { return s.tree.nodes[0].value }

// Nodes is the number of nodes in the tree.
func (s *Search) Nodes() int { return len(s.tree.nodes) }

// Sample draws a move with probability proportional to visits^(1/temperature).
// At temperature 0, or if no move was visited, it is the best: most visits,
// then the higher Q, then the higher prior, then the first. moves is not empty.
func Sample(moves []RootMove, temperature float64, rng *rand.Rand) engine.Move {
	top := best(moves)
	if temperature <= 0 || moves[top].Visits == 0 {
		return moves[top].Move
	}
	// Relative to the most visited one, so that no power overflows.
	weight := func(m RootMove) float64 {
		if m.Visits == 0 {
			return 0
		}
		return math.Pow(float64(m.Visits)/float64(moves[top].Visits), 1/temperature)
	}
	sum := 0.0
	for _, m := range moves {
		sum += weight(m)
	}
	at := rng.Float64() * sum
	for _, m := range moves {
		if at -= weight(m); at < 0 {
			return m.Move
		}
	}
	return moves[top].Move
}

func best(moves []RootMove) int {
	top := 0
	for i, m := range moves {
		t := moves[top]
		if m.Visits > t.Visits || m.Visits == t.Visits && (m.Q > t.Q || m.Q == t.Q && m.Prior > t.Prior) {
			top = i
		}
	}
	return top
}
