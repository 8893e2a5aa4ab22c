package openspiel

import (
	"errors"
	"fmt"
	"slices"

	"halmazero/engine"
)

// ErrRules is wrapped by the errors about rules and positions for which
// OpenSpiel has no game.
var ErrRules = errors.New("no game of chinese_checkers")

// points are the corners of the players, by their number.
var points = map[int][]string{
	2: {"N", "S"},
	3: {"N", "SE", "SW"},
	4: {"N", "NE", "S", "SW"},
	6: {"N", "NE", "SE", "S", "SW", "NW"},
}

// Rules is the ruleset nearest to the game with the given parameters: players
// is 2, 3, 4 or 6, maxMoves from 1 to 99999 (1000 is OpenSpiel's default).
func Rules(players, maxMoves int) (*engine.Rules, error) {
	if points[players] == nil {
		return nil, fmt.Errorf("openspiel: %w with %d players; want 2, 3, 4 or 6", ErrRules, players)
	}
	if maxMoves < 1 {
		return nil, fmt.Errorf("openspiel: max_moves is %d, want 1 or more", maxMoves)
	}
	ref := fmt.Sprintf("star-121-%d,lock=none,sealed_draw=off,turn_limit=%d", players, maxMoves)
	rules, err := engine.ParseRules(ref)
	if err != nil {
		return nil, fmt.Errorf("openspiel: %w", err)
	}
	return rules, nil
}

// check says whether a ruleset has the board, the seats and the goal.
func check(rules *engine.Rules) error {
	b := rules.Board()
	var seats []string
	for seat := range b.Seats() {
		seats = append(seats, b.Corner(seat))
	}
	switch {
	case b.ID() != "star121":
		return fmt.Errorf("openspiel: %w on %s; want star121", ErrRules, b.ID())
	case !slices.Equal(seats, points[len(seats)]):
		return fmt.Errorf("openspiel: %w with the seats %v; want N, S or N, SE, SW or N, NE, S, SW or all six", ErrRules, seats)
	case rules.Finish() != engine.FinishFirst:
		return fmt.Errorf("openspiel: %w with finish=%s; want first", ErrRules, rules.Finish())
	}
	return nil
}

// checkPosition says also whether everybody still plays.
func checkPosition(p *engine.Position) error {
	if err := check(p.Rules()); err != nil {
		return err
	}
	for seat := range p.Board().Seats() {
		if p.Status(seat).State != engine.Active {
			return fmt.Errorf("openspiel: %w in which a player (seat %d) has left", ErrRules, seat+1)
		}
	}
	return nil
}
