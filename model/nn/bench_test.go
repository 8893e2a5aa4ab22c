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
	for _, blocks := range []int{3, 4} {
		s := board8
		s.Blocks = blocks
		n := testNet(s, rng)
		for _, kind := range kernel.Available() {
			e := prepare(b, n, kind).NewEvaluator()
			for _, batch := range []int{1, 4} {
				b.Run(fmt.Sprintf("8x8-%dx%d/batch%d/%v", blocks, s.Filters, batch, kind), func(b *testing.B) {
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
