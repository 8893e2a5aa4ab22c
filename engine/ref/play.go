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
	s.missed[seat] = 0
	s.afterMove(seat)
	s.endTurn()
}

// afterMove decides the result right after a move of the seat: goal, deadline,
// sealed, turn limit, in this order.
func (s *State) afterMove(seat int) {
	if s.fills(seat) {
		s.reachGoal(seat)
	}
	if !s.result.Over() && s.late(seat) {
		s.result = engine.Result{Kind: engine.Win, Cause: engine.Deadline, Seat: uint8(1 - seat)}
	}
	if !s.result.Over() && s.rules.SealedDraw() && s.sealed() {
		s.result = engine.Result{Kind: engine.Draw, Cause: engine.Sealed}
	}
	if limit := s.rules.TurnLimit(); !s.result.Over() && limit > 0 && s.ply >= limit {
		s.result = engine.Result{Kind: engine.Draw, Cause: engine.Turns}
	}
}

// reachGoal is what it means that a seat has filled its goal by its own move.
func (s *State) reachGoal(seat int) {
	switch s.rules.Finish() {
	case engine.FinishFirst:
		s.result = engine.Result{Kind: engine.Win, Cause: engine.Goal, Seat: uint8(seat)}
	case engine.FinishTeams:
		if s.teamFills(seat) {
			s.result = engine.Result{Kind: engine.TeamWin, Cause: engine.Goal, Seat: uint8(seat % 2)}
		}
	case engine.FinishPlaces:
		s.finish(seat)
		s.endIfAlone()
	}
}

// teamFills reports whether a seat and its partner across have both filled
// their goals.
func (s *State) teamFills(seat int) bool { return s.fills(seat) && s.fills((seat+2)%4) }

// late reports whether the seat has made its last move before the deadline, or
// more, and still has a piece at home.
func (s *State) late(seat int) bool {
	d := s.rules.Deadline()
	return d > 0 && s.made[seat] >= d && s.AtHome(seat) > 0
}

// endTurn gives the turn of the seat to move to the next one that can move.
func (s *State) endTurn() {
	s.skips = nil
	s.mover = s.after(s.mover)
	s.SkipBlocked()
}

// after is the next seat in playing order that still plays. It is the given one
// if no other does.
func (s *State) after(seat int) int {
	for i := 1; i < len(s.status); i++ {
		next := (seat + i) % len(s.status)
		if s.plays(next) {
			return next
		}
	}
	return seat
}

// SkipBlocked skips seats to move that have no legal move. If no seat has one,
// the game is drawn and the turn stays where it is.
func (s *State) SkipBlocked() {
	if s.result.Over() || s.canMove(s.mover) {
		return
	}
	skipped := []int{s.mover}
	for seat := s.after(s.mover); seat != s.mover; seat = s.after(seat) {
		if s.canMove(seat) {
			s.mover = seat
			s.skips = append(s.skips, skipped...)
			return
		}
		skipped = append(skipped, seat)
	}
	s.result = engine.Result{Kind: engine.Draw, Cause: engine.Immobile}
}
