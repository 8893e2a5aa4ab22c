package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSoftmax(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for trial := range 300 {
		n := 1 + rng.IntN(100)
		x, want := make([]float32, n), make([]float64, n)
		scale := []float64{1, 10, 1000}[trial%3]
		top, sum := math.Inf(-1), 0.0
		for i := range x {
			x[i] = float32(rng.NormFloat64() * scale)
			top = max(top, float64(x[i]))
		}
		for i := range x {
			want[i] = math.Exp(float64(x[i]) - top)
			sum += want[i]
		}
		for _, kind := range Available() {
			got := make([]float32, n)
			Softmax(kind, got, x)
			total := 0.0
			for i := range got {
				if d := math.Abs(float64(got[i]) - want[i]/sum); d > 2e-7 || got[i] < 0 {
					t.Fatalf("%v: probability %d of %d is %v, want %v", kind, i, n, got[i], want[i]/sum)
				}
				total += float64(got[i])
			}
			if math.Abs(total-1) > 1e-6 {
				t.Fatalf("%v: the probabilities sum to %v", kind, total)
			}
			// In place, and at any place in memory, the same bits.
			again := make([]float32, n+3)
			copy(again[3:], x)
			Softmax(kind, again[3:], again[3:])
			for i := range got {
				if again[3+i] != got[i] {
					t.Fatalf("%v: elsewhere in memory probability %d is %v, not %v", kind, i, again[3+i], got[i])
				}
			}
		}
	}
}

func TestSoftmaxOfFewAndNone(t *testing.T) {
	for _, kind := range Available() {
		Softmax(kind, nil, nil)
		one, two := []float32{-3}, []float32{500, 500}
		Softmax(kind, one, one)
		Softmax(kind, two, two)
		if one[0] != 1 || two[0] != 0.5 || two[1] != 0.5 {
			t.Errorf("%v: %v and %v", kind, one, two)
		}
	}
	mustPanic(t, "lengths", func() { Softmax(Active(), make([]float32, 2), make([]float32, 3)) })
}

func BenchmarkSoftmax(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := random(rng, 75)
	dst := make([]float32, 75)
	for _, kind := range Available() {
		b.Run(kind.String(), func(b *testing.B) {
			for b.Loop() {
				Softmax(kind, dst, x)
			}
		})
	}
}
