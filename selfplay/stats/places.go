package stats

import (
	"errors"
	"fmt"
)

// Ranking is the result of one game of two and more seats. Players are numbers
// from 0; the same player may have several seats.
type Ranking struct {
	Players []int // by seat
	// Places by seat: the smaller the better. Only their order matters, so that
	// of 1,2,2,4 and 1,2,2,3 either may be written. Equal places are shared.
	Places []int
}

// Group is the games that were played from one opening, with the players in
// every order over the seats that matters. They depend on each other through
// the opening, so the group is the unit of all statistics of several seats, as
// the pair is of two.
type Group []Ranking

// Score is the points of a player in the game: the share of its opponents'
// seats that ended behind it, seats of the same place counting a half. So a
// player with one seat of n scores 1, (n-2)/(n-1), ... 0 from the first place
// to the last, spread evenly over [0,1]; those who share places share their
// points, and equal players score 1/2 on average, whatever their seats. A
// player with several seats scores their mean, its own seats left out. Without
// opponents the score is 1/2.
func (r Ranking) Score(player int) float64 {
	points, met := 0.0, 0
	for i, p := range r.Players {
		for j, q := range r.Players {
			if p != player || q == player {
				continue
			}
			met++
			switch {
			case r.Places[i] < r.Places[j]:
				points++
			case r.Places[i] == r.Places[j]:
				points += 0.5
			}
		}
	}
	if met == 0 {
		return 0.5
	}
	return points / float64(met)
}

// has says whether the player takes part in the game.
func (r Ranking) has(player int) bool {
	for _, p := range r.Players {
		if p == player {
			return true
		}
	}
	return false
}

// Score is the mean score of the player over the games of the group in which
// it takes part; 1/2 without such games.
func (g Group) Score(player int) float64 {
	sum, games := 0.0, 0
	for _, r := range g {
		if r.has(player) {
			sum += r.Score(player)
			games++
		}
	}
	if games == 0 {
		return 0.5
	}
	return sum / float64(games)
}

// maxSeats bounds a game. The likelihood of a place that n seats share has 2^n
// terms.
const maxSeats = 16

func (r Ranking) check(players int) error {
	switch {
	case len(r.Players) != len(r.Places):
		return fmt.Errorf("%d players and %d places", len(r.Players), len(r.Places))
	case len(r.Players) < 2:
		return errors.New("fewer than two seats")
	case len(r.Players) > maxSeats:
		return fmt.Errorf("%d seats, want at most %d", len(r.Players), maxSeats)
	}
	for _, p := range r.Players {
		if p < 0 || p >= players {
			return fmt.Errorf("player %d of %d", p, players)
		}
	}
	return nil
}
