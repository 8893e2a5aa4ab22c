package openspiel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"halmazero/engine"
)

// History is the actions of the moves from a position on, with a Pass for each
// skipped seat.
func History(start engine.Position, moves []engine.Move) ([]int, error) {
	p := start
	if err := checkPosition(&p); err != nil {
		return nil, err
	}
	actions := passes(p.SkipBlocked())
	for i, m := range moves {
		turn, err := ActionsOf(&p, m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		actions = append(actions, turn...)
		actions = append(actions, passes(play(&p, m))...)
	}
	return actions, nil
}

func passes(n int) []int { return slices.Repeat([]int{Pass}, n) }

// play makes a move and returns how many seats were skipped behind it.
func play(p *engine.Position, m engine.Move) int {
	mover, seats := p.Mover(), p.Board().Seats()
	p.Play(m)
	if p.Result().Over() {
		return 0
	}
	return (p.Mover() - mover - 1 + seats) % seats
}

// Replay plays a history from a position and returns the moves and the position
// reached. The passes of blocked players are no moves; they may be missing only
// at the end. On an error it returns what was played before, and the error
// wraps engine.ErrIllegal, or ErrMidTurn if the history ends within a chain.
func Replay(start engine.Position, actions []int) ([]engine.Move, engine.Position, error) {
	p := start
	if err := checkPosition(&p); err != nil {
		return nil, p, err
	}
	skipped := p.SkipBlocked() // blocked players whose passes are still to be read
	var moves []engine.Move
	for i := 0; i < len(actions); {
		if skipped > 0 {
			if actions[i] != Pass {
				return moves, p, fmt.Errorf("openspiel: %w: action %d of the history is %d, but a player cannot move and must pass (%d)",
					engine.ErrIllegal, i+1, actions[i], Pass)
			}
			skipped--
			i++
			continue
		}
		m, used, err := ParseTurn(&p, actions[i:])
		if err != nil {
			return moves, p, fmt.Errorf("turn at action %d of the history: %w", i+1, err)
		}
		skipped = play(&p, m)
		moves = append(moves, m)
		i += used
	}
	return moves, p, nil
}

// HistoryText is a history as HistoryString writes it: "58, 679, 17, 726".
func HistoryText(actions []int) string {
	texts := make([]string, len(actions))
	for i, a := range actions {
		texts[i] = strconv.Itoa(a)
	}
	return strings.Join(texts, ", ")
}

// ParseHistory reads what HistoryText writes. It checks that each number is an
// action, not that it may be taken: see Replay.
func ParseHistory(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var actions []int
	for i, field := range strings.Split(text, ", ") {
		a, err := strconv.Atoi(field)
		if err != nil || a < 0 || a > Pass || strconv.Itoa(a) != field {
			return nil, fmt.Errorf("openspiel: history: action %d: %q is no number from 0 to %d", i+1, field, Pass)
		}
		actions = append(actions, a)
	}
	return actions, nil
}
