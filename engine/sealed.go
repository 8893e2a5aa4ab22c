package engine

// seal is the closed form of the sealed draw in one camp of a star under
// lock=path: the camp is full, its two rows at the mouth are wholly held by
// the seat whose target it is, and its owner has a piece deeper. It equals the
// definition while a cell outside the six camps is empty: from there on every
// piece outside gets room, and so does a camp of which anything can move at the
// mouth.
type seal struct {
	guest int // the seat whose target the camp is; -1 if it does not play
	mouth Bits
	deep  Bits
	exact bool // whether the closed form holds on this board
}

// newSeal prepares the closed form for the camp of a seat.
func newSeal(b *Board, seat int) seal {
	s := seal{guest: -1, exact: b.star && b.id != "star121x15"}
	for other := range b.seats {
		if b.goal[other] == b.home[seat] {
			s.guest = other
		}
	}
	// In the seat's own view the camp is the northern point: its rows are
	// those of the board, and the mouth is its last two.
	rows := -b.shift/2 - 1 // r of the row at the mouth
	for _, i := range b.home[seat].appendIndices(nil) {
		r := b.coord[b.view[seat][b.cell[i]]][0]
		if r >= rows-1 {
			s.mouth.Set(i)
		} else {
			s.deep.Set(i)
		}
	}
	return s
}

// sealed reports whether some piece can provably never move again while it
// stands in its own camp. Only a lock can do that.
func (p *Position) sealed() bool {
	b := p.rules.board
	if p.rules.lock == LockNone {
		return false
	}
	if p.rules.lock != LockPath || !b.seals[0].exact {
		return p.stuckAtHome() && p.sealedForGood()
	}
	if p.crowded {
		return p.sealedForGood()
	}
	for seat := range b.seats {
		s := &b.seals[seat]
		if s.guest < 0 || !p.pieces[s.guest].Covers(&s.mouth) || !p.pieces[seat].Meets(&s.deep) {
			continue
		}
		if occ := p.occupied(); occ.Covers(&s.deep) {
			return true
		}
	}
	return false
}

// stuckAtHome is a quick test that every sealed position passes: some piece in
// its own camp has no empty cell around it.
func (p *Position) stuckAtHome() bool {
	b := p.rules.board
	occ := p.occupied()
	for seat := range b.seats {
		var buf [MaxCells]uint8
		atHome := p.pieces[seat].And(&b.home[seat])
		for _, i := range atHome.appendIndices(buf[:0]) {
			if occ.Covers(&b.steps[i]) {
				return true
			}
		}
	}
	return false
}

// sealedForGood is the definition: from all pieces those are deleted, again and
// again, that have an adjacent cell or a jump landing which is on the board,
// allowed by the lock, and not held by a remaining piece; supports may appear.
// What remains can never move.
func (p *Position) sealedForGood() bool {
	b := p.rules.board
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
	for d := range b.dirs {
		n := int(b.next[cell][d])
		if n < 0 {
			continue
		}
		// A chain under end and endpass may go out and come back, so only a
		// step is bound to the target.
		if !stuck.Has(b.bit[n]) && (!inside || b.InGoal(seat, n)) {
			return true
		}
		n = int(b.next[n][d])
		if n >= 0 && !stuck.Has(b.bit[n]) && (!inside || p.rules.lock != LockPath || b.InGoal(seat, n)) {
			return true
		}
	}
	return false
}
