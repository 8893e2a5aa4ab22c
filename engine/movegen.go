package engine

import "math/bits"

// jumps is the set of cells of a class where a chain of jumps of the mover's
// piece at origin (a bit of the class) may end under the lock.
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
	i := uint8(class<<6 | bits.TrailingZeros64(piece))
	to := p.stepTargets(i, empty)
	if p.rules.board.walks() {
		jumps := p.walk(i, empty)
		return to.Or(&jumps)
	}
	to[class] |= p.jumps(m, class, piece, empty[class])
	return to
}

// stopped reports whether the seat to move has no moves whatever the pieces:
// the game is over, or it has filled its target in a game of teams.
func (p *Position) stopped() bool {
	return p.result.Over() || p.rules.finish == FinishTeams && p.open[p.mover] == 0
}

// Moves appends the legal moves of the seat to move, each (from, to) once, in
// a fixed order: ascending layout index of from, then of to. A finished game
// has none, and neither has a blocked seat.
func (p *Position) Moves(dst []Move) []Move {
	if p.stopped() {
		return dst
	}
	cell := &p.rules.board.cell
	occ := p.occupied()
	empty := p.rules.board.all.Without(&occ)
	for class, own := range p.pieces[p.mover] {
		if own == 0 {
			continue
		}
		m := p.rules.board.masks(&occ, class)
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
	if p.stopped() {
		return 0
	}
	n := 0
	occ := p.occupied()
	empty := p.rules.board.all.Without(&occ)
	for class, own := range p.pieces[p.mover] {
		m := p.rules.board.masks(&occ, class)
		for ; own != 0; own &= own - 1 {
			to := p.targets(&m, class, own&-own, &empty)
			n += to.Count()
		}
	}
	return n
}

// canMove reports whether the seat to move has a legal move.
func (p *Position) canMove() bool {
	if p.stopped() {
		return false
	}
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
	case p.stopped():
		return moveError(b, m, "the seat has filled its target camp and is skipped")
	}
	occ := p.occupied()
	empty := b.all.Without(&occ)
	i := b.bit[from]
	class := int(i >> 6)
	masks := b.masks(&occ, class)
	legal := p.targets(&masks, class, 1<<(i&63), &empty)
	if !legal.Has(b.bit[to]) {
		return moveError(b, m, "no step or chain of jumps leads there under lock="+p.rules.lock.String())
	}
	return nil
}
