package ref

import (
	"fmt"

	"halmazero/engine"
)

// Resign takes a seat out of the game, whoever is to move. Its pieces leave the
// board; its place is the last that no earlier resigner has. The turn passes on
// only if it was the resigner's. An error wraps engine.ErrEvent and leaves the
// state as it was.
func (s *State) Resign(seat int) error {
	if err := s.allow(s.rules.Resign(), "resigning"); err != nil {
		return err
	}
	if seat < 0 || seat >= len(s.status) || !s.plays(seat) {
		return fmt.Errorf("%w: seat %d does not play", engine.ErrEvent, seat+1)
	}
	s.resign(seat)
	return nil
}

func (s *State) resign(seat int) {
	for c, v := range s.board {
		if v == seat+1 {
			s.board[c] = 0
		}
	}
	place := len(s.status) - len(s.seatsIn(engine.Resigned))
	s.status[seat] = engine.Status{State: engine.Resigned, Place: uint8(place)}
	s.missed[seat] = 0
	s.endIfAlone()
	if s.mover == seat {
		s.endTurn()
		return
	}
	s.skips = nil
	s.SkipBlocked() // whose support may have gone
}

// Timeout makes the seat to move miss its turn. The last one in a row that the
// rules allow for makes it resign. Errors are those of Resign.
func (s *State) Timeout() error {
	if err := s.allow(s.rules.Timeout() > 0, "time-outs"); err != nil {
		return err
	}
	if s.missed[s.mover]+1 == s.rules.Timeout() {
		s.resign(s.mover)
		return nil
	}
	s.missed[s.mover]++
	s.endTurn()
	return nil
}

// AgreeDraw ends the game as a draw that the players agree on. Errors are those
// of Resign.
func (s *State) AgreeDraw() error {
	if err := s.allow(s.rules.AgreedDraw(), "agreed draws"); err != nil {
		return err
	}
	s.skips = nil
	s.result = engine.Result{Kind: engine.Draw, Cause: engine.Agreed}
	return nil
}

func (s *State) allow(known bool, what string) error {
	if s.result.Over() {
		return fmt.Errorf("%w: the game is over (%s)", engine.ErrEvent, s.result)
	}
	if !known {
		return fmt.Errorf("%w: %s has no %s", engine.ErrEvent, s.rules.Ref(), what)
	}
	return nil
}
