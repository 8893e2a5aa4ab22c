package ref

import (
	"slices"

	"halmazero/engine"
)

// State is a game at one moment.
type State struct {
	rules  *engine.Rules
	square square
	board  []int // by cell: 0 empty, else the seat from 1
	mover  int
	ply    int
	made   [2]int
	skips  []int
	result engine.Result
}

// Start is the start position: every camp full of its seat's pieces, the given
// seat to move. It panics on a board other than a square with two seats.
func Start(rules *engine.Rules, first int) *State {
	s := empty(rules)
	s.mover = first
	for c := range s.board {
		for seat := range 2 {
			if s.square.inHome(seat, c) {
				s.board[c] = seat + 1
			}
		}
	}
	return s
}

// New takes pieces, seat to move and counters from a position and decides by
// itself whether the game is over. A blocked seat to move is not skipped yet:
// see SkipBlocked. A game that a training cap has stopped goes on.
func New(p engine.Position) *State {
	s := empty(p.Rules())
	for c := range s.board {
		s.board[c] = p.At(c)
	}
	s.mover, s.ply = p.Mover(), p.Ply()
	s.made = [2]int{p.Made(0), p.Made(1)}
	s.result = s.standing()
	return s
}

func empty(rules *engine.Rules) *State {
	b := rules.Board()
	if b.Rows() != b.Cols() || b.Seats() != 2 {
		panic("ref: " + b.ID() + " is no square board with two seats")
	}
	q := newSquare(b.Rows())
	return &State{rules: rules, square: q, board: make([]int, q.cells())}
}

// Clone is a copy that may be played on its own.
func (s *State) Clone() *State {
	c := *s
	c.board = slices.Clone(s.board)
	return &c
}

// Mover is the seat to move, from 0. Ply is the number of moves made by all,
// Made by one seat; skips do not count.
func (s *State) Mover() int        { return s.mover }
func (s *State) Ply() int          { return s.ply }
func (s *State) Made(seat int) int { return s.made[seat] }

// Result is how the game stands.
func (s *State) Result() engine.Result { return s.result }

// Skips is the seats that were skipped after the last move, in order. The
// caller must not change it; the next move replaces it.
func (s *State) Skips() []int { return s.skips }

// Cells is what stands on every cell: 0 nothing, else the seat from 1. The
// slice is the caller's.
func (s *State) Cells() []uint8 {
	cells := make([]uint8, len(s.board))
	for c, v := range s.board {
		cells[c] = uint8(v)
	}
	return cells
}

// AtHome is the number of a seat's pieces in its own camp, InGoal in its goal.
func (s *State) AtHome(seat int) int { return s.count(seat, s.square.inHome) }
func (s *State) InGoal(seat int) int { return s.count(seat, s.square.inGoal) }

func (s *State) count(seat int, in func(seat, cell int) bool) int {
	n := 0
	for c, v := range s.board {
		if v == seat+1 && in(seat, c) {
			n++
		}
	}
	return n
}

// Remaining is the remaining distance of a seat: over its pieces outside the
// goal, the steps to the nearest goal cell without an own piece, added up.
func (s *State) Remaining(seat int) int {
	sum := 0
	for c, v := range s.board {
		if v != seat+1 || s.square.inGoal(seat, c) {
			continue
		}
		nearest := 0 // if the goal is full
		for g, w := range s.board {
			if !s.square.inGoal(seat, g) || w == seat+1 {
				continue
			}
			if d := s.square.steps(c, g); nearest == 0 || d < nearest {
				nearest = d
			}
		}
		sum += nearest
	}
	return sum
}
