package gorgonia

import (
	"fmt"
	"math"
	"testing"

	"halmazero/model"
)

// relative is |a-b| / |b| over whole vectors.
func relative(a []float32, b []float64) float64 {
	var diff, norm float64
	for i := range b {
		d := float64(a[i]) - b[i]
		diff += d * d
		norm += b[i] * b[i]
	}
	if norm == 0 {
		return math.Sqrt(diff)
	}
	return math.Sqrt(diff / norm)
}

// gradientCases are networks whose shapes hit the special cases.
func gradientCases() map[string]model.Spec {
	base := tinySpec()
	noBlocks, ones, wide := base, base, base
	noBlocks.Blocks = 0
	ones.Filters, ones.PolicyDim, ones.ValueChannels, ones.ValueHidden, ones.Planes = 1, 1, 1, 1, 1
	wide.Filters, wide.Planes, wide.Blocks, wide.Seats, wide.Rows = 5, 5, 1, 2, 6
	reply, seats := base, base
	reply.Heads.Reply, seats.Heads.ShortValues = true, 1
	return map[string]model.Spec{"base": base, "no blocks": noBlocks, "width one": ones, "planes as filters": wide,
		"star": starSpec(1, base), "larger star": starSpec(2, wide),
		"reply": reply, "short value": seats, "all heads": withHeads(base), "all heads of width one": withHeads(ones),
		"all heads on a star": withHeads(starSpec(1, wide))}
}

// gradientConfig weighs every part of the loss differently.
func gradientConfig(c Config, spec model.Spec) Config {
	c.PolicyWeight, c.ValueWeight = 0.7, 1.3
	all := headWeights(c)
	if spec.Heads.PliesLeft {
		c.PliesLeftWeight = all.PliesLeftWeight
	}
	if spec.Heads.Distance {
		c.DistanceWeight = all.DistanceWeight
	}
	if spec.Heads.ShortValues > 0 {
		c.ShortValueWeight = all.ShortValueWeight
	}
	if spec.Heads.Reply {
		c.ReplyWeight = all.ReplyWeight
	}
	return c
}

// sameLosses compares every part with the reference.
func sameLosses(t *testing.T, what string, spec model.Spec, got Losses, want byPart) {
	t.Helper()
	for i, p := range got.Parts(withHeads(spec).Heads) {
		if !(math.Abs(p.Loss-want[i]) <= 1e-5) {
			t.Errorf("%s: %s loss %v, want %v", what, p.Name, p.Loss, want[i])
		}
	}
}

// TestGradients compares every tensor's gradient with the float64 reference,
// for one replica and for two, at the second step: the first leaves something
// in all buffers.
func TestGradients(t *testing.T) {
	for name, spec := range gradientCases() {
		for replicas := 1; replicas <= 2; replicas++ {
			t.Run(fmt.Sprintf("%s/replicas=%d", name, replicas), func(t *testing.T) {
				batch := randomBatch(spec, 6, 9, 7)
				cfg := testConfig(6, replicas)
				cfg = gradientConfig(cfg, spec)
				tr := newTrainer(t, randomNetwork(t, spec, 7), cfg)
				step(t, tr, randomBatch(spec, 6, 9, 8))
				net := tr.RawNetwork()
				l := step(t, tr, batch)

				ref := newReference(net)
				sameLosses(t, "step", spec, l, ref.losses(batch))
				grads := ref.gradients(batch, cfg.lossWeights())
				var norm float64
				for _, s := range tr.weights {
					want := grads[s.Name]
					if e := relative(s.grad, want); e > 1e-4 {
						t.Errorf("%s: relative error %.2g\n got %v\nwant %v", s.Name, e, s.grad, want)
					}
					for _, g := range want {
						norm += g * g
					}
				}
				if norm = math.Sqrt(norm); math.Abs(l.GradNorm-norm) > 1e-4*norm {
					t.Errorf("gradient norm %v, want %v", l.GradNorm, norm)
				}
			})
		}
	}
}

// TestReferenceGradients compares the float64 reference's own gradients with
// its central differences.
func TestReferenceGradients(t *testing.T) {
	for name, spec := range gradientCases() {
		t.Run(name, func(t *testing.T) {
			ref, batch := newReference(randomNetwork(t, spec, 3)), randomBatch(spec, 6, 9, 3)
			weights := gradientConfig(DefaultConfig(), spec).lossWeights()
			grads := ref.gradients(batch, weights)
			for _, ts := range spec.Tensors() {
				want := differences(ref.w[ts.Name], func() float64 { return ref.losses(batch).total(weights) })
				var worst, size float64
				for i, g := range grads[ts.Name] {
					worst, size = math.Max(worst, math.Abs(g-want[i])), math.Max(size, math.Abs(want[i]))
				}
				if !(worst <= 1e-7*(1+size)) {
					t.Errorf("%s: off by %.2g, the largest is %.2g", ts.Name, worst, size)
				}
			}
		})
	}
}

// TestGradientsOfVectors compares all gradients of networks whose channels fill
// vectors, which take Winograd's way forward and back, with the float64
// reference: on boards of whole tiles, of broken ones, and on stars, with
// batches of several groups of which the last is not full.
func TestGradientsOfVectors(t *testing.T) {
	small := tinySpec()
	small.Rows, small.Filters, small.Planes, small.PolicyDim = 6, 32, 16, 16
	small.Blocks, small.ValueChannels, small.ValueHidden = 1, 32, 16
	board := func(side int) model.Spec {
		s := small
		s.Rows, s.Cols, s.Seats = side, side, 2
		return s
	}
	deep := board(8)
	deep.Blocks, deep.Filters = 3, 16
	for _, c := range []struct {
		name  string
		spec  model.Spec
		batch int
	}{
		{"6x5", small, 31}, {"8x8", board(8), 31}, {"8x8 of three blocks", deep, 59}, {"10x10", board(10), 15},
		{"8x8 with all heads", withHeads(board(8)), 31}, {"16x16", board(16), 7}, {"star of 37 cells", starSpec(2, small), 31}, {"star of 121 cells", starSpec(4, small), 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGrid(c.spec, c.batch)
			for _, cin := range []int{c.spec.Planes, c.spec.Filters} {
				back := newWinogradGrad(&workspace{}, g, cin, c.spec.Filters)
				if back.group >= c.batch || c.batch%back.group == 0 {
					t.Errorf("a batch of %d and groups of %d are no test", c.batch, back.group)
				}
			}
			compareGradients(t, c.spec, c.batch)
		})
	}
}

// compareGradients looks at the second step: the first leaves something in all
// buffers.
func compareGradients(t *testing.T, spec model.Spec, size int) {
	cfg := testConfig(size, 1)
	cfg = gradientConfig(cfg, spec)
	tr := newTrainer(t, randomNetwork(t, spec, 7), cfg)
	step(t, tr, randomBatch(spec, size, 9, 8))
	ref := newReference(tr.RawNetwork())
	batch := randomBatch(spec, size, 9, 7)
	step(t, tr, batch)
	want := ref.gradients(batch, cfg.lossWeights())
	for _, s := range tr.weights {
		e := relative(s.grad, want[s.Name])
		if !(e <= 1e-4) {
			t.Errorf("%s: relative error %.2g", s.Name, e)
		}
	}
}

// differences are the central differences of f with respect to w.
func differences(w []float64, f func() float64) []float64 {
	const h = 1e-6
	grad := make([]float64, len(w))
	for i, x := range w {
		w[i] = x + h
		up := f()
		w[i] = x - h
		down := f()
		w[i] = x
		grad[i] = (up - down) / (2 * h)
	}
	return grad
}

// TestForward compares logits with the reference, for batches that do not fill
// the graphs, and after the buffers have been used by steps.
func TestForward(t *testing.T) {
	t.Run("rectangle", func(t *testing.T) { checkForward(t, tinySpec()) })
	t.Run("star", func(t *testing.T) { checkForward(t, starSpec(4, tinySpec())) })
	t.Run("heads", func(t *testing.T) { checkForward(t, withHeads(tinySpec())) })
}

func checkForward(t *testing.T, spec model.Spec) {
	tr := newTrainer(t, randomNetwork(t, spec, 3), testConfig(4, 2))
	for range 3 {
		step(t, tr, randomBatch(spec, 4, 9, 5))
	}
	ref := newReference(tr.Network())
	for _, size := range []int{5, 1, 2, 4} {
		batch := randomBatch(spec, size, 9, uint64(size))
		policy, value, err := tr.Forward(batch)
		if err != nil {
			t.Fatal(err)
		}
		var wantPolicy, wantValue []float64
		for i := range size {
			p, v := ref.logits(batch, i)
			wantPolicy, wantValue = append(wantPolicy, p...), append(wantValue, v...)
		}
		if len(policy) != len(wantPolicy) || len(value) != len(wantValue) {
			t.Fatalf("%d rows: %d policy and %d value logits, want %d and %d",
				size, len(policy), len(value), len(wantPolicy), len(wantValue))
		}
		if e := relative(policy, wantPolicy); e > 1e-5 {
			t.Errorf("%d rows: relative error of the policy %.2g", size, e)
		}
		if e := relative(value, wantValue); e > 1e-5 {
			t.Errorf("%d rows: relative error of the value %.2g", size, e)
		}
		l, err := tr.Evaluate(batch)
		if err != nil {
			t.Fatal(err)
		}
		sameLosses(t, fmt.Sprintf("%d rows", size), spec, l, ref.losses(batch))
	}
}
