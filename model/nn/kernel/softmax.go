package kernel

import (
	"fmt"
	"math"
)

// Softmax sets dst to exp(x) over its sum: probabilities that are none below
// zero and sum to one, up to rounding. dst may be x. It panics if the lengths
// differ. The answer depends on x alone, bit for bit, wherever it lies.
func Softmax(kind Kind, dst, x []float32) {
	if len(dst) != len(x) {
		panic(fmt.Sprintf("kernel: softmax of %d numbers into %d", len(x), len(dst)))
	}
	if len(x) == 0 {
		return
	}
	full := len(x) / Lane * Lane
	// The last numbers go through a group of their own, filled up with what
	// becomes zero.
	var tail, lanes [Lane]float32
	for i := range tail {
		tail[i] = float32(math.Inf(-1))
	}
	copy(tail[:], x[full:])

	top := tail[0]
	for _, v := range tail[1:] {
		top = max(top, v)
	}
	if full > 0 {
		softmaxMax(kind, &lanes, x[:full])
		for _, v := range lanes {
			top = max(top, v)
		}
	}
	sum := float32(0)
	if full > 0 {
		lanes[0] = top
		softmaxExp(kind, dst[:full], x[:full], &lanes)
		sum = sumLanes(&lanes)
	}
	if rest := len(x) - full; rest > 0 {
		lanes[0] = top
		softmaxExp(kind, tail[:], tail[:], &lanes)
		for _, v := range tail[:rest] {
			sum += v
		}
	}
	lanes[0] = 1 / sum
	if full > 0 {
		softmaxScale(kind, dst[:full], dst[:full], &lanes)
	}
	for i := range dst[full:] {
		dst[full+i] = tail[i] * lanes[0]
	}
}

// sumLanes adds lanes that lie eight, four, two and one apart.
func sumLanes(lanes *[Lane]float32) float32 {
	s := *lanes
	for n := Lane / 2; n > 0; n /= 2 {
		for i := range n {
			s[i] += s[n+i]
		}
	}
	return s[0]
}
