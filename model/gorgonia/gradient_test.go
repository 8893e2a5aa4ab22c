package gorgonia

import (
	"fmt"
	"math"
	"math/rand/v2"
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
	return map[string]model.Spec{"base": base, "no blocks": noBlocks, "width one": ones, "planes as filters": wide,
		"star": starSpec(1, base), "larger star": starSpec(2, wide)}
}

// TestGradients compares every tensor's gradient with central differences of
// the float64 reference, for one replica and for two, at the second step: the
// first leaves something in all buffers.
func TestGradients(t *testing.T) {
	for name, spec := range gradientCases() {
		for replicas := 1; replicas <= 2; replicas++ {
			t.Run(fmt.Sprintf("%s/replicas=%d", name, replicas), func(t *testing.T) {
				batch := randomBatch(spec, 6, 9, 7)
				cfg := testConfig(6, replicas)
				cfg.PolicyWeight, cfg.ValueWeight = 0.7, 1.3
				tr := newTrainer(t, randomNetwork(t, spec, 7), cfg)
				step(t, tr, randomBatch(spec, 6, 9, 8))
				net := tr.RawNetwork()
				l := step(t, tr, batch)

				ref := newReference(net)
				policy, value := ref.losses(batch)
				if math.Abs(l.Policy-policy) > 1e-5 || math.Abs(l.Value-value) > 1e-5 {
					t.Errorf("losses %v and %v, want %v and %v", l.Policy, l.Value, policy, value)
				}
				total := func() float64 {
					p, v := ref.losses(batch)
					return cfg.PolicyWeight*p + cfg.ValueWeight*v
				}
				var norm float64
				for _, s := range tr.weights {
					want := differences(ref.w[s.Name], total)
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

// TestGradientsOfVectors checks a network whose channels fill vectors, which
// takes the fast ways, on a board of broken tiles and on a star: some elements
// of each tensor.
func TestGradientsOfVectors(t *testing.T) {
	spec := tinySpec()
	spec.Rows, spec.Filters, spec.Planes, spec.PolicyDim = 6, 32, 16, 16
	spec.Blocks, spec.ValueChannels, spec.ValueHidden = 1, 32, 16
	t.Run("6x5", func(t *testing.T) { checkSomeGradients(t, spec) })
	t.Run("star", func(t *testing.T) { checkSomeGradients(t, starSpec(2, spec)) })
}

func checkSomeGradients(t *testing.T, spec model.Spec) {
	tr := newTrainer(t, randomNetwork(t, spec, 7), testConfig(3, 1))
	step(t, tr, randomBatch(spec, 3, 9, 8))
	ref := newReference(tr.RawNetwork())
	batch := randomBatch(spec, 3, 9, 7)
	step(t, tr, batch)
	total := func() float64 {
		p, v := ref.losses(batch)
		return p + v
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range tr.weights {
		const samples = 4
		var got []float32
		var want []float64
		for range samples {
			i := rng.IntN(s.Len())
			got = append(got, s.grad[i])
			want = append(want, differences(ref.w[s.Name][i:i+1], total)...)
		}
		if e := relative(got, want); e > 1e-4 {
			t.Errorf("%s: relative error %.2g\n got %v\nwant %v", s.Name, e, got, want)
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
		p, v := ref.losses(batch)
		if math.Abs(l.Policy-p) > 1e-5 || math.Abs(l.Value-v) > 1e-5 {
			t.Errorf("%d rows: losses %v and %v, want %v and %v", size, l.Policy, l.Value, p, v)
		}
	}
}
