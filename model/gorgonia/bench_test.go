package gorgonia

import (
	"fmt"
	"testing"

	"halmazero/model/nn/kernel"
)

// BenchmarkStep reports samples a second of whole steps. Set the environment
// variable of kernel.EnvKind to choose the kernels.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct{ blocks, filters, batch, replicas int }{
		{3, 32, 128, 1}, {3, 32, 128, 2}, {3, 32, 256, 2},
		{4, 32, 128, 1}, {4, 32, 128, 2}, {4, 32, 256, 2},
	} {
		name := fmt.Sprintf("8x8-%dx%d/batch=%d/replicas=%d/%s", c.blocks, c.filters, c.batch, c.replicas, kernel.Path())
		b.Run(name, func(b *testing.B) {
			spec := towerSpec(c.blocks, c.filters)
			tr := newTrainer(b, randomNetwork(b, spec, 1), testConfig(c.batch, c.replicas))
			batch := randomBatch(spec, c.batch, 80, 1)
			step(b, tr, batch)
			b.ReportAllocs()
			for b.Loop() {
				step(b, tr, batch)
			}
			b.ReportMetric(float64(c.batch*b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}

// BenchmarkEvaluate reports samples a second of the forward pass alone.
func BenchmarkEvaluate(b *testing.B) {
	spec := towerSpec(4, 32)
	tr := newTrainer(b, randomNetwork(b, spec, 1), testConfig(128, 1))
	batch := randomBatch(spec, 128, 80, 1)
	for b.Loop() {
		if _, err := tr.Evaluate(batch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(128*b.N)/b.Elapsed().Seconds(), "samples/s")
}
