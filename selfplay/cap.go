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
	// Decisive gives the whole game to the side that is ahead, be it by a
	// single step, so that it is never better to wait for the cap than to lose.
	Decisive bool
}

// CapOutcomes lists the outcomes that a game capped in this position may have,
// one for each rule: games do not say by which they were made.
func CapOutcomes(p *engine.Position) (all [][engine.MaxSeats]float32) {
	for _, decisive := range []bool{false, true} {
		for _, squatLoss := range []bool{false, true} {
			all = append(all, CapRule{SquatLoss: squatLoss, Decisive: decisive}.Outcome(p))
		}
	}
	return all
}

// Reached reports whether a game has to be stopped in this position.
func (c CapRule) Reached(p *engine.Position) bool {
	return c.Plies > 0 && p.Ply() >= c.Plies && !p.Result().Over()
}

// Outcome is the value vector of a capped game, by absolute seat: 0.9 times
// the hyperbolic tangent of the lead in remaining distance, which is the mean
// of the others' less the own, over a scale that is 5 steps on 8x8. It tells
// who was ahead, and is never as good or as bad as a real result.
//
// Partners share the mean distance of their team, and its value. In a game of
// places the seats that have theirs keep its value, and the others are compared
// with each other, within the places that are left. Where one of three seats or
// more wins, the values are those of shares of that win: they sum to what a
// win's do, as the network's do, so that a capped game looks neither better
// nor worse to all than one that goes on.
//
// A decisive rule knows no nearly: the side with the greatest lead has won,
// those that are exactly level share the win, and the places that are left go
// to those who still play in the order of their leads. The game is truncated
// all the same; only its value is that of a win.
func (c CapRule) Outcome(p *engine.Position) (v [engine.MaxSeats]float32) {
	seats := p.Board().Seats()
	side := -1
	if c.SquatLoss {
		side = squatter(p)
	}
	if p.Rules().Finish() == engine.FinishPlaces && seats > 2 {
		return c.places(p, side)
	}
	if c.Decisive {
		return decisive(p, side)
	}
	for s := range seats {
		if side >= 0 {
			v[s] = 1
			if ally(p, s, side) {
				v[s] = -1
			}
		} else {
			v[s] = float32(0.9 * math.Tanh(leadOf(p, s, everybody)/leadScale(p.Board())))
		}
	}
	if seats > 2 && p.Rules().Finish() == engine.FinishFirst {
		share(v[:seats])
	}
	return v
}

// everybody is every seat of a board.
func everybody(int) bool { return true }

// ally reports whether two seats win together.
func ally(p *engine.Position, a, b int) bool {
	return a == b || p.Rules().Finish() == engine.FinishTeams && a%2 == b%2
}

// leadOf is the mean remaining distance of a seat's opponents among the given
// seats less that of its own side.
func leadOf(p *engine.Position, seat int, among func(seat int) bool) float64 {
	own, others, allies, opponents := 0, 0, 0, 0
	for s := range p.Board().Seats() {
		switch {
		case !among(s):
		case ally(p, s, seat):
			own += p.Remaining(s)
			allies++
		default:
			others += p.Remaining(s)
			opponents++
		}
	}
	return float64(others)/float64(max(opponents, 1)) - float64(own)/float64(max(allies, 1))
}

// share turns values into those of shares of one win.
func share(v []float32) {
	sum := float32(0)
	for _, x := range v {
		sum += (x + 1) / 2
	}
	for s, x := range v {
		v[s] = (x+1)/sum - 1 // 2·p-1 with p = ((x+1)/2) / sum
	}
}

// places is the outcome of a game of places: the middle of the places that are
// still free, and from there towards their ends by the lead among those who
// still play, or by a decisive rule the places themselves. A squatter is last
// among them.
func (c CapRule) places(p *engine.Position, squatter int) (v [engine.MaxSeats]float32) {
	seats := p.Board().Seats()
	worth := func(place int) float64 { return 1 - 2*float64(place-1)/float64(seats-1) }
	plays := func(s int) bool { return p.Status(s).State == engine.Active }
	taken := make([]bool, seats+1)
	for s := range seats {
		if place := int(p.Status(s).Place); !plays(s) && place > 0 {
			v[s], taken[place] = float32(worth(place)), true
		}
	}
	var free []int
	for place := 1; place <= seats; place++ {
		if !taken[place] {
			free = append(free, place)
		}
	}
	if c.Decisive {
		decisivePlaces(p, squatter, free, worth, v[:seats])
		return v
	}
	first, last := free[0], free[len(free)-1]
	middle, half := (worth(first)+worth(last))/2, (worth(first)-worth(last))/2
	for s := range seats {
		if !plays(s) {
			continue
		}
		x := 0.9 * math.Tanh(leadOf(p, s, plays)/leadScale(p.Board()))
		if s == squatter {
			x = -1
		}
		v[s] = float32(middle + half*x)
	}
	return v
}

// Ahead is the seat that a capped position is best for, one of two partners, or -1
// if sides are equal.
func (c CapRule) Ahead(p *engine.Position) int {
	v := c.Outcome(p)
	best := 0
	for s := 1; s < p.Board().Seats(); s++ {
		if v[s] > v[best] {
			best = s
		}
	}
	for s := range p.Board().Seats() {
		if v[s] == v[best] && !ally(p, s, best) {
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

// squatter is a seat of the one side that still has a piece in its own camp, or
// -1 if none has or several have. In a game of places only those who still play
// can be it.
func squatter(p *engine.Position) int {
	only := -1
	for s := range p.Board().Seats() {
		if p.AtHome(s) == 0 || p.Status(s).State != engine.Active && p.Rules().Finish() == engine.FinishPlaces {
			continue
		}
		if only >= 0 && !ally(p, s, only) {
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
