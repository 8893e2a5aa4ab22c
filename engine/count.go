package engine

import "math/bits"

// CountMoves is the number of legal moves.
func (p *Position) CountMoves() int {
	if p.stopped() {
		return 0
	}
	occ := p.occupied()
	empty := p.rules.board.all.Without(&occ)
	if p.rules.board.halves != nil {
		return p.countHalves(&occ, &empty)
	}
	return p.countClasses(&occ, &empty)
}

// countClasses counts steps for all pieces of a class at once, and jumps by
// piece where there is one.
func (p *Position) countClasses(occ, empty *Bits) int {
	b := p.rules.board
	mine := &p.pieces[p.mover]
	goal := &b.goal[p.mover]
	lock := p.rules.lock
	n := 0
	for class, own := range mine {
		if own == 0 {
			continue
		}
		locked := uint64(0)
		if lock != LockNone {
			locked = own & goal[class]
		}
		if locked != 0 {
			inside := empty.And(goal)
			n += countSteps(class, &b.step[class], own&^locked, empty) + countSteps(class, &b.step[class], locked, &inside)
		} else {
			n += countSteps(class, &b.step[class], own, empty)
		}
		m := b.masks(occ, class)
		free := empty[class]
		// Only a piece that has a jump needs a flood; a lock bears on those in
		// the target, and under endpass on all.
		for jumpers := own & m.spread(free); jumpers != 0; jumpers &= jumpers - 1 {
			piece := jumpers & -jumpers
			if piece&locked == 0 && lock != LockEndPass {
				n += bits.OnesCount64(flood(piece, free, m.e, m.s, m.se, m.sw))
			} else {
				n += bits.OnesCount64(p.jumps(&m, class, piece, free))
			}
		}
	}
	return n
}

// countSteps is the number of steps of a class's pieces to empty cells.
func countSteps(class int, on *stepMasks, own uint64, empty *Bits) int {
	up := &stepShifts[class]
	e1, e2, e3 := empty[class^1], empty[class^2], empty[class^3]
	n := bits.OnesCount64(bits.RotateLeft64(e1, -up[0])&on[0]&own) +
		bits.OnesCount64(bits.RotateLeft64(e1, -up[1])&on[1]&own) +
		bits.OnesCount64(bits.RotateLeft64(e2, -up[2])&on[2]&own) +
		bits.OnesCount64(bits.RotateLeft64(e2, -up[3])&on[3]&own) +
		bits.OnesCount64(bits.RotateLeft64(e3, -up[4])&on[4]&own) +
		bits.OnesCount64(bits.RotateLeft64(e3, -up[5])&on[5]&own)
	if on[6]|on[7] != 0 { // no star has these
		n += bits.OnesCount64(bits.RotateLeft64(e3, -up[6])&on[6]&own) +
			bits.OnesCount64(bits.RotateLeft64(e3, -up[7])&on[7]&own)
	}
	return n
}
