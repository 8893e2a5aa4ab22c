//go:build amd64 && !purego

package kernel

// peakArgs are the arguments of a peak loop. The assembly knows the offset.
type peakArgs struct {
	loops uintptr // at least 1
}

func peak(kind Kind, n int) {
	args := peakArgs{loops: uintptr(n)}
	switch {
	case n <= 0:
	case kind == KindAVX512:
		peakAVX512(&args)
	case kind == KindAVX2:
		peakAVX2(&args)
	default:
		peakGo(n)
	}
}

//go:noescape
func peakAVX512(args *peakArgs)

//go:noescape
func peakAVX2(args *peakArgs)
