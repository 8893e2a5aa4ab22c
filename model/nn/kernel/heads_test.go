package kernel

import (
	"math/rand/v2"
	"testing"
)

func TestDotsMatchPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		dim, cells, moves := Lane*(1+rng.IntN(4)), 1+rng.IntN(70), rng.IntN(60)
		ld := dim + rng.IntN(20)
		q, k := random(rng, (cells-1)*ld+dim), random(rng, (cells-1)*ld+dim)
		from, to := make([]int16, moves), make([]int16, moves)
		for i := range from {
			from[i], to[i] = int16(rng.IntN(cells)), int16(rng.IntN(cells))
		}
		want := make([]float32, moves)
		Dots(KindGo, want, q, k, ld, dim, cells, from, to)
		for i := range want {
			s := 0.0
			for d := range dim {
				s += float64(q[int(from[i])*ld+d]) * float64(k[int(to[i])*ld+d])
			}
			if d := s - float64(want[i]); d > 1e-4 || d < -1e-4 {
				t.Fatalf("plain Go: %v, want %v", want[i], s)
			}
		}
		for _, kind := range Available() {
			got := make([]float32, moves)
			Dots(kind, got, q, k, ld, dim, cells, from, to)
			close32(t, kind, "logit", got, want)
		}
	}
}

func TestDotsPanicOutsideTheirSlices(t *testing.T) {
	q := make([]float32, 4*Lane)
	tests := []struct {
		name     string
		out      int
		q        []float32
		from, to []int16
	}{
		{"from beyond", 1, q, []int16{4}, []int16{0}},
		{"to negative", 1, q, []int16{0}, []int16{-1}},
		{"too few moves", 2, q, []int16{0}, []int16{0}},
		{"short query", 1, q[1:], []int16{0}, []int16{0}},
	}
	for _, tc := range tests {
		mustPanic(t, tc.name, func() {
			Dots(Active(), make([]float32, tc.out), tc.q, q, Lane, Lane, 4, tc.from, tc.to)
		})
	}
	mustPanic(t, "odd dimension", func() { Dots(Active(), nil, q, q, Lane, Lane-1, 4, nil, nil) })
}

func TestSumRelu(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		cols, rows := Lane*rng.IntN(5), rng.IntN(80)
		ld := cols + rng.IntN(20)
		x := random(rng, max(0, rows-1)*ld+cols)
		want := make([]float32, cols)
		for i := range rows {
			for j := range cols {
				want[j] += max(x[i*ld+j], 0)
			}
		}
		for _, kind := range Available() {
			got := random(rng, cols)
			SumRelu(kind, got, x, ld, rows)
			for j := range got {
				// The order of the sum is the same for all kinds.
				if got[j] != want[j] {
					t.Fatalf("%v: column %d of %d: %v, want %v", kind, j, cols, got[j], want[j])
				}
			}
		}
	}
	mustPanic(t, "short matrix", func() { SumRelu(Active(), make([]float32, Lane), make([]float32, 5*Lane-1), Lane, 5) })
	mustPanic(t, "odd columns", func() { SumRelu(Active(), make([]float32, 3), make([]float32, 50), Lane, 2) })
}
