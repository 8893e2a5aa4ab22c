package agent

import "halmazero/engine"

// appendKey appends all of a position that a network may be shown, that its answer
// is read with, or that the legal moves depend on, apart from the rules: two
// positions of a ruleset with equal keys have equal planes and equal moves. The number of words is the
// same for all positions of a ruleset. They are
//
//   - for each seat a bit a cell, set where the seat has a piece,
//   - the mover and the status of each seat,
//   - with a deadline: the moves made by each seat, up to the deadline, behind
//     which they mean nothing,
//   - with a turn limit: the plies,
//   - with a timeout: the turns that each seat has missed.
//
// Counters that the ruleset does not use are left out, so that a position is
// the same whenever it is reached.
func appendKey(dst []uint64, p *engine.Position) []uint64 {
	r, b := p.Rules(), p.Board()
	var buf [engine.MaxCells]uint8
	for seat := range b.Seats() {
		first := len(dst)
		for range (b.Cells() + 63) / 64 {
			dst = append(dst, 0)
		}
		for _, c := range p.Pieces(buf[:0], seat) {
			dst[first+int(c>>6)] |= 1 << (c & 63)
		}
	}
	word := uint64(p.Mover())
	for seat := range b.Seats() {
		s := p.Status(seat)
		word = word<<8 | uint64(s.State)<<4 | uint64(s.Place)
	}
	dst = append(dst, word)
	if d := r.Deadline(); d > 0 {
		dst = appendCounters(dst, b.Seats(), func(seat int) int { return min(p.Made(seat), d) })
	}
	if r.TurnLimit() > 0 {
		dst = append(dst, uint64(p.Ply()))
	}
	if r.Timeout() > 0 {
		dst = appendCounters(dst, b.Seats(), p.Missed)
	}
	return dst
}

// appendCounters appends a counter of each seat, two to a word.
func appendCounters(dst []uint64, seats int, of func(seat int) int) []uint64 {
	for seat := 0; seat < seats; seat += 2 {
		word := uint64(of(seat))
		if seat+1 < seats {
			word |= uint64(of(seat+1)) << 32
		}
		dst = append(dst, word)
	}
	return dst
}

// hashKey spreads keys over all 64 bits: words are folded in by multiplication
// with an odd constant and a shift that brings its high bits down.
func hashKey(key []uint64) uint64 {
	h := uint64(0)
	for _, w := range key {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h * 0x9e3779b97f4a7c15
}
