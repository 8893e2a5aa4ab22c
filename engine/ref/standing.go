package ref

import "halmazero/engine"

// standing is the result of a position that comes from outside. After the first
// ply the seat before the one to move is taken for the last mover, and a goal
// that is full all the same is a win: of the last mover's if it is its own,
// otherwise of the one that moved latest before. Moves made that do not add up
// to the plies are not a game's: they miss no deadline yet.
func (s *State) standing() engine.Result {
	c := s.Clone()
	c.endIfAlone()
	s.status = c.status // the last one has its place
	if c.result.Over() {
		return c.result
	}
	if s.ply > 0 {
		if r := s.standingGoals(); r.Over() {
			return r
		}
		if last := s.before(s.mover); s.late(last) && s.movesAddUp() {
			return engine.Result{Kind: engine.Win, Cause: engine.Deadline, Seat: uint8(1 - last)}
		}
	}
	c.SkipBlocked()
	// Before the first ply no move has sealed anything yet.
	if s.rules.SealedDraw() && s.sealed() && (s.ply > 0 || c.result.Over()) {
		return engine.Result{Kind: engine.Draw, Cause: engine.Sealed}
	}
	if limit := s.rules.TurnLimit(); limit > 0 && s.ply >= limit {
		return engine.Result{Kind: engine.Draw, Cause: engine.Turns}
	}
	return c.result
}

// standingGoals is the win of a seat, or a team, whose goals are full. Where
// there are places a seat that has not got its own yet gets it by its next
// move.
func (s *State) standingGoals() engine.Result {
	last := s.before(s.mover)
	switch s.rules.Finish() {
	case engine.FinishFirst:
		for range s.seatsIn(engine.Active) {
			if s.fills(last) {
				return engine.Result{Kind: engine.Win, Cause: engine.Goal, Seat: uint8(last)}
			}
			last = s.before(last)
		}
	case engine.FinishTeams:
		for _, seat := range []int{last, s.mover} {
			if s.teamFills(seat) {
				return engine.Result{Kind: engine.TeamWin, Cause: engine.Goal, Seat: uint8(seat % 2)}
			}
		}
	}
	return engine.Result{}
}

// before is the seat that still plays before the given one in playing order.
func (s *State) before(seat int) int {
	for before := range s.status {
		if s.plays(before) && s.after(before) == seat {
			return before
		}
	}
	return seat
}

func (s *State) movesAddUp() bool {
	sum := 0
	for _, n := range s.made {
		sum += n
	}
	return sum == s.ply
}
