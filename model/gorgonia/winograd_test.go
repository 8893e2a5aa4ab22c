package gorgonia

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"halmazero/model"
	"halmazero/model/nn/kernel"
)

// winogradCase is a convolution that both ways can compute.
type winogradCase struct {
	spec      model.Spec
	boards    int
	cin, cout int
}

func (c winogradCase) String() string {
	s := fmt.Sprintf("%dx%d", c.spec.Rows, c.spec.Cols)
	if c.spec.Star > 0 {
		s = fmt.Sprintf("star of %d cells", c.spec.BoardCells())
	}
	return fmt.Sprintf("%s, %d boards, %d to %d channels", s, c.boards, c.cin, c.cout)
}

// winogradCases are the boards that are played on, and random shapes.
func winogradCases(rng *rand.Rand) []winogradCase {
	var cases []winogradCase
	shape := func(spec model.Spec, rows, cols int) model.Spec {
		spec.Rows, spec.Cols = rows, cols
		return spec
	}
	channels := func() int { return kernel.Lane * (1 + rng.IntN(4)) }
	base := tinySpec()
	for _, spec := range []model.Spec{
		shape(base, 8, 8), shape(base, 10, 10), shape(base, 16, 16),
		starSpec(1, base), starSpec(2, base), starSpec(4, base), starSpec(5, base), starSpec(6, base),
	} {
		cases = append(cases, winogradCase{spec, 1 + rng.IntN(20), channels(), channels()})
	}
	for range 30 {
		spec := shape(base, 1+rng.IntN(18), 1+rng.IntN(18))
		cases = append(cases, winogradCase{spec, 1 + rng.IntN(20), channels(), channels()})
	}
	return cases
}

// noise is a grid with random cells and zero pads; some numbers are zero, and
// none is negative, if it is to look like the result of a rectifier.
func (c winogradCase) noise(rng *rand.Rand, channels int, rectified bool) []float32 {
	g := newGrid(c.spec, c.boards)
	m := make([]float32, g.spans.total*channels)
	cells := make([]float32, c.spec.Cells()*channels)
	for i := range c.boards {
		for j := range cells {
			cells[j] = float32(rng.NormFloat64())
			if rectified {
				cells[j] = max(0, cells[j]+0.5)
			}
		}
		g.fill(m, i, cells, channels)
	}
	return m
}

// normal returns n random numbers.
func normal(rng *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

// near fails where two results differ by more than what Winograd's larger
// numbers in between can lose. plain is a sum of so many terms; a wrong one is
// off by much more.
func near(t *testing.T, what string, got, plain []float32, terms int) {
	t.Helper()
	allowed := 1e-4 * math.Sqrt(float64(terms))
	for i := range plain {
		if d := math.Abs(float64(got[i]) - float64(plain[i])); !(d <= allowed) {
			t.Fatalf("%s, number %d: %v, want %v as a plain sum", what, i, got[i], plain[i])
		}
	}
}

// zeroPads fails unless all pads are zero.
func (c winogradCase) zeroPads(t *testing.T, what string, m []float32, channels int) {
	t.Helper()
	g := newGrid(c.spec, c.boards)
	isCell := make([]float32, g.spans.total)
	ones := make([]float32, c.spec.Cells())
	for i := range ones {
		ones[i] = 1
	}
	for i := range c.boards {
		g.fill(isCell, i, ones, 1)
	}
	for i, v := range m {
		if isCell[i/channels] == 0 && v != 0 {
			t.Fatalf("%s: channel %d of row %d, a pad, is %v", what, i%channels, i/channels, v)
		}
	}
}

// TestWinogradIsThePlainWay compares what operators compute with fast, and
// without it: outputs, gradients of inputs, and gradients of weights.
func TestWinogradIsThePlainWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, c := range winogradCases(rng) {
		t.Run(c.String(), func(t *testing.T) {
			c.compareOutputs(t, rng)
			c.compareInputGrads(t, rng)
			c.compareWeightGrads(t, rng)
		})
	}
}

func (c winogradCase) compareOutputs(t *testing.T, rng *rand.Rand) {
	g := newGrid(c.spec, c.boards)
	x, w, bias := c.noise(rng, c.cin, true), normal(rng, 9*c.cin*c.cout), normal(rng, c.cout)
	for _, skip := range [][]float32{nil, c.noise(rng, c.cout, true)} {
		op := &conv{g: g, cin: c.cin, cout: c.cout, skip: skip != nil}
		plain := make([]float32, g.spans.total*c.cout)
		op.plain(plain, x, w, bias, skip)

		mem := &workspace{}
		fast := newWinograd(mem, g, c.cin, c.cout)
		spoil(mem)
		// What an earlier step left; pads are zero, as they always are.
		got := c.noise(rng, c.cout, false)
		fast.setWeights(w)
		fast.run(got, x, bias, skip)
		near(t, "output", got, plain, 9*c.cin)
		c.zeroPads(t, "output", got, c.cout)
	}
}

func (c winogradCase) compareInputGrads(t *testing.T, rng *rand.Rand) {
	g := newGrid(c.spec, c.boards)
	grad, w, x := c.noise(rng, c.cout, false), normal(rng, 9*c.cin*c.cout), c.noise(rng, c.cin, true)
	for _, skip := range [][]float32{nil, c.noise(rng, c.cin, false)} {
		op := &convInput{
			g: g, cin: c.cin, cout: c.cout, skip: skip != nil,
			flipped: make([]float32, len(w)), dx: buffer(g.spans.total, c.cin),
		}
		plain := make([]float32, g.spans.total*c.cin)
		op.plain(plain, grad, w, x, skip)

		mem := &workspace{}
		fast := newWinograd(mem, g, c.cout, c.cin)
		spoil(mem)
		got := c.noise(rng, c.cin, false)
		fast.setFlipped(w)
		fast.runMasked(got, grad, skip, x)
		near(t, "gradient of the input", got, plain, 9*c.cout)
		c.zeroPads(t, "gradient of the input", got, c.cin)
	}
}

func (c winogradCase) compareWeightGrads(t *testing.T, rng *rand.Rand) {
	g := newGrid(c.spec, c.boards)
	x, grad := c.noise(rng, c.cin, true), c.noise(rng, c.cout, false)
	taps := g.taps()
	op := &weightGrad{
		s: g.spans, taps: taps[:], cin: c.cin, run: 3, width: c.cout,
		dw: buffer(9*c.cin, c.cout), db: buffer(c.cout),
	}
	if _, err := op.Do(matrix(x, g.spans.total, c.cin), matrix(grad, g.spans.total, c.cout)); err != nil {
		t.Fatal(err)
	}
	got := normal(rng, 9*c.cin*c.cout)
	mem := &workspace{}
	fast := newWinogradGrad(mem, g, c.cin, c.cout)
	spoil(mem)
	fast.run(got, x, grad)
	near(t, "gradient of the weights", got, floats(op.dw), c.boards*c.spec.BoardCells())
}

// spoil leaves in a workspace what nobody may read.
func spoil(mem *workspace) {
	for _, s := range [][]float32{mem.v, mem.m, mem.u, mem.scratch} {
		for i := range s {
			s[i] = float32(math.NaN())
		}
	}
}

// TestWinogradNeedsVectors leaves other channels to the plain way.
func TestWinogradNeedsVectors(t *testing.T) {
	g := newGrid(tinySpec(), 2)
	for _, c := range [][2]int{{15, 16}, {16, 17}, {1, 1}, {32, 40}} {
		if newWinograd(&workspace{}, g, c[0], c[1]) != nil || newWinogradGrad(&workspace{}, g, c[0], c[1]) != nil {
			t.Errorf("%d to %d channels go Winograd's way", c[0], c[1])
		}
	}
}

// TestOtherKinds runs the tests of Winograd's ways with the other kinds of
// kernels that this CPU has, each in a process of its own, since the kind is
// chosen at start.
func TestOtherKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("a process for each kind takes seconds")
	}
	if os.Getenv(kernel.EnvKind) != "" {
		t.Skip("this process was told which kind to use")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kernel.Available() {
		if kind == kernel.Active() {
			continue
		}
		t.Run(kind.String(), func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(self, "-test.run", "^(TestWinogradIsThePlainWay|TestGradientsOfVectors)$", "-test.v")
			cmd.Env = append(os.Environ(), kernel.EnvKind+"="+kind.String())
			out, err := cmd.CombinedOutput()
			if n := bytes.Count(out, []byte("\n--- PASS: ")); err != nil || n != 2 {
				t.Errorf("%d of 2 tests passed, %v\n%s", n, err, out)
			}
		})
	}
}
