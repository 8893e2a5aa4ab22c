package stats

import (
	"fmt"
	"math"
)

// MaxElo bounds the Elo differences of a test. A score of more than 0.997 is no
// hypothesis that a match could tell from another one, and far beyond it the
// score of a difference is 1 to the last bit.
const MaxElo = 1000

// SPRT is a sequential probability ratio test of the hypotheses H0: the Elo
// difference is Elo0, and H1: it is Elo1 (Wald 1945). The other parameters of
// the distribution of pair scores are unknown, so it is the generalised test:
// each hypothesis takes the distribution with its mean that makes the results
// most likely. The method is that of Stockfish's test framework: M. Van den
// Bergh, "A practical introduction to the GSPRT" and "The generalized maximum
// likelihood ratio for the expectation value of a distribution",
// hardy.uhasselt.be/Fishtest. Elo is logistic.
type SPRT struct {
	Elo0  float64 // of H0; -MaxElo to MaxElo
	Elo1  float64 // of H1; above Elo0, to MaxElo
	Alpha float64 // probability of accepting H1 when H0 is true
	Beta  float64 // probability of accepting H0 when H1 is true
}

// Validate says what is wrong with the parameters.
func (t SPRT) Validate() error {
	finite := !math.IsNaN(t.Elo0) && !math.IsInf(t.Elo0, 0) && !math.IsNaN(t.Elo1) && !math.IsInf(t.Elo1, 0)
	switch {
	case !finite || t.Elo0 >= t.Elo1:
		return fmt.Errorf("sequential test: elo0 %g is not below elo1 %g", t.Elo0, t.Elo1)
	case t.Elo0 < -MaxElo || t.Elo1 > MaxElo:
		return fmt.Errorf("sequential test: elo0 %g and elo1 %g, want %d to %d", t.Elo0, t.Elo1, -MaxElo, MaxElo)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("sequential test: alpha %g and beta %g are not positive with a sum below 1", t.Alpha, t.Beta)
	}
	return nil
}

// Decision is what a test concludes.
type Decision int8

const (
	Continue Decision = iota // more pairs are needed
	AcceptH0
	AcceptH1
)

// String is "continue", "accept H0" or "accept H1".
func (d Decision) String() string {
	if d < Continue || d > AcceptH1 {
		return fmt.Sprintf("Decision(%d)", int8(d))
	}
	return [...]string{"continue", "accept H0", "accept H1"}[d]
}

// Bounds returns the values of the LLR at or beyond which the test ends:
// log(beta/(1-alpha)), H0, and log((1-beta)/alpha), H1.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Test returns the LLR and what follows from it.
func (t SPRT) Test(p Pairs) (float64, Decision) {
	llr := t.LLR(p)
	return llr, t.Decide(llr)
}

// Decide returns what follows from an LLR.
func (t SPRT) Decide(llr float64) Decision {
	lower, upper := t.Bounds()
	switch {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Continue
}

// missing replaces a count of zero in the LLR, as Stockfish's framework does,
// so that a distribution with every wanted mean exists.
const missing = 1e-3

// LLR is the log likelihood ratio of H1 over H0. If p_i are the observed
// frequencies of the scores a_i, the most likely distribution with mean s is
// p_i/(1+x(a_i-s)), where x is such that its mean is s; so the ratio is
// N·Σ p_i·log((1+x0(a_i-s0))/(1+x1(a_i-s1))).
func (t SPRT) LLR(p Pairs) float64 {
	if p.Total() == 0 {
		return 0
	}
	var weights [5]float64
	for i, count := range p {
		weights[i] = max(float64(count), missing)
	}
	s0, s1 := ScoreOfElo(t.Elo0), ScoreOfElo(t.Elo1)
	x0, x1 := tilt(weights, s0), tilt(weights, s1)
	llr := 0.0
	for i, w := range weights {
		a := float64(i) / 4
		llr += w * math.Log((1+x0*(a-s0))/(1+x1*(a-s1)))
	}
	return llr
}

// tilt solves Σ w_i(a_i-s)/(1+x(a_i-s)) = 0 for x, where all w_i > 0 and
// 0 < s < 1. The sum falls in x from +Inf to -Inf over the interval in which
// all denominators are positive, so it has one root. It is found by Newton's
// method, or by halving where that would leave the interval. The LLR is
// stationary in x at the root: it feels an error only by its square. A few
// dozen rounds are enough for every valid test; the bound is for means so close
// to 0 or 1 that the interval has no end.
func tilt(weights [5]float64, s float64) float64 {
	const exact, rounds = 1e-11, 1000
	low, high, x := -1/(1-s), 1/s, 0.0
	for range rounds {
		sum, slope := 0.0, 0.0
		for i, w := range weights {
			d := float64(i)/4 - s
			d /= 1 + x*d
			sum += w * d
			slope += w * d * d // of -sum
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
		next := x + sum/slope
		if !(low < next && next < high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-x) < exact {
			return next
		}
		x = next
	}
	return x
}
