package stats

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// Tests with logistic bounds as published: two of Stockfish, from its history
// (5fe50b9d3932f79192d3973c and 5fe552e43932f79192d39744), two of fastchess.
func TestLLRPublished(t *testing.T) {
	tests := []struct {
		name       string
		pairs      Pairs
		elo0, elo1 float64
		llr        float64
	}{
		// fastchess, app/tests/sprt_test.cpp, with logistic bounds.
		{"fastchess 1", Pairs{223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5, -3.07},
		{"fastchess 2", Pairs{871, 26175, 55003 + 980, 26678, 821}, 0, 2, -4.98},
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
		{"the largest differences", SPRT{-MaxElo, MaxElo, 0.05, 0.05}, true},
		{"too large", SPRT{0, MaxElo + 1, 0.05, 0.05}, false},
		{"too small", SPRT{-MaxElo - 1, 0, 0.05, 0.05}, false},
		{"a score of 1 to the last bit", SPRT{0, 1e6, 0.05, 0.05}, false},
		{"infinite", SPRT{0, math.Inf(1), 0.05, 0.05}, false},
		{"not a number", SPRT{0, math.NaN(), 0.05, 0.05}, false},
		{"alpha not a number", SPRT{0, 5, math.NaN(), 0.05}, false},
	}
	for _, test := range tests {
		if err := test.test.Validate(); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// A mean that no valid test has must not keep the search for the root going for
// ever.
func TestTiltEnds(t *testing.T) {
	for _, elo := range []float64{-1e6, -6400, -MaxElo, MaxElo, 6000, 6400, 1e6} {
		done := make(chan float64, 1)
		go func() { done <- tilt([5]float64{missing, missing, missing, missing, 300}, ScoreOfElo(elo)) }()
		select {
		case x := <-done:
			if math.Abs(elo) <= MaxElo && (math.IsNaN(x) || math.IsInf(x, 0)) {
				t.Errorf("Elo %g: %g", elo, x)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("Elo %g: no end", elo)
		}
	}
}

// At the largest differences the LLR is finite, whatever the results.
func TestLLRAtLargestElo(t *testing.T) {
	test := SPRT{-MaxElo, MaxElo, 0.05, 0.05}
	for _, p := range []Pairs{{0: 1000000}, {1: 3}, {2: 1000000}, {4: 1000000}, {1, 1, 1, 1, 1}} {
		if llr := test.LLR(p); math.IsNaN(llr) || math.IsInf(llr, 0) {
			t.Errorf("%v: LLR %g", p, llr)
		}
	}
}

// The twin of tilt halves the interval until nothing is left of it.
func TestTiltAgainstHalving(t *testing.T) {
	halving := func(weights [5]float64, s float64) float64 {
		low, high := -1/(1-s), 1/s
		for {
			x := low + (high-low)/2
			if x <= low || x >= high {
				return x
			}
			sum := 0.0
			for i, w := range weights {
				d := float64(i)/4 - s
				sum += w * d / (1 + x*d)
			}
			if sum > 0 {
				low = x
			} else {
				high = x
			}
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		var weights [5]float64
		for i := range weights {
			weights[i] = missing
			if r.IntN(3) > 0 {
				weights[i] += math.Floor(math.Exp(12 * r.Float64()))
			}
		}
		s := ScoreOfElo(1600 * (r.Float64() - 0.5))
		if got, want := tilt(weights, s), halving(weights, s); !near(got, want, 1e-10) {
			t.Fatalf("weights %v, mean %g: %.15g, want %.15g", weights, s, got, want)
		}
	}
}
