package gorgonia

import (
	"math/rand/v2"
	"testing"

	"halmazero/model"
)

// tinySpec is a small network on a board that is not square.
func tinySpec() model.Spec {
	return model.Spec{
		Rows: 4, Cols: 5, Seats: 3, Features: "test", Planes: 2, Blocks: 2, Filters: 3,
		PolicyDim: 2, ValueChannels: 3, ValueHidden: 4, PoolScale: 8,
	}
}

// towerSpec is a network of the size of a run on 8x8.
func towerSpec(blocks, filters int) model.Spec {
	return model.Spec{
		Rows: 8, Cols: 8, Seats: 2, Features: "test", Planes: 14, Blocks: blocks, Filters: filters,
		PolicyDim: 32, ValueChannels: 32, ValueHidden: 64, PoolScale: 32,
	}
}

// withHeads adds all further heads to a network.
func withHeads(s model.Spec) model.Spec {
	s.Heads = model.Heads{PliesLeft: true, Distance: true, Reply: true, ShortValues: 2}
	return s
}

// headWeights weighs the losses of all further heads, each differently.
func headWeights(c Config) Config {
	c.PliesLeftWeight, c.DistanceWeight, c.ShortValueWeight, c.ReplyWeight = 0.9, 1.1, 0.6, 0.8
	return c
}

// starSpec is a network on a star whose points have n rows.
func starSpec(n int, s model.Spec) model.Spec {
	s.Rows, s.Cols, s.Star = 4*n+1, 4*n+1, n
	return s
}

// randomCell is a cell of the board.
func randomCell(spec model.Spec, rng *rand.Rand) int16 {
	for {
		if c := rng.IntN(spec.Cells()); spec.OnBoard(c/spec.Cols, c%spec.Cols) {
			return int16(c)
		}
	}
}

// randomNetwork returns a network without zero biases.
func randomNetwork(t testing.TB, spec model.Spec, seed uint64) *model.Network {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	net, err := model.Random(spec, rng)
	if err != nil {
		t.Fatal(err)
	}
	for _, ts := range spec.Tensors() {
		if !ts.Matrix {
			for i := range net.Tensors[ts.Name] {
				net.Tensors[ts.Name][i] = float32(rng.NormFloat64() * 0.1)
			}
		}
	}
	return net
}

// randomBatch returns rows of noise, also off the board, with up to maxMoves moves; some rows do
// not train the policy, and some not the value.
func randomBatch(spec model.Spec, size, maxMoves int, seed uint64) *model.Batch {
	rng := rand.New(rand.NewPCG(seed, 2))
	b := &model.Batch{}
	b.Reset()
	for i := range size {
		for range spec.Cells() * spec.Planes {
			b.Planes = append(b.Planes, float32(rng.IntN(2)))
		}
		moves := 1 + rng.IntN(maxMoves)
		policy := float32(1)
		if i%5 == 3 {
			policy = 0
		}
		b.Target = append(b.Target, distribution(rng, moves, policy)...)
		for range moves {
			b.From = append(b.From, randomCell(spec, rng))
			b.To = append(b.To, randomCell(spec, rng))
		}
		b.Offset = append(b.Offset, int32(len(b.From)))
		b.Value = append(b.Value, distribution(rng, spec.Seats, 1)...)
		b.PolicyWeight = append(b.PolicyWeight, policy*(0.5+rng.Float32()))
		value := float32(1)
		if i%7 == 5 {
			value = 0
		}
		b.ValueWeight = append(b.ValueWeight, value)
	}
	addHeadTargets(b, spec, maxMoves, rng)
	return b
}

// addHeadTargets gives a batch random targets for the heads of a network; some
// rows have none.
func addHeadTargets(b *model.Batch, spec model.Spec, maxMoves int, rng *rand.Rand) {
	h := spec.Heads
	weight := func(i, without int) float32 {
		if i%7 == without {
			return 0
		}
		return 0.5 + rng.Float32()
	}
	for i := range b.Size() {
		if h.PliesLeft {
			b.PliesLeft, b.PliesLeftWeight = append(b.PliesLeft, rng.Float32()), append(b.PliesLeftWeight, weight(i, 1))
		}
		if h.Distance {
			for range spec.Seats {
				b.Distance = append(b.Distance, max(0, rng.Float32()-0.2))
			}
			b.DistanceWeight = append(b.DistanceWeight, weight(i, 2))
		}
		if h.ShortValues > 0 {
			for range h.ShortValues {
				b.ShortValue = append(b.ShortValue, distribution(rng, spec.Seats, 1)...)
			}
			b.ShortValueWeight = append(b.ShortValueWeight, weight(i, 3))
		}
		if !h.Reply {
			continue
		}
		r := &b.Reply
		if i == 0 {
			r.Offset = append(r.Offset, 0)
		}
		r.Weight = append(r.Weight, weight(i, 4))
		if r.Weight[i] > 0 {
			moves := 1 + rng.IntN(maxMoves)
			r.Target = append(r.Target, distribution(rng, moves, 1)...)
			for range moves {
				r.From, r.To = append(r.From, randomCell(spec, rng)), append(r.To, randomCell(spec, rng))
			}
		}
		r.Offset = append(r.Offset, int32(len(r.From)))
	}
}

// distribution returns n positive numbers that sum to mass.
func distribution(rng *rand.Rand, n int, mass float32) []float32 {
	v := make([]float32, n)
	var total float32
	for i := range v {
		v[i] = rng.Float32() + 0.01
		total += v[i]
	}
	for i := range v {
		v[i] *= mass / total
	}
	return v
}

// testConfig has no warm-up and no decay, so that a few steps do something.
func testConfig(batch, replicas int) Config {
	c := DefaultConfig()
	c.BatchSize, c.Replicas = batch, replicas
	c.WarmupSteps, c.WeightDecay = 0, 0
	return c
}

func newTrainer(t testing.TB, net *model.Network, cfg Config) *Trainer {
	t.Helper()
	tr, err := NewTrainer(net, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	})
	return tr
}

// step does a step that must not fail.
func step(t testing.TB, tr *Trainer, b *model.Batch) Losses {
	t.Helper()
	l, err := tr.Step(b)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// excess is how far the losses are above the entropies of the targets.
func excess(l Losses) float64 {
	var sum float64
	for _, p := range l.Parts(withHeads(model.Spec{}).Heads) {
		sum += p.Loss - p.Entropy
	}
	return sum
}
