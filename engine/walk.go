package engine

import "math/bits"

// star253 walks its jumps cell by cell: one of its parity classes has 73 cells,
// and the half-size board of no class fits a word without two cells on one bit.
// Its layout is the reading order.

// hops are the six jumps from a cell, by layout index. One that leaves the board
// leads back to the cell itself, which is never free.
type hops [6]struct{ over, land uint8 }

func (g *grid) setHops() {
	for c := range g.cells {
		for d := range g.dirs {
			hop := &g.hops[g.bit[c]][d]
			hop.over, hop.land = g.bit[c], g.bit[c]
			if over := g.next[c][d]; over >= 0 && g.next[over][d] >= 0 {
				hop.over, hop.land = g.bit[over], g.bit[g.next[over][d]]
			}
		}
	}
}

// open says which of the jumps can be made, a bit each, over pieces of occ to
// cells of free. It has no branch, since there is nothing to predict.
func (h *hops) open(occ, free *Bits) uint {
	can := func(k int) uint {
		over, land := h[k].over, h[k].land
		return uint(occ[over>>6]>>(over&63)&(free[land>>6]>>(land&63))&1) << k
	}
	return can(0) | can(1) | can(2) | can(3) | can(4) | can(5)
}

// walk is where a chain of jumps of the mover's piece at layout index i may end
// under the lock.
func (p *Position) walk(i uint8, occ, empty *Bits) Bits {
	g := p.rules.board.grid
	goal := &p.rules.board.goal[p.mover]
	inside := goal.Has(i)
	switch {
	case p.rules.lock == LockNone || !inside && p.rules.lock != LockEndPass:
		return g.walk(i, occ, *empty)
	case p.rules.lock == LockPath:
		return g.walk(i, occ, empty.And(goal))
	case inside:
		to := g.walk(i, occ, *empty)
		return to.And(goal)
	default: // endpass, from outside: the target from anywhere, the rest without touching the target
		to, around := g.walk(i, occ, *empty), g.walk(i, occ, empty.Without(goal))
		to = to.And(goal)
		return to.Or(&around)
	}
}

// walk is every cell that a chain of jumps from i reaches over cells of free.
// The piece at i is never a support: it is in the class of the landings.
func (g *grid) walk(i uint8, occ *Bits, free Bits) Bits {
	left := free
	front := Bits{}
	front.Set(i)
	for w := 0; w < len(front); {
		if front[w] == 0 {
			w++
			continue
		}
		h := &g.hops[uint8(w<<6|bits.TrailingZeros64(front[w]))]
		front[w] &= front[w] - 1
		for can := h.open(occ, &left); can != 0; can &= can - 1 {
			land := h[bits.TrailingZeros(can)%6].land
			left.Clear(land)
			front.Set(land)
			w = min(w, int(land>>6))
		}
	}
	return free.Without(&left)
}

// appendWalks is Moves on such a board.
func (p *Position) appendWalks(dst []Move, occ, empty *Bits) []Move {
	g := p.rules.board.grid
	for w, own := range p.pieces[p.mover] {
		for ; own != 0; own &= own - 1 {
			i := uint8(w<<6 | bits.TrailingZeros64(own))
			targets := p.stepTargets(i, empty)
			if g.hops[i].open(occ, empty) != 0 {
				jumps := p.walk(i, occ, empty)
				targets = targets.Or(&jumps)
			}
			from := Move(g.cell[i]) << 8
			for v, to := range targets {
				for ; to != 0; to &= to - 1 {
					dst = append(dst, from|Move(g.cell[v<<6|bits.TrailingZeros64(to)]))
				}
			}
		}
	}
	return dst
}

// countWalks is CountMoves on such a board.
func (p *Position) countWalks(occ, empty *Bits) int {
	g := p.rules.board.grid
	n := 0
	for w, own := range p.pieces[p.mover] {
		for ; own != 0; own &= own - 1 {
			i := uint8(w<<6 | bits.TrailingZeros64(own))
			steps := p.stepTargets(i, empty)
			n += steps.Count()
			if g.hops[i].open(occ, empty) != 0 {
				jumps := p.walk(i, occ, empty)
				n += jumps.Count()
			}
		}
	}
	return n
}
