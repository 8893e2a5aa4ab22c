package stats

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
)

var long = flag.Bool("long", false, "simulate more models of games, for minutes")

// simulated skips a test of thousands of simulated matches where tests are to be
// short: it finds no more under the race detector, as nothing here is shared.
func simulated(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("simulation")
	}
}

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
	simulated(t)
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

// coverage counts how often an interval holds the truth.
type coverage struct{ hits, intervals int }

func (c *coverage) add(i Interval, truth float64) {
	c.intervals++
	if i.Low <= truth && truth <= i.High {
		c.hits++
	}
}

// check wants 95 %, less or more by what the normal approximation costs.
func (c *coverage) check(t *testing.T, name string) {
	t.Helper()
	c.within(t, name, 93, 97.5)
}

func (c *coverage) within(t *testing.T, name string, low, high float64) {
	t.Helper()
	share := 100 * float64(c.hits) / float64(c.intervals)
	t.Logf("%s: %.2f %% of %d intervals", name, share, c.intervals)
	if share < low || share > high {
		t.Errorf("%s: the interval holds the truth in %.2f %% of %d", name, share, c.intervals)
	}
}

// In tournaments of eight players the intervals of the ratings hold the truth,
// of the last and best players too, of differences, and around the average.
func TestRateCoverage(t *testing.T) {
	simulated(t)
	const tournaments = 1000
	spread := []float64{0, 30, 60, 120, 200, 210, 300, 450}
	close := []float64{0, 5, 10, 15, 20, 25, 30, 35}
	for _, test := range []struct {
		name  string
		elo   []float64
		pairs int // of each meeting
		model model
	}{
		{"spread", spread, 10, noDraws},
		{"few pairs", spread, 3, noDraws},
		{"many pairs", spread, 100, noDraws},
		{"draws", close, 10, halfDraws},
		{"openings decide", close, 20, mostFixed},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(13, uint64(test.pairs)))
			var all, best, difference, average coverage
			mean := 0.0
			for _, elo := range test.elo {
				mean += elo / float64(len(test.elo))
			}
			for range tournaments {
				got := mustRate(t, 8, tournament(r, test.elo, test.pairs, test.model.pair), 0)
				for i, p := range got.Players {
					if i > 0 {
						all.add(p.Elo, test.elo[i])
						difference.add(got.Difference(i, i-1), test.elo[i]-test.elo[i-1])
					}
				}
				best.add(got.Players[7].Elo, test.elo[7])
				centred := mustRateAgain(got)
				for i, p := range centred.Players {
					average.add(p.Elo, test.elo[i]-mean)
				}
			}
			all.check(t, "ratings")
			best.check(t, "the best")
			difference.check(t, "differences")
			average.check(t, "around the average")
		})
	}
}

// mustRateAgain is the same fit, around the average.
func mustRateAgain(r *Ratings) *Ratings { return newRatings(r.strength, r.covariance, Average) }

// The same for three players over three seats, whose games of one opening share
// the luck of the seats, and for the scores of a match of such groups.
func TestPlacesCoverage(t *testing.T) {
	simulated(t)
	elo := []float64{0, 60, 250}
	for _, test := range []struct {
		name    string
		matches int
		groups  int     // of each match
		luck    float64 // Elo
	}{{"few groups", 2000, 12, 0}, {"many groups", 500, 100, 0}, {"seats matter", 1000, 40, 300}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			// Luck of the seats makes the strengths that fit smaller than elo:
			// the truth is what a great many games show.
			r := rand.New(rand.NewPCG(17, uint64(test.groups)))
			truth := elo
			var score float64
			sample := make([]Group, 5000)
			for i := range sample {
				sample[i] = permutedGroup(r, elo, test.luck)
				score += sample[i].Score(1) / float64(len(sample))
			}
			if test.luck > 0 {
				truth = nil
				for _, p := range mustRatePlaces(t, 3, sample, 0).Players {
					truth = append(truth, p.Elo.Value)
				}
			}
			var ratings, difference, scores coverage
			for range test.matches {
				groups := make([]Group, test.groups)
				var sums Groups
				for i := range groups {
					groups[i] = permutedGroup(r, elo, test.luck)
					sums.Add(groups[i].Score(1))
				}
				got := mustRatePlaces(t, 3, groups, 0)
				for i := 1; i < 3; i++ {
					ratings.add(got.Players[i].Elo, truth[i])
				}
				difference.add(got.Difference(2, 1), truth[2]-truth[1])
				scores.add(sums.Score(), score)
			}
			ratings.check(t, "ratings")
			difference.check(t, "differences")
			// The prior, of the variance of a pair, widens those of few groups.
			scores.within(t, "scores", 93, 98.5)
		})
	}
}

// The test of groups keeps its promise too, for groups of two games as for
// those of six.
func TestGroupErrorRates(t *testing.T) {
	simulated(t)
	const tests, most = 10_000, 0.056
	test := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	for _, pairs := range []int{1, 3} { // of each group
		for _, m := range []model{halfDraws, someFixed} {
			for _, better := range []float64{0, test.Elo1} {
				t.Run(fmt.Sprintf("%d games, %s, %g better", 2*pairs, m.name, better), func(t *testing.T) {
					t.Parallel()
					r := rand.New(rand.NewPCG(19, 23))
					distribution := m.pair(ScoreOfElo(better))
					wrong, groups := 0, 0
					for range tests {
						var g Groups
						decision := Continue
						for decision == Continue {
							half := 0
							for range pairs {
								half += distribution.draw(r)
							}
							g.Add(float64(half) / float64(4*pairs))
							decision = test.Decide(g.LLR(test))
						}
						groups += g.Count
						if (decision == AcceptH1) != (better > 0) {
							wrong++
						}
					}
					rate := float64(wrong) / tests
					t.Logf("wrong %.2f %%, %.0f groups a test", 100*rate, float64(groups)/tests)
					if rate > most {
						t.Errorf("wrong in %.2f %% of the tests", 100*rate)
					}
				})
			}
		}
	}
}
