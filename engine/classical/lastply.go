package classical

import (
	"math/bits"

	"halmazero/engine"
)

// horizon is the score of a position with one ply to go, in the view of the
// party to move. No move is made: each seat whose move it may be is given the
// progress that it can reach. Of opponents who are taken for one the one counts
// whose progress hurts most; in a round with a free move all make progress.
func (s *several) horizon(ply, beta int) int {
	if s.visit(); s.stopped {
		return 0
	}
	var progress [engine.MaxSeats]int
	s.allProgress(&progress)
	if now := s.inView(s.compare(s.me, &progress)) + s.tempo; now >= beta && s.without&FrontierCut == 0 {
		return now
	}
	movers := s.movers()
	if s.how == BestReplyPlus && !s.ours {
		return s.restOfRound(ply, &progress)
	}
	best := -infinity
	for ; movers != 0 && best < beta; movers &= movers - 1 {
		seat := uint8(bits.TrailingZeros8(uint8(movers)))
		best = max(best, s.afterReach(seat, ply, &progress))
	}
	return best
}

// afterReach is the score, in the view of the party to move, after a seat has
// made the progress that it can.
func (s *several) afterReach(seat uint8, ply int, progress *[engine.MaxSeats]int) int {
	now, was := progress[seat], s.turn
	far, fills := s.furthest(seat)
	progress[seat] = far
	v := 0
	if e := s.filled(seat, ply, fills); e != goesOn {
		v = s.scoreOf(e, s.me, seat, ply+1)
	} else {
		v = s.compare(s.me, progress)
	}
	progress[seat], s.turn = now, was
	if v = s.inView(v); decided(v) {
		return v
	}
	return v - s.tempo
}

// restOfRound is the score after every opponent from the one to move on has
// made the progress that it can, in the opponents' view.
func (s *several) restOfRound(ply int, progress *[engine.MaxSeats]int) int {
	was, live := s.turn, s.live()
	v := -infinity
	for seat := s.turn.mover; live.has(seat) && !s.party.has(seat); seat = s.after(seat, live) {
		far, fills := s.furthest(seat)
		progress[seat] = far
		if e := s.filled(seat, ply, fills); e != goesOn {
			v = -s.scoreOf(e, s.me, seat, ply+1)
			break
		}
	}
	if v == -infinity {
		v = -s.compare(s.me, progress) - s.tempo
	}
	s.turn = was
	return v
}

// filled is fill for a move that has not been made, if it would fill.
func (s *several) filled(seat uint8, ply int, fills bool) ending {
	if !fills {
		return goesOn
	}
	return s.fill(seat, ply+1)
}

// furthest is the greatest progress that a seat can have after a move, its
// progress now if it is blocked or has none to make; fills reports whether it
// can fill its target. Only where few cells are left to fill, so that the
// extras may change, are moves made.
func (s *several) furthest(seat uint8) (far int, fills bool) {
	spots, st := &s.t.spots[seat], &s.st
	last := st.open[seat] <= lastPieces+1
	far = s.progress(seat)
	gain := int32(0)
	if last {
		far = -infinity
	}
	s.reach.Start(s.t.rules, int(seat), &st.pieces[seat], &st.occ)
	for s.reach.Next() {
		from := s.reach.From
		value := spots[from].value
		for w, left := range s.reach.To {
			if !last {
				left &= s.t.ahead[seat][from][w]
			}
			for ; left != 0; left &= left - 1 {
				to := uint8(w<<6 | bits.TrailingZeros64(left))
				if !last {
					gain = max(gain, spots[to].value-value)
					continue
				}
				st.shift(s.t, seat, from, to)
				far = max(far, s.progress(seat))
				fills = fills || st.open[seat] == 0
				st.shift(s.t, seat, to, from)
			}
		}
	}
	if far == -infinity {
		return s.progress(seat), false
	}
	return far + int(gain), fills
}
