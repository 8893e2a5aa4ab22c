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
	Proven bool    // Q is no mean: the game's rest is known that well
}

// lost and won are what the choice of a move asks about a proven value.
func (m RootMove) lost() bool { return m.Proven && m.Q == -1 }
func (m RootMove) won() bool  { return m.Proven && m.Q == 1 }

// Root appends every legal move of the root, in the engine's order. There are
// none before the root is expanded, or if it is over.
func (s *Search) Root(dst []RootMove) []RootMove {
	if len(s.tree.nodes) == 0 {
		return dst
	}
	root := &s.tree.nodes[0]
	edges := s.tree.edgesOf(root)
	for i := range edges {
		e := &edges[i]
		m := RootMove{Move: e.move, Visits: e.visits, Prior: e.prior}
		if len(s.raw) > 0 {
			m.Prior = s.raw[i]
		}
		if e.visits > 0 {
			m.Q = float32(e.sum / float64(e.visits))
		}
		if q, ok := s.edgeProven(root, e); ok {
			m.Q, m.Proven = q, true
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
		return s.overValue()
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
		return s.overValue()
	}
	return s.tree.nodes[0].value
}

// overValue is the value of a root without a tree: its result if it is over.
func (s *Search) overValue() Values {
	if !s.root.Result().Over() {
		return Values{}
	}
	return s.resultValue(&s.root)
}

// resultValue is the value of a position that is over. A draw among three
// seats and more of which one can win is an equal share of that win, as a
// network of package model values it: with 0 for everybody it would look better
// than a game that is even.
func (s *Search) resultValue(p *engine.Position) Values {
	r := p.Result()
	v := r.Values()
	if r.Kind == engine.Draw && s.seats > 2 && p.Rules().Finish() == engine.FinishFirst {
		for seat := range s.seats {
			v[seat] = 2/float32(s.seats) - 1
		}
	}
	clear(v[s.seats:])
	return v
}

// Nodes is the number of nodes in the tree.
func (s *Search) Nodes() int { return len(s.tree.nodes) }

// Sample draws a move with probability proportional to visits^(1/temperature).
// At temperature 0, or if no move was visited, it is the best: most visits,
// then the higher Q, then the higher prior, then the first; rng is not used
// and may be nil. A proven win is played at any temperature, and a proven loss
// only if every move that was visited is one. There must be at least one move.
func Sample(moves []RootMove, temperature float64, rng *rand.Rand) engine.Move {
	top := best(moves)
	if temperature <= 0 || moves[top].Visits == 0 || moves[top].won() {
		return moves[top].Move
	}
	lost := moves[top].lost() // then all that were visited are
	// Relative to the most visited one, so that no power overflows.
	weight := func(m RootMove) float64 {
		if m.Visits == 0 || m.lost() && !lost {
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

// best is the index of the move to play.
func best(moves []RootMove) int {
	top := 0
	for i := range moves {
		if better(&moves[i], &moves[top]) {
			top = i
		}
	}
	return top
}

func better(m, t *RootMove) bool {
	if a, b := standing(m), standing(t); a != b {
		return a > b
	}
	return m.Visits > t.Visits || m.Visits == t.Visits && (m.Q > t.Q || m.Q == t.Q && m.Prior > t.Prior)
}

// standing puts proven wins before everything else, and proven losses behind
// every other move that was visited.
func standing(m *RootMove) int {
	switch {
	case m.won():
		return 3
	case m.Visits == 0:
		return 0
	case m.lost():
		return 1
	}
	return 2
}

// Line appends the way on that the search has looked at most: the best move of
// each node, as long as there is one that was visited.
func (s *Search) Line(dst []engine.Move) []engine.Move {
	if len(s.tree.nodes) == 0 {
		return dst
	}
	return s.lineBelow(dst, &s.tree.nodes[0])
}

// LineBehind appends a move of the root, and the way on behind it as in Line.
func (s *Search) LineBehind(dst []engine.Move, m engine.Move) []engine.Move {
	dst = append(dst, m)
	for _, e := range s.tree.edgesOf(&s.tree.nodes[0]) {
		if e.move == m && e.child != none {
			return s.lineBelow(dst, &s.tree.nodes[e.child])
		}
	}
	return dst
}

func (s *Search) lineBelow(dst []engine.Move, n *node) []engine.Move {
	for {
		edges := s.tree.edgesOf(n)
		var top RootMove
		child := int32(none)
		for i := range edges {
			e := &edges[i]
			if e.visits == 0 {
				continue
			}
			m := RootMove{Move: e.move, Visits: e.visits, Prior: e.prior, Q: float32(e.sum / float64(e.visits))}
			if q, ok := s.edgeProven(n, e); ok {
				m.Q, m.Proven = q, true
			}
			if top.Visits == 0 || better(&m, &top) {
				top, child = m, e.child
			}
		}
		if top.Visits == 0 {
			return dst
		}
		dst = append(dst, top.Move)
		if child == none {
			return dst
		}
		n = &s.tree.nodes[child]
	}
}
