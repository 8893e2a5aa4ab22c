package engine

import "math/bits"

// jumps is the set of cells of a class where a chain of jumps of the mover's
// piece at origin (a bit of the class) may end under the lock.
func (p *Position) jumps(m *jumpMasks, class int, origin, empty uint64) uint64 {
	return m.jumps(p.rules.lock, p.rules.board.goal[p.mover][class], origin, empty)
}

// jumps is Position.jumps for a seat with the given target.
func (m *jumpMasks) jumps(lock Lock, goal, origin, empty uint64) uint64 {
	inside := origin&goal != 0
	switch {
	case lock == LockNone || !inside && lock != LockEndPass:
		return m.flood(origin, empty)
	case lock == LockPath:
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

// targets is every cell that the mover's piece at layout index i can reach.
func (p *Position) targets(i uint8) Bits {
	b := p.rules.board
	occ := p.occupied()
	empty := b.all.Without(&occ)
	if b.halves != nil {
		return p.halvesTargets(i, &occ, &empty)
	}
	to := p.stepTargets(i, &empty)
	class := int(i >> 6)
	m := b.masks(&occ, class)
	to[class] |= p.jumps(&m, class, 1<<(i&63), empty[class])
	return to
}

// stopped reports whether the seat to move has no moves whatever the pieces:
// the game is over, or it has filled its target in a game of teams.
func (p *Position) stopped() bool {
	return p.result.Over() || p.rules.finish == FinishTeams && p.open[p.mover] == 0
}

// Moves appends the legal moves of the seat to move, each (from, to) once, in
// a fixed order: by the piece in layout order, its steps, then its jumps. Steps
// come as pack.go has them, and jumps by the landing in layout order; on a board
// with halves, star253, steps come by the landing in layout order, and jumps into
// the northern half before the others, both by the bits of the half. A finished
// game has none, and neither has a blocked seat.
func (p *Position) Moves(dst []Move) []Move {
	if p.stopped() {
		return dst
	}
	occ := p.occupied()
	empty := p.rules.board.all.Without(&occ)
	if p.rules.board.halves != nil {
		return p.appendHalves(dst, &occ, &empty)
	}
	return p.appendClasses(dst, &occ, &empty)
}

// pieceMoves bounds the moves of one piece, eight steps and a jump to every
// other cell of its class, and leaves room for those that are written in vain:
// moves are written in packs, and counted afterwards. A branch for each move
// would be mispredicted too often.
const pieceMoves = 8 + 64 + 3

// appendClasses appends the moves class by class, piece by piece.
func (p *Position) appendClasses(dst []Move, occ, empty *Bits) []Move {
	b := p.rules.board
	mine := &p.pieces[p.mover]
	goal := &b.goal[p.mover]
	lock := p.rules.lock
	for class, own := range mine {
		if own == 0 {
			continue
		}
		locked := uint64(0)
		if lock != LockNone {
			locked = own & goal[class]
		}
		m := b.masks(occ, class)
		free := empty[class]
		jumpers := own & m.spread(free)
		cells := (*[2 * 64]uint8)(b.cell[class<<6:])
		packs := &b.packs
		around := newSurroundings(class, empty)
		for ; own != 0; own &= own - 1 {
			piece := own & -own
			k := uint(bits.TrailingZeros64(own)) & 63
			i := (uint(class)<<6 | k) % MaxCells
			steps := around.of(k) & uint(packs.exits[i])
			jumps := uint64(0)
			if piece&jumpers != 0 && piece&locked == 0 && lock != LockEndPass {
				jumps = flood(piece, free, m.e, m.s, m.se, m.sw)
			} else if piece&(jumpers|locked) != 0 {
				steps, jumps = p.bound(steps, class, k, &m, piece, empty)
			}
			pack := &packs.table[uint(packs.at[i])+steps]
			if n := len(dst); cap(dst)-n >= pieceMoves {
				out := (*[pieceMoves]Move)(dst[n : n+pieceMoves])
				writeSteps(out, pack, packs.add[i])
				n += writeJumps(out, cells[k], bits.OnesCount64(uint64(steps)), jumps, cells)
				dst = dst[:n]
			} else {
				var out [pieceMoves]Move
				writeSteps(&out, pack, packs.add[i])
				dst = append(dst, out[:writeJumps(&out, cells[k], bits.OnesCount64(uint64(steps)), jumps, cells)]...)
			}
		}
	}
	return dst
}

// bound is the steps and jumps of a piece for which a lock may matter.
func (p *Position) bound(steps uint, class int, k uint, m *jumpMasks, piece uint64, empty *Bits) (uint, uint64) {
	goal := &p.rules.board.goal[p.mover]
	if piece&goal[class] != 0 {
		inside := empty.And(goal)
		around := newSurroundings(class, &inside)
		steps &= around.of(k)
	}
	return steps, p.jumps(m, class, piece, empty[class])
}

// writeSteps writes eight moves, of which a prefix counts.
func writeSteps(out *[pieceMoves]Move, pack *stepPack, add uint64) {
	m := addLanes(pack[0], add)
	out[0], out[1], out[2], out[3] = Move(m), Move(m>>16), Move(m>>32), Move(m>>48)
	m = addLanes(pack[1], add)
	out[4], out[5], out[6], out[7] = Move(m), Move(m>>16), Move(m>>32), Move(m>>48)
}

// writeJumps writes the jumps behind the first n moves, four at a time, and
// returns how many moves there are with them.
func writeJumps(out *[pieceMoves]Move, from uint8, n int, jumps uint64, cells *[2 * 64]uint8) int {
	end := n + bits.OnesCount64(jumps)
	origin := Move(from) << 8
	for ; jumps != 0; n += 4 {
		pack := (*[4]Move)(out[n:])
		pack[0] = origin | Move(cells[bits.TrailingZeros64(jumps)])
		jumps &= jumps - 1
		pack[1] = origin | Move(cells[bits.TrailingZeros64(jumps)])
		jumps &= jumps - 1
		pack[2] = origin | Move(cells[bits.TrailingZeros64(jumps)])
		jumps &= jumps - 1
		pack[3] = origin | Move(cells[bits.TrailingZeros64(jumps)])
		jumps &= jumps - 1
	}
	return end
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
	if legal := p.targets(b.bit[from]); !legal.Has(b.bit[to]) {
		return moveError(b, m, "no step or chain of jumps leads there under lock="+p.rules.lock.String())
	}
	return nil
}
