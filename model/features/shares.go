package features

import "halmazero/engine"

// Counts that have no bound become shares in [0,1): n is n/(n+h), where h, at
// which the share is a half, suits the board: for the plies left it is a
// quarter of the steps that all seats together have to go at the start (24 on
// 8x8), for a seat's remaining distance at the end an eighth of the steps that
// it has to go at the start (6 on 8x8). The logit of a share is log(n/h), so
// that what a network answers is right or wrong by a factor.

// PliesLeft is the share for a number of moves left to the end.
func (e *Encoding) PliesLeft(n int) float32 { return share(n, e.halfPlies) }

// Distances writes the share of each seat's remaining distance at the end,
// which is given by absolute seat, into dst, the mover of p first.
func (e *Encoding) Distances(dst []float32, remaining []int, p *engine.Position) {
	for k := range dst {
		dst[k] = share(remaining[(p.Mover()+k)%len(dst)], e.halfDistance)
	}
}

func share(n int, half float32) float32 { return float32(n) / (float32(n) + half) }

// setHalves sets what stands for a half.
func (e *Encoding) setHalves(start *engine.Position) {
	way := float32(start.Remaining(0))
	e.halfPlies = way * float32(e.shape.Seats) / 4
	e.halfDistance = way / 8
}
