package mcts

import "halmazero/engine"

// With Config.Solver what is proven travels up the tree, as in MCTS-solver
// (Winands, Björnsson and Saito 2008, "Monte-Carlo Tree Search Solver"), here
// for any number of seats.
//
// A node's value for a seat is proven ("exact") if it is what max^n over the
// rest of the game gives, whatever the evaluator says and however ties are
// broken. The rules give the exact values of a position that is over; a
// horizon does not, as it is no rule. Further up, with m the mover:
//
//   - A move that is exact for m and worth 1 proves the node for m. Where one
//     side's win is everybody else's loss, which is so in every ruleset but
//     those of places, it proves the same for all.
//   - If all moves are exact for m, so is the node, with the best of them. For
//     another seat it is exact only if all of the moves that are best for m
//     agree on it: with three seats and more, a mover who cannot win may
//     decide who does, and nobody can say whom it favours.
//
// So with two seats a node is proven when a move wins or when all are proven.
//
// A proof corrects the values that led to it: the node's mean becomes the exact
// value, and the difference is made good in the means of all nodes and moves on
// the way to it. From then on a simulation that reaches a node which is exact
// for every seat ends there; one that passes a node which is exact for some
// goes on, and takes the exact values along on its way up.

// seatSet is a set of seats, bit by bit.
type seatSet uint8

func (x seatSet) has(seat int) bool { return x>>seat&1 != 0 }

// proven is the exact value of a node for a seat in n.exact. A sum of equal
// float32 values is exact in float64, and so is their mean.
func (n *node) proven(seat int) float32 {
	if n.terminal {
		return n.value[seat]
	}
	return float32(n.sum[seat] / float64(n.visits))
}

// edgeProven is what a move is worth for the mover of its node, if that is
// proven.
func (s *Search) edgeProven(n *node, e *edge) (value float32, ok bool) {
	if e.child == none {
		return 0, false
	}
	c := &s.tree.nodes[e.child]
	if !c.exact.has(int(n.mover)) {
		return 0, false
	}
	return c.proven(int(n.mover)), true
}

// Proven reports whether the value of the root is proven for its mover; more
// simulations then find nothing that matters. It is never so without a solver.
func (s *Search) Proven() bool {
	return len(s.tree.nodes) > 0 && s.tree.nodes[0].exact.has(s.root.Mover())
}

// backupExact is backup from the leaf upwards: what is proven at a node goes
// on in place of what was found below it.
func (s *Search) backupExact(path []step, v Values) {
	for i := len(path) - 1; i >= 0; i-- {
		n, e := &s.tree.nodes[path[i].node], &s.tree.edges[path[i].edge]
		if e.visits == 0 {
			n.visited += float64(e.prior)
		}
		e.visits++
		e.sum += float64(v[n.mover])
		for seat := range s.seats {
			if n.exact.has(seat) {
				v[seat] = n.proven(seat)
			}
		}
		n.visits++
		for seat := range s.seats {
			n.sum[seat] += float64(v[seat])
		}
	}
}

// prove looks for proofs along the way of a simulation, from its end upwards,
// as far as there is something new.
func (s *Search) prove(path []step) {
	for i := len(path) - 1; i >= 0; i-- {
		n := &s.tree.nodes[path[i].node]
		if _, ok := s.edgeProven(n, &s.tree.edges[path[i].edge]); !ok {
			return
		}
		n.informed = true
		v, exact := s.proof(n)
		gained := exact &^ n.exact
		if gained == 0 {
			return
		}
		n.exact |= gained
		s.correct(path[:i], n, gained, v)
	}
}

// proof is what the moves of a node prove about it.
func (s *Search) proof(n *node) (v Values, exact seatSet) {
	mover, all := int(n.mover), true
	var best *node
	edges := s.tree.edgesOf(n)
	for i := range edges {
		value, ok := s.edgeProven(n, &edges[i])
		if !ok {
			all = false
			continue
		}
		if best == nil || value > best.proven(mover) {
			best = &s.tree.nodes[edges[i].child]
		}
	}
	v, exact = s.valuesAt(best), best.exact
	switch {
	case v[mover] == 1 && s.winnerTakesAll():
		return v, exact
	case all:
		return v, s.agreed(edges, mover, &v, exact)
	case v[mover] == 1:
		return v, 1 << mover
	}
	return v, 0
}

// agreed is the part of exact on which all moves agree that are worth as much
// as v for the mover.
func (s *Search) agreed(edges []edge, mover int, v *Values, exact seatSet) seatSet {
	for i := range edges {
		c := &s.tree.nodes[edges[i].child]
		if c.proven(mover) != v[mover] {
			continue
		}
		for seat := range s.seats {
			if !c.exact.has(seat) || c.proven(seat) != v[seat] {
				exact &^= 1 << seat
			}
		}
	}
	return exact
}

// valuesAt is the exact values of a node; entries that are not exact are 0.
func (s *Search) valuesAt(n *node) (v Values) {
	for seat := range s.seats {
		if n.exact.has(seat) {
			v[seat] = n.proven(seat)
		}
	}
	return v
}

// winnerTakesAll reports whether the value 1 of one seat fixes those of all.
func (s *Search) winnerTakesAll() bool {
	return s.seats == 2 || s.root.Rules().Finish() != engine.FinishPlaces
}

// correct sets the means of a node to the values of the seats that it has
// gained, and makes the difference good on the way to it.
func (s *Search) correct(path []step, n *node, gained seatSet, v Values) {
	var more [engine.MaxSeats]float64
	for seat := range s.seats {
		if gained.has(seat) {
			exact := float64(n.visits) * float64(v[seat])
			more[seat] = exact - n.sum[seat]
			n.sum[seat] = exact
		}
	}
	for i := len(path) - 1; i >= 0; i-- {
		a, e := &s.tree.nodes[path[i].node], &s.tree.edges[path[i].edge]
		if i == len(path)-1 && gained.has(int(a.mover)) {
			// The move may have visits from before the node was kept.
			exact := float64(e.visits) * float64(v[a.mover])
			more[a.mover] = exact - e.sum
			e.sum = exact
		} else {
			e.sum += more[a.mover]
		}
		for seat := range s.seats {
			if a.exact.has(seat) {
				more[seat] = 0
			}
			a.sum[seat] += more[seat]
		}
	}
}
