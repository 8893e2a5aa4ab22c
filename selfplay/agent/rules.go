package agent

import (
	"fmt"

	"halmazero/engine"
)

// CheckRules refuses a ruleset that the player does not know: the classical
// search plays on square boards with two seats, the others anywhere. Whether a
// network fits the board shows when it is read.
func (s Spec) CheckRules(r *engine.Rules) error {
	if b := r.Board(); s.Kind == Classical && (b.Star() || b.Seats() != 2) {
		return fmt.Errorf("player %q: the classical search plays on square boards with two seats, %s is played on %s with %d",
			s, r.ID(), b.ID(), b.Seats())
	}
	return nil
}
