package ref

import (
	"fmt"
	"iter"
	"slices"

	"halmazero/engine"
)

// lockAllows judges a whole route of the mover's piece, origin first, in the
// words of the rules.
func (s *State) lockAllows(route []int) bool {
	goal := func(cell int) bool { return s.goal[s.mover][cell] }
	origin, landings, end := route[0], route[1:], route[len(route)-1]
	switch s.rules.Lock() {
	case engine.LockEnd: // a piece in its goal may not end a move outside
		return !goal(origin) || goal(end)
	case engine.LockPath: // every landing of a piece in its goal must be inside
		return !goal(origin) || !slices.ContainsFunc(landings, func(c int) bool { return !goal(c) })
	case engine.LockEndPass: // as end, and who lands in the goal must end there
		return !goal(origin) && !slices.ContainsFunc(landings, goal) || goal(end)
	}
	return true
}

// Routes yields every legal route of the piece on a cell: the steps, then the
// chains of jumps without a landing twice, deeper chains first, in direction
// order. There may be very many. The yielded slice is reused: copy it to keep
// it.
func (s *State) Routes(from int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if s.idle() || s.board[from] != s.mover+1 {
			return
		}
		for d := range s.field.next[from] {
			to, ok := s.field.away(from, d)
			if ok && s.board[to] == 0 && s.lockAllows([]int{from, to}) && !yield([]int{from, to}) {
				return
			}
		}
		s.chains([]int{from}, yield)
	}
}

// chains yields every legal chain that begins with the given one, which is
// left out. It reports whether to go on.
func (s *State) chains(route []int, yield func([]int) bool) bool {
	for d := range s.field.next[route[0]] {
		to, ok := s.jump(route[0], route[len(route)-1], d)
		if !ok || slices.Contains(route, to) {
			continue
		}
		longer := append(route, to)
		if !s.chains(longer, yield) || s.lockAllows(longer) && !yield(longer) {
			return false
		}
	}
	return true
}

// PlayRoute plays the move with the given route, origin and landings, and
// checks it segment by segment. An error wraps engine.ErrIllegal, names the
// segment and the reason, and leaves the state as it was.
func (s *State) PlayRoute(route []int) error {
	if err := s.checkRoute(route); err != nil {
		return fmt.Errorf("%w, route %s: %w", engine.ErrIllegal, s.names(route), err)
	}
	s.play(engine.NewMove(route[0], route[len(route)-1]))
	return nil
}

func (s *State) checkRoute(route []int) error {
	if s.result.Over() {
		return fmt.Errorf("the game is over (%s)", s.result)
	}
	if s.idle() {
		return fmt.Errorf("seat %d has filled its goal and is skipped", s.mover+1)
	}
	if len(route) < 2 {
		return fmt.Errorf("%d cells, want at least an origin and a landing", len(route))
	}
	for _, c := range route {
		if c < 0 || c >= len(s.board) {
			return fmt.Errorf("cell %d is off the board", c)
		}
	}
	if s.board[route[0]] != s.mover+1 {
		return fmt.Errorf("seat %d has no piece on %s", s.mover+1, s.names(route[:1]))
	}
	if len(route) == 2 && s.field.distance[route[0]][route[1]] == 1 {
		if s.board[route[1]] != 0 {
			return fmt.Errorf("%s is occupied", s.names(route[1:]))
		}
	} else if err := s.checkJumps(route); err != nil {
		return err
	}
	if !s.lockAllows(route) {
		return fmt.Errorf("lock=%s forbids it", s.rules.Lock())
	}
	return nil
}

func (s *State) checkJumps(route []int) error {
	for i := 1; i < len(route); i++ {
		segment := s.names(route[i-1 : i+1])
		if slices.Contains(route[:i], route[i]) {
			return fmt.Errorf("%s comes to a cell for the second time", segment)
		}
		isJump := false
		for d := range s.field.next[route[i-1]] {
			to, ok := s.jump(route[0], route[i-1], d)
			isJump = isJump || ok && to == route[i]
		}
		if !isJump {
			return fmt.Errorf("%s is no jump over one piece to an empty cell", segment)
		}
	}
	return nil
}

func (s *State) names(cells []int) string {
	text := ""
	for i, c := range cells {
		if i > 0 {
			text += "-"
		}
		text += s.rules.Board().CellName(c)
	}
	return text
}
