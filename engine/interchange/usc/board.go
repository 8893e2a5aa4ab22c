package usc

import (
	"errors"
	"fmt"
	"strings"

	"halmazero/engine"
	"halmazero/engine/interchange"
)

// The seats of the colours.
const (
	Black = 0 // at home in the north-west
	White = 1 // at home in the south-east
)

// ErrRules is wrapped by the errors about rules that are not played on 16x16
// by two seats.
var ErrRules = errors.New("the assignment's board is 16x16 with two seats")

const side = 16

var colours = [2]string{Black: "BLACK", White: "WHITE"}

func check(rules *engine.Rules) error {
	if id := rules.Board().ID(); id != "sq16" {
		return fmt.Errorf("usc: %w; %s is on %s", ErrRules, rules.Ref(), id)
	}
	return nil
}

// symbols are the characters of the cells, by seat number from 1, 0 for empty.
const symbols = ".BW"

// BoardText is the board alone: 16 lines, each ended by LF.
func BoardText(p *engine.Position) (string, error) {
	if err := check(p.Rules()); err != nil {
		return "", err
	}
	return string(appendBoard(nil, p)), nil
}

func appendBoard(dst []byte, p *engine.Position) []byte {
	var buf [engine.MaxCells]uint8
	for cell, v := range p.Cells(buf[:0]) {
		dst = append(dst, symbols[v])
		if cell%side == side-1 {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// ParseBoard reads the 16 lines of a board. What they do not say, the seat to
// move included, is taken from rest, whose cells are ignored. Errors about the
// text are *interchange.LineError.
func ParseBoard(rules *engine.Rules, text string, rest engine.SetUp) (engine.Position, error) {
	if err := check(rules); err != nil {
		return engine.Position{}, err
	}
	cells, err := parseRows(interchange.Lines(text), 1)
	if err != nil {
		return engine.Position{}, fmt.Errorf("usc: %w", err)
	}
	return position(rules, cells, rest)
}

func position(rules *engine.Rules, cells []uint8, rest engine.SetUp) (engine.Position, error) {
	rest.Cells = cells
	p, err := engine.NewPosition(rules, rest)
	if err != nil {
		return engine.Position{}, fmt.Errorf("usc: %w", err)
	}
	return p, nil
}

// parseRows reads the lines of a board, of which the first has the number
// first in its text.
func parseRows(lines []string, first int) ([]uint8, error) {
	cells := make([]uint8, 0, side*side)
	for row := range side {
		if row == len(lines) {
			return nil, interchange.Errorf(first+row, 0, "missing; the board has %d rows, here are %d", side, row)
		}
		line := lines[row]
		for col := range len(line) {
			v := strings.IndexByte(symbols, line[col])
			switch {
			case col == side:
				return nil, interchange.Errorf(first+row, col+1, "a row of the board has %d cells, here are %d", side, len(line))
			case v < 0:
				return nil, interchange.Errorf(first+row, col+1, "%q is none of B, W and the dot", line[col])
			}
			cells = append(cells, uint8(v))
		}
		if len(line) < side {
			return nil, interchange.Errorf(first+row, len(line)+1, "a row of the board has %d cells, here are %d", side, len(line))
		}
	}
	if len(lines) > side {
		return nil, interchange.Errorf(first+side, 0, "text behind the board's %d rows", side)
	}
	return cells, nil
}
