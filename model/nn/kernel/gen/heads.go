package main

import "fmt"

// Offsets of the fields of headArgs.
const (
	hOut  = 0
	hX    = 8
	hY    = 16
	hFrom = 24
	hTo   = 32
	hLD   = 40
	hDim  = 48 // bytes
	hN    = 56
)

// headLoops writes the small loops of the heads.
func headLoops(w *writer) {
	for _, r := range []vectors{{wide: true}, {}} {
		dots(w, r)
		sumRelu(w, r)
	}
}

// dots writes the products of queries and keys. A group of 16 numbers is added
// lane by lane to the sums of the groups before; the lanes are added last.
func dots(w *writer, r vectors) {
	w.function("dots"+r.suffix(), "out[i] = x[from[i]] · y[to[i]].")
	w.op("MOVQ %d(DI), DX", hOut)
	w.op("MOVQ %d(DI), SI", hX)
	w.op("MOVQ %d(DI), R8", hY)
	w.op("MOVQ %d(DI), R9", hFrom)
	w.op("MOVQ %d(DI), R10", hTo)
	w.op("MOVQ %d(DI), R11", hLD)
	w.op("MOVQ %d(DI), R12", hN)
	w.label("move")
	w.op("MOVWQSX (R9), AX")
	w.op("MOVWQSX (R10), BX")
	w.op("IMULQ R11, AX")
	w.op("IMULQ R11, BX")
	w.op("ADDQ SI, AX")
	w.op("ADDQ R8, BX")
	w.op("MOVQ %d(DI), CX", hDim)
	w.op("VXORPS X0, X0, X0")
	if !r.wide {
		w.op("VXORPS X1, X1, X1")
	}
	w.label("group")
	for v := range 64 / r.bytes() {
		w.op("VMOVUPS %d(AX), %s", v*r.bytes(), r.reg(2+v))
		w.op("VFMADD231PS %d(BX), %s, %s", v*r.bytes(), r.reg(2+v), r.reg(v))
	}
	w.op("ADDQ $64, AX")
	w.op("ADDQ $64, BX")
	w.op("SUBQ $64, CX")
	w.op("JNZ %s", w.at("group"))
	if r.wide {
		w.op("VEXTRACTF64X4 $1, Z0, Y1")
	}
	w.op("VADDPS Y1, Y0, Y0")
	w.op("VEXTRACTF128 $1, Y0, X1")
	w.op("VADDPS X1, X0, X0")
	w.op("VMOVHLPS X0, X0, X1")
	w.op("VADDPS X1, X0, X0")
	w.op("VMOVSHDUP X0, X1")
	w.op("VADDSS X1, X0, X0")
	w.op("VMOVSS X0, (DX)")
	w.op("ADDQ $4, DX")
	w.op("ADDQ $2, R9")
	w.op("ADDQ $2, R10")
	w.op("DECQ R12")
	w.op("JNZ %s", w.at("move"))
	w.end()
}

// sumRelu writes the pooling over cells, 16 columns at a time.
func sumRelu(w *writer, r vectors) {
	w.function("sumRelu"+r.suffix(), "out[j] = sum over i of relu(x[i, j]).")
	n := 64 / r.bytes()
	zero := r.reg(2 * n)
	w.op("MOVQ %d(DI), DX", hOut)
	w.op("MOVQ %d(DI), SI", hX)
	w.op("MOVQ %d(DI), R11", hLD)
	w.op("MOVQ %d(DI), R12", hDim)
	w.op("VXORPS X%d, X%d, X%d", 2*n, 2*n, 2*n)
	w.label("columns")
	for v := range n {
		w.op("VXORPS X%d, X%d, X%d", v, v, v)
	}
	w.op("MOVQ SI, AX")
	w.op("MOVQ %d(DI), CX", hN)
	w.label("row")
	for v := range n {
		w.op("VMAXPS %d(AX), %s, %s", v*r.bytes(), zero, r.reg(n+v))
		w.op("VADDPS %s, %s, %s", r.reg(n+v), r.reg(v), r.reg(v))
	}
	w.op("ADDQ R11, AX")
	w.op("DECQ CX")
	w.op("JNZ %s", w.at("row"))
	for v := range n {
		w.op("VMOVUPS %s, %s", r.reg(v), fmt.Sprintf("%d(DX)", v*r.bytes()))
	}
	w.op("ADDQ $64, DX")
	w.op("ADDQ $64, SI")
	w.op("SUBQ $64, R12")
	w.op("JNZ %s", w.at("columns"))
	w.end()
}
