package engine

import (
	"errors"
	"fmt"
)

// ErrEvent is wrapped by every error about an event that may not happen.
var ErrEvent = errors.New("event not allowed")

// Resign takes a seat out of the game, whoever is to move: its pieces leave
// the board, and its place is the last one that no earlier resigner has. When
// one seat is left the game is over. A turn that was the resigner's passes on;
// otherwise it stays. The rest of a position is unchanged by an event that is
// refused.
func (p *Position) Resign(seat int) error {
	switch {
	case p.result.Over():
		return fmt.Errorf("%w: the game is over (%s)", ErrEvent, p.result)
	case !p.rules.resign:
		return fmt.Errorf("%w: %s has no resigning (resign=on)", ErrEvent, p.rules.ref)
	case seat < 0 || seat >= p.rules.board.seats:
		return fmt.Errorf("%w: seat %d resigns, want 1 to %d", ErrEvent, seat+1, p.rules.board.seats)
	case p.status[seat].State != Active:
		return fmt.Errorf("%w: seat %d resigns, but no longer plays", ErrEvent, seat+1)
	}
	p.leave(seat)
	return nil
}

// leave is the resigning of a seat that still plays.
func (p *Position) leave(seat int) {
	b := p.rules.board
	for _, i := range p.pieces[seat].appendIndices(make([]uint8, 0, MaxCells)) {
		p.hash ^= b.keys.piece[seat][i]
	}
	p.pieces[seat] = Bits{}
	p.open[seat], p.remaining[seat], p.home[seat] = b.near[seat].full, 0, 0
	p.status[seat] = Status{Resigned, uint8(b.seats - p.count(Resigned))}
	p.missed[seat] = 0
	p.setCrowded()
	over := p.lastOne()
	if int(p.mover) == seat {
		p.pass()
	}
	if !over {
		p.SkipBlocked()
	}
}

// Timeout lets the seat to move miss its turn. As many in a row as the ruleset
// says make it resign; a completed move starts the count anew.
func (p *Position) Timeout() error {
	switch {
	case p.result.Over():
		return fmt.Errorf("%w: the game is over (%s)", ErrEvent, p.result)
	case p.rules.timeout == 0:
		return fmt.Errorf("%w: %s has no time-outs (timeout=N)", ErrEvent, p.rules.ref)
	}
	seat := p.mover
	if int(p.missed[seat])+1 == p.rules.timeout {
		p.leave(int(seat))
		return nil
	}
	p.missed[seat]++
	p.pass()
	p.SkipBlocked()
	return nil
}

// AgreeDraw ends the game as a draw that the players agree on.
func (p *Position) AgreeDraw() error {
	switch {
	case p.result.Over():
		return fmt.Errorf("%w: the game is over (%s)", ErrEvent, p.result)
	case !p.rules.agreedDraw:
		return fmt.Errorf("%w: %s has no draw by agreement (agreed_draw=on)", ErrEvent, p.rules.ref)
	}
	p.result = Result{Kind: Draw, Cause: Agreed}
	return nil
}
