package fit

import (
	"context"
	"errors"
	"fmt"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/internal/progress"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/loop"
)

// The self-test: a copy of the network trains so many steps on so many games,
// on at most so many rows of them and about so many a step, without mirroring.
// What is left to learn (Losses.excess) must fall to this share of what it was, or
// be as good as nothing. Even random moves are learned by heart so.
const (
	selfTestGames   = 10
	selfTestSteps   = 100
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
	after := s.After.excess(valueWeight)
	return after <= selfTestShare*s.Before.excess(valueWeight) || after <= selfTestNothing
}

// String is the numbers.
func (s *SelfTest) String() string {
	return fmt.Sprintf("%d steps on %d games (%d rows): before %v; after %v", s.Steps, s.Games, s.Rows, s.Before, s.After)
}

// selfTest trains a copy of a network on the examples. Its error wraps
// ErrSelfTest if the loss does not fall clearly.
func selfTest(ctx context.Context, first *model.Network, cfg configs.Config, d *data, o *Options) (result *SelfTest, err error) {
	window := dataset.NewWindow(d.rules)
	if err := window.Add(thin(d.examples, selfTestRows)); err != nil {
		return nil, err
	}
	tc := loop.TrainerConfig(cfg.Training)
	tc.BatchSize = (selfTestBatch + tc.Replicas - 1) / tc.Replicas * tc.Replicas
	tc.WarmupSteps = min(tc.WarmupSteps, selfTestWarmup)
	tc.AverageDecay = 0 // the average would lag behind
	trainer, err := gorgonia.NewTrainer(first, tc)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, trainer.Close()) }()
	rows := loop.NewRows(features.For(d.rules), cfg.Training)
	s := &SelfTest{Games: len(d.examples), Rows: window.Len(), Steps: selfTestSteps}
	if s.Before, err = evaluate(trainer, window, rows, tc.BatchSize); err != nil {
		return nil, err
	}
	bar := progress.New(o.Talk, "self-test steps", selfTestSteps)
	defer bar.Done()
	batch := batcher{window: window, rows: rows, size: tc.BatchSize}
	for step := range selfTestSteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := batch.fill(seed.New(d.seed, "self-test", step), false); err != nil {
			return nil, err
		}
		if _, err := trainer.Step(&batch.batch); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSelfTest, err)
		}
		bar.Add(1)
	}
	if s.After, err = evaluate(trainer, window, rows, tc.BatchSize); err != nil {
		return nil, err
	}
	if !s.passed(cfg.Training.ValueWeight) {
		return s, fmt.Errorf("%w: the loss does not fall: %v", ErrSelfTest, s)
	}
	return s, nil
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
