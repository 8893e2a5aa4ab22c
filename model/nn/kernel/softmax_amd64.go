//go:build amd64 && !purego

package kernel

import "unsafe"

// groupArgs are the arguments of a loop over groups of Lane numbers.
func groupArgs(dst, x []float32, lanes *[Lane]float32) headArgs {
	return headArgs{out: unsafe.Pointer(&dst[0]), x: unsafe.Pointer(&x[0]), y: unsafe.Pointer(lanes), n: uintptr(len(x) / Lane)}
}

func softmaxMax(kind Kind, lanes *[Lane]float32, x []float32) {
	args := groupArgs(x, x, lanes)
	switch kind {
	case KindAVX512:
		softmaxMaxAVX512(&args)
	case KindAVX2:
		softmaxMaxAVX2(&args)
	default:
		softmaxMaxGo(lanes, x)
	}
}

func softmaxExp(kind Kind, dst, x []float32, lanes *[Lane]float32) {
	args := groupArgs(dst, x, lanes)
	switch kind {
	case KindAVX512:
		softmaxExpAVX512(&args)
	case KindAVX2:
		softmaxExpAVX2(&args)
	default:
		softmaxExpGo(dst, x, lanes)
	}
}

func softmaxScale(kind Kind, dst, x []float32, lanes *[Lane]float32) {
	args := groupArgs(dst, x, lanes)
	switch kind {
	case KindAVX512:
		softmaxScaleAVX512(&args)
	case KindAVX2:
		softmaxScaleAVX2(&args)
	default:
		softmaxScaleGo(dst, x, lanes)
	}
}

//go:noescape
func softmaxMaxAVX512(args *headArgs)

//go:noescape
func softmaxMaxAVX2(args *headArgs)

//go:noescape
func softmaxExpAVX512(args *headArgs)

//go:noescape
func softmaxExpAVX2(args *headArgs)

//go:noescape
func softmaxScaleAVX512(args *headArgs)

//go:noescape
func softmaxScaleAVX2(args *headArgs)
