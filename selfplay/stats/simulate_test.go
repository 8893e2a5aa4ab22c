package stats

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
)

var long = flag.Bool("long", false, "simulate more models of games, for minutes")

// model makes a distribution of pair scores of a given mean.
type model struct {
	name string
	pair func(score float64) match
}

var (
	noDraws   = model{"no draws", func(s float64) match { return independent(s, 0) }}
	fewDraws  = model{"20 % draws", func(s float64) match { return independent(s, 0.2) }}
	halfDraws = model{"50 % draws", func(s float64) match { return independent(s, 0.5) }}
	someFixed = model{"openings decide 30 %", func(s float64) match { return opposed(s, 0.1, 0.3) }}
	mostFixed = model{"openings decide 60 %", func(s float64) match { return opposed(s, 0.1, 0.6) }}
	manyDraws = model{"80 % draws", func(s float64) match { return independent(s, 0.8) }}
	allFixed  = model{"openings decide 80 %", func(s float64) match { return opposed(s, 0.05, 0.8) }}
)

// Over 10,000 whole tests the share of errors is what the test promises, 5 %,
// within the sampling error, which is 0.22 %: accepting an equal player, and
// refusing one that is better by just the gain in question.
func TestErrorRates(t *testing.T) {
	const tests, most = 10_000, 0.056
	scenarios := []struct {
		gain   float64 // Elo1
		models []model
	}{
		{20, []model{mostFixed}},
		{50, []model{noDraws, mostFixed}},
		{60, []model{halfDraws, someFixed}},
	}
	if *long {
		for i := range scenarios {
			scenarios[i].models = []model{noDraws, fewDraws, halfDraws, manyDraws, someFixed, mostFixed, allFixed}
		}
	}
	for _, s := range scenarios {
		for _, m := range s.models {
			for _, better := range []float64{0, s.gain} {
				t.Run(fmt.Sprintf("%g Elo, %s, %g better", s.gain, m.name, better), func(t *testing.T) {
					t.Parallel()
					test := SPRT{Elo0: 0, Elo1: s.gain, Alpha: 0.05, Beta: 0.05}
					distribution := m.pair(ScoreOfElo(better))
					if !distribution.possible() {
						t.Skip("no such games")
					}
					errors, pairs := simulate(test, distribution, tests, better == 0)
					t.Logf("wrong %.2f %%, %.0f pairs a test", 100*errors, pairs)
					if errors > most {
						t.Errorf("wrong in %.2f %% of the tests", 100*errors)
					}
				})
			}
		}
	}
}

// simulate returns the share of tests that come to the wrong end, and how many
// pairs they take on average.
func simulate(test SPRT, m match, tests int, h0 bool) (wrong, pairs float64) {
	r := rand.New(rand.NewPCG(7, 11))
	right := AcceptH1
	if h0 {
		right = AcceptH0
	}
	for range tests {
		var p Pairs
		decision := Continue
		for decision == Continue {
			p[m.draw(r)]++
			pairs++
			_, decision = test.Test(p)
		}
		if decision != right {
			wrong++
		}
	}
	return wrong / float64(tests), pairs / float64(tests)
}
