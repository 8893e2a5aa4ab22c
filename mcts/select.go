package mcts

import "math"

// descend walks from the expanded root by PUCT until it leaves the tree or
// meets a terminal position. It reports whether the simulation is complete: a
// terminal position is backed up here; any other is left in s.leaf with the
// way there in s.path.
func (s *Search) descend() (complete bool) {
	s.leaf, s.path = s.root, s.path[:0]
	for at := int32(0); ; {
		i := s.choose(at)
		s.path = append(s.path, step{node: at, edge: i})
		e := &s.tree.edges[i]
		s.leaf.Play(e.move)
		if e.child == none {
			return s.finish()
		}
		at = e.child
		if n := &s.tree.nodes[at]; n.terminal {
			s.backup(&n.value)
			return true
		}
	}
}

// finish completes the simulation if the rules or the horizon say that the
// new leaf is terminal.
func (s *Search) finish() bool {
	var v Values
	if r := s.leaf.Result(); r.Over() {
		v = r.Values()
	} else if s.cfg.Horizon == nil {
		return false
	} else {
		var over bool
		if v, over = s.cfg.Horizon(&s.leaf); !over {
			return false
		}
	}
	if len(s.tree.nodes) < s.capNodes {
		s.attach(node{value: v, terminal: true, edges: int32(len(s.tree.edges)), link: none, mover: uint8(s.leaf.Mover())})
	}
	s.backup(&v)
	return true
}

// choose is the index of the edge with the best PUCT score, the first of
// equals. The conversions keep the compiler from fusing multiplications with
// additions on some machines, which would choose differently there.
func (s *Search) choose(at int32) int32 {
	n := &s.tree.nodes[at]
	visits := float64(n.visits)
	reduction, c := s.cfg.FPUReduction, s.cfg.CPuct
	if at == 0 {
		reduction = s.cfg.RootFPUReduction
	}
	if base := s.cfg.CPuctBase; base > 0 {
		c += math.Log((1 + visits + base) / base)
	}
	explore := c * math.Sqrt(visits)
	unvisited := max(n.sum[n.mover]/visits-float64(reduction*math.Sqrt(n.visited)), -1)

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
