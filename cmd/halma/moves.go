package main

import (
	"slices"
	"strings"

	"halmazero/engine"
)

func movesCommand() command {
	c := command{name: "moves", args: "[--json]", about: "list the legal moves of positions: one position text a line on stdin, one answer a line on stdout"}
	c.whole = true
	c.run = func(e env, args []string) error {
		f := options(c, e)
		asJSON := f.Bool("json", false, "answer in JSON: destinations by origin, the result or null, the seat to move or null")
		if err := parse(f, args, 0, 0); err != nil {
			return err
		}
		return answerLines(e, func(line string) ([]byte, bool) {
			p, err := engine.ParsePosition(line)
			switch {
			case err != nil && *asJSON:
				return jsonLine(map[string]string{"error": err.Error()}), false
			case err != nil:
				return []byte("error: " + err.Error()), false
			}
			p.SkipBlocked()
			if *asJSON {
				return jsonLine(listMoves(&p)), true
			}
			return []byte(tellMoves(&p)), true
		})
	}
	return c
}

// moveList is the answer to a position.
type moveList struct {
	Moves  map[string][]string `json:"moves"`   // destinations by origin, in order of the cells
	Result *string             `json:"result"`  // null while the game goes on
	ToMove *int                `json:"to_move"` // seat from 1; null when the game is over
}

func listMoves(p *engine.Position) moveList {
	list := moveList{Moves: make(map[string][]string), Result: resultText(p)}
	if list.Result != nil {
		return list
	}
	seat := p.Mover() + 1
	list.ToMove = &seat
	b := p.Board()
	for _, m := range sortedMoves(p) {
		from := b.CellName(m.From())
		list.Moves[from] = append(list.Moves[from], b.CellName(m.To()))
	}
	return list
}

// resultText is nil while the game goes on.
func resultText(p *engine.Position) *string {
	if !p.Result().Over() {
		return nil
	}
	text := p.Result().String()
	return &text
}

// sortedMoves is the legal moves in order of their cells.
func sortedMoves(p *engine.Position) []engine.Move {
	moves := p.Moves(nil)
	slices.Sort(moves)
	return moves
}

// tellMoves is the same for a reader: "seat 1: e5-f6 e5>g7", or the result.
func tellMoves(p *engine.Position) string {
	if p.Result().Over() {
		return p.Result().String()
	}
	var sb strings.Builder
	sb.WriteString("seat ")
	sb.WriteByte(byte('1' + p.Mover()))
	sb.WriteByte(':')
	for _, m := range sortedMoves(p) {
		sb.WriteByte(' ')
		sb.WriteString(p.Board().ShortText(m))
	}
	return sb.String()
}
