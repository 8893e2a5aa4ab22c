package classical

import "math/bits"

// picker gives the moves of a position one by one, the most promising first,
// and finds them only when it must.
type picker struct {
	buf    []uint32 // the moves found, with what they promise: see promise
	next   int
	first  step // tried before any other is looked for; 0 for none
	killer step
	stage  uint8
	split  bool // look for the moves forwards first, and for the others only after them
}

// The stages of a picker.
const (
	stageFirst uint8 = iota
	stageFind
	stageFound
	stageRest
)

// pick is the next move, 0 if there is none.
func (s *selective) pick(p *picker) step {
	for {
		switch p.stage {
		case stageFirst:
			p.stage = stageFind
			if p.first != 0 {
				return p.first
			}
		case stageFind:
			if p.split {
				s.find(p, forwards)
				p.stage = stageFound
			} else {
				s.find(p, everything)
				p.stage = stageRest
			}
		default:
			for p.next < len(p.buf) {
				if m := p.best(); m != p.first {
					return m
				}
			}
			if p.stage == stageRest {
				return 0
			}
			s.find(p, others)
			p.stage = stageRest
		}
	}
}

// best takes the most promising of the moves that are left.
func (p *picker) best() step {
	left := p.buf[p.next:]
	p.next++
	at, most := 0, left[0]
	for i, v := range left {
		if v > most {
			at, most = i, v
		}
	}
	left[at] = left[0]
	return step(most)
}

// Which moves are looked for.
type part uint8

const (
	everything part = iota
	forwards        // those that raise the table sum
	others
)

// find adds moves of the seat to move to the buffer, each in the lower half of a
// word whose upper half is what it promises.
func (s *selective) find(p *picker, which part) {
	me := s.st.mover & 1
	spots, ahead := &s.t.spots[me], &s.t.ahead[me]
	history := s.past[int(me)<<16:][:1<<16]
	unit, killer := int32(s.history), int32(s.killer)
	buf := p.buf
	s.reach.Start(s.t.rules, int(me), &s.st.pieces[me], &s.st.occ)
	for s.reach.Next() {
		from := s.reach.From
		to := s.reach.To
		switch which {
		case forwards:
			to = to.And(&ahead[from])
		case others:
			to = to.Without(&ahead[from])
		}
		value := spots[from].value
		for w, left := range to {
			for ; left != 0; left &= left - 1 {
				m := newStep(from, uint8(w<<6|bits.TrailingZeros64(left)))
				promise := int32(1<<15) + spots[m.to()].value - value
				if s.without&ProgressFirst != 0 {
					promise = 1 << 15
				}
				if s.without&History == 0 {
					promise += int32(history[m]) / unit
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
