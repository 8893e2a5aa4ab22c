//go:build amd64 && !purego

package kernel

import "unsafe"

// headArgs are the arguments of a loop of the heads. Lengths are in bytes. The
// assembly knows the offsets of the fields.
type headArgs struct {
	out, x, y, from, to unsafe.Pointer
	ld, dim, n          uintptr
}

// dots computes checked products of at least one move.
func dots(kind Kind, out, q, k []float32, ld, dim int, from, to []int16) {
	if kind == KindGo {
		dotsGo(out, q, k, ld, dim, from, to)
		return
	}
	args := headArgs{
		out: unsafe.Pointer(&out[0]), x: unsafe.Pointer(&q[0]), y: unsafe.Pointer(&k[0]),
		from: unsafe.Pointer(&from[0]), to: unsafe.Pointer(&to[0]),
		ld: uintptr(4 * ld), dim: uintptr(4 * dim), n: uintptr(len(out)),
	}
	if kind == KindAVX512 {
		dotsAVX512(&args)
	} else {
		dotsAVX2(&args)
	}
}

// sumRelu computes checked sums of at least one row and column.
func sumRelu(kind Kind, out, x []float32, ld, rows int) {
	if kind == KindGo {
		sumReluGo(out, x, ld, rows)
		return
	}
	args := headArgs{
		out: unsafe.Pointer(&out[0]), x: unsafe.Pointer(&x[0]),
		ld: uintptr(4 * ld), dim: uintptr(4 * len(out)), n: uintptr(rows),
	}
	if kind == KindAVX512 {
		sumReluAVX512(&args)
	} else {
		sumReluAVX2(&args)
	}
}

//go:noescape
func dotsAVX512(args *headArgs)

//go:noescape
func dotsAVX2(args *headArgs)

//go:noescape
func sumReluAVX512(args *headArgs)

//go:noescape
func sumReluAVX2(args *headArgs)
