package stats

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Average, given as the anchor, makes the mean of all ratings zero.
const Average = -1

// Rating is what one player of a tournament is worth.
type Rating struct {
	// Elo is relative to the anchor, whose own rating is zero without doubt.
	Elo   Interval `json:"elo"`
	Games int      `json:"games"`
	Score float64  `json:"score"` // observed points a game, in [0,1]; 1/2 without games
}

// Ratings are the ratings of all players of a tournament, fitted together.
type Ratings struct {
	Players []Rating // by the number of the player

	strength   []float64 // logits, with sum zero
	covariance matrix    // of the strengths
}

// newRatings turns fitted strengths into ratings with the given anchor.
func newRatings(strength []float64, covariance matrix, anchor int) *Ratings {
	r := &Ratings{Players: make([]Rating, len(strength)), strength: strength, covariance: covariance}
	for i := range r.Players {
		p := &r.Players[i]
		p.Score = 0.5
		if anchor == Average {
			p.Elo = eloInterval(strength[i], covariance[i][i])
		} else {
			p.Elo = r.Difference(i, anchor)
		}
	}
	return r
}

// Difference is the Elo difference of player a over player b. It is not the
// difference of their two intervals: the ratings of players who met, or met the
// same opponents, depend on each other.
func (r *Ratings) Difference(a, b int) Interval {
	return eloInterval(r.strength[a]-r.strength[b], r.varianceOf(a, b))
}

// Superiority is the likelihood that player a is stronger than player b, under
// the normal approximation on the Elo scale: above 97.5 % just when the
// interval of the difference lies above zero; 1/2 for a player and itself.
// Pairs.Superiority, on the scale of scores, is surer of one-sided results.
func (r *Ratings) Superiority(a, b int) float64 {
	if a == b {
		return 0.5
	}
	return normalCDF((r.strength[a] - r.strength[b]) / math.Sqrt(r.varianceOf(a, b)))
}

func (r *Ratings) varianceOf(a, b int) float64 {
	if a == b {
		return 0
	}
	c := r.covariance
	return c[a][a] + c[b][b] - 2*c[a][b]
}

func eloInterval(logits, variance float64) Interval {
	elo, margin := eloPerLogit*logits, z95*eloPerLogit*math.Sqrt(variance)
	return Interval{elo, elo - margin, elo + margin}
}

// ErrDisconnected is found, by errors.Is, in the error of a tournament whose
// players have no common scale; errors.As finds a *DisconnectedError.
var ErrDisconnected = errors.New("the players do not all meet, directly or through others")

// DisconnectedError names the islands of players between whom no game was
// played. Ratings can be compared within an island only.
type DisconnectedError struct {
	Islands [][]int // each in ascending order, the islands by their first player
}

// Error lists the islands, with players counted from 1.
func (e *DisconnectedError) Error() string {
	var text []string
	for _, island := range e.Islands {
		var names []string
		for _, player := range island {
			names = append(names, fmt.Sprint(player+1))
		}
		text = append(text, "{"+strings.Join(names, ", ")+"}")
	}
	return fmt.Sprintf("ratings: %v: %s", ErrDisconnected, strings.Join(text, ", "))
}

// Unwrap is ErrDisconnected.
func (e *DisconnectedError) Unwrap() error { return ErrDisconnected }

// checkAnchor says what is wrong with the number of players or the anchor.
func checkAnchor(players, anchor int) error {
	switch {
	case players < 1:
		return fmt.Errorf("ratings: %d players", players)
	case anchor != Average && (anchor < 0 || anchor >= players):
		return fmt.Errorf("ratings: the anchor is player %d of %d", anchor, players)
	}
	return nil
}

// acquaintances is which players met, in ascending order of the two numbers,
// the smaller one first.
type acquaintances [][2]int

// islands returns the parts of the players that are connected by games.
func (met acquaintances) islands(players int) [][]int {
	root := make([]int, players)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	for _, m := range met {
		a, b := find(m[0]), find(m[1])
		root[max(a, b)] = min(a, b)
	}
	var islands [][]int
	index := make(map[int]int)
	for i := range players {
		r := find(i)
		if _, ok := index[r]; !ok {
			index[r] = len(islands)
			islands = append(islands, nil)
		}
		islands[index[r]] = append(islands[index[r]], i)
	}
	return islands
}

// priors returns the prior of a tournament. In a match of two it is that of
// Pairs.Elo, one pair spread evenly over the five scores. In general each
// player spreads half a pair evenly over its opponents, so that a meeting has
// the mean of what its two players would give it.
func (met acquaintances) priors(players int) []unit {
	opponents := make([]float64, players)
	for _, m := range met {
		opponents[m[0]]++
		opponents[m[1]]++
	}
	var units []unit
	for _, m := range met {
		share := (1/opponents[m[0]] + 1/opponents[m[1]]) / 2
		for half := range 5 {
			units = append(units, pairUnit(m[0], m[1], half, prior*share))
		}
	}
	return units
}

// rate fits the strengths to the results and turns them into ratings, with
// variances widened by the factor.
func rate(players int, met acquaintances, results []unit, factor float64, anchor int) (*Ratings, error) {
	if islands := met.islands(players); len(islands) > 1 {
		return nil, &DisconnectedError{islands}
	}
	l := likelihood{players: players, units: append(met.priors(players), results...)}
	strength := l.fit()
	covariance := l.covariance(strength)
	for _, row := range covariance {
		for j := range row {
			row[j] *= factor
		}
	}
	return newRatings(strength, covariance, anchor), nil
}
