package engine

import "math/bits"

// A chain of jumps never leaves the parity class of its origin, and a class is
// one 64-bit word with eight columns. Inside a class, a jump moves the bit by
// 1 (east), 8 (south), 9 (south-east) or 7 (south-west), or back by the same.
// Whether a jump has something to cross depends only on the other classes,
// which the moving piece never enters: so four masks per class, made once per
// position, turn all chains into a flood fill of shifts and ands.
const (
	firstColumn = 0x0101010101010101
	lastColumn  = firstColumn << 7
)

// jumpMasks are, for one class, the cells whose jump to the cell 1, 8, 9 or 7
// bits higher crosses a piece. The same masks, seen from the landing cell,
// serve the four opposite directions.
type jumpMasks struct{ e, s, se, sw uint64 }

// masks computes the jump masks of one class from the occupied cells.
func masks(occ *Bits, class int) jumpMasks {
	row, col := uint(class>>1), uint(class&1)
	m := jumpMasks{
		e:  occ[class^1] >> col &^ lastColumn,
		s:  occ[class^2] >> (8 * row),
		se: occ[class^3] >> (8*row + col) &^ lastColumn,
		sw: occ[class^3],
	}
	// The cell south-west of an even column lies one bit lower than that of
	// an odd one.
	if row == 1 {
		m.sw >>= 7 + col
	} else {
		m.sw <<= 1 - col
	}
	m.sw &^= firstColumn
	return m
}

// spread is every cell one jump away from the set.
func (m *jumpMasks) spread(set uint64) uint64 {
	return (set&m.e)<<1 | set>>1&m.e |
		(set&m.s)<<8 | set>>8&m.s |
		(set&m.se)<<9 | set>>9&m.se |
		(set&m.sw)<<7 | set>>7&m.sw
}

// flood is every cell that a chain of jumps from origin reaches over cells of
// free, the origin itself excluded.
func (m *jumpMasks) flood(origin, free uint64) uint64 {
	reached, frontier := origin, origin
	for {
		frontier = m.spread(frontier) & free &^ reached
		if frontier == 0 {
			return reached &^ origin
		}
		reached |= frontier
	}
}

// jumps is the set of cells where a chain of jumps of the piece of seat at
// origin (a bit of class) may end under the lock.
func (p *Position) jumps(m *jumpMasks, class int, origin, empty uint64) uint64 {
	goal := p.rules.board.goal[p.mover][class]
	inside := origin&goal != 0
	switch {
	case p.rules.lock == LockNone || !inside && p.rules.lock != LockEndPass:
		return m.flood(origin, empty)
	case p.rules.lock == LockPath:
		return m.flood(origin, empty&goal)
	case inside:
		return m.flood(origin, empty) & goal
	default: // endpass, from outside: the target from anywhere, the rest without touching the target
		return m.flood(origin, empty)&goal | m.flood(origin, empty&^goal)
	}
}

// stepTargets is where the mover's piece at layout index i may step, by the lock.
func (p *Position) stepTargets(i uint8, empty *Bits) Bits {
	b := p.rules.board
	to := b.steps[i].And(empty)
	if p.rules.lock != LockNone && b.goal[p.mover].Has(i) {
		to = to.And(&b.goal[p.mover])
	}
	return to
}

// targets is every cell that the mover's piece, a bit of class, can reach.
func (p *Position) targets(m *jumpMasks, class int, piece uint64, empty *Bits) Bits {
	to := p.stepTargets(uint8(class<<6|bits.TrailingZeros64(piece)), empty)
	to[class] |= p.jumps(m, class, piece, empty[class])
	return to
}

// Moves appends the legal moves of the seat to move, each (from, to) once, in
// a fixed order: ascending layout index of from, then of to. A finished game
// has none, and neither has a blocked seat.
func (p *Position) Moves(dst []Move) []Move {
	if p.result.Over() {
		return dst
	}
	cell := &p.rules.board.cell
	occ := p.occupied()
	empty := p.rules.board.all.Without(&occ)
	for class, own := range p.pieces[p.mover] {
		if own == 0 {
			continue
		}
		m := masks(&occ, class)
		for ; own != 0; own &= own - 1 {
			from := Move(cell[class<<6|bits.TrailingZeros64(own)]) << 8
			for w, word := range p.targets(&m, class, own&-own, &empty) {
				for ; word != 0; word &= word - 1 {
					dst = append(dst, from|Move(cell[w<<6|bits.TrailingZeros64(word)]))
				}
			}
		}
	}
	return dst
}

// CountMoves is the number of legal moves.
func (p *Position) CountMoves() int {
	if p.result.Over() {
		return 0
	}
	n := 0
	occ := p.occupied()
	empty := p.rules.board.all.Without(&occ)
	for class, own := range p.pieces[p.mover] {
		m := masks(&occ, class)
		for ; own != 0; own &= own - 1 {
			to := p.targets(&m, class, own&-own, &empty)
			n += to.Count()
		}
	}
	return n
}

// canMove reports whether the seat to move has a legal move.
func (p *Position) canMove() bool {
	occ := p.occupied()
	empty := p.rules.board.all.Without(&occ)
	for class, own := range p.pieces[p.mover] {
		for ; own != 0; own &= own - 1 {
			to := p.stepTargets(uint8(class<<6|bits.TrailingZeros64(own)), &empty)
			if !to.Empty() {
				return true
			}
		}
	}
	return p.CountMoves() > 0 // only jumps are left to look for
}

// Legal reports whether the move is legal, and why not: the error names the
// cell and the reason.
func (p *Position) Legal(m Move) error {
	b := p.rules.board
	from, to := m.From(), m.To()
	switch {
	case p.result.Over():
		return moveError(b, m, "the game is over ("+p.result.String()+")")
	case from >= b.cells || to >= b.cells:
		return moveError(b, m, "off the board")
	case p.At(from) == 0:
		return moveError(b, m, b.CellName(from)+" is empty")
	case p.At(from) != int(p.mover)+1:
		return moveError(b, m, b.CellName(from)+" holds another seat's piece")
	case p.At(to) != 0:
		return moveError(b, m, b.CellName(to)+" is occupied")
	}
	occ := p.occupied()
	empty := b.all.Without(&occ)
	i := b.bit[from]
	class := int(i >> 6)
	masks := masks(&occ, class)
	legal := p.targets(&masks, class, 1<<(i&63), &empty)
	if !legal.Has(b.bit[to]) {
		return moveError(b, m, "no step or chain of jumps leads there under lock="+p.rules.lock.String())
	}
	return nil
}
