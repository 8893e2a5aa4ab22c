package features

import (
	"math"

	"halmazero/engine"
)

// Values turns the value logits, one per seat and mover first, into values in
// [-1,1] by absolute seat: the softmax gives each seat a share s of the points
// of a game, which are 1 where one seat wins and seats/2 where places or teams
// count; the seat's probability p is its share of them, and its value is 2p-1.
// A seat that has its place already has the value of that place.
//
// With more than two seats of which one wins, a draw is an equal share of one
// point, so that its value is 2/seats-1 and not 0.
func (e *Encoding) Values(logits []float32, p *engine.Position) (v [engine.MaxSeats]float32) {
	seats := e.shape.Seats
	var shares [engine.MaxSeats]float32
	softmax(shares[:seats], logits[:seats])
	for k, q := range shares[:seats] {
		seat := (p.Mover() + k) % seats
		v[seat] = min(1, 2*e.share*q-1)
		if place := int(p.Status(seat).Place); place > 0 && e.rules.Finish() == engine.FinishPlaces {
			v[seat] = 1 - 2*float32(place-1)/float32(seats-1)
		}
	}
	return v
}

// Target is the inverse on the training side: it writes, mover first, the
// share of each seat that belongs to an outcome in [-1,1] by absolute seat. The
// shares sum to one.
func (e *Encoding) Target(dst []float32, outcome []float32, p *engine.Position) {
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
