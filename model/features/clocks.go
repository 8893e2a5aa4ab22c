package features

import "halmazero/engine"

// clocks has room for those of every encoding.
type clocks [3 + 2*engine.MaxSeats]float32

// readClocks returns the clocks of a position, in the memory of c, which is
// zero.
func (e *Encoding) readClocks(c *clocks, p *engine.Position) []float32 {
	l := &e.planes
	if limit := e.rules.TurnLimit(); l.turns >= 0 && limit > 0 {
		c[l.turns-l.clocks] = min(1, float32(p.Ply())/float32(limit))
	}
	me, seats := p.Mover(), e.shape.Seats
	if l.deadline >= 0 {
		at := c[l.deadline-l.clocks:]
		at[0], at[1] = 1, 1
		if d := e.rules.Deadline(); d > 0 {
			at[0] = float32(max(0, d-p.Made(me))) / float32(d)
			at[1] = float32(max(0, d-p.Made((me+1)%seats))) / float32(d)
			at[2] = 1
		}
	}
	if l.playing >= 0 {
		for k := 1; k < seats; k++ {
			seat := (me + k) % seats
			c[l.playing-l.clocks+k-1] = flag(e.plays(p, seat))
			if place := int(p.Status(seat).Place); place > 0 {
				c[l.placed-l.clocks+k-1] = float32(seats-place) / float32(seats-1)
			}
		}
	}
	return c[:l.count-l.clocks]
}

// plays reports whether a seat still moves.
func (e *Encoding) plays(p *engine.Position, seat int) bool {
	if p.Status(seat).State != engine.Active {
		return false
	}
	return e.rules.Finish() != engine.FinishTeams || p.InGoal(seat) < e.camp
}

// setClocks writes the clocks that ground does not have yet.
func (e *Encoding) setClocks(dst, now []float32) {
	lo, hi := 0, len(now)
	for lo < hi && now[lo] == e.clocks[lo] {
		lo++
	}
	for lo < hi && now[hi-1] == e.clocks[hi-1] {
		hi--
	}
	if lo == hi {
		return
	}
	now = now[lo:hi]
	first := e.planes.clocks + lo
	if len(now) == 1 {
		for _, at := range e.board {
			dst[int(at)+first] = now[0]
		}
		return
	}
	for _, at := range e.board {
		copy(dst[int(at)+first:], now)
	}
}
