package gorgonia

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestElementwise compares the loops, assembly and rest, with what they are
// to compute, bit for bit, and looks for writes beyond the end.
func TestElementwise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	special := []float32{0, float32(math.Copysign(0, -1)), float32(math.Inf(1)), float32(math.Inf(-1)), 1e-45, -1e-45}
	noise := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(rng.NormFloat64())
			if rng.IntN(4) == 0 {
				v[i] = special[rng.IntN(len(special))]
			}
		}
		return v
	}
	positive := func(v float32) float32 {
		if v > 0 || v != v {
			return v
		}
		return 0
	}
	same := func(what string, n int, got []float32, want func(i int) float32) {
		t.Helper()
		for i := range n {
			w := want(i)
			if math.Float32bits(got[i]) != math.Float32bits(w) && !(w != w && got[i] == 0) && !(w != w && got[i] != got[i]) {
				t.Fatalf("%s of %d numbers, number %d: %v, want %v", what, n, i, got[i], w)
			}
		}
	}
	for n := range 70 {
		a, b := noise(n+8), noise(n+8)
		y := noise(n + 8)
		for i := range y {
			y[i] = positive(y[i])
		}
		for what, c := range map[string]struct {
			run  func(dst []float32)
			want func(i int) float32
		}{
			"relu":    {func(dst []float32) { relu(dst) }, func(i int) float32 { return positive(a[i]) }},
			"addRelu": {func(dst []float32) { addRelu(dst, b) }, func(i int) float32 { return positive(a[i] + b[i]) }},
			"mask": {func(dst []float32) { mask(dst, dst, y) }, func(i int) float32 {
				if y[i] > 0 {
					return a[i]
				}
				return 0
			}},
			"addMask": {func(dst []float32) { addMask(dst, b, y) }, func(i int) float32 {
				if y[i] > 0 {
					return a[i] + b[i]
				}
				return 0
			}},
		} {
			dst := append([]float32(nil), a...)
			c.run(dst[:n])
			same(what, n, dst, c.want)
			same(what+" beyond", 8, dst[n:], func(i int) float32 { return a[n+i] })
		}
	}
}

// TestAddColumns compares with sums in the same order.
func TestAddColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for cols := range 75 {
		for _, rows := range []int{0, 1, 2, 9} {
			stride := cols + rng.IntN(3)
			m := make([]float32, rows*stride+cols)
			for i := range m {
				m[i] = rng.Float32()
			}
			sum := make([]float32, cols+1)
			want := make([]float32, cols+1)
			for j := range cols + 1 {
				sum[j] = rng.Float32()
				want[j] = sum[j]
				for r := 0; r < rows && j < cols; r++ {
					want[j] += m[r*stride+j]
				}
			}
			addColumns(sum[:cols], m, rows, stride)
			for j := range sum {
				if sum[j] != want[j] {
					t.Fatalf("%d rows of %d columns, column %d: %v, want %v", rows, cols, j, sum[j], want[j])
				}
			}
		}
	}
}
