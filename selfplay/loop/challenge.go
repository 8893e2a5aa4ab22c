package loop

import (
	"context"
	"fmt"
	"path/filepath"

	"halmazero/configs"
	"halmazero/engine"
	"halmazero/model"
	"halmazero/selfplay/arena"
	"halmazero/selfplay/gate"
)

// Challenge is the match of a run's gate for a network from anywhere: with the
// settings, the openings and the training cap of a generation, against the
// network that was the best one before that generation's own gate. It only
// reads the run's folder, whether or not the run is at work. For the candidate
// of that generation it is the match of the run, game for game.
type Challenge struct {
	Config     configs.Config // that the generation is of, in a fork perhaps that of its origin
	Rules      *engine.Rules
	Generation int // whose gate it is
	Best       int // generation of the network that is to be beaten
	// Opponent is that network.
	Opponent *model.Network
}

// OpenChallenge reads a run's folder. Generation 0 stands for the run's latest,
// against its best network of all.
func OpenChallenge(dir string, generation int) (*Challenge, error) {
	history, err := ReadHistory(dir)
	if err != nil {
		return nil, fmt.Errorf("run folder %s: %w", dir, err)
	}
	_, events, err := readEvents(dir)
	if err != nil {
		return nil, err
	}
	state, err := Replay(events)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, "events.jsonl"), err)
	}
	c := &Challenge{Generation: generation, Best: state.Best}
	switch {
	case state.Generation == 0:
		return nil, fmt.Errorf("run folder %s: the run has no network yet", dir)
	case generation == 0:
		c.Generation = state.Generation
	case generation > state.Generation:
		return nil, fmt.Errorf("run folder %s: the run is in generation %d, there is no gate of generation %d yet", dir, state.Generation, generation)
	default:
		c.Best = bestBefore(events, generation)
	}
	c.Config = history.At(c.Generation).Config
	if c.Rules, err = c.Config.Ruleset(); err != nil {
		return nil, err
	}
	c.Opponent, err = (&Folder{dir: dir, Events: events}).loadModel(c.Best)
	return c, err
}

// bestBefore is the generation of the network that was the best one when a
// generation's gate began.
func bestBefore(events []Event, generation int) int {
	best := 0
	for _, e := range events {
		if e.Kind == Gated && e.Generation < generation && e.Gate.Promoted {
			best = e.Generation
		}
	}
	return best
}

// Cap is the training cap in plies of the games.
func (c *Challenge) Cap() int { return capOf(c.Config, c.Generation).Plies }

// Backplay is the least and the largest share of the way that is left where the
// games begin; 1 and more is the start position. It is false where all begin
// there.
func (c *Challenge) Backplay() (least, most float64, on bool) {
	b := gateBackplay(c.Config, c.Generation)
	if b.Over(c.Generation) {
		return 1, 1, false
	}
	least, most = b.Shares(c.Generation)
	return least, most, true
}

// MaxGames is the largest number of games of the match.
func (c *Challenge) MaxGames() int { return c.Config.Gate.MaxPairs * len(arena.Seatings(c.Rules)) }

// Play plays the candidate's match on several goroutines. progress, which may
// be nil, is called with the number of games that are finished.
func (c *Challenge) Play(ctx context.Context, candidate *model.Network, workers int, progress func(games int)) (arena.Result, gate.Verdict, error) {
	m := gateMatch(c.Config, c.Rules, c.Generation)
	m.Workers, m.Progress = workers, progress
	m.NameA, m.NameB = "candidate", generationName(c.Best)
	var err error
	if m.NewA, err = netPlayers(c.Config, c.Rules, candidate, m.NameA, c.Config.Gate.Simulations); err != nil {
		return arena.Result{}, gate.Verdict{}, err
	}
	if m.NewB, err = netPlayers(c.Config, c.Rules, c.Opponent, m.NameB, c.Config.Gate.Simulations); err != nil {
		return arena.Result{}, gate.Verdict{}, err
	}
	if _, err := m.NewA(); err != nil { // before any game
		return arena.Result{}, gate.Verdict{}, err
	}
	r, err := arena.Play(ctx, m)
	if err != nil {
		return r, gate.Verdict{}, err
	}
	return r, gateVerdict(c.Config.Gate, c.Rules, r), nil
}
