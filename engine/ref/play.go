package ref

import (
	"fmt"

	"halmazero/engine"
)

// Play makes a move of the seat to move, then decides the result and whose
// turn it is. An illegal move is an error that wraps engine.ErrIllegal, and
// leaves the state as it was.
func (s *State) Play(m engine.Move) error {
	if !s.Legal(m) {
		return fmt.Errorf("%w %s by seat %d", engine.ErrIllegal, s.names([]int{m.From(), m.To()}), s.mover+1)
	}
	s.play(m)
	return nil
}

// play makes a move that is known to be legal.
func (s *State) play(m engine.Move) {
	seat := s.mover
	s.board[m.From()] = 0
	s.board[m.To()] = seat + 1
	s.ply++
	s.made[seat]++
	s.skips = nil
	s.mover = 1 - seat
	s.result = s.afterMove(seat, s.late(seat))
	s.SkipBlocked()
}

// afterMove is the result right after a move of the seat: win, deadline,
// sealed, turn limit, in this order. Late says whether the seat has missed the
// deadline.
func (s *State) afterMove(seat int, late bool) engine.Result {
	if s.fills(seat) {
		return engine.Result{Kind: engine.Win, Cause: engine.Goal, Seat: uint8(seat)}
	}
	if late {
		return engine.Result{Kind: engine.Win, Cause: engine.Deadline, Seat: uint8(1 - seat)}
	}
	if s.rules.SealedDraw() && s.sealed() {
		return engine.Result{Kind: engine.Draw, Cause: engine.Sealed}
	}
	if limit := s.rules.TurnLimit(); limit > 0 && s.ply >= limit {
		return engine.Result{Kind: engine.Draw, Cause: engine.Turns}
	}
	return engine.Result{}
}

// late reports whether the seat has made its last move before the deadline, or
// more, and still has a piece at home.
func (s *State) late(seat int) bool {
	d := s.rules.Deadline()
	return d > 0 && s.made[seat] >= d && s.AtHome(seat) > 0
}

// fills reports whether every cell of the seat's goal holds its piece.
func (s *State) fills(seat int) bool {
	for c, v := range s.board {
		if s.square.inGoal(seat, c) && v != seat+1 {
			return false
		}
	}
	return true
}

// SkipBlocked skips the seat to move if it has no legal move. If neither seat
// has one, the game is drawn and the turn stays where it is.
func (s *State) SkipBlocked() {
	if s.result.Over() || s.canMove() {
		return
	}
	blocked := s.mover
	s.mover = 1 - blocked
	if s.canMove() {
		s.skips = append(s.skips, blocked)
		return
	}
	s.mover = blocked
	s.result = engine.Result{Kind: engine.Draw, Cause: engine.Immobile}
}

// standing is the result of a position that comes from outside. After the
// first ply the seat before the one to move is taken for the last mover, and a
// goal that is full all the same is a win. Moves made that do not add up to the
// plies are not a game's: they miss no deadline yet.
func (s *State) standing() engine.Result {
	result := engine.Result{}
	if s.ply > 0 {
		last := 1 - s.mover
		result = s.afterMove(last, s.late(last) && s.made[0]+s.made[1] == s.ply)
		if result.Cause != engine.Goal && s.fills(s.mover) {
			result = engine.Result{Kind: engine.Win, Cause: engine.Goal, Seat: uint8(s.mover)}
		}
	} else if s.rules.SealedDraw() && s.sealed() {
		result = engine.Result{Kind: engine.Draw, Cause: engine.Sealed}
	}
	if !result.Over() && s.nobodyMoves() {
		result = engine.Result{Kind: engine.Draw, Cause: engine.Immobile}
	}
	return result
}

func (s *State) nobodyMoves() bool {
	mover := s.mover
	defer func() { s.mover = mover }()
	for s.mover = range 2 {
		if s.canMove() {
			return false
		}
	}
	return true
}
