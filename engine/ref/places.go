package ref

import "halmazero/engine"

// plays reports whether a seat has neither finished nor resigned.
func (s *State) plays(seat int) bool { return s.status[seat].State == engine.Active }

// seatsIn is the seats of a state, in playing order.
func (s *State) seatsIn(state engine.State) []int {
	var seats []int
	for seat, st := range s.status {
		if st.State == state {
			seats = append(seats, seat)
		}
	}
	return seats
}

// finish gives a seat the place behind all that have finished.
func (s *State) finish(seat int) {
	place := 1 + len(s.seatsIn(engine.Finished))
	s.status[seat] = engine.Status{State: engine.Finished, Place: uint8(place)}
}

// endIfAlone ends the game when one seat is left that plays. Where there are
// places it takes the one behind all that have finished, otherwise it wins.
func (s *State) endIfAlone() {
	left := s.seatsIn(engine.Active)
	if len(left) > 1 {
		return
	}
	if s.rules.Finish() != engine.FinishPlaces {
		s.result = engine.Result{Kind: engine.Win, Cause: engine.Resignation, Seat: uint8(left[0])}
		return
	}
	for _, seat := range left {
		s.finish(seat)
	}
	s.result = engine.Result{Kind: engine.Ranked, Cause: engine.Goal, Order: s.order()}
	if len(s.seatsIn(engine.Finished)) == 1 { // who is left by resigners alone
		s.result.Cause = engine.Resignation
	}
}

// order is the seats by place, from 1. Seats without a known place fill the
// places that are left: those that have finished, then those that have
// resigned, each in playing order.
func (s *State) order() (order [engine.MaxSeats]uint8) {
	var unknown []int
	for _, state := range []engine.State{engine.Finished, engine.Resigned} {
		for _, seat := range s.seatsIn(state) {
			if place := s.status[seat].Place; place > 0 {
				order[place-1] = uint8(seat + 1)
			} else {
				unknown = append(unknown, seat)
			}
		}
	}
	for i := range s.status {
		if order[i] == 0 {
			order[i] = uint8(unknown[0] + 1)
			unknown = unknown[1:]
		}
	}
	return order
}
