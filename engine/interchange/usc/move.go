package usc

import (
	"fmt"
	"slices"
	"strings"

	"halmazero/engine"
	"halmazero/engine/interchange"
)

// The kinds of a line of a move.
const (
	step = "E"
	jump = "J"
)

// MoveText is the lines of a move along its canonical route, each ended by LF.
// The error says why the move is not legal, and wraps engine.ErrIllegal.
func MoveText(p *engine.Position, m engine.Move) (string, error) {
	if err := check(p.Rules()); err != nil {
		return "", err
	}
	if err := p.Legal(m); err != nil {
		return "", fmt.Errorf("usc: %w", err)
	}
	kind := jump
	if p.Board().Distance(m.From(), m.To()) == 1 {
		kind = step
	}
	var sb strings.Builder
	route := p.Route(m)
	for i, to := range route[1:] {
		fmt.Fprintf(&sb, "%s %s %s\n", kind, place(route[i]), place(to))
	}
	return sb.String(), nil
}

// place is a cell as x,y.
func place(cell int) string { return fmt.Sprintf("%d,%d", cell%side, cell/side) }

// ParseMove reads the lines of a move of the seat to move, checks them one
// after another against the position, and checks that the move is legal under
// the position's rules. The lines may take any legal route; the move is the
// same. Every error about the move wraps engine.ErrIllegal; one about a line is
// an *interchange.LineError.
func ParseMove(p *engine.Position, text string) (engine.Move, error) {
	if err := check(p.Rules()); err != nil {
		return 0, err
	}
	lines := interchange.Lines(text)
	if len(lines) == 0 {
		return 0, fmt.Errorf("usc: %w", illegal(1, "no move; want E x,y x,y or J x,y x,y"))
	}
	var route []int
	for i, line := range lines {
		s, reason := parseSegment(line)
		if reason == "" {
			reason = s.fault(p, route, len(lines) > 1)
		}
		if reason != "" {
			return 0, fmt.Errorf("usc: %w", illegal(i+1, reason))
		}
		if i == 0 {
			route = append(route, s.from)
		}
		route = append(route, s.to)
	}
	names := make([]string, len(route))
	for i, cell := range route {
		names[i] = p.Board().CellName(cell)
	}
	m, err := p.ParseMove(strings.Join(names, "-")) // the lock, and whether the game is over
	if err != nil {
		return 0, fmt.Errorf("usc: %w", err)
	}
	return m, nil
}

func illegal(line int, reason string) error {
	return interchange.Errorf(line, 0, "%w: %s", engine.ErrIllegal, reason)
}

// segment is one line of a move.
type segment struct {
	kind     string
	from, to int
}

// parseSegment reads one line; reason says what is wrong with it, if anything is.
func parseSegment(line string) (s segment, reason string) {
	fields := strings.Split(line, " ")
	if len(fields) != 3 || fields[0] != step && fields[0] != jump {
		return s, fmt.Sprintf("%q, want E x,y x,y or J x,y x,y", line)
	}
	s.kind = fields[0]
	for i, at := range []*int{&s.from, &s.to} {
		x, y, comma := strings.Cut(fields[i+1], ",")
		col, okX := parseCoordinate(x)
		row, okY := parseCoordinate(y)
		if !comma || !okX || !okY {
			return s, fmt.Sprintf("%q is no place x,y with numbers from 0 to %d", fields[i+1], side-1)
		}
		*at = row*side + col
	}
	return s, ""
}

func parseCoordinate(text string) (int, bool) {
	switch {
	case len(text) == 1 && text[0] >= '0' && text[0] <= '9':
		return int(text[0] - '0'), true
	case len(text) == 2 && text[0] == '1' && text[1] >= '0' && text[1] <= '5':
		return 10 + int(text[1]-'0'), true
	}
	return 0, false
}

// fault says why a segment may not follow on the route so far, which is empty
// at the start; of several says that the move has more lines than this.
func (s segment) fault(p *engine.Position, route []int, ofSeveral bool) string {
	from, to := place(s.from), place(s.to)
	switch {
	case s.kind == step && ofSeveral:
		return "a step is a move of its own, without other lines"
	case len(route) == 0 && p.At(s.from) != p.Mover()+1:
		return from + " holds no piece of " + colours[p.Mover()] + ", which is to move"
	case len(route) > 0 && s.from != route[len(route)-1]:
		return "it starts on " + from + ", the line before it ends on " + place(route[len(route)-1])
	}
	distance := p.Board().Distance(s.from, s.to)
	if s.kind == step {
		switch {
		case distance != 1:
			return to + " is not adjacent to " + from
		case p.At(s.to) != 0:
			return to + " is occupied"
		}
		return ""
	}
	// The origin still has its piece in p, but it is never jumped over: a chain
	// lands only on cells an even number of columns and rows away from it.
	dx, dy := s.to%side-s.from%side, s.to/side-s.from/side
	over := s.from + (dy/2)*side + dx/2
	switch {
	case distance != 2 || dx%2 != 0 || dy%2 != 0:
		return to + " is not two cells away from " + from + " in one of the eight directions"
	case slices.Contains(route, s.to):
		return "a chain does not land twice on a cell, nor where it began: " + to
	case p.At(s.to) != 0:
		return to + " is occupied"
	case p.At(over) == 0:
		return "there is no piece on " + place(over) + " to jump over"
	}
	return ""
}
