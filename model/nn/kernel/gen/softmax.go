package main

import (
	"fmt"
	"math"
)

// expTerms are the coefficients of the exponential's series from the seventh
// power down: on numbers of at most half of ln 2 the rest is below 1e-8.
var expTerms = []float64{1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2, 1, 1}

// expConstants are what softmaxExp keeps in memory, by name.
var expConstants = []struct {
	name  string
	value float64
}{
	{"least", -86},             // below, the result is as good as zero
	{"log2e", math.Log2E},      //
	{"ln2high", 0.693359375},   // ln 2 in two parts: the first has few bits, so that its
	{"ln2low", -2.12194440e-4}, // product with a whole number is exact
}

// softmaxLoops writes the loops of a softmax over groups of 16 numbers.
func softmaxLoops(w *writer) {
	w.raw("\n")
	data := func(name string, value float64) {
		for at := range 16 {
			w.raw(fmt.Sprintf("DATA %s<>+%d(SB)/4, $0x%08x\n", name, 4*at, math.Float32bits(float32(value))))
		}
		w.raw(fmt.Sprintf("GLOBL %s<>(SB), RODATA|NOPTR, $64\n", name))
	}
	for _, c := range expConstants {
		data("exp"+c.name, c.value)
	}
	for i, c := range expTerms {
		data(fmt.Sprintf("expterm%d", i), c)
	}
	for _, r := range []vectors{{wide: true}, {}} {
		softmaxMax(w, r)
		softmaxExp(w, r)
		softmaxScale(w, r)
	}
}

// groups writes the beginning of a loop over groups of 16 numbers: CX counts,
// SI is read, DX is written, R8 holds 16 numbers beside them.
func groups(w *writer) {
	w.op("MOVQ %d(DI), DX", hOut)
	w.op("MOVQ %d(DI), SI", hX)
	w.op("MOVQ %d(DI), R8", hY)
	w.op("MOVQ %d(DI), CX", hN)
}

// next writes the end of such a loop.
func next(w *writer, label string) {
	w.op("ADDQ $64, SI")
	w.op("ADDQ $64, DX")
	w.op("DECQ CX")
	w.op("JNZ %s", w.at(label))
}

// softmaxMax writes the largest number of each lane.
func softmaxMax(w *writer, r vectors) {
	w.function("softmaxMax"+r.suffix(), "y[lane] = max over groups of x.")
	groups(w)
	for v := range 64 / r.bytes() {
		w.op("VMOVUPS %d(SI), %s", v*r.bytes(), r.reg(v))
	}
	w.label("group")
	for v := range 64 / r.bytes() {
		w.op("VMAXPS %d(SI), %s, %s", v*r.bytes(), r.reg(v), r.reg(v))
	}
	next(w, "group")
	for v := range 64 / r.bytes() {
		w.op("VMOVUPS %s, %d(R8)", r.reg(v), v*r.bytes())
	}
	w.end()
}

// softmaxExp writes exp(x - top) and its sum in each lane. y holds top at first
// and the sums at the end. With n the whole number nearest to x/ln 2 and r the
// rest, exp(x) is 2^n exp(r): the series of r, to whose exponent n is added.
func softmaxExp(w *writer, r vectors) {
	w.function("softmaxExp"+r.suffix(), "out = exp(x - y[0]); y[lane] = sum over groups of out.")
	groups(w)
	top, n := r.reg(0), 64/r.bytes()
	w.op("VBROADCASTSS (R8), %s", top)
	for v := range n {
		w.op("VXORPS X%d, X%d, X%d", 1+v, 1+v, 1+v)
	}
	w.label("group")
	for v := range n {
		x, whole, p := r.reg(4+3*v), r.reg(5+3*v), r.reg(6+3*v)
		w.op("VMOVUPS %d(SI), %s", v*r.bytes(), x)
		w.op("VSUBPS %s, %s, %s", top, x, x)
		w.op("VMAXPS expleast<>(SB), %s, %s", x, x)
		w.op("VMULPS explog2e<>(SB), %s, %s", x, whole)
		if r.wide {
			w.op("VRNDSCALEPS $8, %s, %s", whole, whole)
		} else {
			w.op("VROUNDPS $8, %s, %s", whole, whole)
		}
		w.op("VFNMADD231PS expln2high<>(SB), %s, %s", whole, x)
		w.op("VFNMADD231PS expln2low<>(SB), %s, %s", whole, x)
		w.op("VMOVUPS expterm0<>(SB), %s", p)
		for i := range len(expTerms) - 1 {
			w.op("VFMADD213PS expterm%d<>(SB), %s, %s", i+1, x, p)
		}
		w.op("VCVTPS2DQ %s, %s", whole, whole)
		w.op("VPSLLD $23, %s, %s", whole, whole)
		w.op("VPADDD %s, %s, %s", whole, p, p)
		w.op("VMOVUPS %s, %d(DX)", p, v*r.bytes())
		w.op("VADDPS %s, %s, %s", p, r.reg(1+v), r.reg(1+v))
	}
	next(w, "group")
	for v := range n {
		w.op("VMOVUPS %s, %d(R8)", r.reg(1+v), v*r.bytes())
	}
	w.end()
}

// softmaxScale writes the product with one number.
func softmaxScale(w *writer, r vectors) {
	w.function("softmaxScale"+r.suffix(), "out = x * y[0].")
	groups(w)
	w.op("VBROADCASTSS (R8), %s", r.reg(0))
	w.label("group")
	for v := range 64 / r.bytes() {
		w.op("VMULPS %d(SI), %s, %s", v*r.bytes(), r.reg(0), r.reg(1+v))
		w.op("VMOVUPS %s, %d(DX)", r.reg(1+v), v*r.bytes())
	}
	next(w, "group")
	w.end()
}
