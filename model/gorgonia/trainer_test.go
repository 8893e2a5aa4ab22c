package gorgonia

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"halmazero/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// equalNetworks fails unless all weights are equal bit for bit.
func equalNetworks(t *testing.T, what string, a, b *model.Network) {
	t.Helper()
	for _, ts := range a.Spec.Tensors() {
		x, y := a.Tensors[ts.Name], b.Tensors[ts.Name]
		for i := range x {
			if math.Float32bits(x[i]) != math.Float32bits(y[i]) {
				t.Fatalf("%s: %s, element %d: %v and %v", what, ts.Name, i, x[i], y[i])
			}
		}
	}
}

// TestOverfit learns one batch by heart, with channels that fill vectors and
// with others.
func TestOverfit(t *testing.T) {
	for _, channels := range []int{8, 16} {
		t.Run(fmt.Sprintf("%d channels", channels), func(t *testing.T) {
			spec := towerSpec(2, channels)
			spec.Planes, spec.ValueChannels, spec.ValueHidden = channels/2, 16, 16
			overfit(t, spec)
		})
	}
	t.Run("all heads", func(t *testing.T) {
		spec := towerSpec(2, 16)
		spec.ValueChannels, spec.ValueHidden = 16, 32
		overfit(t, withHeads(spec))
	})
	t.Run("star", func(t *testing.T) {
		spec := starSpec(2, towerSpec(2, 16))
		spec.Planes, spec.ValueChannels, spec.ValueHidden = 16, 16, 16
		overfit(t, spec)
	})
}

func overfit(t *testing.T, spec model.Spec) {
	batch := randomBatch(spec, 8, 20, 1)
	cfg := testConfig(8, 2)
	if spec.Heads != (model.Heads{}) {
		cfg = headWeights(cfg)
	}
	tr := newTrainer(t, randomNetwork(t, spec, 1), cfg)
	first := step(t, tr, batch)
	if e := excess(first); e < 0.1 {
		t.Fatalf("the excess is %v before learning", e)
	}
	for range 300 {
		step(t, tr, batch)
	}
	l, err := tr.Evaluate(batch)
	if err != nil {
		t.Fatal(err)
	}
	if e := excess(l); !(e <= 0.01 && e >= -1e-6) {
		t.Errorf("excess %v of the average after 300 steps, want 0 to 0.01 (%+v)", e, l)
	}
}

// TestValueHeadLearns has the value follow from how far the pieces of both
// sides have come, as in a race: a starved head stays at ln 2.
func TestValueHeadLearns(t *testing.T) {
	spec := towerSpec(1, 8)
	spec.Planes, spec.PolicyDim, spec.ValueChannels, spec.ValueHidden = 2, 2, 16, 16
	cfg := testConfig(64, 2)
	cfg.PolicyWeight = 0
	tr := newTrainer(t, randomNetwork(t, spec, 1), cfg)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 250 {
		step(t, tr, raceBatch(spec, 64, rng))
	}
	l, err := tr.Evaluate(raceBatch(spec, 512, rng))
	if err != nil {
		t.Fatal(err)
	}
	if l.Value > math.Ln2-0.2 {
		t.Errorf("value cross-entropy %.4f on new rows after 250 steps, want below %.4f", l.Value, math.Ln2-0.2)
	}
}

// raceBatch returns rows with ten pieces on planes 0 and 1; the side whose
// pieces are further on the way to the opposite corner wins.
func raceBatch(spec model.Spec, size int, rng *rand.Rand) *model.Batch {
	b := &model.Batch{}
	b.Reset()
	for range size {
		cells := rng.Perm(spec.Cells())
		planes := make([]float32, spec.Cells()*spec.Planes)
		lead := 0
		for i, c := range cells[:20] {
			advance := c/spec.Cols + c%spec.Cols
			if i%2 == 1 {
				advance = spec.Rows + spec.Cols - 2 - advance
			}
			lead += advance * (1 - 2*(i%2))
			planes[c*spec.Planes+i%2] = 1
		}
		p := float32(0.5)
		if lead > 0 {
			p = 1
		} else if lead < 0 {
			p = 0
		}
		b.Planes = append(b.Planes, planes...)
		b.Offset = append(b.Offset, 0)
		b.Value = append(b.Value, p, 1-p)
		b.PolicyWeight, b.ValueWeight = append(b.PolicyWeight, 0), append(b.ValueWeight, 1)
	}
	return b
}

// train does n steps on changing batches and returns the trainer.
func train(t *testing.T, spec model.Spec, cfg Config, n int) *Trainer {
	t.Helper()
	tr := newTrainer(t, randomNetwork(t, spec, 4), cfg)
	for i := range n {
		step(t, tr, randomBatch(spec, cfg.BatchSize, 9, uint64(i)))
	}
	return tr
}

// TestRepeatable demands equal bits from equal runs of two replicas, on one
// processor and on several, and from runs that evaluate in between.
func TestRepeatable(t *testing.T) {
	t.Run("tower", func(t *testing.T) { repeat(t, towerSpec(2, 16), 32) })
	t.Run("several groups", func(t *testing.T) { repeat(t, fastSpec(), 60) })
	t.Run("star", func(t *testing.T) { repeat(t, starSpec(2, fastSpec()), 32) })
}

// fastSpec is a network that goes Winograd's way from the first convolution on.
func fastSpec() model.Spec {
	s := towerSpec(1, 32)
	s.Planes = 16
	return s
}

func repeat(t *testing.T, spec model.Spec, batch int) {
	cfg := testConfig(batch, 2)
	want := train(t, spec, cfg, 5)
	again := train(t, spec, cfg, 5)
	equalNetworks(t, "again", want.Network(), again.Network())

	old := runtime.GOMAXPROCS(1)
	single := train(t, spec, cfg, 5)
	runtime.GOMAXPROCS(old)
	equalNetworks(t, "one processor, raw", want.RawNetwork(), single.RawNetwork())
	equalNetworks(t, "one processor", want.Network(), single.Network())

	looking := newTrainer(t, randomNetwork(t, spec, 4), cfg)
	for i := range 5 {
		b := randomBatch(spec, cfg.BatchSize, 9, uint64(i))
		if _, err := looking.Evaluate(b); err != nil {
			t.Fatal(err)
		}
		step(t, looking, b)
	}
	equalNetworks(t, "with evaluations", want.Network(), looking.Network())
}

// TestReplicasAgree compares one graph with four: the same but for rounding.
func TestReplicasAgree(t *testing.T) {
	spec := tinySpec()
	batch := randomBatch(spec, 8, 9, 1)
	one, four := newTrainer(t, randomNetwork(t, spec, 1), testConfig(8, 1)), newTrainer(t, randomNetwork(t, spec, 1), testConfig(8, 4))
	a, b := step(t, one, batch), step(t, four, batch)
	if math.Abs(a.Policy-b.Policy) > 1e-6 || math.Abs(a.Value-b.Value) > 1e-6 || math.Abs(a.GradNorm-b.GradNorm) > 1e-5 {
		t.Errorf("losses %+v with one replica, %+v with four", a, b)
	}
}

// TestAdamW compares three steps with the published formulas in float64.
func TestAdamW(t *testing.T) {
	cfg := DefaultConfig()
	cfg.WarmupSteps, cfg.WeightDecay = 2, 0.5
	matrix := newWeightState(model.TensorSpec{Name: "w", Shape: []int{1, 2}, Matrix: true}, []float32{1, -2})
	bias := newWeightState(model.TensorSpec{Name: "b", Shape: []int{2}}, []float32{1, -2})
	grads := [][]float64{{0.5, -1}, {-0.25, 2}, {1, 0}}
	const clip = 0.5
	type ref struct{ w, ema, m, v float64 }
	refs := []ref{{w: 1, ema: 1}, {w: -2, ema: -2}, {w: 1, ema: 1}, {w: -2, ema: -2}}
	for n, grad := range grads {
		for j := range 2 {
			matrix.grad[j], bias.grad[j] = float32(grad[j]), float32(grad[j])
		}
		cfg.update([]*weightState{matrix, bias}, n, clip)
		lr := cfg.LearningRate * math.Min(1, float64(n+1)/2)
		keep := math.Min(cfg.AverageDecay, float64(1+n)/float64(10+n))
		for k := range refs {
			r, g := &refs[k], grad[k%2]*clip
			r.m = cfg.Beta1*r.m + (1-cfg.Beta1)*g
			r.v = cfg.Beta2*r.v + (1-cfg.Beta2)*g*g
			if k < 2 {
				r.w -= lr * cfg.WeightDecay * r.w
			}
			mh, vh := r.m/(1-math.Pow(cfg.Beta1, float64(n+1))), r.v/(1-math.Pow(cfg.Beta2, float64(n+1)))
			r.w -= lr * mh / (math.Sqrt(vh) + cfg.Eps)
			r.ema = keep*r.ema + (1-keep)*r.w
		}
	}
	got := slices.Concat(matrix.raw, bias.raw, matrix.ema, bias.ema)
	for k, r := range refs {
		if math.Abs(float64(got[k])-r.w) > 1e-6 || math.Abs(float64(got[4+k])-r.ema) > 1e-6 {
			t.Errorf("weight %d is %v, average %v, want %v and %v", k, got[k], got[4+k], r.w, r.ema)
		}
	}
}

// TestSetLearningRate goes on from one state with another rate, set or given.
func TestSetLearningRate(t *testing.T) {
	spec := tinySpec()
	cfg := testConfig(4, 1)
	cfg.WarmupSteps = 3
	other := cfg
	other.LearningRate = cfg.LearningRate / 3
	set, given := newTrainer(t, randomNetwork(t, spec, 1), cfg), newTrainer(t, randomNetwork(t, spec, 1), other)
	batch := randomBatch(spec, 4, 9, 1)
	step(t, set, batch)
	if err := given.LoadState(save(t, set)); err != nil {
		t.Fatal(err)
	}
	if err := set.SetLearningRate(other.LearningRate); err != nil {
		t.Fatal(err)
	}
	for _, rate := range []float64{0, -1, 2, math.NaN()} {
		if err := set.SetLearningRate(rate); !errors.Is(err, ErrConfig) {
			t.Errorf("rate %v: error %v", rate, err)
		}
	}
	for n := 2; n <= 5; n++ {
		a, b := step(t, set, batch), step(t, given, batch)
		if want := other.LearningRate * min(1, float64(n)/3); a.LearningRate != b.LearningRate || math.Abs(a.LearningRate-want) > 1e-15 {
			t.Errorf("step %d: rates %v and %v, want %v", n, a.LearningRate, b.LearningRate, want)
		}
	}
	if !bytes.Equal(save(t, set), save(t, given)) {
		t.Error("the states differ")
	}
}

// TestClip makes the step of a huge gradient as short as the limit says.
func TestClip(t *testing.T) {
	spec := tinySpec()
	cfg := testConfig(4, 1)
	cfg.ClipNorm = 1e-3
	tr := newTrainer(t, randomNetwork(t, spec, 1), cfg)
	l := step(t, tr, randomBatch(spec, 4, 9, 1))
	if l.GradNorm < 10*cfg.ClipNorm {
		t.Fatalf("the gradient's norm %v is no test", l.GradNorm)
	}
	var norm float64
	for _, s := range tr.weights {
		for _, m := range s.m {
			norm += math.Pow(float64(m)/(1-cfg.Beta1), 2)
		}
	}
	if norm = math.Sqrt(norm); math.Abs(norm-cfg.ClipNorm) > 1e-4*cfg.ClipNorm {
		t.Errorf("the optimiser saw a gradient of norm %v, want %v", norm, cfg.ClipNorm)
	}
}

// TestNetworks checks that the copies are the caller's own and count steps.
func TestNetworks(t *testing.T) {
	spec := tinySpec()
	start := randomNetwork(t, spec, 1)
	start.Provenance = model.Provenance{Run: "r", Steps: 10}
	want := start.Clone()
	cfg := testConfig(4, 2)
	tr := newTrainer(t, start, cfg)
	equalNetworks(t, "average before the first step", tr.Network(), want)
	for range 3 {
		step(t, tr, randomBatch(spec, 4, 9, 1))
	}
	equalNetworks(t, "the caller's network", start, want)
	n := tr.Network()
	if n.Provenance.Steps != 13 || n.Provenance.Run != "r" || tr.Steps() != 3 {
		t.Errorf("provenance %+v after %d steps, want 13 steps in all", n.Provenance, tr.Steps())
	}
	for _, copied := range []*model.Network{n, tr.RawNetwork()} {
		if err := copied.Validate(); err != nil {
			t.Error(err)
		}
		copied.Tensors["stem.w"][0] = 1e9
	}
	if tr.Network().Tensors["stem.w"][0] == 1e9 || tr.RawNetwork().Tensors["stem.w"][0] == 1e9 {
		t.Error("a change to a copy changed the trainer")
	}
	if slices.Equal(n.Tensors["value.out.w"], tr.RawNetwork().Tensors["value.out.w"]) {
		t.Error("the average equals the raw weights")
	}
}

// TestUnweighted trains on rows without any weight: nothing to learn.
func TestUnweighted(t *testing.T) {
	spec := tinySpec()
	start := randomNetwork(t, spec, 1)
	tr := newTrainer(t, start, testConfig(4, 2))
	b := randomBatch(spec, 4, 9, 1)
	clear(b.PolicyWeight)
	clear(b.ValueWeight)
	l := step(t, tr, b)
	if l.Policy != 0 || l.Value != 0 || l.PolicyEntropy != 0 || l.ValueEntropy != 0 || l.GradNorm != 0 {
		t.Errorf("losses %+v, want zeros", l)
	}
	equalNetworks(t, "weights", tr.RawNetwork(), start)
}

// TestDiverged keeps the weights when a plane is not a number.
func TestDiverged(t *testing.T) {
	spec := tinySpec()
	start := randomNetwork(t, spec, 1)
	tr := newTrainer(t, start, testConfig(4, 2))
	b := randomBatch(spec, 4, 9, 1)
	for _, bad := range []float64{math.Inf(1), math.NaN()} {
		for i := range b.Planes {
			b.Planes[i] = float32(bad)
		}
		if _, err := tr.Step(b); !errors.Is(err, ErrDiverged) {
			t.Errorf("planes of %v: error %v, want ErrDiverged", bad, err)
		}
	}
	equalNetworks(t, "weights", tr.RawNetwork(), start)
	if l := step(t, tr, randomBatch(spec, 4, 9, 2)); !isFinite(l.GradNorm) {
		t.Errorf("a good batch after a bad one: %+v", l)
	}
}

// TestClosed refuses work after Close but still gives the weights.
func TestClosed(t *testing.T) {
	spec := tinySpec()
	start := randomNetwork(t, spec, 1)
	tr := newTrainer(t, start, testConfig(4, 2))
	for range 2 {
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
	b := randomBatch(spec, 4, 9, 1)
	if _, err := tr.Step(b); !errors.Is(err, ErrClosed) {
		t.Errorf("step: error %v, want ErrClosed", err)
	}
	if _, err := tr.Evaluate(b); !errors.Is(err, ErrClosed) {
		t.Errorf("evaluate: error %v, want ErrClosed", err)
	}
	equalNetworks(t, "weights", tr.Network(), start)
}

// TestStepMemory bounds what steps leave for the collector, and what they keep.
func TestStepMemory(t *testing.T) {
	spec := towerSpec(2, 16)
	tr := newTrainer(t, randomNetwork(t, spec, 1), testConfig(32, 2))
	b := randomBatch(spec, 32, 9, 1)
	for range 3 {
		step(t, tr, b)
	}
	read := func() (total, live uint64) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.TotalAlloc, m.HeapAlloc
	}
	total0, live0 := read()
	const steps = 40
	for range steps {
		step(t, tr, b)
	}
	total1, live1 := read()
	if per := (total1 - total0) / steps; per > 64<<10 {
		t.Errorf("a step allocates %d bytes, want at most 64 KB", per)
	}
	if live1 > live0+256<<10 {
		t.Errorf("%d steps grew the heap from %d to %d bytes", steps, live0, live1)
	}
}

// TestUnweightedHead has heads whose losses weigh nothing: they are reported,
// and neither they nor the others learn from them.
func TestUnweightedHead(t *testing.T) {
	spec := tinySpec()
	cfg := testConfig(6, 2)
	plain := newTrainer(t, randomNetwork(t, spec, 1), cfg)
	rng := rand.New(rand.NewPCG(1, 1))
	start, err := randomNetwork(t, spec, 1).WithHeads(withHeads(spec).Heads, rng)
	if err != nil {
		t.Fatal(err)
	}
	headed := newTrainer(t, start, cfg)
	for i := range 3 {
		b := randomBatch(withHeads(spec), 6, 9, uint64(i))
		want, got := step(t, plain, b), step(t, headed, b)
		if got.Policy != want.Policy || got.Value != want.Value {
			t.Fatalf("step %d: losses %+v, want those of %+v", i, got, want)
		}
		for _, p := range got.Parts(start.Spec.Heads) {
			if !(p.Loss > p.Entropy && p.Entropy > 0) {
				t.Errorf("step %d: %+v", i, p)
			}
		}
	}
	for name, w := range headed.RawNetwork().Tensors {
		want := plain.RawNetwork().Tensors[name]
		if want == nil {
			want = start.Tensors[name]
		}
		if !slices.Equal(w, want) {
			t.Errorf("%s has moved otherwise", name)
		}
	}
	if n := len(step(t, plain, randomBatch(spec, 6, 9, 9)).Parts(spec.Heads)); n != 2 {
		t.Errorf("%d parts of a network without further heads, want 2", n)
	}
}
