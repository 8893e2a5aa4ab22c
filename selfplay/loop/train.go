package loop

import (
	"context"
	"fmt"

	"halmazero/internal/fsx"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/selfplay/report"
)

// train makes the generation's candidate, if the labels of its games pass the
// audit and the self-test is passed. Refused, the run does not go on: no
// network has seen the games, and they stay where they are.
func (d *Driver) train(ctx context.Context) (Event, error) {
	audit, err := d.auditLabels(ctx)
	if err != nil {
		return Event{}, err
	}
	if err := d.selfTest(ctx); err != nil {
		return Event{}, err
	}
	l, err := d.learn(ctx)
	if err != nil {
		return Event{}, err
	}
	if l.taken < d.state.Generation {
		if _, err := l.take(d.state.Generation); err != nil {
			return Event{}, err
		}
	}
	if l.batches.Mix = l.mix(); l.batches.Mix.Len() == 0 {
		return Event{}, fmt.Errorf("no decision to learn from: all games ended in their openings")
	}
	steps, left := drain(d.state.Bucket, l.fresh, d.cfg.Training)
	if d.bootstraps() {
		steps, left = d.cfg.Training.BootstrapSteps, 0
	}
	if err := l.trainer.SetLearningRate(LearningRate(d.cfg.Training, d.state.Generation)); err != nil {
		return Event{}, err
	}
	training, err := l.steps(ctx, steps)
	if err != nil {
		return Event{}, err
	}
	training.Bucket = left
	state, err := l.trainer.SaveState()
	if err != nil {
		return Event{}, err
	}
	if err := fsx.WriteFile(d.folder.checkpointPath(d.state.Generation), state); err != nil {
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
		Rules: d.cfg.Rules, Seed: d.cfg.Seed, Steps: candidate.Provenance.Steps, Build: d.build, Note: d.sourcesNote()}
	e, err := d.saveModel(candidate, d.state.Generation)
	e.Training, e.Audit = training, auditReport(audit)
	return e, err
}

// steps trains and returns what came of it, with the mean losses of the last
// quarter.
func (l *learner) steps(ctx context.Context, n int) (*report.Training, error) {
	d := l.d
	rng := seed.New(d.cfg.Seed, "train", d.state.Generation)
	batch := d.cfg.Training.Batch
	bar := d.bar("training on samples", n*batch)
	defer bar.Done()
	var quarter Mean
	seconds := stopwatch()
	curve := pace{seconds: stopwatch()}
	first := n - max(1, n/4)
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, err := l.batches.Next(rng, true)
		if err != nil {
			return nil, err
		}
		x, err := l.trainer.Step(b)
		if err != nil {
			return nil, err
		}
		if i >= first {
			quarter.Add(x)
		}
		curve.mean.Add(x)
		if err := d.boardStep(&curve, l.trainer.Steps(), i == n-1); err != nil {
			return nil, err
		}
		bar.Add(int64(batch))
	}
	m := quarter.Losses()
	return &report.Training{Steps: l.trainer.Steps(), Samples: n * batch, SamplesPerSecond: perSecond(n*batch, seconds()),
		PolicyLoss: m.Policy, PolicyEntropy: m.PolicyEntropy, ValueLoss: m.Value, Heads: m.furtherHeads()}, nil
}

// perSecond is the rate of n, also on a clock that has stood still.
func perSecond(n int, seconds float64) float64 { return float64(n) / max(seconds, 1e-9) }
