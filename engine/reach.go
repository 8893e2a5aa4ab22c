package engine

import "math/bits"

// Reach finds, piece by piece, where the pieces of one seat can move, as sets
// of cells: for searches that need no list of moves, or not all of it. The zero
// value is ready for Start. All indices are those of the layout (Bits), which
// Board.BitOf and Board.CellOf translate.
//
//	var r Reach
//	for r.Start(rules, seat, &own, &occupied); r.Next(); {
//		use(r.From, &r.To)
//	}
//
// The moves are those of Position.Moves, unless the game is over or the seat
// has stopped playing, of which a Reach knows nothing.
type Reach struct {
	From uint8 // the piece
	To   Bits  // where it can go; empty if nowhere

	board  *Board
	lock   Lock
	class  int
	left   uint64 // pieces of the class that Next has not come to
	own    Bits
	goal   Bits
	occ    Bits
	empty  Bits
	mask   jumpMasks // of the class
	hop    uint64    // pieces of the class with a jump
	locked uint64    // pieces of the class that the lock binds
	half   halvesGen // for boards with halves
}

// BitOf is the layout index of a cell, CellOf the cell of a layout index.
func (b *Board) BitOf(cell int) uint8   { return b.bit[cell] }
func (b *Board) CellOf(index uint8) int { return int(b.cell[index]) }

// HomeBits and GoalBits are a seat's camps as sets.
func (b *Board) HomeBits(seat int) Bits { return b.home[seat] }
func (b *Board) GoalBits(seat int) Bits { return b.goal[seat] }

// PieceBits is the pieces of a seat as a set.
func (p *Position) PieceBits(seat int) Bits { return p.pieces[seat] }

// Start begins with the pieces of a seat, on a board on which the cells of
// occupied hold pieces, these among them.
func (r *Reach) Start(rules *Rules, seat int, own, occupied *Bits) {
	b := rules.board
	r.board, r.lock = b, rules.lock
	r.own, r.goal, r.occ = *own, b.goal[seat], *occupied
	r.empty = b.all.Without(occupied)
	if b.halves != nil {
		r.half.start(rules, own, &r.goal, occupied)
	}
	r.class = -1
	r.left = 0
}

// Next goes on to the next piece, in ascending order, and reports whether there
// was one.
func (r *Reach) Next() bool {
	for r.left == 0 {
		if r.class++; r.class == len(r.own) {
			return false
		}
		r.enter()
	}
	k := uint(bits.TrailingZeros64(r.left))
	piece := r.left & -r.left
	r.left &^= piece
	i := uint8(uint(r.class)<<6 | k)
	r.From = i
	steps := &r.board.steps[i]
	r.To = Bits{steps[0] & r.empty[0], steps[1] & r.empty[1], steps[2] & r.empty[2], steps[3] & r.empty[3]}
	if r.board.halves != nil {
		r.addHalves()
		return true
	}
	if piece&(r.hop|r.locked) != 0 {
		class := r.class & 3
		free := r.empty[class]
		if piece&r.locked == 0 {
			r.To[class] |= flood(piece, free, r.mask.e, r.mask.s, r.mask.se, r.mask.sw)
		} else {
			if piece&r.goal[class] != 0 {
				r.To = r.To.And(&r.goal)
			}
			r.To[class] |= r.mask.jumps(r.lock, r.goal[class], piece, free)
		}
	}
	return true
}

// enter prepares a class.
func (r *Reach) enter() {
	class := r.class & 3
	own := r.own[class]
	r.left = own
	if own == 0 || r.board.halves != nil {
		return
	}
	r.mask = r.board.masks(&r.occ, class)
	r.hop = own & r.mask.spread(r.empty[class])
	switch r.lock {
	case LockNone:
		r.locked = 0
	case LockEndPass: // binds pieces outside, too
		r.locked = own
	default:
		r.locked = own & r.goal[class]
	}
}

// addHalves completes the targets of the piece on a board with halves.
func (r *Reach) addHalves() {
	if r.lock != LockNone && r.goal.Has(r.From) {
		r.To = r.To.And(&r.goal)
	}
	t := r.half.t
	at := &t.place[r.From]
	jumps := r.half.jumps(at)
	class := at.class & 3
	for ; jumps.n != 0; jumps.n &= jumps.n - 1 {
		r.To.Set(r.board.bit[t.cell[0][class][bits.TrailingZeros64(jumps.n)]])
	}
	for ; jumps.s != 0; jumps.s &= jumps.s - 1 {
		r.To.Set(r.board.bit[t.cell[1][class][bits.TrailingZeros64(jumps.s)]])
	}
}

// Sealed reports whether pieces of two seats make the sealed draw, if the rules
// have it.
func (r *Rules) Sealed(pieces *[MaxSeats]Bits) bool {
	if !r.sealedDraw {
		return false
	}
	p := Position{rules: r, pieces: *pieces}
	p.setCrowded()
	return p.sealed()
}
