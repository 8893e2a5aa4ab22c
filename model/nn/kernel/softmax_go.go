package kernel

import "math"

// The loops of Softmax in plain Go. x is whole groups of Lane numbers.

func softmaxMaxGo(lanes *[Lane]float32, x []float32) {
	copy(lanes[:], x)
	for i, v := range x {
		lanes[i%Lane] = max(lanes[i%Lane], v)
	}
}

func softmaxExpGo(dst, x []float32, lanes *[Lane]float32) {
	top := lanes[0]
	*lanes = [Lane]float32{}
	for i, v := range x {
		dst[i] = float32(math.Exp(float64(max(v-top, leastExponent))))
		lanes[i%Lane] += dst[i]
	}
}

func softmaxScaleGo(dst, x []float32, lanes *[Lane]float32) {
	for i, v := range x {
		dst[i] = v * lanes[0]
	}
}

// leastExponent is where the exponential is as good as zero; gen/softmax.go has
// it, too.
const leastExponent = -86
