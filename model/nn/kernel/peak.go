package kernel

// Peak runs fused multiply-adds in registers, loops times as many as a call has
// (see peakFlops), and returns how many operations that were, two for each
// number of a vector: timed, it is the rate that no kernel of the kind can
// exceed. KindGo has no vectors; its loop is multiply and add, one by one.
func Peak(kind Kind, loops int) float64 {
	const atOnce = 4096 // loops of a call, some 10 µs
	done := 0
	for done < loops {
		n := min(atOnce, loops-done)
		peak(kind, n)
		done += n
	}
	return float64(done) * peakFlops(kind)
}

// peakSums is how many independent sums a loop has, as in gen/peak.go.
const peakSums = 14

// peakFlops is the number of operations of a loop.
func peakFlops(kind Kind) float64 {
	switch kind {
	case KindAVX512:
		return 2 * 16 * peakSums
	case KindAVX2:
		return 2 * 8 * peakSums
	}
	return 2 * peakSums
}

// peakGo is a loop without vectors. Its sums are returned, so that they are
// computed.
//
//go:noinline
func peakGo(n int) float32 {
	var a, b, c, d, e, f, g float32
	x, y := float32(0.5), float32(0.25)
	for range n {
		for range peakSums / 7 {
			a, b, c, d, e, f, g = a+x*y, b+x*y, c+x*y, d+x*y, e+x*y, f+x*y, g+x*y
		}
	}
	return a + b + c + d + e + f + g
}
