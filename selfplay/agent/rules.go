package agent

import (
	"fmt"

	"halmazero/engine"
)

// CheckRules refuses a ruleset that the player does not know: the classical
// search is for two seats, the others play anything. Whether a network fits the
// board shows when it is read.
func (s Spec) CheckRules(r *engine.Rules) error {
	if b := r.Board(); s.Kind == Classical && b.Seats() != 2 {
		return fmt.Errorf("player %q: the classical search is for two seats, %s has %d", s, r.ID(), b.Seats())
	}
	return nil
}
