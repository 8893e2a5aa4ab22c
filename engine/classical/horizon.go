package classical

import "math/bits"

// frontier is the score of a position with one ply to go, in the view of its
// mover. No move is made: what the best one gains is read from the cells that
// the pieces can reach.
func (s *selective) frontier(ply, alpha, beta int) int {
	if s.visit(); s.stopped {
		return 0
	}
	me := s.st.mover & 1
	if s.st.open[me] == 1 && s.winsNow(me) {
		return Mate - ply - 1
	}
	extras := s.extras(me) - s.extras(me^1)
	base := int(s.st.sum[me]-s.st.sum[me^1]) + extras - s.tempo
	if static := base + 2*s.tempo; static >= beta && s.without&FrontierCut == 0 {
		return static
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
