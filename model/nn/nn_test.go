package nn

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"halmazero/model"
	"halmazero/model/nn/kernel"
)

// board8 is a usual spec for 8x8.
var board8 = model.Spec{Rows: 8, Cols: 8, Seats: 2, Features: "test-1", Planes: 11, Blocks: 3, Filters: 32,
	PolicyDim: 16, ValueChannels: 16, ValueHidden: 32, PoolScale: 4}

// starSpec is the spec of a star with points of n rows.
func starSpec(n, seats int) model.Spec {
	s := board8
	s.Rows, s.Cols, s.Star, s.Seats = 4*n+1, 4*n+1, n, seats
	return s
}

// randomSpec draws a spec small enough for the reference, every third a star.
func randomSpec(rng *rand.Rand) model.Spec {
	s := randomSizes(rng)
	if rng.IntN(3) == 0 {
		s.Star = 1 + rng.IntN(4)
		s.Rows, s.Cols = 4*s.Star+1, 4*s.Star+1
	}
	return s
}

func randomSizes(rng *rand.Rand) model.Spec {
	return model.Spec{Rows: 4 + rng.IntN(14), Cols: 4 + rng.IntN(14), Seats: 2 + rng.IntN(5), Features: "test-1",
		Planes: 1 + rng.IntN(20), Blocks: rng.IntN(4), Filters: 1 + rng.IntN(40),
		PolicyDim: 1 + rng.IntN(40), ValueChannels: 1 + rng.IntN(40), ValueHidden: 1 + rng.IntN(70),
		PoolScale: 0.5 + 4*rng.Float32()}
}

// eachKind runs a test for every kind of kernels that this CPU has.
func eachKind(t *testing.T, f func(t *testing.T, kind kernel.Kind)) {
	for _, kind := range kernel.Available() {
		t.Run(kind.String(), func(t *testing.T) { f(t, kind) })
	}
}

func prepare(t testing.TB, n *model.Network, kind kernel.Kind) *Net {
	t.Helper()
	net, err := NewKind(n, kind)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// difference is max|a-b| / max|b|.
func difference(a []float32, b []float64) float64 {
	worst, scale := 0.0, 1e-30
	for i := range a {
		d := math.Abs(float64(a[i]) - b[i])
		if math.IsNaN(d) {
			return math.Inf(1)
		}
		worst, scale = max(worst, d), max(scale, math.Abs(b[i]))
	}
	return worst / scale
}

func TestForwardMatchesReference(t *testing.T) {
	specs := []model.Spec{board8}
	for _, side := range []int{10, 16} {
		s := board8
		s.Rows, s.Cols, s.Blocks, s.Seats = side, side, 2, 4
		specs = append(specs, s)
	}
	for n := 4; n <= 6; n++ {
		s := starSpec(n, n)
		s.Blocks = 2
		specs = append(specs, s)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		specs = append(specs, randomSpec(rng))
	}
	for _, s := range specs {
		n := testNet(s, rng)
		in, want := make([]Input, 3), make([][2][]float64, 3)
		for i := range in {
			in[i] = testInput(s, 30+rng.IntN(30), rng)
			want[i][0], want[i][1] = reference(n, in[i])
		}
		for _, kind := range kernel.Available() {
			e := prepare(t, n, kind).NewEvaluator()
			out := make([]Output, len(in))
			for i := range out {
				out[i] = testOutput(s, in[i])
			}
			// The second pass finds the scratch used.
			for pass := range 2 {
				e.Forward(in, out)
				for i := range out {
					if d := difference(out[i].Logits, want[i][0]); d > 1e-4 {
						t.Errorf("%v, %+v, pass %d: logits of position %d differ by %.2g", kind, s, pass, i, d)
					}
					if d := difference(out[i].Value, want[i][1]); d > 1e-4 {
						t.Errorf("%v, %+v, pass %d: value of position %d differs by %.2g", kind, s, pass, i, d)
					}
				}
			}
		}
	}
}

// TestForwardIsBatchInvariant compares each position alone, on a fresh
// Evaluator, with the same position at several places of several batches.
func TestForwardIsBatchInvariant(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	specs := []model.Spec{board8, randomSpec(rng), randomSpec(rng), randomSpec(rng)}
	specs[1].Rows, specs[1].Cols, specs[1].Star = 10, 10, 0
	specs = append(specs, starSpec(4, 3), starSpec(2, 2)) // alone and in groups
	eachKind(t, func(t *testing.T, kind kernel.Kind) {
		for _, s := range specs {
			net := prepare(t, testNet(s, rng), kind)
			in, alone := make([]Input, 9), make([]Output, 9)
			for i := range in {
				in[i] = testInput(s, rng.IntN(40), rng)
				alone[i] = testOutput(s, in[i])
				net.NewEvaluator().Forward(in[i:i+1], alone[i:i+1])
			}
			e := net.NewEvaluator()
			for range 10 {
				var batch []Input
				var got []Output
				order := rng.Perm(len(in))[:1+rng.IntN(len(in))]
				for _, i := range order {
					batch, got = append(batch, in[i]), append(got, testOutput(s, in[i]))
				}
				e.Forward(batch, got)
				for at, i := range order {
					if !sameBits(got[at].Logits, alone[i].Logits) || !sameBits(got[at].Value, alone[i].Value) {
						t.Fatalf("%+v: a position at place %d of %d differs from the same alone", s, at, len(order))
					}
				}
			}
		}
	})
}

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

func TestForwardAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	eachKind(t, func(t *testing.T, kind kernel.Kind) {
		for _, s := range []model.Spec{board8, starSpec(4, 6)} {
			e := prepare(t, testNet(s, rng), kind).NewEvaluator()
			in, out := make([]Input, 6), make([]Output, 6)
			for i := range in {
				in[i] = testInput(s, 40, rng)
				out[i] = testOutput(s, in[i])
			}
			if n := testing.AllocsPerRun(5, func() { e.Forward(in, out) }); n != 0 {
				t.Errorf("%+v: %v allocations per call", s, n)
			}
		}
	})
}

// TestNetIsShared evaluates one Net from several goroutines.
func TestNetIsShared(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	net := prepare(t, testNet(board8, rng), kernel.Active())
	in := []Input{testInput(board8, 40, rng)}
	want := []Output{testOutput(board8, in[0])}
	net.NewEvaluator().Forward(in, want)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			e, got := net.NewEvaluator(), []Output{testOutput(board8, in[0])}
			for range 5 {
				e.Forward(in, got)
				if !sameBits(got[0].Logits, want[0].Logits) || !sameBits(got[0].Value, want[0].Value) {
					t.Error("two goroutines got different answers")
				}
			}
		})
	}
	wg.Wait()
}

func TestNewCopiesTheNetwork(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	n := testNet(board8, rng)
	net := prepare(t, n, kernel.Active())
	in := []Input{testInput(board8, 5, rng)}
	before, after := []Output{testOutput(board8, in[0])}, []Output{testOutput(board8, in[0])}
	net.NewEvaluator().Forward(in, before)
	for _, w := range n.Tensors {
		clear(w)
	}
	net.NewEvaluator().Forward(in, after)
	if !sameBits(before[0].Logits, after[0].Logits) || !sameBits(before[0].Value, after[0].Value) {
		t.Error("changing the network changed the Net")
	}
	if net.Spec() != board8 {
		t.Errorf("spec %+v", net.Spec())
	}
}

func TestNewRefusesInvalidNetworks(t *testing.T) {
	n := testNet(board8, rand.New(rand.NewPCG(11, 12)))
	delete(n.Tensors, "stem.b")
	if _, err := New(n); err == nil {
		t.Error("no error")
	}
}

// TestCellsOffTheBoardDoNotMatter puts noise into input planes off the board.
func TestCellsOffTheBoardDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	s := starSpec(4, 2)
	eachKind(t, func(t *testing.T, kind kernel.Kind) {
		net := prepare(t, testNet(s, rng), kind)
		in := testInput(s, 40, rng)
		noisy := Input{Planes: slices.Clone(in.Planes), From: in.From, To: in.To}
		changed := 0
		for c, on := range s.Mask() {
			if !on {
				noisy.Planes[c*s.Planes+rng.IntN(s.Planes)] = 9
				changed++
			}
		}
		if changed != 289-121 {
			t.Fatalf("%d cells are off the board", changed)
		}
		want, got := testOutput(s, in), testOutput(s, in)
		net.NewEvaluator().Forward([]Input{in}, []Output{want})
		net.NewEvaluator().Forward([]Input{noisy}, []Output{got})
		if !sameBits(got.Logits, want.Logits) || !sameBits(got.Value, want.Value) {
			t.Error("they change the answer")
		}
	})
}

// TestTrunkIsThePartOfForward checks that the tower alone leaves the
// activations that Forward's heads read.
func TestTrunkIsThePartOfForward(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for _, s := range []model.Spec{board8, starSpec(4, 3)} {
		net := prepare(t, testNet(s, rng), kernel.Active())
		in, out := make([]Input, 6), make([]Output, 6)
		for i := range in {
			in[i] = testInput(s, 20, rng)
			out[i] = testOutput(s, in[i])
		}
		whole, tower := net.NewEvaluator(), net.NewEvaluator()
		whole.Forward(in, out)
		tower.Trunk(in)
		if !sameBits(whole.x, tower.x) || slices.Max(tower.x) <= 0 {
			t.Errorf("%+v: activations differ", s)
		}
	}
}

func TestForwardPanicsOnWrongSizes(t *testing.T) {
	tests := []struct {
		name string
		spec model.Spec
		make func(in *Input, out *Output)
	}{
		{"input planes", board8, func(in *Input, _ *Output) { in.Planes = in.Planes[1:] }},
		{"logits", board8, func(_ *Input, out *Output) { out.Logits = out.Logits[1:] }},
		{"value", board8, func(_ *Input, out *Output) { out.Value = out.Value[1:] }},
		{"move off the board", board8, func(in *Input, _ *Output) { in.From[3] = 64 }},
		{"negative cell", board8, func(in *Input, _ *Output) { in.To[3] = -1 }},
		{"from a cell off the star", starSpec(4, 2), func(in *Input, _ *Output) { in.From[3] = 0 }},
		{"to a cell off the star", starSpec(4, 2), func(in *Input, _ *Output) { in.To[3] = 288 }},
		{"off the star's grid", starSpec(4, 2), func(in *Input, _ *Output) { in.To[3] = 289 }},
	}
	rng := rand.New(rand.NewPCG(13, 14))
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			in := testInput(tc.spec, 9, rng)
			out := testOutput(tc.spec, in)
			e := prepare(t, testNet(tc.spec, rng), kernel.Active()).NewEvaluator()
			tc.make(&in, &out)
			e.Forward([]Input{in}, []Output{out})
		})
	}
	prepare(t, testNet(board8, rng), kernel.Active()).NewEvaluator().Forward(nil, nil)
}
