package classical

import "math/bits"

// choose is the next move of some seats, the most promising first, 0 if there
// is none.
func (s *several) choose(p *picker, movers seats) step {
	if p.stage == stageFirst {
		p.stage = stageFind
		if p.first != 0 {
			return p.first
		}
	}
	if p.stage == stageFind {
		p.stage = stageRest
		for seat := range uint8(s.count) {
			if movers.has(seat) {
				s.collect(p, seat)
			}
		}
	}
	for p.next < len(p.buf) {
		if m := p.best(); m != p.first {
			return m
		}
	}
	return 0
}

// filling is what a move that fills the last cell of a target promises besides
// its gain: more than any other move.
const filling = 1 << 14

// collect adds the moves of a seat to the buffer, as selective.find does.
func (s *several) collect(p *picker, seat uint8) {
	spots := &s.t.spots[seat]
	history := s.past[int(seat)<<16:][:1<<16]
	unit, killer := int32(s.history), int32(s.killer)
	last := s.st.open[seat] == 1
	buf := p.buf
	s.reach.Start(s.t.rules, int(seat), &s.st.pieces[seat], &s.st.occ)
	for s.reach.Next() {
		from := s.reach.From
		value := spots[from].value
		for w, left := range s.reach.To {
			for ; left != 0; left &= left - 1 {
				m := newStep(from, uint8(w<<6|bits.TrailingZeros64(left)))
				promise := int32(1 << 15)
				if s.without&ProgressFirst == 0 {
					promise += spots[m.to()].value - value
				}
				if s.without&History == 0 {
					promise += int32(history[m]) / unit
				}
				if last && spots[m.to()].goal > spots[from].goal {
					promise += filling
				}
				if m == p.killer && s.without&Killers == 0 {
					promise += killer
				}
				buf = append(buf, uint32(promise)<<16|uint32(m))
			}
		}
	}
	p.buf = buf
}

// usual is the move by which a seat fills its target, or else gains most, the
// first of several; 0 if it is blocked.
func (s *several) usual(seat uint8) step {
	spots := &s.t.spots[seat]
	best, most := step(0), int32(-1<<31)
	last := s.st.open[seat] == 1
	s.reach.Start(s.t.rules, int(seat), &s.st.pieces[seat], &s.st.occ)
	for s.reach.Next() {
		from := s.reach.From
		value := spots[from].value
		for w, left := range s.reach.To {
			for ; left != 0; left &= left - 1 {
				to := uint8(w<<6 | bits.TrailingZeros64(left))
				gain := spots[to].value - value
				if last && spots[to].goal > spots[from].goal {
					gain += filling
				}
				if gain > most {
					best, most = newStep(from, to), gain
				}
			}
		}
	}
	return best
}
