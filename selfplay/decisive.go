package selfplay

import (
	"cmp"
	"slices"

	"halmazero/engine"
)

// decisive is the outcome of a capped game that goes as a whole to the side
// with the greatest lead: 1 for its seats and -1 for all others. Sides that
// are exactly level share the win: 0 between two, and 2/k-1 for each of k
// seats of three or more. A squatter (-1: none) has lost, and so has a seat
// that has given up.
func decisive(p *engine.Position, squatter int) (v [engine.MaxSeats]float32) {
	seats, teams := p.Board().Seats(), p.Rules().Finish() == engine.FinishTeams
	var ahead []int
	best := 0.0
	for s := range seats {
		v[s] = -1
		if squatter >= 0 && ally(p, s, squatter) || !teams && p.Status(s).State != engine.Active {
			continue
		}
		lead := leadOf(p, s, everybody)
		if len(ahead) == 0 || lead > best {
			ahead, best = ahead[:0], lead
		}
		if lead == best {
			ahead = append(ahead, s)
		}
	}
	sides := len(ahead)
	if teams {
		sides /= seats / 2
	}
	for _, s := range ahead {
		v[s] = 2/float32(sides) - 1
	}
	return v
}

// decisivePlaces fills in the values of those who still play for the places in
// free, the best first: in the order of their leads, with a squatter (-1: none)
// last. Seats that are level get the mean of the places that they share.
func decisivePlaces(p *engine.Position, squatter int, free []int, worth func(place int) float64, v []float32) {
	plays := func(s int) bool { return p.Status(s).State == engine.Active }
	var order []int
	for s := range v {
		if plays(s) {
			order = append(order, s)
		}
	}
	compare := func(a, b int) int {
		switch {
		case a == b:
			return 0
		case a == squatter:
			return 1
		case b == squatter:
			return -1
		}
		return cmp.Compare(leadOf(p, b, plays), leadOf(p, a, plays))
	}
	slices.SortStableFunc(order, compare)
	for len(order) > 0 {
		level := 1
		for level < len(order) && compare(order[0], order[level]) == 0 {
			level++
		}
		sum := 0.0
		for _, place := range free[:level] {
			sum += worth(place)
		}
		for _, s := range order[:level] {
			v[s] = float32(sum / float64(level))
		}
		order, free = order[level:], free[level:]
	}
}
