package classical

import "halmazero/engine"

// tableBits is the binary logarithm of the number of entries.
const tableBits = 16

// bound says what an entry's score is to the true one.
type bound uint8

const (
	exact bound = iota
	lower       // the true score is at least this
	upper       // at most this
)

// entry is what is known of one position. The key is that of table.find.
type entry struct {
	key   uint64
	score int32
	move  engine.Move
	depth int8
	bound bound
}

// settles reports whether the entry's score answers a search with this window.
func (e *entry) settles(alpha, beta int) bool {
	switch e.bound {
	case exact:
		return true
	case lower:
		return int(e.score) >= beta
	}
	return int(e.score) <= alpha
}

// boundOf is what a fail-soft score of the window says of the true one.
func boundOf(score, alpha, beta int) bound {
	switch {
	case score >= beta:
		return lower
	case score <= alpha:
		return upper
	}
	return exact
}

// table remembers positions, the latest of each slot.
type table []entry

// find returns the slot of a position and the key by which to know it there.
// The key holds all that a score depends on: pieces and mover from the
// position's hash; the moves made by each seat, on which the deadline and the
// distance from the root depend; and the number of the search, so that none
// reads what another left. The slot does not depend on that number, or a used
// table would collide otherwise than a fresh one.
func (t table) find(p *engine.Position, search uint64) (e *entry, key uint64) {
	made := uint64(p.Made(0))<<16 | uint64(p.Made(1))
	key = (p.Hash() ^ made*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return &t[key>>(64-tableBits)], key ^ search*0xff51afd7ed558ccd
}
