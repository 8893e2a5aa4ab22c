package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestRankingScore(t *testing.T) {
	tests := []struct {
		name   string
		game   Ranking
		scores []float64 // by player
	}{
		{"two seats", Ranking{[]int{1, 0}, []int{1, 2}}, []float64{0, 1}},
		{"drawn", Ranking{[]int{1, 0}, []int{1, 1}}, []float64{0.5, 0.5}},
		{"five places", Ranking{[]int{0, 1, 2, 3, 4}, []int{1, 2, 3, 4, 5}}, []float64{1, 0.75, 0.5, 0.25, 0}},
		{"winner only", Ranking{[]int{2, 0, 1}, []int{2, 1, 2}}, []float64{1, 0.25, 0.25}},
		{"shared places leave gaps or not", Ranking{[]int{0, 1, 2, 3}, []int{1, 2, 2, 3}}, []float64{1, 0.5, 0.5, 0}},
		{"all equal", Ranking{[]int{0, 1, 2}, []int{7, 7, 7}}, []float64{0.5, 0.5, 0.5}},
		{"partners", Ranking{[]int{0, 1, 0, 1}, []int{1, 2, 1, 2}}, []float64{1, 0}},
		{"one against two", Ranking{[]int{0, 1, 1}, []int{2, 1, 3}}, []float64{0.5, 0.5}},
		{"two of four", Ranking{[]int{0, 1, 0, 1}, []int{1, 2, 3, 4}}, []float64{0.75, 0.25}},
		{"nobody else", Ranking{[]int{0, 0}, []int{1, 2}}, []float64{0.5}},
	}
	for _, test := range tests {
		for player, want := range test.scores {
			if got := test.game.Score(player); !near(got, want, 1e-15) {
				t.Errorf("%s, player %d: %g, want %g", test.name, player, got, want)
			}
		}
	}
}

// A group is scored over the games in which the player takes part.
func TestGroupScore(t *testing.T) {
	g := Group{{[]int{0, 1}, []int{1, 2}}, {[]int{1, 0}, []int{1, 1}}, {[]int{1, 2}, []int{1, 2}}}
	for player, want := range []float64{0.75, 0.5, 0, 0.5} {
		if got := g.Score(player); !near(got, want, 1e-15) {
			t.Errorf("player %d: %g, want %g", player, got, want)
		}
	}
}

// Pairs are groups of two games.
func TestGroupsOfPairs(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	for _, p := range []Pairs{{}, {1, 1, 1, 1, 1}, {4: 10}, {3, 10, 20, 15, 8}, {60, 200, 400, 210, 70}} {
		var g Groups
		for half, count := range p {
			for range count {
				g.Add(float64(half) / 4)
			}
		}
		if !sameInterval(g.Elo(), p.Elo(), 1e-9) || !sameInterval(g.Score(), p.Score(), 1e-12) || !near(g.Superiority(), p.Superiority(), 1e-12) {
			t.Errorf("%v: groups %v, %v, %g; pairs %v, %v, %g", p, g.Elo(), g.Score(), g.Superiority(), p.Elo(), p.Score(), p.Superiority())
		}
		if got, want := g.LLR(test), test.LLR(p); p.Total() > 500 && !near(got, want, 0.02*math.Abs(want)) {
			t.Errorf("%v: LLR of the groups %g, of the pairs %g", p, got, want)
		}
	}
}

func TestGroupsExtremes(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	for _, score := range []float64{0, 0.5, 1} {
		var g Groups
		for range 100_000 {
			g.Add(score)
		}
		elo, s := g.Elo(), g.Score()
		if !(elo.Low < elo.Value && elo.Value < elo.High) || !(0 <= s.Low && s.Low <= s.Value && s.Value <= s.High && s.High <= 1) {
			t.Errorf("always %g: %v, %v", score, elo, s)
		}
		if d := test.Decide(g.LLR(test)); (d == AcceptH1) != (score == 1) || d == Continue {
			t.Errorf("always %g: %v", score, d)
		}
	}
	for _, bad := range []float64{-0.01, 1.01} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("score %g is counted", bad)
				}
			}()
			new(Groups).Add(bad)
		}()
	}
	if llr := (Groups{}).LLR(test); llr != 0 {
		t.Errorf("no groups: LLR %g", llr)
	}
}

var ordersOfThree = orders([]int{0, 1, 2})

// permutedGroup is the games of an opening in all six orders of three players
// over the seats, in which a seat may be worth something.
func permutedGroup(r *rand.Rand, elo []float64, luck float64) Group {
	seat := []float64{luck * r.NormFloat64(), luck * r.NormFloat64(), luck * r.NormFloat64()}
	var g Group
	for _, order := range ordersOfThree {
		inSeat := make([]float64, 3)
		for i, p := range order {
			inSeat[i] = elo[p] + seat[i]
		}
		game := luce(r, inSeat, []int{0, 1, 2}, 2)
		g = append(g, Ranking{order, game.Places})
	}
	return g
}
