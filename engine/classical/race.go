package classical

import (
	"math/bits"

	"halmazero/engine"
)

// race finds the fewest moves by which the seat to move fills its target, once
// the armies are past each other and neither can help or hinder the other: own
// moves only, and every one of them. It deepens from the number of cells to be
// filled on, for as long as it may, and goes on where it was when asked again.
type race struct {
	on    bool
	moves int // tried next: fewer do not suffice
	best  step
}

// raceGap is by how many rows or columns every own piece is ahead of every one
// of the other seat, so that none comes near.
const raceGap = 2

// raceSalt keeps the entries of a race apart from the search's in the table.
const raceSalt = 0x9ae16a3b2f90404e

// startRace looks whether the position is a race for the seat to move.
func (s *selective) startRace() {
	s.race = race{}
	me := s.st.mover & 1
	if s.without&Race != 0 || s.t.cells[me] != s.st.pieces[me].Count() {
		return
	}
	rear, front := 0, 1<<30
	for w := range s.st.occ {
		for left := s.st.occ[w]; left != 0; left &= left - 1 {
			i := uint8(w<<6 | bits.TrailingZeros64(left))
			rows := int(s.t.spots[me][i].left)
			if s.st.pieces[me].Has(i) {
				rear = max(rear, rows)
			} else {
				front = min(front, rows)
			}
		}
	}
	s.race.on = rear+raceGap <= front
	s.race.moves = int(s.st.open[me])
}

// finish looks for the way to fill the target at the cost of at most so many
// nodes; ok reports whether it was found. It is s.race.moves long then.
func (s *selective) finish(nodes uint64) (m step, ok bool) {
	if !s.race.on {
		return 0, false
	}
	me := s.st.mover & 1
	occupied := s.st.occ
	s.st.occ = s.st.pieces[me]
	defer func() { s.st.occ = occupied }()
	limit := s.limit
	s.limit = min(limit, s.nodes+nodes)
	for s.race.moves < maxPly {
		found := s.fill(0, s.race.moves)
		if s.stopped {
			break
		}
		if found {
			ok = true
			break
		}
		s.race.moves++
	}
	if s.nodes >= s.limit && s.nodes < limit {
		s.stopped = false // only the nodes of this attempt are used up
	}
	s.limit = limit
	return s.race.best, ok
}

// fill reports whether the seat can fill its target with so many moves, and no
// fewer than it has cells to fill.
func (s *selective) fill(ply, moves int) bool {
	me := s.st.mover & 1
	open := int(s.st.open[me])
	if open == 0 {
		return true
	}
	if open > moves {
		return false
	}
	if s.visit(); s.stopped {
		return false
	}
	key := (s.st.key ^ raceSalt) | 1
	if e := s.table.find(key); e != nil && int(e.depth) >= moves && ply > 0 {
		return false
	}
	buf := s.buf[ply][:0]
	empty := s.t.goal[me].Without(&s.st.occ)
	s.reach.Start(s.t.rules, int(me), &s.st.pieces[me], &s.st.occ)
	for s.reach.Next() {
		from := s.reach.From
		inside := s.t.spots[me][from].goal
		if open == moves {
			if inside == 0 { // every move must fill a cell
				to := s.reach.To.And(&empty)
				buf = s.addFilling(buf, from, &to)
			}
			continue
		}
		buf = s.addFilling(buf, from, &s.reach.To)
	}
	s.buf[ply] = buf
	p := picker{buf: buf}
	for p.next < len(p.buf) {
		m := p.best()
		s.st.do(s.t, m, me)
		found := s.fill(ply+1, moves-1)
		s.st.undo(s.t, m, me)
		if s.stopped {
			return false
		}
		if found {
			if ply == 0 {
				s.race.best = m
			}
			return true
		}
	}
	s.table.store(key, 0, 0, moves, upper)
	return false
}

// addFilling adds the moves of a piece, with what they gain.
func (s *selective) addFilling(buf []uint32, from uint8, to *engine.Bits) []uint32 {
	spots := &s.t.spots[s.st.mover&1]
	value := spots[from].value
	for w, left := range to {
		for ; left != 0; left &= left - 1 {
			i := uint8(w<<6 | bits.TrailingZeros64(left))
			promise := int32(1<<15) + spots[i].value - value
			buf = append(buf, uint32(promise)<<16|uint32(newStep(from, i)))
		}
	}
	return buf
}
