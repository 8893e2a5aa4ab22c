package mcts

import "math"

// found is what a descent ended in.
type found uint8

const (
	needsValue found = iota // a leaf to evaluate
	complete                // a known value, which is backed up
	underWay                // a leaf that another lane has handed out
)

// descend walks from the expanded root until it leaves the tree or meets a
// position of known value, which is backed up here. A leaf to evaluate is left
// in the descent, with the way there.
func (s *Search) descend(d *descent) found {
	d.leaf, d.path = s.root, d.path[:0]
	for at := int32(0); ; {
		i := s.choose(at)
		d.path = append(d.path, step{node: at, edge: i})
		e := &s.tree.edges[i]
		if e.child == none && e.flying > 0 {
			return underWay
		}
		d.leaf.Play(e.move)
		if e.child == none && !(s.cfg.Transpositions && s.join(d.path[len(d.path)-1], &d.leaf)) {
			return s.finish(d)
		}
		at = e.child
		// A position has more visits than the move only if other ways lead there.
		if n := &s.tree.nodes[at]; n.terminal || n.exact == s.all || n.visits > e.visits {
			v := s.valueOf(n)
			s.backup(d.path, &v)
			return complete
		}
	}
}

// valueOf is the value of a node: it is known if the node is terminal or proven.
func (s *Search) valueOf(n *node) Values {
	if n.terminal {
		return n.value
	}
	var v Values
	for seat := range s.seats {
		v[seat] = n.proven(seat)
	}
	return v
}

// finish completes the simulation if the rules or the horizon say that the
// new leaf is terminal.
func (s *Search) finish(d *descent) found {
	var v Values
	exact := seatSet(0)
	if d.leaf.Result().Over() {
		v = s.resultValue(&d.leaf)
		if s.cfg.Solver {
			exact = s.all
		}
	} else if s.cfg.Horizon == nil {
		return needsValue
	} else {
		var over bool
		if v, over = s.cfg.Horizon(&d.leaf); !over {
			return needsValue
		}
	}
	if s.room(0) {
		s.attach(d, node{value: v, terminal: true, exact: exact, edges: int32(len(s.tree.edges)), link: none, mover: uint8(d.leaf.Mover())})
	}
	s.backup(d.path, &v)
	return complete
}

// choose is the index of the edge that a simulation goes on with: where
// nothing else decides, the one with the best PUCT score, the first of equals.
// The conversions keep the compiler from fusing multiplications with additions
// on some machines, which would choose differently there.
func (s *Search) choose(at int32) int32 {
	n := &s.tree.nodes[at]
	if s.cfg.Root == Gumbel {
		if at == 0 {
			return s.halve(n)
		}
		return s.follow(n)
	}
	if at == 0 && s.forcing {
		if i := s.force(n); i != none {
			return i
		}
	}
	if n.flying > 0 || n.informed {
		return s.chooseCarefully(at)
	}
	explore, unvisited := s.weights(at, n.visits)
	best, bestScore := int32(0), math.Inf(-1)
	edges := s.tree.edgesOf(n)
	for i := range edges {
		e := &edges[i]
		var score float64
		if e.visits == 0 {
			score = unvisited + float64(explore*float64(e.prior))
		} else {
			score = e.sum/float64(e.visits) + explore*float64(e.prior)/float64(1+e.visits)
		}
		if score > bestScore {
			best, bestScore = int32(i), score
		}
	}
	return n.edges + best
}

// weights are the factor of the priors at a node, for the given number of its
// visits, and the first-play urgency.
func (s *Search) weights(at int32, visits uint32) (explore, unvisited float64) {
	n := &s.tree.nodes[at]
	reduction, c := s.cfg.FPUReduction, s.cfg.CPuct
	if at == 0 {
		reduction = s.cfg.RootFPUReduction
	}
	if base := s.cfg.CPuctBase; base > 0 {
		c += math.Log((1 + float64(visits) + base) / base)
	}
	explore = c * math.Sqrt(float64(visits))
	unvisited = max(n.sum[n.mover]/float64(n.visits)-float64(reduction*math.Sqrt(n.visited)), -1)
	return explore, unvisited
}

// chooseCarefully is choose where simulations are under way or moves are
// proven. One under way counts as a visit that was lost (a virtual loss), so
// that the next looks elsewhere. A proven win is taken, and a proven loss only
// where there is nothing else.
func (s *Search) chooseCarefully(at int32) int32 {
	n := &s.tree.nodes[at]
	explore, unvisited := s.weights(at, n.visits+uint32(n.flying))
	best, bestScore := int32(none), math.Inf(-1)
	bestLost, bestLostScore := int32(0), math.Inf(-1)
	edges := s.tree.edgesOf(n)
	for i := range edges {
		e := &edges[i]
		score := unvisited + float64(explore*float64(e.prior))
		if visits := e.visits + uint32(e.flying); visits > 0 {
			score = (e.sum-float64(e.flying))/float64(visits) + explore*float64(e.prior)/float64(1+visits)
		}
		switch value, ok := s.edgeProven(n, e); {
		case ok && value == 1:
			return n.edges + int32(i)
		case ok && value == -1:
			if score > bestLostScore {
				bestLost, bestLostScore = int32(i), score
			}
		case score > bestScore:
			best, bestScore = int32(i), score
		}
	}
	if best == none {
		best = bestLost
	}
	return n.edges + best
}
