//go:build unix

package gorgonia

import (
	"fmt"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"halmazero/model/nn/kernel"
)

// cpuTime is the time that the process has spent on processors, which says
// more than the wall on a machine with other work.
func cpuTime(b *testing.B) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkStep reports samples a second of whole steps, by the wall and by
// processor time. Set the environment variable of kernel.EnvKind to choose the
// kernels.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct{ star, blocks, filters, batch, replicas int }{
		{0, 3, 32, 128, 1}, {0, 3, 32, 128, 2}, {0, 3, 32, 256, 2},
		{0, 4, 32, 128, 1}, {0, 4, 32, 128, 2}, {0, 4, 32, 256, 2},
		{4, 4, 32, 128, 1},
	} {
		spec := towerSpec(c.blocks, c.filters)
		if c.star > 0 {
			spec = starSpec(c.star, spec)
		}
		name := fmt.Sprintf("%dcells-%dx%d/batch=%d/replicas=%d/%s", spec.BoardCells(), c.blocks, c.filters, c.batch, c.replicas, kernel.Path())
		b.Run(name, func(b *testing.B) {
			tr := newTrainer(b, randomNetwork(b, spec, 1), testConfig(c.batch, c.replicas))
			batch := randomBatch(spec, c.batch, 80, 1)
			step(b, tr, batch)
			b.ReportAllocs()
			start := cpuTime(b)
			for b.Loop() {
				step(b, tr, batch)
			}
			b.ReportMetric(float64(c.batch*b.N)/(cpuTime(b)-start).Seconds(), "samples/cpu-s")
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
