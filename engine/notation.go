package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrIllegal is wrapped by every error about a move that may not be made.
var ErrIllegal = errors.New("illegal move")

func moveError(b *Board, m Move, reason string) error {
	return fmt.Errorf("%w %s: %s", ErrIllegal, b.ShortText(m), reason)
}

// CellName is the column letter and the row number of a cell: a1 is the
// north-west corner of a square. On stars the letter is the axial q and the
// number r: M1 is the north point of star121, I9 its centre.
func (b *Board) CellName(cell int) string {
	if cell < 0 || cell >= b.cells {
		return "cell#" + strconv.Itoa(cell)
	}
	row, col := b.Coord(cell)
	return string(rune(b.firstLetter()+col+b.shift)) + strconv.Itoa(row+b.shift+1)
}

func (g *grid) firstLetter() int {
	if g.star {
		return 'A'
	}
	return 'a'
}

// ParseCell reads what CellName writes.
func (b *Board) ParseCell(s string) (int, error) {
	if len(s) >= 2 && len(s) <= 3 {
		col := int(s[0]) - b.firstLetter() - b.shift
		row, err := strconv.Atoi(s[1:])
		if c, ok := b.CellAt(row-1-b.shift, col); err == nil && ok && strconv.Itoa(row) == s[1:] {
			return c, nil
		}
	}
	return 0, fmt.Errorf("%q is not a cell of %s (%s to %s)", s, b.id, b.CellName(0), b.CellName(b.cells-1))
}

// ShortText is the move without its route: e5-f6 for a step, e5>g7 for a jump.
func (b *Board) ShortText(m Move) string {
	sep := ">"
	if b.Distance(m.From(), m.To()) == 1 {
		sep = "-"
	}
	return b.CellName(m.From()) + sep + b.CellName(m.To())
}

// MoveText is the move with its canonical route: e5-f6, e5-g5-g7. The move
// must be legal.
func (p *Position) MoveText(m Move) string {
	var sb strings.Builder
	for i, c := range p.Route(m) {
		if i > 0 {
			sb.WriteByte('-')
		}
		sb.WriteString(p.Board().CellName(c))
	}
	return sb.String()
}

// ParseMove reads a move in the short form (e5>g7) or with a route
// (e5-g5-g7), checks every segment of a route, and checks that the move is
// legal. A route may be any legal one: the move is the same. Every error wraps
// ErrIllegal.
func (p *Position) ParseMove(s string) (Move, error) {
	b := p.Board()
	sep := "-"
	if strings.Contains(s, ">") {
		sep = ">"
	}
	names := strings.Split(s, sep)
	if len(names) < 2 || sep == ">" && len(names) != 2 {
		return 0, fmt.Errorf("%w %q: want from-to, from-via-to or from>to", ErrIllegal, s)
	}
	route := make([]int, len(names))
	for i, n := range names {
		c, err := b.ParseCell(n)
		if err != nil {
			return 0, fmt.Errorf("%w %q: %v", ErrIllegal, s, err)
		}
		route[i] = c
	}
	m := NewMove(route[0], route[len(route)-1])
	if sep == "-" {
		if err := p.checkRoute(route); err != nil {
			return 0, fmt.Errorf("%w %s: %v", ErrIllegal, s, err)
		}
	}
	return m, p.Legal(m)
}
