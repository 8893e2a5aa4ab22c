package loop

import (
	"context"
	"fmt"

	"halmazero/internal/fsx"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/report"
)

// train makes the generation's candidate, if the labels of its games pass the
// audit. Refused, the run does not go on: no network has seen the games, and
// they stay where they are.
func (d *Driver) train(ctx context.Context) (Event, error) {
	if _, err := d.auditLabels(ctx); err != nil {
		return Event{}, err
	}
	l, err := d.learn()
	if err != nil {
		return Event{}, err
	}
	if l.taken < d.state.Generation {
		if _, err := l.take(d.state.Generation); err != nil {
			return Event{}, err
		}
	}
	if l.window.Len() == 0 {
		return Event{}, fmt.Errorf("no decision to learn from: all games ended in their openings")
	}
	steps := max(1, int(d.cfg.Training.SamplesPerRow*float64(l.fresh)/float64(d.cfg.Training.Batch)))
	if d.bootstraps() {
		steps = d.cfg.Training.BootstrapSteps
	}
	losses, err := l.steps(ctx, steps)
	if err != nil {
		return Event{}, err
	}
	state, err := l.trainer.SaveState()
	if err != nil {
		return Event{}, err
	}
	if err := fsx.WriteFile(d.folder.checkpointPath(d.state.Generation), state); err != nil {
		return Event{}, err
	}
	if err := d.folder.pruneCheckpoints(d.cfg.Training.KeepCheckpoints); err != nil {
		return Event{}, err
	}
	candidate := l.trainer.Network()
	parent, err := d.folder.loadModel(d.state.Generation - 1)
	if err != nil {
		return Event{}, err
	}
	hash, err := parent.Hash()
	if err != nil {
		return Event{}, err
	}
	candidate.Provenance = model.Provenance{Run: d.cfg.Name, Generation: d.state.Generation, Parent: hash,
		Rules: d.cfg.Rules, Seed: d.cfg.Seed, Steps: l.trainer.Steps(), Build: d.build}
	e, err := d.saveModel(candidate, d.state.Generation)
	e.Training = &report.Training{Steps: l.trainer.Steps(), PolicyLoss: losses.Policy,
		PolicyEntropy: losses.PolicyEntropy, ValueLoss: losses.Value}
	return e, err
}

// steps trains and returns the mean losses of the last quarter.
func (l *learner) steps(ctx context.Context, n int) (gorgonia.Losses, error) {
	rng := seed.New(l.d.cfg.Seed, "train", l.d.state.Generation)
	bar := l.d.bar("training steps", n)
	defer bar.Done()
	var sum gorgonia.Losses
	first := n - max(1, n/4)
	for i := range n {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		if err := l.fill(rng); err != nil {
			return sum, err
		}
		x, err := l.trainer.Step(&l.batch)
		if err != nil {
			return sum, err
		}
		if i >= first {
			sum.Policy += x.Policy
			sum.PolicyEntropy += x.PolicyEntropy
			sum.Value += x.Value
		}
		bar.Add(1)
	}
	k := float64(n - first)
	return gorgonia.Losses{Policy: sum.Policy / k, PolicyEntropy: sum.PolicyEntropy / k, Value: sum.Value / k}, nil
}
