package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func mustRatePlaces(t *testing.T, players int, groups []Group, anchor int) *Ratings {
	t.Helper()
	r, err := RatePlaces(players, groups, anchor)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// logLikelihood is the value of the likelihood of units at x, as documented.
func logLikelihood(units []unit, x []float64) float64 {
	sum := 0.0
	for _, u := range units {
		for _, p := range u.points {
			sum += u.weight * p.value * x[p.player]
		}
		for _, c := range u.choices {
			total := 0.0
			for _, f := range c.from {
				total += f.value * math.Exp(x[f.player])
			}
			sum -= u.weight * c.weight * math.Log(total)
		}
	}
	return sum
}

// orders returns all orders of the seats.
func orders(seats []int) [][]int {
	if len(seats) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, first := range seats {
		rest := slices.Delete(slices.Clone(seats), i, i+1)
		for _, o := range orders(rest) {
			all = append(all, append([]int{first}, o...))
		}
	}
	return all
}

// probability is that of the first places in the order of the seats.
func probability(strength []float64, players, order []int, places int) float64 {
	p, left := 1.0, 0.0
	for _, seat := range order {
		left += strength[players[seat]]
	}
	for _, seat := range order[:places] {
		p *= strength[players[seat]] / left
		left -= strength[players[seat]]
	}
	return p
}

// The likelihood of each ranking is that of its definition: the mean logarithm
// over all orders that agree with it, without the last place if some share it.
func TestRankingLikelihood(t *testing.T) {
	x := []float64{0.3, -1.1, 0.7, 0.2}
	strength := make([]float64, len(x))
	for i := range x {
		strength[i] = math.Exp(x[i])
	}
	tests := []struct {
		name    string
		ranking Ranking
		decided int // seats that were told apart from the last place
	}{
		{"two seats", Ranking{[]int{0, 1}, []int{1, 2}}, 2},
		{"drawn", Ranking{[]int{0, 1}, []int{1, 1}}, 2},
		{"complete", Ranking{[]int{3, 0, 1, 2}, []int{2, 4, 1, 3}}, 4},
		{"winner only", Ranking{[]int{0, 1, 2}, []int{2, 1, 2}}, 1},
		{"two told apart", Ranking{[]int{0, 1, 2, 3}, []int{3, 1, 3, 2}}, 2},
		{"all equal", Ranking{[]int{0, 1, 2}, []int{5, 5, 5}}, 3},
		{"shared first", Ranking{[]int{0, 1, 2}, []int{1, 1, 3}}, 3},
		{"shared middle", Ranking{[]int{0, 1, 2, 3}, []int{4, 2, 1, 2}}, 4},
		{"partners", Ranking{[]int{0, 1, 2, 3}, []int{1, 3, 1, 3}}, 2},
		{"player with two seats", Ranking{[]int{0, 0, 1, 2}, []int{1, 4, 3, 2}}, 4},
		{"two seats of a player share", Ranking{[]int{0, 0, 1, 1}, []int{1, 1, 2, 3}}, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			u := unit{weight: 1}
			u.addRanking(test.ranking)
			places := test.ranking.Places
			agrees := func(order []int) bool {
				return slices.IsSortedFunc(order, func(a, b int) int { return places[a] - places[b] })
			}
			seats := make([]int, len(places))
			for i := range seats {
				seats[i] = i
			}
			want, count := 0.0, 0.0
			for _, order := range orders(seats) {
				if agrees(order) {
					want += math.Log(probability(strength, test.ranking.Players, order, test.decided))
					count++
				}
			}
			want /= count
			if got := logLikelihood([]unit{u}, x); !near(got, want, 1e-12) {
				t.Errorf("%g, want %g", got, want)
			}
		})
	}
}

// The gradient and the information are the derivatives of the likelihood.
func TestDerivatives(t *testing.T) {
	u := unit{weight: 1.5}
	u.addRanking(Ranking{[]int{0, 1, 2, 3, 1}, []int{2, 2, 1, 4, 5}})
	u.addRanking(Ranking{[]int{3, 2, 0}, []int{1, 2, 2}})
	l := likelihood{4, []unit{u, pairUnit(1, 3, 3, 0.7)}}
	x := []float64{0.3, -0.4, 0.1, 0.8}
	gradient, information := l.derivatives(x)
	const h = 1e-5
	moved := func(i int, by float64) []float64 {
		y := slices.Clone(x)
		y[i] += by
		return y
	}
	for i := range x {
		slope := (logLikelihood(l.units, moved(i, h)) - logLikelihood(l.units, moved(i, -h))) / (2 * h)
		if !near(gradient[i], slope, 1e-8) {
			t.Errorf("gradient %d: %g, want %g", i, gradient[i], slope)
		}
		up, _ := l.derivatives(moved(i, h))
		down, _ := l.derivatives(moved(i, -h))
		for j := range x {
			want := -(up[j]-down[j])/(2*h) + 0.25
			if !near(information[i][j], want, 1e-8) {
				t.Errorf("information %d, %d: %g, want %g", i, j, information[i][j], want)
			}
		}
	}
}

// Of two seats the ratings are those of Rate, but for the factor of the
// variance.
func TestRatePlacesOfTwoSeats(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	meetings := tournament(r, []float64{0, 100, 50, 400}, 12, func(s float64) match { return independent(s, 0.04) })
	want := mustRate(t, 4, meetings, 1)
	halves := [5][2][]int{{{2, 1}, {2, 1}}, {{2, 1}, {1, 1}}, {{1, 2}, {2, 1}}, {{1, 2}, {3, 3}}, {{1, 2}, {1, 2}}}
	var groups []Group
	for _, m := range meetings {
		for half, count := range m.Pairs {
			for range count {
				h := halves[half]
				groups = append(groups, Group{
					{[]int{m.A, m.B}, h[0]},
					{[]int{m.B, m.A}, []int{h[1][1], h[1][0]}},
				})
			}
		}
	}
	r.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	got := mustRatePlaces(t, 4, groups, 1)
	for i, p := range got.Players {
		w := want.Players[i]
		margin := (w.Elo.High - w.Elo.Value) * math.Sqrt(float64(len(groups)+1)/float64(len(groups)))
		w.Elo.Low, w.Elo.High = w.Elo.Value-margin, w.Elo.Value+margin
		if !sameInterval(p.Elo, w.Elo, 1e-8) || p.Games != w.Games || !near(p.Score, w.Score, 1e-12) {
			t.Errorf("player %d: %+v, want %+v", i, p, w)
		}
	}
}

// luce draws a ranking by the model: the order of exponential times with the
// strengths as rates. Only the first places are told apart.
func luce(r *rand.Rand, elo []float64, players []int, told int) Ranking {
	times := make([]float64, len(players))
	for i, p := range players {
		times[i] = r.ExpFloat64() / math.Exp(elo[p]/eloPerLogit)
	}
	sorted := slices.Sorted(slices.Values(times))
	places := make([]int, len(players))
	for i, t := range times {
		places[i] = min(slices.Index(sorted, t), told)
	}
	return Ranking{players, places}
}

// With many games the fit finds the strengths that the games were drawn with,
// whether all places are known or the winner only, and however the players are
// spread over the seats.
func TestRatePlacesConsistent(t *testing.T) {
	simulated(t)
	elo := []float64{0, 150, -80, 300, 40}
	for name, test := range map[string]struct {
		told    int
		players func(r *rand.Rand) []int
	}{
		"all places":     {4, func(r *rand.Rand) []int { return r.Perm(5)[:4] }},
		"winner only":    {1, func(r *rand.Rand) []int { return r.Perm(5)[:3] }},
		"several a seat": {6, func(r *rand.Rand) []int { p := r.Perm(5); return []int{p[0], p[1], p[0], p[2], p[1], p[1]} }},
	} {
		r := rand.New(rand.NewPCG(9, 10))
		var groups []Group
		for range 20_000 {
			groups = append(groups, Group{luce(r, elo, test.players(r), test.told)})
		}
		got := mustRatePlaces(t, 5, groups, 0)
		for i, p := range got.Players {
			// Four standard errors of each, which must be small.
			if se := (p.Elo.High - p.Elo.Low) / (2 * z95); !near(p.Elo.Value, elo[i], 4*se) || se > 8 {
				t.Errorf("%s, player %d: %v, want %g", name, i, p.Elo, elo[i])
			}
		}
	}
}

func TestRatePlacesSeparation(t *testing.T) {
	var groups []Group
	for range 500 {
		groups = append(groups, Group{{[]int{0, 1, 2, 3}, []int{4, 3, 2, 1}}, {[]int{2, 0, 3, 1}, []int{2, 4, 1, 3}}})
	}
	r := mustRatePlaces(t, 4, groups, 0)
	for i, p := range r.Players[1:] {
		if above := r.Difference(i+1, i); !(above.Low > 0 && above.High < 5000) || p.Games != 1000 {
			t.Errorf("player %d: %+v, over the one below %v", i+1, p, above)
		}
	}
	if best := r.Players[3].Score; best != 1 {
		t.Errorf("the winner of all games has scored %g", best)
	}
}

func TestRatePlacesErrors(t *testing.T) {
	good := Ranking{[]int{0, 1, 2}, []int{1, 2, 3}}
	tests := []struct {
		name    string
		players int
		groups  []Group
		want    string
	}{
		{"lengths", 3, []Group{{good}, {good, {[]int{0, 1}, []int{1}}}}, "group 1, game 1: 2 players and 1 places"},
		{"one seat", 3, []Group{{{[]int{0}, []int{1}}}}, "group 0, game 0: fewer than two seats"},
		{"too many", 3, []Group{{{make([]int, 17), make([]int, 17)}}}, "17 seats, want at most 16"},
		{"player", 2, []Group{{good}}, "group 0, game 0: player 2 of 2"},
		{"negative player", 2, []Group{{{[]int{0, -1}, []int{1, 2}}}}, "player -1 of 2"},
		{"islands", 5, []Group{{good, {[]int{3, 4}, []int{1, 1}}}}, "{1, 2, 3}, {4, 5}"},
		{"only itself", 2, []Group{{{[]int{0, 0}, []int{1, 2}}}}, "{1}, {2}"},
		{"no players", 0, nil, "0 players"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := RatePlaces(test.players, test.groups, 0)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("%v, want %s", err, test.want)
			}
			if errors.Is(err, ErrDisconnected) != strings.Contains(test.want, "{") {
				t.Errorf("%v is of the wrong kind", err)
			}
		})
	}
}
