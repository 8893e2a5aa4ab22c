package classical

import "halmazero/engine"

// tryForAll makes a move of the seat to move and leaves the scores of all seats
// in the vector of the ply behind; it returns the mover's. depth counts the
// move.
func (s *several) tryForAll(m step, ply, depth int) int {
	seat, was := s.turn.mover, s.turn
	s.make(m, seat)
	out := &s.vector[ply+1]
	if e := s.conclude(seat, ply+1); e != goesOn {
		for view := range uint8(s.count) {
			out[view] = s.scoreOf(e, view, seat, ply+1)
		}
	} else {
		s.give(seat)
		s.lookForAll(ply+1, depth-1)
	}
	s.unmake(m, seat, was)
	return out[seat]
}

// lookForAll leaves the scores of the position, each in the view of its own
// seat, in the vector of the ply: those after the move that is best for the
// seat to move.
func (s *several) lookForAll(ply, depth int) {
	if s.visit(); s.stopped {
		return
	}
	if depth <= 0 || ply >= MaxDepth || depth == 1 && !s.full {
		s.judgeForAll(ply, depth)
		return
	}
	mover := s.turn.mover
	limit := 1 << 30
	if !s.full && depth < len(s.prune) && s.without&LateMovePruning == 0 {
		limit = s.prune[depth]
	}
	p := picker{buf: s.buf[ply][:0]}
	best, i := -infinity, 0
	for ; i < limit || best <= -MateBound; i++ {
		m := s.choose(&p, 1<<mover)
		if m == 0 {
			break
		}
		v := s.tryForAll(m, ply, depth)
		if s.stopped {
			break
		}
		if v > best {
			best = v
			s.vector[ply] = s.vector[ply+1]
			if v >= Mate-ply-1 {
				break // it wins at once
			}
		}
	}
	s.buf[ply] = p.buf
	if i == 0 && !s.stopped {
		s.passForAll(ply, depth)
	}
}

// passForAll is lookForAll where the seat to move is blocked.
func (s *several) passForAll(ply, depth int) {
	was := s.turn
	s.vector[ply] = [engine.MaxSeats]int{}
	if s.skip() {
		s.lookForAll(ply+1, depth)
		s.vector[ply] = s.vector[ply+1]
	}
	s.restore(was)
}

// judgeForAll leaves the evaluation in the vector of the ply. With a ply to go
// the seat to move is given the progress that it can reach.
func (s *several) judgeForAll(ply, depth int) {
	out, was, mover := &s.vector[ply], s.turn, s.turn.mover
	var progress [engine.MaxSeats]int
	s.allProgress(&progress)
	if depth == 1 && ply < MaxDepth {
		far, fills := s.furthest(mover)
		progress[mover] = far
		if e := s.filled(mover, ply, fills); e != goesOn {
			for view := range uint8(s.count) {
				out[view] = s.scoreOf(e, view, mover, ply+1)
			}
			s.turn = was
			return
		}
	}
	for view := range uint8(s.count) {
		if s.active.has(view) {
			out[view] = s.compare(view, &progress)
		} else {
			out[view] = s.reached[view]
		}
	}
	s.turn = was
}
