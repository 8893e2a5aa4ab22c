package main

import (
	"strconv"
	"strings"

	"halmazero/engine"
)

// drawBoard is the board as plain text, a line a row: digits are pieces by
// seat, from 1, a dot is an empty cell, a colon one of the target camp of the
// given seat. Squares have their columns and rows at the edges; the rows of a
// star, which are shifted against each other, the names of their first and
// last cells.
func drawBoard(p *engine.Position, seat int) string {
	b := p.Board()
	cells := p.Cells(nil)
	var sb strings.Builder
	letters := func() {
		sb.WriteString("   ")
		for col := range b.Cols() {
			sb.WriteString(" " + string(rune('a'+col)))
		}
		sb.WriteByte('\n')
	}
	if !b.Star() {
		letters()
	}
	for first := 0; first < b.Cells(); {
		row, _ := b.Coord(first)
		last := first
		for last+1 < b.Cells() {
			if r, _ := b.Coord(last + 1); r != row {
				break
			}
			last++
		}
		left, right := strconv.Itoa(row+1), strconv.Itoa(row+1)
		if b.Star() {
			left, right = b.CellName(first), b.CellName(last)
		}
		sb.WriteString(strings.Repeat(" ", indent(b, first)+3-len(left)) + left)
		for c := first; c <= last; c++ {
			sb.WriteString(" " + pieceText(p, cells, c, seat))
		}
		sb.WriteString(" " + right + "\n")
		first = last + 1
	}
	if !b.Star() {
		letters()
	}
	return sb.String()
}

// indent is how far to the right a row begins, whose first cell is given: two
// characters a cell, and one for each row further south on a star.
func indent(b *engine.Board, first int) int {
	if !b.Star() {
		return 0
	}
	at := func(c int) int {
		row, col := b.Coord(c)
		return 2*col + row
	}
	least := at(first)
	for c := range b.Cells() {
		least = min(least, at(c))
	}
	return at(first) - least
}

// pieceText is what stands on a cell.
func pieceText(p *engine.Position, cells []uint8, c, seat int) string {
	switch {
	case cells[c] > 0:
		return strconv.Itoa(int(cells[c]))
	case p.Board().InGoal(seat, c):
		return ":"
	}
	return "."
}
