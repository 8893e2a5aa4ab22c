package gorgonia

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"

	"halmazero/model"
)

var long = flag.Bool("long", false, "train for thousands of steps and watch the memory, for seconds")

// heap is what the heap holds after two collections; pools survive one.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestClosedIsCollected makes trainers and closes them: nothing of them stays.
func TestClosedIsCollected(t *testing.T) {
	net, batch := randomNetwork(t, fastSpec(), 1), randomBatch(fastSpec(), 8, 9, 1)
	use := func() {
		tr, err := NewTrainer(net, testConfig(8, 2))
		if err != nil {
			t.Fatal(err)
		}
		step(t, tr, batch)
		if _, err := tr.Evaluate(batch); err != nil {
			t.Fatal(err)
		}
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
	use()
	before := heap()
	for range 8 {
		use()
	}
	if after := heap(); after > before+256<<10 {
		t.Errorf("eight closed trainers grew the heap from %d to %d bytes", before, after)
	}
}

// resident is the memory that the process holds, or 0 where the system does not
// say.
func resident(t *testing.T) uint64 {
	t.Helper()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(b)
	if len(fields) < 2 {
		t.Fatalf("/proc/self/statm is %q", b)
	}
	pages, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * uint64(os.Getpagesize())
}

// TestSteadyMemory trains for 5,000 steps on changing batches, with an
// evaluation and a saved state now and then, and demands that the last 4,500
// keep nothing.
func TestSteadyMemory(t *testing.T) {
	if !*long {
		t.Skip("only with -long")
	}
	spec := fastSpec()
	spec.Filters = 16
	tr := newTrainer(t, randomNetwork(t, spec, 1), testConfig(8, 2))
	var batches []*model.Batch
	for i := range 16 {
		batches = append(batches, randomBatch(spec, 8, 20+5*i, uint64(i)))
	}
	var live, held uint64
	for i := range 5000 {
		step(t, tr, batches[i%len(batches)])
		if i%100 == 0 {
			if _, err := tr.Evaluate(batches[i/100%len(batches)]); err != nil {
				t.Fatal(err)
			}
			save(t, tr)
		}
		if i+1 == 500 {
			live, held = heap(), resident(t)
		}
	}
	liveAfter, heldAfter := heap(), resident(t)
	t.Logf("heap %d bytes after 500 steps, %d after 5,000; resident %d, then %d", live, liveAfter, held, heldAfter)
	const more = 64 << 10
	if liveAfter > live+more {
		t.Errorf("4,500 steps grew the heap from %d to %d bytes", live, liveAfter)
	}
	if heldAfter > held+4<<20 {
		t.Errorf("4,500 steps grew the process from %d to %d bytes", held, heldAfter)
	}
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
