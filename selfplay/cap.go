package selfplay

import (
	"math"

	"halmazero/engine"
)

// CapRule is the training cap on plies and the outcome behind it.
type CapRule struct {
	// Plies ends a game as truncated; 0 is no cap.
	Plies int
	// SquatLoss gives -1 to the side that alone still has a piece in its own
	// camp, and +1 to the others.
	SquatLoss bool
}

// Reached reports whether a game has to be stopped in this position.
func (c CapRule) Reached(p *engine.Position) bool {
	return c.Plies > 0 && p.Ply() >= c.Plies && !p.Result().Over()
}

// Outcome is the value vector of a capped game, by absolute seat: 0.9 times
// the hyperbolic tangent of the lead in remaining distance, which is the mean
// of the others' less the own, over a scale that is 5 steps on 8x8. It tells
// who was ahead, and is never as good or as bad as a real result.
func (c CapRule) Outcome(p *engine.Position) (v [engine.MaxSeats]float32) {
	seats := p.Board().Seats()
	if c.SquatLoss {
		if side := squatter(p); side >= 0 {
			for s := range seats {
				v[s] = 1
			}
			v[side] = -1
			return v
		}
	}
	total := 0
	var remaining [engine.MaxSeats]int
	for s := range seats {
		remaining[s] = p.Remaining(s)
		total += remaining[s]
	}
	for s := range seats {
		others := float64(total-remaining[s]) / float64(seats-1)
		v[s] = float32(0.9 * math.Tanh((others-float64(remaining[s]))/leadScale(p.Board())))
	}
	return v
}

// Ahead is the seat that a capped position is best for, or -1 if two are equal.
func (c CapRule) Ahead(p *engine.Position) int {
	v := c.Outcome(p)
	best := 0
	for s := 1; s < p.Board().Seats(); s++ {
		if v[s] > v[best] {
			best = s
		}
	}
	for s := range p.Board().Seats() {
		if s != best && v[s] == v[best] {
			return -1
		}
	}
	return best
}

// leadScale grows with the pieces and with the way that each has to go.
func leadScale(b *engine.Board) float64 {
	way := len(b.Home(0)) * b.Distance(0, b.Cells()-1)
	return 5 * float64(way) / (10 * 7)
}

// squatter is the one seat that still has a piece in its own camp, or -1 if
// none has or several have.
func squatter(p *engine.Position) int {
	only := -1
	for s := range p.Board().Seats() {
		if p.AtHome(s) == 0 {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = s
	}
	return only
}

// horizon is the cap as the search sees it.
func (c CapRule) horizon() func(*engine.Position) ([engine.MaxSeats]float32, bool) {
	if c.Plies == 0 {
		return nil
	}
	return func(p *engine.Position) (v [engine.MaxSeats]float32, over bool) {
		if !c.Reached(p) {
			return v, false
		}
		return c.Outcome(p), true
	}
}
