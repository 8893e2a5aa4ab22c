package main

import (
	"math/rand/v2"

	"halmazero/engine"
	"halmazero/internal/bench"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/gorgonia"
	"halmazero/model/nn/kernel"
)

// benchTrainBatch is the rows of a step, as in the defaults.
const benchTrainBatch = 256

// benchTrain measures training with one replica on one core:
//
//   - train/NET: samples a second, forward and backward pass and update. The
//     ratio is of operations, three times those of inference, over the rate of
//     fused multiply-adds in registers.
//   - scaling/2replicas: samples a second of two replicas on two cores; the ratio
//     is over one.
func benchTrain(s bench.Settings, report func(bench.Result) error) error {
	for _, n := range []benchNet{benchNets[1], benchNets[0]} {
		w, err := newTrainWork(n, 1)
		if err != nil {
			return err
		}
		name := "train/" + n.name[:len(n.name)-len("/bN")]
		r := s.Measure(name, "samples/s", w.steps, peak(kernel.Active()))
		r.Ratio *= w.operations
		w.close()
		if err := report(r); err != nil {
			return err
		}
	}
	one, err := newTrainWork(benchNets[1], 1)
	if err != nil {
		return err
	}
	defer one.close()
	two, err := newTrainWork(benchNets[1], 2)
	if err != nil {
		return err
	}
	defer two.close()
	return report(s.Measure("scaling/2replicas", "samples/s", two.steps, one.steps))
}

// trainWork is a trainer and a batch for it.
type trainWork struct {
	trainer    *gorgonia.Trainer
	batch      model.Batch
	operations float64 // of a sample
}

func newTrainWork(n benchNet, replicas int) (*trainWork, error) {
	rules, err := engine.ParseRules(n.preset)
	if err != nil {
		return nil, err
	}
	code := features.For(rules)
	spec := n.spec(code)
	rng := rand.New(rand.NewPCG(3, 4))
	net, err := model.Random(spec, rng)
	if err != nil {
		return nil, err
	}
	cfg := gorgonia.DefaultConfig()
	cfg.BatchSize, cfg.Replicas = benchTrainBatch, replicas
	w := new(trainWork)
	if w.trainer, err = gorgonia.NewTrainer(net, cfg); err != nil {
		return nil, err
	}
	moves := w.fill(code, rules, rng)
	_, full := operations(spec, moves/benchTrainBatch)
	w.operations = 3 * full
	return w, nil
}

// fill makes the batch of positions of random games, each with one move as its
// target, and returns the number of legal moves.
func (w *trainWork) fill(code *features.Encoding, rules *engine.Rules, rng *rand.Rand) int {
	b := &w.batch
	b.Reset()
	p := rules.Start(0)
	for range benchTrainBatch {
		moves := p.Moves(nil)
		if len(moves) == 0 || p.Ply() >= playoutPlies {
			p = rules.Start(0)
			moves = p.Moves(nil)
		}
		at := len(b.Planes)
		b.Planes = append(b.Planes, make([]float32, code.Len())...)
		code.Encode(b.Planes[at:], &p, false)
		b.From, b.To = code.Moves(b.From, b.To, &p, moves, false)
		chosen := rng.IntN(len(moves))
		for i := range moves {
			b.Target = append(b.Target, 0)
			if i == chosen {
				b.Target[len(b.Target)-1] = 1
			}
		}
		b.Offset = append(b.Offset, int32(len(b.From)))
		b.Value = append(b.Value, 0.5, 0.5)
		b.PolicyWeight, b.ValueWeight = append(b.PolicyWeight, 1), append(b.ValueWeight, 1)
		p.Play(moves[chosen])
	}
	return len(b.From)
}

// steps trains and returns the samples.
func (w *trainWork) steps(n int) float64 {
	for range n {
		if _, err := w.trainer.Step(&w.batch); err != nil {
			panic(err) // the batch is our own
		}
	}
	return float64(n * benchTrainBatch)
}

func (w *trainWork) close() { w.trainer.Close() }
