package ref

import "halmazero/engine"

// sealed reports whether a piece in its own camp can provably never move
// again. All pieces are held at first; a piece is let go when it has an
// adjacent cell, or a cell a jump away, that its lock lets it land on and that
// no held piece occupies: the piece to jump over may still come. What is held
// when no more can be let go never moves.
func (s *State) sealed() bool {
	if s.rules.Lock() == engine.LockNone {
		return false
	}
	held := make([]bool, len(s.board))
	for c, v := range s.board {
		held[c] = v != 0
	}
	for again := true; again; {
		again = false
		for c := range held {
			if held[c] && s.hasExit(c, held) {
				held[c] = false
				again = true
			}
		}
	}
	for c, v := range s.board {
		if held[c] && s.home[v-1][c] {
			return true
		}
	}
	return false
}

// hasExit reports whether the piece on a cell can ever land somewhere, with
// only the held pieces in its way.
func (s *State) hasExit(cell int, held []bool) bool {
	seat := s.board[cell] - 1
	locked := s.goal[seat][cell]
	for d := range s.field.next[cell] {
		to, ok := s.field.away(cell, d)
		if !ok {
			continue
		}
		if !held[to] && (!locked || s.goal[seat][to]) {
			return true
		}
		// A chain of jumps may leave the goal and come back, except under path.
		to, ok = s.field.away(to, d)
		if ok && !held[to] && (!locked || s.rules.Lock() != engine.LockPath || s.goal[seat][to]) {
			return true
		}
	}
	return false
}
