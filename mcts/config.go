package mcts

import (
	"errors"
	"fmt"

	"halmazero/engine"
)

// Config is the constants of the search.
type Config struct {
	// CPuct weighs exploration by the prior; about 1 to 3.
	CPuct float32
	// FPUReduction is the first-play urgency: an unvisited move is expected to
	// reach the parent's value less FPUReduction·sqrt(prior already visited).
	FPUReduction float32
	// NoiseFraction is the share of Dirichlet noise in the root's prior, 0 to 1.
	NoiseFraction float64
	// NoiseTotal is the noise's total concentration, spread evenly over the
	// legal moves: about 10.
	NoiseTotal float64
	// Horizon, if set, says whether a position that the rules let go on is
	// over for the caller, and its value. It must be a pure function.
	Horizon func(p *engine.Position) (value Values, over bool)
}

// Default is a configuration that works on all boards.
func Default() Config {
	return Config{CPuct: 1.5, FPUReduction: 0.25, NoiseFraction: 0.25, NoiseTotal: 10}
}

// Validate reports every fault, or nil.
func (c Config) Validate() error {
	var errs []error
	if !(c.CPuct > 0) {
		errs = append(errs, fmt.Errorf("search: CPuct is %v, want more than 0", c.CPuct))
	}
	if !(c.FPUReduction >= 0 && c.FPUReduction <= 2) {
		errs = append(errs, fmt.Errorf("search: FPUReduction is %v, want 0 to 2", c.FPUReduction))
	}
	if !(c.NoiseFraction >= 0 && c.NoiseFraction <= 1) {
		errs = append(errs, fmt.Errorf("search: NoiseFraction is %v, want 0 to 1", c.NoiseFraction))
	}
	if !(c.NoiseTotal > 0) {
		errs = append(errs, fmt.Errorf("search: NoiseTotal is %v, want more than 0", c.NoiseTotal))
	}
	return errors.Join(errs...)
}
