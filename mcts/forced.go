package mcts

import "math"

// Forced playouts and the pruning of the policy target that goes with them are
// those of KataGo (Wu 2019, "Accelerating Self-Play Learning in Go", section
// 3.2). A root with noise visits each of its moves at least
//
//	forced(move) = sqrt(ForcedPlayouts · prior · visits of all moves)
//
// times once it was visited at all, so that noise which points at a good move
// is followed far enough to see it. What a policy is trained on leaves those
// visits out again, as far as the search would not have made them by itself.

// force is the first edge of the root that lacks forced visits, or none.
func (s *Search) force(n *node) int32 {
	edges := s.tree.edgesOf(n)
	total := float64(n.visits-1) + float64(n.flying)
	for i := range edges {
		e := &edges[i]
		visits := e.visits + uint32(e.flying)
		if e.visits == 0 || float64(visits) >= s.forced(e, total) {
			continue
		}
		if q, ok := s.edgeProven(n, e); ok && q == -1 {
			continue
		}
		return n.edges + int32(i)
	}
	return none
}

// forced is the least visits of a root move, of so many of all.
func (s *Search) forced(e *edge, total float64) float64 {
	return math.Sqrt(s.cfg.ForcedPlayouts * float64(e.prior) * total)
}

// prune takes forced visits out of the root's moves: from each but the best one
// (see Sample: with nothing proven it is the most visited one) up to its forced
// visits, as long as its score stays below that of the best. Scores are those
// of the search, noise included. A move that one visit is left of is left out.
func (s *Search) prune(moves []RootMove) {
	n := &s.tree.nodes[0]
	edges := s.tree.edgesOf(n)
	explore, _ := s.weights(0, n.visits)
	score := func(i int, visits uint32) float64 {
		return float64(moves[i].Q) + explore*float64(edges[i].prior)/float64(1+visits)
	}
	top := best(moves)
	limit := score(top, moves[top].Visits)
	total := float64(n.visits - 1)
	for i := range moves {
		m := &moves[i]
		if i == top || m.Visits == 0 {
			continue
		}
		forced := uint32(math.Ceil(s.forced(&edges[i], total)))
		least := m.Visits - min(forced, m.Visits)
		for m.Visits > least && score(i, m.Visits-1) < limit {
			m.Visits--
		}
		if m.Visits <= 1 {
			m.Visits = 0
		}
	}
}
