package engine

// sealed reports whether some piece can provably never move again while it
// stands in its own camp. From all pieces those are deleted, again and again,
// that have an adjacent cell or a jump landing which is on the board, allowed
// by the lock, and not held by a remaining piece; supports may appear. What
// remains can never move.
func (p *Position) sealed() bool {
	b := p.rules.board
	if p.rules.lock == LockNone {
		return false
	}
	stuck := p.occupied()
	for changed := true; changed; {
		changed = false
		for seat := range b.seats {
			own := p.pieces[seat].And(&stuck)
			var buf [MaxCells]uint8
			for _, i := range own.appendIndices(buf[:0]) {
				if p.mayLeave(seat, int(b.cell[i]), &stuck) {
					stuck.Clear(i)
					changed = true
				}
			}
		}
	}
	for seat := range b.seats {
		held := p.pieces[seat].And(&stuck)
		if held.Meets(&b.home[seat]) {
			return true
		}
	}
	return false
}

// mayLeave reports whether a seat's piece has a step or jump landing outside
// the stuck set that its lock allows.
func (p *Position) mayLeave(seat, cell int, stuck *Bits) bool {
	b := p.rules.board
	inside := b.InGoal(seat, cell)
	for _, d := range squareDirs {
		for _, reach := range [2]int{1, 2} {
			n, ok := b.neighbour(cell, [2]int{d[0] * reach, d[1] * reach})
			if !ok || stuck.Has(b.bit[n]) {
				continue
			}
			// A chain under end and endpass may go out and come back, so only
			// a step is bound to the target.
			if inside && (reach == 1 || p.rules.lock == LockPath) && !b.InGoal(seat, n) {
				continue
			}
			return true
		}
	}
	return false
}
