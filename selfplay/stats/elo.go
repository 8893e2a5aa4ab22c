package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Interval is an estimate with the bounds of its 95 % interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// String is the value and the bounds with two decimals.
func (i Interval) String() string { return i.Format(2) }

// Format is the value and the bounds, as "0.61 [0.55, 0.67]".
func (i Interval) Format(decimals int) string {
	return fmt.Sprintf("%s [%s, %s]", rounded(i.Value, decimals), rounded(i.Low, decimals), rounded(i.High, decimals))
}

// rounded is a number without the sign that a small negative one would leave to
// a zero.
func rounded(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

const (
	z95 = 1.959963984540054 // the 97.5 % quantile of the normal distribution

	// prior is added to each of the five counts before anything is estimated,
	// together one pair. It keeps every estimate finite: without it a match
	// that was won outright would have no variance and an infinite Elo. It
	// pulls the estimate towards 1/2 by as much as one more pair would.
	prior = 0.2

	eloPerLogit = 400 / math.Ln10
)

// EloOfScore is the logistic Elo of a score in (0,1).
func EloOfScore(score float64) float64 { return eloPerLogit * math.Log(score/(1-score)) }

// ScoreOfElo is the expected score of an Elo difference.
func ScoreOfElo(elo float64) float64 { return 1 / (1 + math.Exp(-elo/eloPerLogit)) }

// moments returns mean and variance of the score of a pair, as points a game
// in [0,1], and the number of pairs, for the given weights of the five scores.
func moments(weights [5]float64) (mean, variance, n float64) {
	for i, w := range weights {
		n += w
		mean += w * float64(i) / 4
	}
	mean /= n
	for i, w := range weights {
		d := float64(i)/4 - mean
		variance += w * d * d
	}
	return mean, variance / n, n
}

// estimate is the moments with the prior.
func (p Pairs) estimate() (mean, variance, n float64) {
	var weights [5]float64
	for i, count := range p {
		weights[i] = float64(count) + prior
	}
	return moments(weights)
}

// Elo estimates the Elo difference. The interval is normal on the Elo scale,
// with the standard error that follows from the variance of the pair scores:
// se(Elo) = se(score)·dElo/dscore. All three numbers include the prior of one
// pair and are finite, whatever the counts.
func (p Pairs) Elo() Interval { return eloOf(p.estimate()) }

// eloOf is the Elo of n scores with the given mean and variance.
func eloOf(mean, variance, n float64) Interval {
	elo := EloOfScore(mean)
	margin := z95 * eloPerLogit * math.Sqrt(variance/n) / (mean * (1 - mean))
	return Interval{elo, elo - margin, elo + margin}
}

// Score is the observed score, without the prior (1/2 without pairs). Its
// interval is that of Elo, turned into scores; so it stays within [0,1].
func (p Pairs) Score() Interval {
	value := 0.5
	if n := p.Total(); n > 0 {
		value = float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / float64(4*n)
	}
	return scoreOf(value, p.Elo())
}

// scoreOf is the score with the interval of its Elo.
func scoreOf(value float64, elo Interval) Interval {
	return Interval{value, min(value, ScoreOfElo(elo.Low)), max(value, ScoreOfElo(elo.High))}
}

// Superiority is the likelihood of superiority: the probability, under the
// normal approximation and with the prior, that the true score is above 1/2.
func (p Pairs) Superiority() float64 {
	mean, variance, n := p.estimate()
	return normalCDF((mean - 0.5) / math.Sqrt(variance/n))
}

// normalCDF is the distribution function of the standard normal distribution.
func normalCDF(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
