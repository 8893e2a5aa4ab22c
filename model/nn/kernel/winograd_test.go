package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestWinogradIsAConvolution runs a row of tiles of one channel through all
// three transforms and compares with the convolution itself.
func TestWinogradIsAConvolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const tiles, width = 3, TileSide*3 + 2
	var w [9]float64
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	u := Weights(&w)
	for _, kind := range Available() {
		src := Aligned(Window * width * Lane)
		for i := range Window * width {
			src[i*Lane] = float32(rng.NormFloat64())
		}
		v, scratch := Aligned(WinogradPlanes*tiles*Lane), Aligned(ScratchLen)
		in := InputTiles{Src: src, SrcRow: width * Lane, Dst: v, Plane: tiles * Lane, Channels: Lane, Tiles: tiles, Scratch: scratch}
		in.RunKind(kind)
		for p := range WinogradPlanes {
			for i := range tiles * Lane {
				v[p*tiles*Lane+i] *= float32(u[p])
			}
		}
		dst := Aligned(TileSide * TileSide * tiles * Lane)
		out := OutputTiles{Src: v, Plane: tiles * Lane, Dst: dst, DstRow: TileSide * tiles * Lane, Rows: 4, Cols: 12,
			Channels: Lane, Tiles: tiles, Bias: make([]float32, Lane), Scratch: scratch}
		out.RunKind(kind)
		for r := range TileSide {
			for c := range TileSide * tiles {
				want := 0.0
				for i := range w {
					want += w[i] * float64(src[((r+i/3)*width+c+i%3)*Lane])
				}
				got := float64(dst[(r*TileSide*tiles+c)*Lane])
				if math.Abs(got-max(want, 0)) > 2e-5 {
					t.Errorf("%v: output %d,%d is %v, want %v", kind, r, c, got, max(want, 0))
				}
			}
		}
	}
}

// close32 demands that two slices agree to a few roundings.
func close32(t *testing.T, kind Kind, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if d := math.Abs(float64(got[i] - want[i])); !(d <= 1e-4) {
			t.Fatalf("%v: %s[%d] is %v, plain Go says %v", kind, what, i, got[i], want[i])
		}
	}
}

func TestInputTilesMatchPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		in := InputTiles{Channels: Lane * (1 + rng.IntN(4)), Tiles: 1 + rng.IntN(4), Scratch: Aligned(ScratchLen)}
		in.SrcRow = (TileSide*in.Tiles+2)*in.Channels + rng.IntN(5)
		in.Plane = in.Tiles*in.Channels + rng.IntN(40)
		in.Src = random(rng, (Window-1)*in.SrcRow+(TileSide*in.Tiles+2)*in.Channels)
		before := random(rng, (WinogradPlanes-1)*in.Plane+in.Tiles*in.Channels)
		in.Dst = append([]float32(nil), before...)
		in.RunKind(KindGo)
		want := in.Dst
		for _, kind := range Available() {
			in.Dst = append([]float32(nil), before...)
			in.RunKind(kind)
			close32(t, kind, "plane", in.Dst, want)
			for i := range before {
				if i%in.Plane >= in.Tiles*in.Channels && in.Dst[i] != before[i] {
					t.Fatalf("%v: number %d between the planes was written", kind, i)
				}
			}
		}
	}
}

func TestOutputTilesMatchPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		out := OutputTiles{Channels: Lane * (1 + rng.IntN(4)), Tiles: 1 + rng.IntN(4), Rows: 1 + rng.IntN(4),
			Residual: rng.IntN(2) == 0, Linear: rng.IntN(3) == 0, Scratch: Aligned(ScratchLen)}
		out.Cols = TileSide*out.Tiles - rng.IntN(4)
		out.DstRow = TileSide*out.Tiles*out.Channels + rng.IntN(5)
		out.Plane = out.Tiles*out.Channels + rng.IntN(40)
		out.Src = random(rng, (WinogradPlanes-1)*out.Plane+out.Tiles*out.Channels)
		out.Bias = random(rng, out.Channels)
		before := random(rng, (out.Rows-1)*out.DstRow+TileSide*out.Tiles*out.Channels)
		out.Dst = append([]float32(nil), before...)
		out.RunKind(KindGo)
		want := out.Dst
		for _, kind := range Available() {
			out.Dst = append([]float32(nil), before...)
			out.RunKind(kind)
			close32(t, kind, "output", out.Dst, want)
			for i := range before {
				if i%out.DstRow >= out.Cols*out.Channels && out.Dst[i] != before[i] {
					t.Fatalf("%v: number %d outside the board was written", kind, i)
				}
			}
		}
	}
}

func TestGradTilesMatchPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		grad := GradTiles{Channels: Lane * (1 + rng.IntN(4)), Tiles: 1 + rng.IntN(4)}
		grad.SrcRow = TileSide*grad.Tiles*grad.Channels + rng.IntN(5)
		grad.Plane = grad.Tiles*grad.Channels + rng.IntN(40)
		grad.Src = random(rng, (TileSide-1)*grad.SrcRow+TileSide*grad.Tiles*grad.Channels)
		before := random(rng, (WinogradPlanes-1)*grad.Plane+grad.Tiles*grad.Channels)
		grad.Dst = append([]float32(nil), before...)
		grad.RunKind(KindGo)
		want := grad.Dst
		for _, kind := range Available() {
			grad.Dst = append([]float32(nil), before...)
			grad.RunKind(kind)
			close32(t, kind, "plane", grad.Dst, want)
			for i := range before {
				if i%grad.Plane >= grad.Tiles*grad.Channels && grad.Dst[i] != before[i] {
					t.Fatalf("%v: number %d between the planes was written", kind, i)
				}
			}
		}
	}
	short := GradTiles{Src: make([]float32, 16*Lane-1), SrcRow: 4 * Lane, Dst: make([]float32, 36*Lane), Plane: Lane, Channels: Lane, Tiles: 1}
	mustPanic(t, "short gradient", func() { short.RunKind(Active()) })
}

// The gradient of the weights of one tile and pair of channels is the sum over
// outputs of gradient times input.
func TestWeightGradIsTheSumOverOutputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 20 {
		d, g := random(rng, Window*Window*Lane), random(rng, TileSide*TileSide*Lane)
		v, m := make([]float32, WinogradPlanes*Lane), make([]float32, WinogradPlanes*Lane)
		in := InputTiles{Src: d, SrcRow: Window * Lane, Dst: v, Plane: Lane, Channels: Lane, Tiles: 1, Scratch: Aligned(ScratchLen)}
		in.RunKind(KindGo)
		grad := GradTiles{Src: g, SrcRow: TileSide * Lane, Dst: m, Plane: Lane, Channels: Lane, Tiles: 1}
		grad.RunKind(KindGo)
		c, f := rng.IntN(Lane), rng.IntN(Lane)
		var u [WinogradPlanes]float32
		for p := range u {
			u[p] = v[p*Lane+c] * m[p*Lane+f]
		}
		got := WeightGrad(&u)
		for y := range 3 {
			for x := range 3 {
				want := 0.0
				for row := range TileSide {
					for col := range TileSide {
						want += float64(d[((row+y)*Window+col+x)*Lane+c]) * float64(g[(row*TileSide+col)*Lane+f])
					}
				}
				if e := want - float64(got[3*y+x]); e > 1e-4 || e < -1e-4 {
					t.Fatalf("tap %d, %d: %v, want %v", y, x, got[3*y+x], want)
				}
			}
		}
	}
}

func TestTransformsPanicOutsideTheirSlices(t *testing.T) {
	in := func() InputTiles {
		return InputTiles{Src: make([]float32, 36*Lane), SrcRow: 6 * Lane, Dst: make([]float32, 36*Lane), Plane: Lane,
			Channels: Lane, Tiles: 1, Scratch: make([]float32, ScratchLen)}
	}
	out := func() OutputTiles {
		return OutputTiles{Src: make([]float32, 36*Lane), Plane: Lane, Dst: make([]float32, 16*Lane), DstRow: 4 * Lane,
			Rows: 4, Cols: 4, Channels: Lane, Tiles: 1, Bias: make([]float32, Lane), Scratch: make([]float32, ScratchLen)}
	}
	inputs := map[string]func(*InputTiles){
		"input source":      func(t *InputTiles) { t.Src = t.Src[1:] },
		"input destination": func(t *InputTiles) { t.Dst = t.Dst[1:] },
		"input scratch":     func(t *InputTiles) { t.Scratch = t.Scratch[1:] },
		"input channels":    func(t *InputTiles) { t.Channels-- },
		"input tiles":       func(t *InputTiles) { t.Tiles = 0 },
	}
	outputs := map[string]func(*OutputTiles){
		"output source":      func(t *OutputTiles) { t.Src = t.Src[1:] },
		"output destination": func(t *OutputTiles) { t.Dst = t.Dst[1:] },
		"output bias":        func(t *OutputTiles) { t.Bias = t.Bias[1:] },
		"output scratch":     func(t *OutputTiles) { t.Scratch = t.Scratch[1:] },
		"output rows":        func(t *OutputTiles) { t.Rows = 5 },
		"output no rows":     func(t *OutputTiles) { t.Rows = 0 },
		"output columns":     func(t *OutputTiles) { t.Cols = 5 },
	}
	a, b := in(), out()
	a.RunKind(Active())
	b.RunKind(Active())
	for name, f := range inputs {
		v := in()
		f(&v)
		mustPanic(t, name, func() { v.RunKind(Active()) })
	}
	for name, f := range outputs {
		v := out()
		f(&v)
		mustPanic(t, name, func() { v.RunKind(Active()) })
	}
}

func mustPanic(t *testing.T, name string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", name)
		}
	}()
	f()
}

func TestAligned(t *testing.T) {
	for n := range 40 {
		s := Aligned(n)
		if len(s) != n || cap(s) != n {
			t.Errorf("Aligned(%d) has length %d and capacity %d", n, len(s), cap(s))
		}
	}
	for n := 1; n < 300; n++ {
		if p := PlaneStride(n); p < n || p%Lane != 0 || p/Lane%2 != 1 {
			t.Errorf("PlaneStride(%d) is %d", n, p)
		}
	}
}
