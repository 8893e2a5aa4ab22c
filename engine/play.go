package engine

// Play makes a legal move: it moves the piece, decides the result, and passes
// the turn, skipping seats without a legal move. The move is not checked: see
// Legal. Copy the position first to take a move back.
func (p *Position) Play(m Move) {
	p.play(m)
	if !p.result.Over() {
		p.SkipBlocked()
	}
}

// play is Play without the skips.
func (p *Position) play(m Move) {
	b := p.rules.board
	seat := p.mover
	from, to := b.bit[m.From()], b.bit[m.To()]
	p.pieces[seat].Clear(from)
	p.pieces[seat].Set(to)
	p.hash ^= b.keys.piece[seat][from] ^ b.keys.piece[seat][to]
	p.ply++
	p.made[seat]++
	p.missed[seat] = 0
	p.moveDistance(seat, from, to)
	p.afterMove(int(seat))
	p.pass()
}

// afterMove decides the result after a move of the given seat, in the order of
// the rules: goal, deadline, sealed, turn limit.
func (p *Position) afterMove(seat int) {
	r := p.rules
	if p.open[seat] == 0 {
		switch r.finish {
		case FinishFirst:
			p.result = Result{Kind: Win, Cause: Goal, Seat: uint8(seat)}
			return
		case FinishPlaces:
			p.status[seat] = Status{Finished, uint8(p.count(Finished) + 1)}
			if p.lastOne() {
				return
			}
		case FinishTeams:
			if p.teamFull(seat) {
				p.result = Result{Kind: TeamWin, Cause: Goal, Seat: uint8(seat & 1)}
				return
			}
		}
	}
	switch {
	case p.late(seat):
		p.result = Result{Kind: Win, Cause: Deadline, Seat: uint8(1 - seat)}
	case r.sealedDraw && p.sealed():
		p.result = Result{Kind: Draw, Cause: Sealed}
	case p.pastLimit():
		p.result = Result{Kind: Draw, Cause: Turns}
	}
}

// late reports whether a seat has missed the deadline.
func (p *Position) late(seat int) bool {
	r := p.rules
	return r.deadline > 0 && int(p.made[seat]) >= r.deadline && p.home[seat] > 0
}

// pastLimit reports whether the turn limit is reached.
func (p *Position) pastLimit() bool {
	r := p.rules
	return r.turnLimit > 0 && int(p.ply) >= r.turnLimit
}

// teamFull reports whether both seats of a seat's team fill their targets.
func (p *Position) teamFull(seat int) bool {
	return p.open[seat] == 0 && p.open[seat^2] == 0
}

// lastOne ends the game if no more than one seat still plays, and reports
// whether it did. In a game of places the last seat then takes the place
// behind those that finished.
func (p *Position) lastOne() bool {
	if p.count(Active) > 1 {
		return false
	}
	for seat := range p.rules.board.seats {
		if p.status[seat].State != Active {
			continue
		}
		if p.rules.finish != FinishPlaces {
			p.result = Result{Kind: Win, Cause: Resignation, Seat: uint8(seat)}
			return true
		}
		p.status[seat] = Status{Finished, uint8(p.count(Finished) + 1)}
	}
	cause := Goal
	if p.count(Finished) == 1 { // the last one; all others resigned
		cause = Resignation
	}
	p.result = p.ranked(cause)
	return true
}

// pass gives the turn to the next seat that still plays.
func (p *Position) pass() {
	k := p.rules.board.keys
	p.hash ^= k.mover[p.mover]
	p.mover = uint8(p.next(int(p.mover)))
	p.hash ^= k.mover[p.mover]
}

// next is the seat behind the given one in playing order that still plays, or
// the given one if nobody else does; previous is the one before it.
func (p *Position) next(seat int) int {
	seats := p.rules.board.seats
	for range seats {
		if seat++; seat == seats {
			seat = 0
		}
		if p.status[seat].State == Active {
			break
		}
	}
	return seat
}

func (p *Position) previous(seat int) int {
	seats := p.rules.board.seats
	for range seats {
		if seat--; seat < 0 {
			seat = seats - 1
		}
		if p.status[seat].State == Active {
			break
		}
	}
	return seat
}

// SkipBlocked passes the turn on while the seat to move has no legal move and
// returns how many seats were skipped. When nobody can move the game is drawn
// and the turn stays.
func (p *Position) SkipBlocked() int {
	if p.result.Over() || p.canMove() {
		return 0
	}
	mover, hash := p.mover, p.hash
	for skipped := 1; ; skipped++ {
		p.pass()
		if p.mover == mover {
			break
		}
		if p.canMove() {
			return skipped
		}
	}
	p.hash = hash
	p.result = Result{Kind: Draw, Cause: Immobile}
	return 0
}

// Truncate ends an ongoing game at a training cap. It is not a rule.
func (p *Position) Truncate() {
	if !p.result.Over() {
		p.result = Result{Kind: Truncated, Cause: Cap}
	}
}
