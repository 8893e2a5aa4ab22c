package agent

import (
	"fmt"

	"halmazero/engine"
	"halmazero/engine/classical"
)

// CheckRules refuses a ruleset that does not go with the player. All play
// anything, but a way of searching several seats means nothing between two.
// Whether a network fits the board shows when it is read.
func (s Spec) CheckRules(r *engine.Rules) error {
	if b := r.Board(); s.Multi != classical.MultiDefault && b.Seats() == 2 {
		return fmt.Errorf("player %q: multi=%v is for more than two seats, %s has two", s, s.Multi, r.ID())
	}
	return nil
}
