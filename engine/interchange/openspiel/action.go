package openspiel

import (
	"fmt"
	"slices"
	"strings"

	"halmazero/engine"
)

// Pass is the action that ends a chain of hops, and the only one of a player
// who cannot move. Actions is the number of different actions.
const (
	Pass    = Cells * directions
	Actions = Pass + 1
)

// ActionsOf is the turn of a legal move, along its canonical route. The error
// says why the move is not legal, and wraps engine.ErrIllegal.
func ActionsOf(p *engine.Position, m engine.Move) ([]int, error) {
	if err := checkPosition(p); err != nil {
		return nil, err
	}
	if err := p.Legal(m); err != nil {
		return nil, fmt.Errorf("openspiel: %w", err)
	}
	route := p.Route(m)
	var actions []int
	for i, to := range route[1:] {
		actions = append(actions, action(route[i], to))
	}
	if p.Board().Distance(m.From(), m.To()) > 1 && goesOn(p, route) {
		actions = append(actions, Pass)
	}
	return actions, nil
}

// action is the step or hop between two cells.
func action(from, to int) int {
	for d := range directions {
		for steps := 1; steps <= 2; steps++ {
			if c, ok := ahead(from, d, steps); ok && c == to {
				return from*directions + d
			}
		}
	}
	panic(fmt.Sprintf("openspiel: no step or hop leads from cell %d to cell %d", from, to))
}

// hop is the cell behind the piece next to the last cell of a route, if the
// chain may go on there; otherwise reason says why not. The first cell of the
// route still has its piece in p, but no other cell of a route is next to it.
func hop(p *engine.Position, route []int, direction int) (to int, reason string) {
	last := route[len(route)-1]
	over, ok := ahead(last, direction, 1)
	if !ok {
		return 0, "it leads off the board"
	}
	to, ok = ahead(last, direction, 2)
	switch {
	case p.At(over) == 0:
		return 0, fmt.Sprintf("there is no piece on cell %d to hop over", over)
	case !ok:
		return 0, "the hop leads off the board"
	case slices.Contains(route, to):
		return 0, fmt.Sprintf("the chain has visited cell %d", to)
	case p.At(to) != 0:
		return 0, fmt.Sprintf("cell %d is occupied", to)
	}
	return to, ""
}

// goesOn reports whether a chain that has come along a route can be continued,
// by OpenSpiel's rules, whatever the lock.
func goesOn(p *engine.Position, route []int) bool {
	for d := range directions {
		if _, reason := hop(p, route, d); reason == "" {
			return true
		}
	}
	return false
}

// ParseTurn reads the turn at the beginning of actions and returns its move
// and how many actions it has. Every action is checked, and the move is legal
// under the position's rules. Every error about the actions wraps
// engine.ErrIllegal, or ErrMidTurn if they end within a chain.
func ParseTurn(p *engine.Position, actions []int) (m engine.Move, used int, err error) {
	if err := checkPosition(p); err != nil {
		return 0, 0, err
	}
	t := turn{p: p}
	for i, a := range actions {
		if reason := t.take(a); reason != "" {
			return 0, 0, fmt.Errorf("openspiel: %w: action %d (%d): %s", engine.ErrIllegal, i+1, a, reason)
		}
		if t.over {
			if m, err = parseRoute(p, t.route); err != nil {
				return 0, 0, fmt.Errorf("openspiel: %w", err)
			}
			return m, i + 1, nil
		}
	}
	return 0, 0, fmt.Errorf("openspiel: %w after %d actions", ErrMidTurn, len(actions))
}

// turn is a turn while it is read.
type turn struct {
	p     *engine.Position
	route []int // empty before the first action
	over  bool
}

// take reads the next action, or says why it may not be taken.
func (t *turn) take(a int) (reason string) {
	cell, d := a/directions, a%directions
	first := len(t.route) == 0
	switch {
	case a < 0 || a > Pass:
		return fmt.Sprintf("want 0 to %d", Pass)
	case a == Pass && first:
		return fmt.Sprintf("player %d passes at the beginning of a turn", t.p.Mover())
	case a == Pass:
		t.over = true
		return ""
	case first && t.p.At(cell) != t.p.Mover()+1:
		return fmt.Sprintf("cell %d holds no piece of player %d, who is to move", cell, t.p.Mover())
	case !first && cell != t.route[len(t.route)-1]:
		return fmt.Sprintf("the chain has reached cell %d, not %d", t.route[len(t.route)-1], cell)
	}
	if first {
		t.route = []int{cell}
		if next, ok := ahead(cell, d, 1); ok && t.p.At(next) == 0 { // a step
			t.route, t.over = append(t.route, next), true
			return ""
		}
	}
	to, reason := hop(t.p, t.route, d)
	if reason != "" {
		return reason
	}
	t.route = append(t.route, to)
	t.over = !goesOn(t.p, t.route)
	return ""
}

// parseRoute lets the engine check a route, the lock included.
func parseRoute(p *engine.Position, route []int) (engine.Move, error) {
	names := make([]string, len(route))
	for i, cell := range route {
		names[i] = p.Board().CellName(cell)
	}
	return p.ParseMove(strings.Join(names, "-"))
}
