package arena

import (
	"slices"

	"halmazero/engine"
	"halmazero/selfplay/stats"
)

// The merits of seats that a result does not rank in a row, by which seats are
// compared: a winner is better than a seat that has finished, the earlier the
// better, that one than a seat that still plays, and that one than a seat that
// has left the game, the earlier the worse.
const (
	meritWinner = 1000
	meritPlays  = 500
)

// merits says how well each seat has done; only their order means anything.
// ahead, if set, names the winner of a capped position, or one of the team, or -1.
func merits(p *engine.Position, ahead func(p *engine.Position) int) []int {
	r, n := p.Result(), p.Board().Seats()
	merit := make([]int, n)
	for seat := range merit {
		merit[seat] = meritPlays
		switch s := p.Status(seat); s.State {
		case engine.Finished:
			merit[seat] = meritPlays + n - int(s.Place) + 1
		case engine.Resigned:
			merit[seat] = n - int(s.Place) // the latest to leave has the best place
		}
	}
	switch r.Kind {
	case engine.Win:
		merit[r.Seat] = meritWinner
	case engine.TeamWin:
		merit[r.Seat], merit[r.Seat+2] = meritWinner, meritWinner
	case engine.Ranked:
		for place, seat := range r.Order[:n] {
			if seat > 0 {
				merit[seat-1] = n - place
			}
		}
	case engine.Truncated:
		if ahead != nil {
			if seat := ahead(p); seat >= 0 {
				merit[seat] = meritWinner
				if p.Rules().Finish() == engine.FinishTeams {
					merit[(seat+2)%n] = meritWinner
				}
			}
		}
	}
	return merit
}

// places turns merits into places by seat: one more than the number of seats
// that have done better.
func places(merit []int) []int {
	places := make([]int, len(merit))
	for seat, own := range merit {
		places[seat] = 1
		for _, other := range merit {
			if other > own {
				places[seat]++
			}
		}
	}
	return places
}

// scores turns places by seat into scores by side.
func scores(places, sides []int) []float64 {
	r := stats.Ranking{Players: sides, Places: places}
	all := make([]float64, slices.Max(sides)+1)
	for side := range all {
		all[side] = r.Score(side)
	}
	return all
}

// outcome is the side's score as seen by counts: a win if it did better than
// the others on the whole.
func outcome(score float64) stats.Outcome {
	switch {
	case score > 0.5:
		return stats.Win
	case score < 0.5:
		return stats.Loss
	}
	return stats.Draw
}
