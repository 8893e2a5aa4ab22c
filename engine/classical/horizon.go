package classical

import "math/bits"

// frontier is the score of a position with one ply to go, in the view of its
// mover. No move is made: what the best one gains is read from the cells that
// the pieces can reach.
func (s *selective) frontier(ply, beta int) int {
	if s.visit(); s.stopped {
		return 0
	}
	me := s.st.mover & 1
	if s.st.open[me] == 1 && s.winsNow(me) {
		return Mate - ply - 1
	}
	base := int(s.st.sum[me]-s.st.sum[me^1]) + s.extras(me) - s.extras(me^1) - s.tempo
	if s.pressed(me) && s.without&LastPly == 0 {
		return s.lastPly(ply, beta)
	}
	if static := base + 2*s.tempo; static >= beta && s.without&FrontierCut == 0 {
		return static
	}
	if s.without&FrontierSets != 0 {
		return s.lastPly(ply, beta)
	}
	need := int32(max(min(beta-base, 1<<30), -1<<30))
	best := int32(0)
	spots, ahead := &s.t.spots[me], &s.t.ahead[me]
	s.reach.Start(s.t.rules, int(me), &s.st.pieces[me], &s.st.occ)
	for s.reach.Next() {
		from := s.reach.From
		value := spots[from].value
		for w := range s.reach.To {
			for left := s.reach.To[w] & ahead[from][w]; left != 0; left &= left - 1 {
				best = max(best, spots[w<<6|bits.TrailingZeros64(left)].value-value)
			}
		}
		if best >= need {
			break
		}
	}
	return base + int(best)
}

// pressed reports whether a move of the seat may change more than its table
// sum: it has few cells left to fill, or pieces at home and little time.
func (s *selective) pressed(me uint8) bool {
	return s.st.open[me] <= lastPieces+1 ||
		s.deadline > 0 && s.st.home[me] > 0 && lateness(s.deadline-int(s.st.made[me])-1, int(s.st.home[me])) > 0
}

// lastPly is the frontier with every move made.
func (s *selective) lastPly(ply, beta int) int {
	me := s.st.mover & 1
	p := picker{buf: s.buf[ply][:0]}
	best := -infinity
	for m := s.pick(&p); m != 0 && best < beta; m = s.pick(&p) {
		s.st.do(s.t, m, me^1)
		v, over := s.outcome(me, ply+1)
		if !over {
			v = -s.static()
		}
		s.st.undo(s.t, m, me)
		best = max(best, v)
	}
	s.buf[ply] = p.buf
	if best == -infinity { // blocked: as if it had passed
		return s.static() - 2*s.tempo
	}
	return best
}

// winsNow reports whether a seat that lacks one cell of its target can fill it
// with its next move.
func (s *selective) winsNow(me uint8) bool {
	outside := s.st.pieces[me].Without(&s.t.goal[me])
	empty := s.t.goal[me].Without(&s.st.occ)
	if empty.Empty() {
		return false // another seat's piece is in the way
	}
	s.reach.Start(s.t.rules, int(me), &outside, &s.st.occ)
	for s.reach.Next() {
		if s.reach.To.Meets(&empty) {
			return true
		}
	}
	return false
}
