package nn

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"halmazero/model/nn/kernel"
)

// BenchmarkForward reports evaluations a second of whole networks on one core.
func BenchmarkForward(b *testing.B) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, size := range []struct{ side, star, blocks, filters int }{
		{8, 0, 3, 32}, {8, 0, 4, 32}, {10, 0, 4, 32}, {16, 0, 6, 64}, {17, 4, 4, 32}, {21, 5, 4, 32}, {25, 6, 4, 32},
	} {
		s := board8
		s.Rows, s.Cols, s.Star, s.Blocks, s.Filters = size.side, size.side, size.star, size.blocks, size.filters
		n := testNet(s, rng)
		for _, kind := range kernel.Available() {
			e := prepare(b, n, kind).NewEvaluator()
			for _, batch := range []int{1, 4} {
				name := fmt.Sprintf("%dcells-%dx%d/batch%d/%v", s.BoardCells(), s.Blocks, s.Filters, batch, kind)
				b.Run(name, func(b *testing.B) {
					in, out := make([]Input, batch), make([]Output, batch)
					for i := range in {
						in[i] = testInput(s, 50, rng)
						out[i] = testOutput(s, in[i])
					}
					for b.Loop() {
						e.Forward(in, out)
					}
					b.ReportMetric(float64(batch*b.N)/b.Elapsed().Seconds(), "evals/s")
				})
			}
		}
	}
}
