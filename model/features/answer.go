package features

import (
	"math"

	"halmazero/engine"
)

// Values turns the value logits, one per seat and mover first, into values in
// [-1,1] by absolute seat: the softmax gives each seat a probability p of
// winning, and its value is 2p-1.
func Values(logits []float32, p *engine.Position) (v [engine.MaxSeats]float32) {
	var probs [engine.MaxSeats]float32
	softmax(probs[:len(logits)], logits)
	for k, q := range probs[:len(logits)] {
		v[(p.Mover()+k)%len(logits)] = 2*q - 1
	}
	return v
}

// Target is the inverse on the training side: it writes, mover first, the
// probability of each seat that belongs to an outcome in [-1,1] by absolute
// seat. The probabilities sum to one.
func Target(dst []float32, outcome []float32, p *engine.Position) {
	var sum float32
	for k := range dst {
		dst[k] = (outcome[(p.Mover()+k)%len(dst)] + 1) / 2
		sum += dst[k]
	}
	for k := range dst {
		if sum > 0 {
			dst[k] /= sum
		} else {
			dst[k] = 1 / float32(len(dst))
		}
	}
}

// Priors turns the logits of the legal moves into probabilities.
func Priors(dst, logits []float32) { softmax(dst, logits) }

func softmax(dst, logits []float32) {
	top := float32(math.Inf(-1))
	for _, x := range logits {
		top = max(top, x)
	}
	var sum float32
	for i, x := range logits {
		dst[i] = float32(math.Exp(float64(x - top)))
		sum += dst[i]
	}
	for i := range dst {
		dst[i] /= sum
	}
}
