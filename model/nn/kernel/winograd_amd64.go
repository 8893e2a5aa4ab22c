//go:build amd64 && !purego

package kernel

import (
	"math"
	"unsafe"
)

// tileArgs are the arguments of a transform of tiles side by side. Strides are
// in bytes. The assembly knows the offsets of the fields.
type tileArgs struct {
	src, dst, bias, scratch     unsafe.Pointer
	plane, row, channels        uintptr
	tiles, rows, cols, residual uintptr
	floor                       float32 // of the outputs
}

// run computes a checked transform.
func (t *InputTiles) run(kind Kind) {
	if kind == KindGo {
		t.runGo()
		return
	}
	const f = 4 // bytes of a float32
	args := tileArgs{
		src: unsafe.Pointer(&t.Src[0]), dst: unsafe.Pointer(&t.Dst[0]), scratch: unsafe.Pointer(&t.Scratch[0]),
		plane: uintptr(f * t.Plane), row: uintptr(f * t.SrcRow), channels: uintptr(f * t.Channels), tiles: uintptr(t.Tiles),
	}
	if kind == KindAVX512 {
		inputTilesAVX512(&args)
	} else {
		inputTilesAVX2(&args)
	}
}

// run computes a checked transform.
func (t *OutputTiles) run(kind Kind) {
	if kind == KindGo {
		t.runGo()
		return
	}
	const f = 4 // bytes of a float32
	args := tileArgs{
		src: unsafe.Pointer(&t.Src[0]), dst: unsafe.Pointer(&t.Dst[0]),
		bias: unsafe.Pointer(&t.Bias[0]), scratch: unsafe.Pointer(&t.Scratch[0]),
		plane: uintptr(f * t.Plane), row: uintptr(f * t.DstRow), channels: uintptr(f * t.Channels),
		tiles: uintptr(t.Tiles), rows: uintptr(t.Rows), cols: uintptr(t.Cols),
	}
	if t.Residual {
		args.residual = 1
	}
	if t.Linear {
		args.floor = float32(math.Inf(-1))
	}
	if kind == KindAVX512 {
		outputTilesAVX512(&args)
	} else {
		outputTilesAVX2(&args)
	}
}

// run computes a checked transform.
func (t *GradTiles) run(kind Kind) {
	if kind == KindGo {
		t.runGo()
		return
	}
	const f = 4 // bytes of a float32
	args := tileArgs{
		src: unsafe.Pointer(&t.Src[0]), dst: unsafe.Pointer(&t.Dst[0]),
		plane: uintptr(f * t.Plane), row: uintptr(f * t.SrcRow), channels: uintptr(f * t.Channels), tiles: uintptr(t.Tiles),
	}
	if kind == KindAVX512 {
		gradTilesAVX512(&args)
	} else {
		gradTilesAVX2(&args)
	}
}

//go:noescape
func gradTilesAVX512(args *tileArgs)

//go:noescape
func gradTilesAVX2(args *tileArgs)

//go:noescape
func inputTilesAVX512(args *tileArgs)

//go:noescape
func inputTilesAVX2(args *tileArgs)

//go:noescape
func outputTilesAVX512(args *tileArgs)

//go:noescape
func outputTilesAVX2(args *tileArgs)
