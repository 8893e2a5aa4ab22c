package stats

import (
	"fmt"
	"math"
)

// Groups sums up a match of several seats for one side: the mean scores of its
// groups, each in [0,1]. It is to groups what Pairs is to pairs, with the same
// prior: pairs that are added by their points a game give the numbers of Pairs.
type Groups struct {
	Count   int     `json:"count"`
	Sum     float64 `json:"sum"`     // of the scores
	Squares float64 `json:"squares"` // sum of their squares
}

// Add counts a group by the side's mean score over its games. A score outside
// [0,1] panics.
func (g *Groups) Add(score float64) {
	if !(score >= 0 && score <= 1) {
		panic(fmt.Sprintf("stats: score %g of a group", score))
	}
	g.Count++
	g.Sum += score
	g.Squares += score * score
}

// estimate is the moments of a group's score with the prior.
func (g Groups) estimate() (mean, variance, n float64) {
	n, mean = float64(g.Count), g.Sum
	square := g.Squares
	for half := range 5 {
		score := float64(half) / 4
		n += prior
		mean += prior * score
		square += prior * score * score
	}
	mean /= n
	return mean, max(0, square/n-mean*mean), n
}

// Elo is as Pairs.Elo: the difference that belongs to the mean score.
func (g Groups) Elo() Interval { return eloOf(g.estimate()) }

// Score is as Pairs.Score: observed, with an interval that has the prior.
func (g Groups) Score() Interval {
	value := 0.5
	if g.Count > 0 {
		value = g.Sum / float64(g.Count)
	}
	return scoreOf(value, g.Elo())
}

// Superiority is as Pairs.Superiority.
func (g Groups) Superiority() float64 {
	mean, variance, n := g.estimate()
	return normalCDF((mean - 0.5) / math.Sqrt(variance/n))
}

// LLR is the log likelihood ratio of the two hypotheses of the test for groups,
// to be used like SPRT.LLR of pairs. The scores are taken as normal with one
// unknown variance: n/2·log(Σ(x-s0)²/Σ(x-s1)²), the test of Van den Bergh's "A
// practical introduction to the GSPRT" before its approximations. Both sums get
// the square of the prior group, 1/8, but not its mean, which would favour H0.
func (g Groups) LLR(t SPRT) float64 {
	if g.Count == 0 {
		return 0
	}
	n := float64(g.Count)
	mean := g.Sum / n
	spread := max(0, g.Squares-g.Sum*mean) + priorSquare
	d0, d1 := mean-ScoreOfElo(t.Elo0), mean-ScoreOfElo(t.Elo1)
	return n / 2 * math.Log((spread+n*d0*d0)/(spread+n*d1*d1))
}

// priorSquare is the sum of the squared deviations of the prior's scores.
const priorSquare = prior * (0.25 + 0.0625 + 0 + 0.0625 + 0.25)
