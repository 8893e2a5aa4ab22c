package classical

import (
	"math/bits"

	"halmazero/engine"
)

// extras is what a seat's table sum leaves out, never above zero: the steps of
// its last pieces, and pieces that may miss the deadline.
func (s *selective) extras(seat uint8) int {
	total := -s.last * lastSteps
	if s.st.open[seat] <= lastPieces {
		total = s.lastExtra(seat)
	}
	if d := s.deadline; d > 0 && s.st.home[seat] > 0 {
		total -= lateness(d-int(s.st.made[seat]), int(s.st.home[seat]))
	}
	return total
}

// lastExtra is the cost of the steps of the last pieces.
func (s *selective) lastExtra(seat uint8) int {
	outside := s.st.pieces[seat].Without(&s.t.goal[seat])
	if outside.Count() > lastPieces {
		return -s.last * lastSteps
	}
	return -s.last * min(lastSteps, s.stepsLeft(seat, &outside))
}

// stepsLeft is evaluator.stepsLeft.
func (s *selective) stepsLeft(seat uint8, outside *engine.Bits) int {
	var last [lastPieces]int
	n := 0
	for w, left := range outside {
		for ; left != 0; left &= left - 1 {
			last[n] = s.t.board.CellOf(uint8(w<<6 | bits.TrailingZeros64(left)))
			n++
		}
	}
	if n == 0 {
		return 0
	}
	const far = 1 << 16
	first, second, both := far, far, far
	empty := s.t.goal[seat].Without(&s.st.pieces[seat])
	for w, left := range empty {
		for ; left != 0; left &= left - 1 {
			g := s.t.board.CellOf(uint8(w<<6 | bits.TrailingZeros64(left)))
			d := s.t.board.Distance(last[0], g)
			if n == 2 {
				d2 := s.t.board.Distance(last[1], g)
				both = min(both, first+d2, second+d)
				second = min(second, d2)
			}
			first = min(first, d)
		}
	}
	if n == 2 {
		return both
	}
	return first
}

// static is the evaluation in the view of the seat to move.
func (s *selective) static() int {
	me := s.st.mover & 1
	return int(s.st.sum[me]-s.st.sum[me^1]) + s.extras(me) - s.extras(me^1) + s.tempo
}
