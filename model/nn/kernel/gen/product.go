package main

import "fmt"

// Offsets of the fields of productArgs.
const (
	pC          = 0
	pA          = 8
	pB          = 16
	pStart      = 24
	pLDC        = 32
	pLDA        = 40
	pStepA      = 48
	pLDB        = 56
	pLDStart    = 64
	pPlaneC     = 72
	pPlaneA     = 80
	pPlaneB     = 88
	pPlaneStart = 96
	pK          = 104
	pTiles      = 112
	pPlanes     = 120
	pAtC        = 128
	pAtA        = 136
	pAtB        = 144
	pAtStart    = 152
	pTileA      = 160
	pMask       = 168 // two uint32, one a vector
	pLanes      = 176 // sixteen int32
)

// prefetch is how many bytes ahead B is fetched: the best of 0, 1024, 2048,
// 4096 and 8192 for networks whose weights do not fit into the second cache, by
// a fifth on 16x16 with 64 filters.
const prefetch = 4096

// shape is one micro-kernel: a tile of rows x vecs vectors of C is kept in
// registers while k runs.
type shape struct {
	wide       bool // AVX-512, else AVX2
	rows, vecs int
	masked     bool // AVX2: the last columns are masked; AVX-512 always masks
}

// products writes all micro-kernels of Product.
func products(w *writer) {
	for _, rows := range []int{8, 4, 2, 1} {
		for _, vecs := range []int{2, 1} {
			product(w, shape{wide: true, rows: rows, vecs: vecs})
		}
	}
	for _, rows := range []int{6, 5, 4, 2, 1} {
		product(w, shape{rows: rows, vecs: 2})
	}
	for _, rows := range []int{4, 2, 1} {
		product(w, shape{rows: rows, vecs: 2, masked: true})
	}
}

// names of the registers of a shape.
func (s shape) vec(i int) string {
	if s.wide {
		return fmt.Sprintf("Z%d", i)
	}
	return fmt.Sprintf("Y%d", i)
}
func (s shape) acc(r, v int) string { return s.vec(r*s.vecs + v) }
func (s shape) b(v int) string      { return s.vec(s.rows*s.vecs + v) }
func (s shape) broadcast() string   { return s.vec(s.rows*s.vecs + s.vecs) }

// mask is the register that masks vector v.
func (s shape) mask(v int) string {
	if s.wide {
		return fmt.Sprintf("K%d", v+1)
	}
	return fmt.Sprintf("Y%d", 14+v)
}

// bytes is the length of a vector.
func (s shape) bytes() int {
	if s.wide {
		return 64
	}
	return 32
}

// load and store move vector v of a row of columns.
func (s shape) load(w *writer, v int, base, to string) {
	switch {
	case s.wide:
		w.op("VMOVUPS.Z %d(%s), %s, %s", v*s.bytes(), base, s.mask(v), to)
	case s.masked:
		w.op("VMASKMOVPS %d(%s), %s, %s", v*s.bytes(), base, s.mask(v), to)
	default:
		w.op("VMOVUPS %d(%s), %s", v*s.bytes(), base, to)
	}
}

func (s shape) store(w *writer, v int, from, base string) {
	switch {
	case s.wide:
		w.op("VMOVUPS %s, %s, %d(%s)", from, s.mask(v), v*s.bytes(), base)
	case s.masked:
		w.op("VMASKMOVPS %s, %s, %d(%s)", from, s.mask(v), v*s.bytes(), base)
	default:
		w.op("VMOVUPS %s, %d(%s)", from, v*s.bytes(), base)
	}
}

// rowOfA addresses row r of A from AX, with R8, R9, R10, R11 holding 1, 3, 5
// and 7 times the stride.
func rowOfA(r int) string {
	return []string{"(AX)", "(AX)(R8*1)", "(AX)(R8*2)", "(AX)(R9*1)", "(AX)(R8*4)", "(AX)(R10*1)", "(AX)(R9*2)", "(AX)(R11*1)"}[r]
}

// product writes one micro-kernel: for each plane, tiles below one another.
func product(w *writer, s shape) {
	name := "productAVX2"
	if s.wide {
		name = "productAVX512"
	}
	name += fmt.Sprintf("Rows%dVecs%d", s.rows, s.vecs)
	if s.masked {
		name += "Masked"
	}
	w.function(name, fmt.Sprintf("C tiles of %d rows and %d vectors.", s.rows, s.vecs))
	for v := range s.vecs {
		switch {
		case s.wide:
			w.op("KMOVW %d(DI), %s", pMask+4*v, s.mask(v))
		case s.masked:
			w.op("VMOVUPS %d(DI), %s", pLanes+32*v, s.mask(v))
		}
	}
	w.op("MOVQ %d(DI), R8", pLDA)
	w.op("LEAQ (R8)(R8*2), R9")
	w.op("LEAQ (R8)(R8*4), R10")
	w.op("LEAQ (R9)(R8*4), R11")
	w.op("MOVQ %d(DI), R12", pStepA)
	w.op("MOVQ %d(DI), R13", pLDB)
	for _, m := range [][2]int{{pC, pAtC}, {pA, pAtA}, {pB, pAtB}, {pStart, pAtStart}} {
		w.op("MOVQ %d(DI), AX", m[0])
		w.op("MOVQ AX, %d(DI)", m[1])
	}

	w.label("plane")
	w.op("MOVQ %d(DI), DX", pAtC)
	w.op("MOVQ %d(DI), SI", pAtStart)
	w.op("MOVQ %d(DI), AX", pAtA)
	w.op("MOVQ AX, %d(DI)", pTileA)
	w.op("MOVQ %d(DI), R14", pTiles)

	w.label("tile")
	w.op("TESTQ SI, SI")
	w.op("JZ %s", w.at("zero"))
	w.op("MOVQ %d(DI), BX", pLDStart)
	for r := range s.rows {
		for v := range s.vecs {
			s.load(w, v, "SI", s.acc(r, v))
		}
		w.op("ADDQ BX, SI")
	}
	w.op("JMP %s", w.at("start"))

	w.label("zero")
	for r := range s.rows {
		for v := range s.vecs {
			w.op("VXORPS X%d, X%d, X%d", r*s.vecs+v, r*s.vecs+v, r*s.vecs+v)
		}
	}

	w.label("start")
	w.op("MOVQ %d(DI), AX", pTileA)
	w.op("MOVQ %d(DI), BX", pAtB)
	w.op("MOVQ %d(DI), CX", pK)
	w.op("TESTQ CX, CX")
	w.op("JZ %s", w.at("store"))

	w.label("k")
	for v := range s.vecs {
		s.load(w, v, "BX", s.b(v))
	}
	for r := range s.rows {
		w.op("VBROADCASTSS %s, %s", rowOfA(r), s.broadcast())
		for v := range s.vecs {
			w.op("VFMADD231PS %s, %s, %s", s.b(v), s.broadcast(), s.acc(r, v))
		}
	}
	if s.rows >= 4 {
		// Weights often come from beyond the second cache: fetch what is read
		// next but one or so, which is about a plane ahead. An address outside
		// memory does no harm.
		for at := 0; at < s.vecs*s.bytes(); at += 64 {
			w.op("PREFETCHT0 %d(BX)", prefetch+at)
		}
	}
	w.op("ADDQ R12, AX")
	w.op("ADDQ R13, BX")
	w.op("DECQ CX")
	w.op("JNZ %s", w.at("k"))

	w.label("store")
	w.op("MOVQ %d(DI), BX", pLDC)
	for r := range s.rows {
		for v := range s.vecs {
			s.store(w, v, s.acc(r, v), "DX")
		}
		w.op("ADDQ BX, DX")
	}
	switch s.rows {
	case 6:
		w.op("LEAQ (R9)(R9*1), AX")
	case 5:
		w.op("MOVQ R10, AX")
	default:
		w.op("LEAQ 0(R8*%d), AX", s.rows)
	}
	w.op("ADDQ AX, %d(DI)", pTileA)
	w.op("DECQ R14")
	w.op("JNZ %s", w.at("tile"))

	for _, m := range [][2]int{{pPlaneC, pAtC}, {pPlaneA, pAtA}, {pPlaneB, pAtB}, {pPlaneStart, pAtStart}} {
		w.op("MOVQ %d(DI), AX", m[0])
		w.op("ADDQ AX, %d(DI)", m[1])
	}
	w.op("DECQ %d(DI)", pPlanes)
	w.op("JNZ %s", w.at("plane"))
	w.end()
}
