package ref

import (
	"slices"

	"halmazero/engine"
)

// Moves is every legal move of the seat to move, sorted by from, then by to. A
// finished game has none, and neither has a blocked seat.
func (s *State) Moves() []engine.Move {
	var moves []engine.Move
	if s.idle() {
		return moves
	}
	for from := range s.board {
		for _, to := range s.destinations(from) {
			moves = append(moves, engine.NewMove(from, to))
		}
	}
	slices.Sort(moves)
	return moves
}

// Legal reports whether the seat to move may make the move.
func (s *State) Legal(m engine.Move) bool {
	return slices.Contains(s.Ends(m.From()), m.To())
}

// Ends is where the piece on a cell may end its move, each cell once: nothing if
// the seat to move has no piece there, or does not move.
func (s *State) Ends(from int) []int {
	if s.idle() || from >= len(s.board) {
		return nil
	}
	return s.destinations(from)
}

// idle reports whether nobody moves, or the seat to move does not: the game is
// over, or the seat has filled its goal and waits for its partner.
func (s *State) idle() bool {
	return s.result.Over() || s.rules.Finish() == engine.FinishTeams && s.fills(s.mover)
}

// canMove reports whether a seat would have a legal move if it were to move.
func (s *State) canMove(seat int) bool {
	c := *s
	c.mover = seat
	if c.idle() {
		return false
	}
	for from := range c.board {
		if len(c.destinations(from)) > 0 {
			return true
		}
	}
	return false
}

// destinations is where the piece on a cell may end its move, each cell once.
// It is nothing if the seat to move has no piece there.
func (s *State) destinations(from int) []int {
	if s.board[from] != s.mover+1 {
		return nil
	}
	ends := make([]int, 0, 16)
	for d := range s.field.next[from] {
		if to, ok := s.field.away(from, d); ok && s.board[to] == 0 && s.lockAllows([]int{from, to}) {
			ends = append(ends, to)
		}
	}
	return append(ends, s.jumpEnds(from)...)
}

// jumpEnds is where a chain of jumps may end. Two chains to the same landing
// differ for the lock only in whether they have touched the goal on the way:
// so the search keeps, for each landing, whether it was met touched, untouched
// or both.
func (s *State) jumpEnds(from int) []int {
	type stop struct {
		cell    int
		touched bool // a landing on the way, this one included, was in the goal
	}
	met := append(make([]stop, 0, 16), stop{cell: from})
	var ends []int
	for i := 0; i < len(met); i++ {
		for d := range s.field.next[from] {
			to, ok := s.jump(from, met[i].cell, d)
			if !ok || to == from {
				continue
			}
			next := stop{to, met[i].touched || s.goal[s.mover][to]}
			if slices.Contains(met, next) || !s.mayLand(from, to) {
				continue
			}
			met = append(met, next)
			if s.mayEnd(from, to, next.touched) && !slices.Contains(ends, to) {
				ends = append(ends, to)
			}
		}
	}
	return ends
}

// jump is the cell behind the piece next to cell in direction d, if a piece
// that is under way from origin may jump there: the origin is empty meanwhile.
func (s *State) jump(origin, cell int, d int) (int, bool) {
	over, ok := s.field.away(cell, d)
	if !ok || over == origin || s.board[over] == 0 {
		return 0, false
	}
	to, ok := s.field.away(over, d)
	return to, ok && (to == origin || s.board[to] == 0)
}

// mayLand reports whether the lock lets the mover's piece from origin come
// down on a cell, at the end or on the way.
func (s *State) mayLand(origin, cell int) bool {
	locked := s.goal[s.mover][origin]
	return s.rules.Lock() != engine.LockPath || !locked || s.goal[s.mover][cell]
}

// mayEnd reports whether the lock lets it end on a cell; touched says whether
// it has landed in its goal, there or before.
func (s *State) mayEnd(origin, cell int, touched bool) bool {
	bound := false // to end in the goal
	switch s.rules.Lock() {
	case engine.LockEnd, engine.LockPath:
		bound = s.goal[s.mover][origin]
	case engine.LockEndPass:
		bound = s.goal[s.mover][origin] || touched
	}
	return !bound || s.goal[s.mover][cell]
}
