package loop

import (
	"context"
	"errors"
	"fmt"
	"io"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/internal/progress"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/gorgonia"
)

// SelfTestGames is how many games a self-test learns.
const SelfTestGames = 10

// The self-test: a copy of the network trains at most so many steps on the
// games, on at most so many rows of them and about so many a step, without
// mirroring. What is left to learn (Losses.Excess) must fall to this share of
// what it was, or be as good as nothing; whether it has is looked at every so
// many steps. Even random moves are learned by heart so.
const (
	selfTestSteps   = 100
	selfTestLook    = 20
	selfTestRows    = 256
	selfTestBatch   = 128
	selfTestWarmup  = 10
	selfTestShare   = 0.8
	selfTestNothing = 0.02 // nats
)

// ErrSelfTest is wrapped by the error of a self-test that has failed.
var ErrSelfTest = errors.New("self-test failed")

// SelfTest is what a self-test has measured, on the games that were learned.
type SelfTest struct {
	Games  int    `json:"games"`
	Rows   int    `json:"rows"`
	Steps  int    `json:"steps"`
	Before Losses `json:"before"`
	After  Losses `json:"after"`
}

// passed says whether enough was learned.
func (s *SelfTest) passed(valueWeight float64) bool {
	after := s.After.Excess(valueWeight)
	return after <= selfTestShare*s.Before.Excess(valueWeight) || after <= selfTestNothing
}

// String is the numbers.
func (s *SelfTest) String() string {
	return fmt.Sprintf("%d steps on %d games (%d rows): before %v; after %v", s.Steps, s.Games, s.Rows, s.Before, s.After)
}

// RunSelfTest trains a copy of a network on a few games, which must have a row.
// It goes the whole way of a row, from the game's record to the weights, with
// the settings of the configuration. Its error wraps ErrSelfTest if the loss
// does not fall clearly. label stands in front of its progress.
func RunSelfTest(ctx context.Context, first *model.Network, cfg configs.Config, rules *engine.Rules, games []dataset.Game, talk io.Writer, label string) (result *SelfTest, err error) {
	window := dataset.NewWindow(rules)
	if err := window.Add(thin(games, selfTestRows)); err != nil {
		return nil, err
	}
	tc := TrainerConfig(cfg.Training)
	tc.BatchSize = (selfTestBatch + tc.Replicas - 1) / tc.Replicas * tc.Replicas
	tc.WarmupSteps = min(tc.WarmupSteps, selfTestWarmup)
	tc.AverageDecay = 0 // the average would lag behind
	trainer, err := gorgonia.NewTrainer(first, tc)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, trainer.Close()) }()
	rows := NewRows(features.For(rules), cfg.Training)
	s := &SelfTest{Games: len(games), Rows: window.Len()}
	if s.Before, err = Evaluate(trainer, window, rows, tc.BatchSize); err != nil {
		return nil, err
	}
	bar := progress.New(talk, label, int64(selfTestSteps*tc.BatchSize))
	defer bar.Done()
	batches := Batcher{Mix: NewMix(Part{window, 1}), Rows: rows, Size: tc.BatchSize}
	for s.Steps < selfTestSteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, err := batches.Next(seed.New(cfg.Seed, "self-test", s.Steps), false)
		if err != nil {
			return nil, err
		}
		if _, err := trainer.Step(b); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSelfTest, err)
		}
		bar.Add(int64(tc.BatchSize))
		if s.Steps++; s.Steps%selfTestLook > 0 {
			continue
		}
		if s.After, err = Evaluate(trainer, window, rows, tc.BatchSize); err != nil {
			return nil, err
		}
		if s.passed(cfg.Training.ValueWeight) {
			return s, nil
		}
	}
	return s, fmt.Errorf("%w: the loss does not fall: %v", ErrSelfTest, s)
}

// thin leaves out rows of games, evenly, until there are at most so many.
func thin(games []dataset.Game, most int) []dataset.Game {
	total := 0
	for i := range games {
		total += len(games[i].Rows)
	}
	every, at := (total+most-1)/most, 0
	thinned := make([]dataset.Game, len(games))
	for i, g := range games {
		rows := g.Rows
		g.Rows = nil
		for j := range rows {
			if at%every == 0 {
				g.Rows = append(g.Rows, rows[j])
			}
			at++
		}
		thinned[i] = g
	}
	return thinned
}
