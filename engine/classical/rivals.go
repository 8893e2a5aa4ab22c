package classical

import (
	"math/bits"

	"halmazero/engine"
)

// Scores in games of places. To finish first of those who still play is a win,
// as with one place. To finish behind others who have done so in this search
// scores placed less placeWorth for each of them, and whoever still plays pays
// the same. So a place is worth more than any progress.
const (
	placeWorth = 1 << 18
	placed     = 1 << 22
)

// rivalShare is how much of what a seat measures itself against is the best of
// its rivals, in percent; the rest is their mean.
const rivalShare = 50

// progress is how far a seat has come: its table sum and extras.
func (s *several) progress(seat uint8) int {
	return int(s.st.sum[seat]) + s.extras(seat)
}

// allProgress is that of every seat.
func (s *several) allProgress(of *[engine.MaxSeats]int) {
	for seat := range uint8(s.count) {
		of[seat] = s.progress(seat)
	}
}

// compare is the score of a seat, without the tempo, by the progress of all:
// its own against that of its rivals, or its team's against the other's.
func (s *several) compare(view uint8, progress *[engine.MaxSeats]int) int {
	if s.finish == engine.FinishTeams {
		return progress[view] + progress[view^2] - progress[view^1] - progress[view^3]
	}
	best, sum, n := -infinity, 0, 0
	for rivals := s.active &^ (1 << view); rivals != 0; rivals &= rivals - 1 {
		p := progress[bits.TrailingZeros8(uint8(rivals))]
		best = max(best, p)
		sum += p
		n++
	}
	score := progress[view] - placeWorth*int(s.taken)
	if n > 0 {
		score -= (s.rivalShare*best + (100-s.rivalShare)*sum/n) / 100
	}
	return score
}

// standing is the evaluation of a position in which the game goes on, in the
// view of the party to move.
func (s *several) standing() int {
	var progress [engine.MaxSeats]int
	s.allProgress(&progress)
	return s.inView(s.compare(s.me, &progress)) + s.tempo
}

// pressed reports whether a seat has few cells left to fill, so that a move may
// change more than its table sum.
func (s *several) pressed() bool {
	for seat := range uint8(s.count) {
		if s.st.open[seat] <= lastPieces+1 && s.active.has(seat) {
			return true
		}
	}
	return false
}

// inView turns a score of the searching seat into one of the party to move.
func (s *several) inView(score int) int {
	if s.ours {
		return score
	}
	return -score
}

// ending is whether a move has ended the game, and how.
type ending uint8

const (
	goesOn ending = iota
	won           // the seat that has moved wins, or its team
	drawn
	ranked // places: the searching seat has one
)

// conclude decides whether the move that the seat has just made, ply plies from
// the root, ends the game, or the search of it.
func (s *several) conclude(seat uint8, ply int) ending {
	if s.st.open[seat] == 0 {
		if e := s.fill(seat, ply); e != goesOn {
			return e
		}
	}
	if s.limited {
		if limit := s.t.rules.TurnLimit(); limit > 0 && int(s.clock) >= limit || s.t.rules.Sealed(&s.st.pieces) {
			return drawn
		}
	}
	return goesOn
}

// fill is what follows from a seat's having filled its target with its move.
func (s *several) fill(seat uint8, ply int) ending {
	switch s.finish {
	case engine.FinishFirst:
		return won
	case engine.FinishTeams:
		if s.st.open[seat^2] == 0 {
			return won
		}
	case engine.FinishPlaces:
		s.reached[seat] = Mate - ply
		if s.taken > 0 {
			s.reached[seat] = placed - placeWorth*int(s.taken) - ply
		}
		s.taken++
		s.active &^= 1 << seat
		if seat == s.me || bits.OnesCount8(uint8(s.active)) == 1 {
			return ranked
		}
	}
	return goesOn
}

// scoreOf is the score of an ended game in the view of a seat. by is the seat
// that has ended it.
func (s *several) scoreOf(e ending, view, by uint8, ply int) int {
	switch {
	case e == drawn:
		return 0
	case e == won && s.partyOf(by).has(view):
		return Mate - ply
	case e == won:
		return ply - Mate
	case !s.active.has(view):
		return s.reached[view]
	case s.active == 1<<view:
		return ply - Mate // the last one
	}
	var progress [engine.MaxSeats]int
	s.allProgress(&progress)
	return s.compare(view, &progress)
}
