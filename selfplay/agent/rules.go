package agent

import (
	"fmt"

	"halmazero/engine"
	"halmazero/model/features"
)

// CheckRules refuses a ruleset that the player does not know: networks and the
// classical search play on square boards with two seats, the others anywhere.
// Whether a network fits the size of the board shows when it is read.
func (s Spec) CheckRules(r *engine.Rules) error {
	var err error
	switch b := r.Board(); {
	case s.Kind == Net:
		err = features.Supports(r)
	case s.Kind == Classical && (b.Star() || b.Seats() != 2):
		err = fmt.Errorf("the classical search plays on square boards with two seats, %s is played on %s with %d", r.ID(), b.ID(), b.Seats())
	}
	if err != nil {
		return fmt.Errorf("player %q: %w", s, err)
	}
	return nil
}
