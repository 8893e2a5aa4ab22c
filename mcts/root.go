package mcts

import (
	"math"
	"math/rand/v2"

	"halmazero/engine"
)

// RootMove is what the search found out about a move of the root.
type RootMove struct {
	Move   engine.Move
	Visits uint32  // inherited ones included
	Prior  float32 // the evaluator's own, without noise
	Q      float32 // for the mover, in [-1,1]; 0 if never visited
}

// Root appends every legal move of the root, in the engine's order. There are
// none before the root is expanded, or if it is over.
func (s *Search) Root(dst []RootMove) []RootMove {
	if len(s.tree.nodes) == 0 {
		return dst
	}
	for i, e := range s.tree.edgesOf(&s.tree.nodes[0]) {
		m := RootMove{Move: e.move, Visits: e.visits, Prior: e.prior}
		if len(s.raw) > 0 {
			m.Prior = s.raw[i]
		}
		if e.visits > 0 {
			m.Q = float32(e.sum / float64(e.visits))
		}
		dst = append(dst, m)
	}
	return dst
}

// RootValue is the mean of the values backed up to the root, its own
// evaluation included. It is the result if the root is over, and 0 before the
// root is expanded.
func (s *Search) RootValue() (v Values) {
	if len(s.tree.nodes) == 0 {
		return s.resultValue()
	}
	n := &s.tree.nodes[0]
	for seat := range s.seats {
		v[seat] = float32(n.sum[seat] / float64(n.visits))
	}
	return v
}

// NetworkValue is the evaluator's own value of the root, without any search.
// It is the result if the root is over, and 0 before the root is expanded.
func (s *Search) NetworkValue() Values {
	if len(s.tree.nodes) == 0 {
		return s.resultValue()
	}
	return s.tree.nodes[0].value
}

func (s *Search) resultValue() Values {
	v := s.root.Result().Values()
	clear(v[s.seats:])
	return v
}

// Nodes is the number of nodes in the tree.
func (s *Search) Nodes() int { return len(s.tree.nodes) }

// Sample draws a move with probability proportional to visits^(1/temperature).
// At temperature 0, or if no move was visited, it is the best: most visits,
// then the higher Q, then the higher prior, then the first; rng is not used
// and may be nil. There must be at least one move.
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
	return moves[top].Move // rounding left a rest
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
