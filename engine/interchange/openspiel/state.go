package openspiel

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"halmazero/engine"
	"halmazero/engine/interchange"
)

// ErrMidTurn is wrapped by the errors about states and histories that end
// within a chain of hops.
var ErrMidTurn = errors.New("the turn is not over")

const playerLine = "Player: "

// StateText is the position as ToString and ObservationString write it, for
// which every player is the same. It has no line end behind the last line.
func StateText(p *engine.Position) (string, error) {
	if err := checkPosition(p); err != nil {
		return "", err
	}
	grid := bytes.Repeat([]byte{' '}, rows*cols)
	for cell := range Cells {
		row, col := RowCol(cell)
		grid[row*cols+col] = symbol(p.At(cell))
	}
	var text []byte
	for row := range rows {
		text = append(text, bytes.TrimRight(grid[row*cols:(row+1)*cols], " ")...)
		text = append(text, '\n')
	}
	return string(fmt.Appendf(text, "%s%d", playerLine, p.Mover())), nil
}

// symbol is how a cell shows the seat number v from 1, or 0 for empty.
func symbol(v int) byte {
	if v == 0 {
		return '.'
	}
	return byte('0' + v)
}

// ParseState reads a state text. What it does not say is taken from rest, whose
// cells and seat to move are ignored. A blocked player to move is kept (see
// engine.Position.SkipBlocked). Errors about the text are
// *interchange.LineError; a state within a chain also wraps ErrMidTurn.
func ParseState(rules *engine.Rules, text string, rest engine.SetUp) (engine.Position, error) {
	if err := check(rules); err != nil {
		return engine.Position{}, err
	}
	lines := interchange.Lines(text)
	rest.Cells = make([]uint8, 0, Cells)
	var err error
	for row := 0; row < rows && err == nil; row++ {
		if row == len(lines) {
			err = interchange.Errorf(row+1, 0, "missing; the board has %d rows", rows)
			break
		}
		rest.Cells, err = appendRow(rest.Cells, lines[row], row, rules.Seats())
	}
	if err == nil {
		rest.Mover, err = parsePlayer(lines[rows:], rules.Seats())
	}
	if err != nil {
		return engine.Position{}, fmt.Errorf("openspiel: %w", err)
	}
	p, err := engine.NewPosition(rules, rest)
	if err == nil {
		err = checkPosition(&p)
	}
	if err != nil {
		return engine.Position{}, fmt.Errorf("openspiel: %w", err)
	}
	return p, nil
}

// appendRow reads the cells of a row.
func appendRow(cells []uint8, line string, row, seats int) ([]uint8, error) {
	line = strings.TrimRight(line, " ")
	end := firstCol(row) + 2*rowLen[row] - 1
	for col := range max(end, len(line)) {
		symbol := byte(' ')
		if col < len(line) {
			symbol = line[col]
		}
		_, isCell := CellAt(row, col)
		switch {
		case !isCell && symbol == ' ':
		case !isCell:
			return nil, interchange.Errorf(row+1, col+1, "%q where row %d has no cell", symbol, row)
		case symbol == '.':
			cells = append(cells, 0)
		case symbol >= '1' && symbol <= byte('0'+seats):
			cells = append(cells, symbol-'0')
		default:
			return nil, interchange.Errorf(row+1, col+1, "%q is neither the dot nor a player from 1 to %d", symbol, seats)
		}
	}
	return cells, nil
}

// parsePlayer reads what follows on the board: the player to move, from 0.
func parsePlayer(lines []string, seats int) (int, error) {
	if len(lines) == 0 {
		return 0, interchange.Errorf(rows+1, 0, "missing; want %sN", playerLine)
	}
	if len(lines) > 1 {
		return 0, interchange.Errorf(rows+2, 0, "text behind the player to move")
	}
	name, found := strings.CutPrefix(lines[0], playerLine)
	if !found {
		return 0, interchange.Errorf(rows+1, 0, "%q, want %sN", lines[0], playerLine)
	}
	if _, chain, hopping := strings.Cut(name, " (hopping from "); hopping {
		return 0, interchange.Errorf(rows+1, 0, "%w: hopping from %s", ErrMidTurn, strings.TrimSuffix(chain, ")"))
	}
	if len(name) != 1 || name[0] < '0' || int(name[0]-'0') >= seats {
		return 0, interchange.Errorf(rows+1, len(playerLine)+1, "%q is no player from 0 to %d", name, seats-1)
	}
	return int(name[0] - '0'), nil
}

// AppendTensor appends the ObservationTensor of a player (seat): a plane of 121
// cells for each player, the observer's own first and then in playing order,
// one of the empty cells, and one number for each player, in the same order, of
// which that of the player to move is 1.
func AppendTensor(dst []float32, p *engine.Position, player int) ([]float32, error) {
	if err := checkPosition(p); err != nil {
		return nil, err
	}
	seats := p.Board().Seats()
	if player < 0 || player >= seats {
		return nil, fmt.Errorf("openspiel: player %d, want 0 to %d", player, seats-1)
	}
	start := len(dst)
	dst = append(dst, make([]float32, (seats+1)*Cells+seats)...)
	values := dst[start:]
	turned := func(seat int) int { return (seat - player + seats) % seats }
	for cell := range Cells {
		plane := seats
		if v := p.At(cell); v > 0 {
			plane = turned(v - 1)
		}
		values[plane*Cells+cell] = 1
	}
	values[(seats+1)*Cells+turned(p.Mover())] = 1
	return dst, nil
}
