package classical

import (
	"math/bits"

	"halmazero/engine"
)

// seats is a set of seats, a bit for each.
type seats uint8

func (s seats) has(seat uint8) bool { return s>>seat&1 != 0 }

// turn is what a position of several seats knows besides its pieces: whose turn
// it is, and who still plays. The rest of it is the state.
type turn struct {
	// clock is the number of moves made by all, as the turn limit counts
	// them. A reply that stands for a round of moves counts as all of them.
	clock int32
	// active are the seats that still play; taken is how many have finished
	// in this search.
	active seats
	taken  uint8
	// ours says that the searching seat or its partner is to move.
	ours bool
	// free says that the opponents' free move of this round is still to be
	// made (BestReplyPlus).
	free bool
	// mover is the seat to move; where the opponents are taken for one, the
	// first of them.
	mover uint8
}

// partyOf is a seat and its partner.
func (s *several) partyOf(seat uint8) seats {
	if s.finish == engine.FinishTeams {
		return 1<<seat | 1<<(seat^2)
	}
	return 1 << seat
}

// live are the seats that get turns: the active ones, but for those of a team
// that wait for their partner.
func (s *several) live() seats {
	live := s.active
	if s.finish == engine.FinishTeams {
		for seat := range uint8(s.count) {
			if s.st.open[seat] == 0 {
				live &^= 1 << seat
			}
		}
	}
	return live
}

// movers are the seats of which one makes the next move.
func (s *several) movers() seats {
	switch {
	case s.how != BestReply:
		return 1 << s.turn.mover
	case s.ours:
		return s.live() & s.party
	}
	return s.live() &^ s.party
}

// after is the next of some seats in playing order, or the seat itself where
// there is no other.
func (s *several) after(seat uint8, of seats) uint8 {
	for next := seat; ; {
		if next++; int(next) == s.count {
			next = 0
		}
		if next == seat || of.has(next) {
			return next
		}
	}
}

// give passes the turn on from a seat that has moved.
func (s *several) give(seat uint8) {
	live := s.live()
	switch {
	case s.how != BestReply:
		s.to(s.after(seat, live))
	case s.ours || !live.has(s.me):
		s.to(s.after(s.me, s.among(live, !s.ours)))
	default:
		s.to(s.me)
	}
}

// among are those of the seats that are of the searching party, or not.
func (s *several) among(of seats, ours bool) seats {
	if ours {
		return of & s.party
	}
	return of &^ s.party
}

// to gives the turn to a seat.
func (s *several) to(seat uint8) {
	s.turn.mover = seat
	s.ours = s.party.has(seat)
	s.free = s.free || s.ours
	s.st.pass(s.t, seat)
}

// lastOfRound reports whether the seat to move is an opponent behind which one
// of the searching party is.
func (s *several) lastOfRound() bool {
	return s.party.has(s.after(s.turn.mover, s.live()))
}

// ownerOf is the seat whose piece a move moves.
func (s *several) ownerOf(m step) uint8 {
	if s.how != BestReply {
		return s.turn.mover
	}
	for seat := range uint8(s.count) {
		if s.st.pieces[seat].Has(m.from()) {
			return seat
		}
	}
	panic("classical: a move without a piece")
}

// make makes a move of a seat; unmake takes it back, with the turn as it was.
// Afterwards it is still the seat's turn, until it is given on.
func (s *several) make(m step, seat uint8) {
	s.clock++
	if s.how == BestReply && !s.ours {
		s.clock += int32(bits.OnesCount8(uint8(s.live()&^s.party))) - 1
	}
	s.st.pass(s.t, seat)
	s.st.do(s.t, m, seat)
}

func (s *several) unmake(m step, seat uint8, was turn) {
	s.st.undo(s.t, m, seat)
	s.restore(was)
}

// skip passes the turn on from a position in which nobody of the movers can
// move, and reports false where nobody else can either. restore takes it back.
func (s *several) skip() bool {
	live, from := s.live(), s.turn.mover
	if s.how == BestReply {
		for seat := range uint8(s.count) {
			if s.among(live, !s.ours).has(seat) && s.canMove(seat) {
				s.give(from)
				return true
			}
		}
		return false
	}
	for seat := s.after(from, live); seat != from; seat = s.after(seat, live) {
		if !live.has(seat) {
			return false
		}
		if s.canMove(seat) {
			s.to(seat)
			return true
		}
	}
	return false
}

// restore takes a skip back.
func (s *several) restore(was turn) {
	s.turn = was
	s.st.pass(s.t, was.mover)
}

// canMove reports whether a seat has a legal move.
func (s *several) canMove(seat uint8) bool {
	s.reach.Start(s.t.rules, int(seat), &s.st.pieces[seat], &s.st.occ)
	for s.reach.Next() {
		if !s.reach.To.Empty() {
			return true
		}
	}
	return false
}
