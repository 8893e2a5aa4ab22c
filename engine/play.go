package engine

// Play makes a legal move: it moves the piece, decides the result, and passes
// the turn, skipping seats without a legal move. The move is not checked: see
// Legal. Copy the position first to take a move back.
func (p *Position) Play(m Move) {
	b := p.rules.board
	seat := p.mover
	from, to := b.bit[m.From()], b.bit[m.To()]
	p.pieces[seat].Clear(from)
	p.pieces[seat].Set(to)
	p.hash ^= b.keys.piece[seat][from] ^ b.keys.piece[seat][to]
	p.ply++
	p.made[seat]++
	p.result = p.ending(int(seat), p.late(int(seat)))
	p.pass()
	if !p.result.Over() {
		p.SkipBlocked()
	}
}

// ending is the result after a move of the given seat, in the order of the
// rules: goal, deadline, sealed, turn limit. Late says whether the seat has
// missed the deadline.
func (p *Position) ending(seat int, late bool) Result {
	r := p.rules
	switch {
	case p.pieces[seat].Covers(&r.board.goal[seat]):
		return Result{Kind: Win, Cause: Goal, Seat: uint8(seat)}
	case late:
		return Result{Kind: Win, Cause: Deadline, Seat: uint8(1 - seat)}
	case r.sealedDraw && p.sealed():
		return Result{Kind: Draw, Cause: Sealed}
	case r.turnLimit > 0 && int(p.ply) >= r.turnLimit:
		return Result{Kind: Draw, Cause: Turns}
	}
	return Result{}
}

// late reports whether a seat has missed the deadline.
func (p *Position) late(seat int) bool {
	r := p.rules
	return r.deadline > 0 && int(p.made[seat]) >= r.deadline && p.pieces[seat].Meets(&r.board.home[seat])
}

// pass gives the turn to the next seat.
func (p *Position) pass() {
	k := &p.rules.board.keys
	p.hash ^= k.mover[p.mover]
	p.mover++
	if int(p.mover) == p.rules.board.seats {
		p.mover = 0
	}
	p.hash ^= k.mover[p.mover]
}

// SkipBlocked passes the turn on while the seat to move has no legal move and
// returns how many seats were skipped. When nobody can move the game is drawn
// and the turn stays.
func (p *Position) SkipBlocked() int {
	if p.result.Over() {
		return 0
	}
	for skipped := range p.rules.board.seats {
		if p.canMove() {
			return skipped
		}
		p.pass()
	}
	p.result = Result{Kind: Draw, Cause: Immobile}
	return 0
}

// Truncate ends an ongoing game at a training cap. It is not a rule.
func (p *Position) Truncate() {
	if !p.result.Over() {
		p.result = Result{Kind: Truncated, Cause: Cap}
	}
}
