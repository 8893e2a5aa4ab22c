package gorgonia

import (
	"fmt"
	"runtime"
	"testing"

	"halmazero/model"
)

// heap is what the heap holds after a collection.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkReplicaMemory reports the bytes that the graph of a replica keeps.
func BenchmarkReplicaMemory(b *testing.B) {
	large := towerSpec(6, 64)
	large.Rows, large.Cols = 16, 16
	for _, c := range []struct {
		spec   model.Spec
		boards int
	}{{towerSpec(3, 32), 128}, {towerSpec(4, 32), 128}, {large, 64}, {starSpec(4, towerSpec(4, 32)), 64}} {
		name := fmt.Sprintf("%dcells-%dx%d/boards=%d", c.spec.BoardCells(), c.spec.Blocks, c.spec.Filters, c.boards)
		b.Run(name, func(b *testing.B) {
			weights := randomNetwork(b, c.spec, 1).Tensors
			for b.Loop() {
				before := heap()
				g, err := newGraph(c.spec, c.boards, weights, true)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(heap()-before)/(1<<20), "MiB")
				if err := g.vm.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
