package mcts

import (
	"math"
	"slices"

	"halmazero/engine"
)

// The choice by lower confidence bound is that of KataGo and Leela Zero: of
// the moves that have been searched seriously, play the one that is most
// surely good, and not simply the most visited one, which may be one that the
// search is just turning away from.
const (
	// lcbRadius is the half-width of a move's interval in standard errors of
	// its Q, and lcbShare the least visits of a move that counts, as a share of
	// those of the most visited one. Both are KataGo's.
	lcbRadius = 5.0
	lcbShare  = 0.15
)

// ChooseLCB is the move of the highest lower confidence bound. Like Choose it
// plays proven wins and avoids proven losses. The root must be expanded.
func (s *Search) ChooseLCB() engine.Move {
	s.choice = s.Root(s.choice[:0])
	moves := s.choice
	top := best(moves)
	if moves[top].won() || moves[top].lost() || moves[top].Visits == 0 {
		return moves[top].Move
	}
	most := moves[top].Visits
	bounds := s.lowerBounds(lcbRadius)
	for i := range moves {
		m := &moves[i]
		if m.lost() || float64(m.Visits) < lcbShare*float64(most) {
			continue
		}
		if bounds[i] > bounds[top] {
			top = i
		}
	}
	return moves[top].Move
}

// lowerBounds is, by root move, Q less so many of its standard errors: the
// deviation of the values that were backed up through the move, over the root
// of their number. Few values say little about their deviation, so the variance
// of n is taken for 1/(n³+1) more. A proven Q is its own bound, and a move
// without visits has the lowest there is. The slice is scratch memory.
func (s *Search) lowerBounds(radius float64) []float64 {
	root := &s.tree.nodes[0]
	edges := s.tree.edgesOf(root)
	s.bounds = slices.Grow(s.bounds[:0], len(edges))[:len(edges)]
	clear(s.bounds)
	s.addSquares(s.bounds)
	for i := range edges {
		e := &edges[i]
		n := float64(e.visits)
		if q, ok := s.edgeProven(root, e); ok {
			s.bounds[i] = float64(q)
		} else if n == 0 {
			s.bounds[i] = math.Inf(-1)
		} else {
			q := e.sum / n
			variance := max(0, s.bounds[i]/n-q*q) + 1/(n*n*n+1)
			s.bounds[i] = q - radius*math.Sqrt(variance/n)
		}
	}
	return s.bounds
}

// addSquares adds up, by root move, the squares of the values that were backed
// up through it, for the root's mover. They are all in the tree still: the
// evaluation of each node, and for each move into a position of known value as
// many times that value as it has visits. One pass will do, as a child lies
// behind its parent.
// With transpositions that is not so, and the moments of the nodes are followed.
func (s *Search) addSquares(dst []float64) {
	t, mover := &s.tree, s.root.Mover()
	if s.cfg.Transpositions {
		s.moments = slices.Grow(s.moments[:0], len(t.nodes))[:len(t.nodes)]
		for i := range s.moments {
			s.moments[i] = -1
		}
		root := &t.nodes[0]
		for k, e := range t.edgesOf(root) {
			if e.visits > 0 {
				dst[k] = s.squaresBehind(root, &e, mover)
			}
		}
		return
	}
	s.owners = slices.Grow(s.owners[:0], len(t.nodes))[:len(t.nodes)]
	clear(s.owners)
	for i := range t.nodes {
		n, owner := &t.nodes[i], s.owners[i]
		edges := t.edgesOf(n)
		for k := range edges {
			e := &edges[k]
			if i == 0 {
				owner = int32(k)
			}
			if owner == none || e.visits == 0 {
				if e.child != none {
					s.owners[e.child] = none
				}
				continue
			}
			dst[owner] += s.squares(n, e, mover, owner)
		}
	}
}

// squares is what a move adds by itself, apart from the moves below it. Where
// the tree was full there may be visits of which nothing is known but the mean.
func (s *Search) squares(n *node, e *edge, mover int, owner int32) float64 {
	visits := float64(e.visits)
	if e.child == none {
		q := n.sum[mover] / float64(n.visits)
		if int(n.mover) == mover {
			q = e.sum / visits
		}
		return visits * q * q
	}
	c := &s.tree.nodes[e.child]
	if c.terminal || c.exact.has(mover) {
		s.owners[e.child] = none
		q := float64(c.value[mover])
		if !c.terminal {
			q = float64(c.proven(mover))
		}
		return visits * q * q
	}
	s.owners[e.child] = owner
	q := c.sum[mover] / float64(c.visits)
	return float64(c.value[mover])*float64(c.value[mover]) + (visits-float64(c.visits))*q*q
}
