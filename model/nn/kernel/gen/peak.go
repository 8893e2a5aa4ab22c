package main

import "fmt"

// Offset of the field of peakArgs.
const kLoops = 0

// peakSums is how many independent sums a peak loop keeps: more than the
// latency of a fused multiply-add times how many start in a cycle, on any CPU
// that has them.
const peakSums = 14

// peaks writes the loops that do nothing but fused multiply-adds in registers.
func peaks(w *writer) {
	for _, r := range []vectors{{wide: true}, {}} {
		w.function("peak"+r.suffix(), fmt.Sprintf("%d fused multiply-adds a loop.", peakSums))
		for i := range peakSums + 1 {
			w.op("VXORPS X%d, X%d, X%d", i, i, i)
		}
		w.op("MOVQ %d(DI), CX", kLoops)
		w.label("loop")
		for i := range peakSums {
			w.op("VFMADD231PS %s, %s, %s", r.reg(peakSums), r.reg(peakSums), r.reg(i))
		}
		w.op("DECQ CX")
		w.op("JNZ %s", w.at("loop"))
		w.end()
	}
}
