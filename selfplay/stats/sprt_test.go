package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two tests of Stockfish with logistic bounds, as published in its history
// (5fe50b9d3932f79192d3973c and 5fe552e43932f79192d39744).
func TestLLRPublished(t *testing.T) {
	tests := []struct {
		name       string
		pairs      Pairs
		elo0, elo1 float64
		llr        float64
	}{
		{"short time control", Pairs{292, 5905, 28939, 6129, 299}, -0.25, 1.25, 2.95},
		{"long time control", Pairs{5, 418, 6043, 506, 12}, 0.25, 1.25, 2.92},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := SPRT{test.elo0, test.elo1, 0.05, 0.05}.LLR(test.pairs)
			if !near(got, test.llr, 0.005) {
				t.Errorf("LLR %.4f, want %.2f", got, test.llr)
			}
		})
	}
}

// With two possible scores the most likely distribution is fixed by its mean,
// and the LLR is that of a coin.
func TestLLROfCoin(t *testing.T) {
	test := SPRT{Elo0: 10, Elo1: 80, Alpha: 0.05, Beta: 0.05}
	s0, s1 := ScoreOfElo(10), ScoreOfElo(80)
	want := 60*math.Log(s1/s0) + 40*math.Log((1-s1)/(1-s0))
	// The three scores that never occur count 0.001 each.
	if got := test.LLR(Pairs{40, 0, 0, 0, 60}); !near(got, want, 0.01) {
		t.Errorf("LLR %g, want %g", got, want)
	}
}

// The twin maximises the likelihood under the mean directly, by coordinate
// search over the distributions, and knows nothing of the closed form.
func TestLLRAgainstDirectSearch(t *testing.T) {
	for _, p := range []Pairs{{10, 20, 40, 20, 10}, {2, 8, 20, 30, 40}, {30, 20, 10, 4, 1}} {
		test := SPRT{Elo0: -10, Elo1: 40, Alpha: 0.05, Beta: 0.05}
		want := bestLikelihood(p, ScoreOfElo(40)) - bestLikelihood(p, ScoreOfElo(-10))
		if got := test.LLR(p); !near(got, want, 1e-3) {
			t.Errorf("%v: LLR %g, want %g", p, got, want)
		}
	}
}

// bestLikelihood is the greatest log likelihood of p among the distributions
// with the given mean. Each trial moves mass among three neighbouring scores
// in the one way that keeps sum and mean, or among 0, 1/2 and 1.
func bestLikelihood(p Pairs, mean float64) float64 {
	var q [5]float64 // a feasible start: a mixture of uniform and one end
	for i := range q {
		q[i] = 0.2
	}
	lift := math.Abs(mean-0.5) / 0.5
	for i := range q {
		q[i] *= 1 - lift
	}
	if mean > 0.5 {
		q[4] += lift
	} else {
		q[0] += lift
	}
	value := func(q [5]float64) float64 {
		sum := 0.0
		for i, n := range p {
			if q[i] <= 0 {
				return math.Inf(-1)
			}
			sum += float64(n) * math.Log(q[i])
		}
		return sum
	}
	moves := [][5]float64{{1, -2, 1}, {0, 1, -2, 1}, {0, 0, 1, -2, 1}, {1, 0, -2, 0, 1}, {1, -1, 0, -1, 1}, {-1, 1, 1, -1}, {0, -1, 1, 1, -1}}
	best := value(q)
	for step := 0.1; step > 1e-9; {
		improved := false
		for _, move := range moves {
			for _, sign := range []float64{step, -step} {
				trial := q
				for i := range trial {
					trial[i] += sign * move[i]
				}
				if v := value(trial); v > best {
					q, best, improved = trial, v, true
				}
			}
		}
		if !improved {
			step /= 2
		}
	}
	return best
}

// For a small difference the LLR is nearly N(s1-s0)(2s-s0-s1)/(2·variance).
func TestLLRNormalApproximation(t *testing.T) {
	p := Pairs{500, 2000, 5000, 2100, 550}
	test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	var weights [5]float64
	for i, n := range p {
		weights[i] = float64(n)
	}
	mean, variance, n := moments(weights)
	s0, s1 := ScoreOfElo(0), ScoreOfElo(5)
	want := n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
	if got := test.LLR(p); !near(got, want, 0.01*math.Abs(want)) {
		t.Errorf("LLR %g, approximation %g", got, want)
	}
}

func TestLLRExtremes(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	if got := test.LLR(Pairs{}); got != 0 {
		t.Errorf("no pairs: LLR %g", got)
	}
	for name, p := range map[string]Pairs{"won": {4: 300}, "lost": {0: 300}, "even": {2: 300}, "million": {4: 1_000_000}} {
		llr, decision := test.Test(p)
		want := AcceptH1
		if p[4] == 0 {
			want = AcceptH0
		}
		if math.IsNaN(llr) || math.IsInf(llr, 0) || decision != want {
			t.Errorf("%s: LLR %g, %v", name, llr, decision)
		}
	}
	// One pair is worth at most the logarithm of the ratio of the scores, but for
	// the thousandths of a pair that stand for scores not seen.
	if got := test.LLR(Pairs{4: 1}); got <= 0 || got > math.Log(ScoreOfElo(50)/0.5)+0.001 {
		t.Errorf("one won pair: LLR %g", got)
	}
}

func TestBounds(t *testing.T) {
	lower, upper := SPRT{0, 5, 0.05, 0.05}.Bounds()
	if !near(lower, -2.944, 0.0005) || !near(upper, 2.944, 0.0005) {
		t.Errorf("bounds %g, %g", lower, upper)
	}
	lower, upper = SPRT{0, 5, 0.05, 0.1}.Bounds()
	if !near(lower, -2.251, 0.0005) || !near(upper, 2.890, 0.0005) {
		t.Errorf("bounds %g, %g", lower, upper)
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		test SPRT
		ok   bool
	}{
		{"good", SPRT{0, 35, 0.05, 0.05}, true},
		{"negative bounds", SPRT{-5, 0, 0.05, 0.1}, true},
		{"swapped", SPRT{35, 0, 0.05, 0.05}, false},
		{"equal", SPRT{5, 5, 0.05, 0.05}, false},
		{"no alpha", SPRT{0, 5, 0, 0.05}, false},
		{"no beta", SPRT{0, 5, 0.05, 0}, false},
		{"too much", SPRT{0, 5, 0.5, 0.5}, false},
		{"not a number", SPRT{0, math.NaN(), 0.05, 0.05}, false},
		{"alpha not a number", SPRT{0, 5, math.NaN(), 0.05}, false},
	}
	for _, test := range tests {
		if err := test.test.Validate(); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// The error rates of whole tests stay near their nominal values. Three
// standard deviations of 400 tests at 5 % are 3.3 %.
func TestErrorRates(t *testing.T) {
	const tests = 400
	test := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	for name, m := range map[string]struct {
		match
		wrong Decision
	}{
		"H0, draws":           {independent(0.5, 0.4), AcceptH1},
		"H0, no draws":        {independent(0.5, 0), AcceptH1},
		"H0, opening decides": {opposed(0.5, 0.1, 0.5), AcceptH1},
		"H1, draws":           {independent(ScoreOfElo(60), 0.4), AcceptH0},
		"H1, opening decides": {opposed(ScoreOfElo(60), 0.1, 0.5), AcceptH0},
	} {
		r := rand.New(rand.NewPCG(7, 11))
		wrong, pairs := 0, 0
		for range tests {
			var p Pairs
			decision := Continue
			for decision == Continue {
				p[m.draw(r)]++
				_, decision = test.Test(p)
			}
			pairs += p.Total()
			if decision == m.wrong {
				wrong++
			}
		}
		rate := float64(wrong) / tests
		t.Logf("%s: wrong %.3f, %d pairs a test", name, rate, pairs/tests)
		if rate > 0.083 {
			t.Errorf("%s: wrong in %.3f of the tests", name, rate)
		}
	}
}
