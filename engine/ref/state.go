package ref

import (
	"slices"

	"halmazero/engine"
)

// State is a game at one moment.
type State struct {
	rules  *engine.Rules
	field  *field
	home   [][]bool // seat, cell
	goal   [][]bool
	board  []int // by cell: 0 empty, else the seat from 1
	mover  int
	ply    int
	made   []int
	status []engine.Status
	missed []int // turns in a row, by seat
	skips  []int
	result engine.Result
}

// Start is the start position: every camp full of its seat's pieces, the given
// seat to move.
func Start(rules *engine.Rules, first int) *State {
	s := empty(rules)
	s.mover = first
	for seat, home := range s.home {
		for c, inside := range home {
			if inside {
				s.board[c] = seat + 1
			}
		}
	}
	return s
}

// New takes pieces, seat to move, counters and statuses from a position and
// decides by itself whether the game is over. A blocked seat to move is not
// skipped yet: see SkipBlocked. A game that a training cap or an agreement has
// stopped goes on.
func New(p engine.Position) *State {
	s := empty(p.Rules())
	for c := range s.board {
		s.board[c] = p.At(c)
	}
	s.mover, s.ply = p.Mover(), p.Ply()
	for seat := range s.made {
		s.made[seat], s.status[seat], s.missed[seat] = p.Made(seat), p.Status(seat), p.Missed(seat)
	}
	s.result = s.standing()
	return s
}

func empty(rules *engine.Rules) *State {
	b := rules.Board()
	f := fieldOf(b.ID())
	s := &State{rules: rules, field: f, board: make([]int, f.cells)}
	for seat := range b.Seats() {
		corner := b.Corner(seat)
		s.home = append(s.home, f.camps[corner])
		s.goal = append(s.goal, f.camps[f.opposite[corner]])
	}
	s.made = make([]int, b.Seats())
	s.missed = make([]int, b.Seats())
	s.status = make([]engine.Status, b.Seats())
	return s
}

// Clone is a copy that may be played on its own.
func (s *State) Clone() *State {
	c := *s
	c.board = slices.Clone(s.board)
	c.made = slices.Clone(s.made)
	c.missed = slices.Clone(s.missed)
	c.status = slices.Clone(s.status)
	c.skips = slices.Clone(s.skips)
	return &c
}

// Mover is the seat to move, from 0. Ply is the number of moves made by all,
// Made by one seat; skips do not count.
func (s *State) Mover() int        { return s.mover }
func (s *State) Ply() int          { return s.ply }
func (s *State) Made(seat int) int { return s.made[seat] }

// Status is whether a seat still plays, and its place when it is out. Missed is
// the number of turns that it has missed in a row.
func (s *State) Status(seat int) engine.Status { return s.status[seat] }
func (s *State) Missed(seat int) int           { return s.missed[seat] }

// Result is how the game stands.
func (s *State) Result() engine.Result { return s.result }

// Skips is the seats that were skipped after the last move or event, in order.
// The caller must not change it; the next one replaces it.
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
func (s *State) AtHome(seat int) int { return s.count(seat, s.home[seat]) }
func (s *State) InGoal(seat int) int { return s.count(seat, s.goal[seat]) }

func (s *State) count(seat int, camp []bool) int {
	n := 0
	for c, v := range s.board {
		if v == seat+1 && camp[c] {
			n++
		}
	}
	return n
}

// fills reports whether every cell of the seat's goal holds its piece.
func (s *State) fills(seat int) bool {
	for c, inside := range s.goal[seat] {
		if inside && s.board[c] != seat+1 {
			return false
		}
	}
	return true
}

// Remaining is the remaining distance of a seat: over its pieces outside the
// goal, the steps to the nearest goal cell without an own piece, added up.
func (s *State) Remaining(seat int) int {
	sum := 0
	for c, v := range s.board {
		if v != seat+1 || s.goal[seat][c] {
			continue
		}
		nearest := 0 // if the goal is full
		for g, w := range s.board {
			if !s.goal[seat][g] || w == seat+1 {
				continue
			}
			if d := s.field.distance[c][g]; nearest == 0 || d < nearest {
				nearest = d
			}
		}
		sum += nearest
	}
	return sum
}
