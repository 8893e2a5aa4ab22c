package mcts

import (
	"errors"
	"fmt"

	"halmazero/engine"
)

// Config is the constants of a search. Default has the values for play; all of
// them deserve tuning when the network changes.
type Config struct {
	// CPuct is the weight of the prior against the value, more than 0. Higher
	// explores more. Default 1.5.
	CPuct float64
	// CPuctBase lets that weight grow with the visits N of a node, as in
	// AlphaZero: CPuct + ln((1+N+CPuctBase)/CPuctBase). AlphaZero has 19652,
	// which matters from some thousand visits on. Default 0: no growth.
	CPuctBase float64
	// FPUReduction is the first-play urgency below the root: an unvisited move
	// is expected to be worth the node's own value less FPUReduction times the
	// square root of the prior that its visited siblings hold together, but
	// never less than a loss. 0 to 2, default 0.25.
	FPUReduction float64
	// RootFPUReduction is the same at the root, where it pays to look at more
	// moves. 0 to 2, default 0.1.
	RootFPUReduction float64
	// NoiseFraction is the share of Dirichlet noise in the priors of a root
	// that noise is added to, 0 to 1. Default 0.25.
	NoiseFraction float64
	// NoiseTotal is the total concentration of the noise, more than 0: each of
	// k legal moves has NoiseTotal/k. Lower is spikier. Default 10.
	NoiseTotal float64
	// ForcedPlayouts is the factor of the least visits of the moves of a root
	// with noise, 0 for none, up to 100 (see forced.go). KataGo has 2. Default 0.
	ForcedPlayouts float64
	// Solver has proven wins and losses travel up the tree (see solver.go).
	// Default false.
	Solver bool
	// Transpositions has a position that several orders of moves lead to
	// searched once (see graph.go). A simulation then costs about half as
	// much again besides its evaluation, and a node some 400 bytes more.
	// Default false.
	Transpositions bool
	// Root is how the root's moves are searched. Default PUCT.
	Root RootPolicy
	// GumbelMoves is how many moves a Gumbel root considers, 1 to 65536: few
	// enough for the simulations, about four for each, as one evaluation says
	// little and is made much of. Default 8.
	GumbelMoves int
	// GumbelValueScale and GumbelVisitOffset scale the completed Q of a Gumbel
	// search (see gumbel.go), both more than 0. Defaults 0.1 and 50.
	GumbelValueScale  float64
	GumbelVisitOffset float64
	// Horizon says whether a position that the rules let go on is over for the
	// caller, and with which value. It is asked once per node below the root,
	// never about the root itself, and must be a pure function. Default nil:
	// only the rules end a game.
	Horizon func(p *engine.Position) (value Values, over bool)
}

// Default is a configuration that works on all boards.
func Default() Config {
	return Config{
		CPuct:            1.5,
		FPUReduction:     0.25,
		RootFPUReduction: 0.1,
		NoiseFraction:    0.25,
		NoiseTotal:       10,

		GumbelMoves:       8,
		GumbelValueScale:  0.1,
		GumbelVisitOffset: 50,
	}
}

// Wide reports whether a search can have several lanes. A Gumbel root plans
// its simulations one by one. With transpositions two lanes might be at the
// same position by different ways without knowing of each other, and neither
// would have a node yet that the other could wait for.
func (c Config) Wide() bool { return c.Root != Gumbel && !c.Transpositions }

// Validate reports every fault, or nil.
func (c Config) Validate() error {
	var errs []error
	check := func(ok bool, name string, value float64, want string) {
		if !ok {
			errs = append(errs, fmt.Errorf("search: %s is %v, want %s", name, value, want))
		}
	}
	const most = 1e9 // of what has no natural bound; keeps infinities out
	check(c.CPuct > 0 && c.CPuct <= most, "CPuct", c.CPuct, "more than 0")
	check(c.CPuctBase >= 0 && c.CPuctBase <= most, "CPuctBase", c.CPuctBase, "0 for none, or more")
	check(c.FPUReduction >= 0 && c.FPUReduction <= 2, "FPUReduction", c.FPUReduction, "0 to 2")
	check(c.RootFPUReduction >= 0 && c.RootFPUReduction <= 2, "RootFPUReduction", c.RootFPUReduction, "0 to 2")
	check(c.NoiseFraction >= 0 && c.NoiseFraction <= 1, "NoiseFraction", c.NoiseFraction, "0 to 1")
	check(c.NoiseTotal > 0 && c.NoiseTotal <= most, "NoiseTotal", c.NoiseTotal, "more than 0")
	check(c.ForcedPlayouts >= 0 && c.ForcedPlayouts <= 100, "ForcedPlayouts", c.ForcedPlayouts, "0 for none, to 100")
	if c.Root > Gumbel {
		errs = append(errs, fmt.Errorf("search: Root is %v, want puct or gumbel", c.Root))
	}
	if c.Root == Gumbel {
		check(c.GumbelMoves >= 1 && c.GumbelMoves <= 1<<16, "GumbelMoves", float64(c.GumbelMoves), "1 to 65536")
		check(c.GumbelValueScale > 0 && c.GumbelValueScale <= most, "GumbelValueScale", c.GumbelValueScale, "more than 0")
		check(c.GumbelVisitOffset > 0 && c.GumbelVisitOffset <= most, "GumbelVisitOffset", c.GumbelVisitOffset, "more than 0")
	}
	return errors.Join(errs...)
}
