package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func sameInterval(a, b Interval, tolerance float64) bool {
	return near(a.Value, b.Value, tolerance) && near(a.Low, b.Low, tolerance) && near(a.High, b.High, tolerance)
}

func mustRate(t *testing.T, players int, meetings []Meeting, anchor int) *Ratings {
	t.Helper()
	r, err := Rate(players, meetings, anchor)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A tournament of two players is a match.
func TestRateOfTwoIsElo(t *testing.T) {
	for _, p := range []Pairs{{1, 1, 1, 1, 1}, {3, 10, 20, 15, 8}, {4: 7}, {0: 30, 2: 1}, {292, 5905, 28939, 6129, 299}, {4: 100_000}} {
		r := mustRate(t, 2, []Meeting{{A: 1, B: 0, Pairs: p}}, 0)
		if got, want := r.Players[1].Elo, p.Elo(); !sameInterval(got, want, 1e-6) {
			t.Errorf("%v: %s, want %s", p, got.Format(8), want.Format(8))
		}
		if zero := r.Players[0].Elo; zero != (Interval{}) {
			t.Errorf("%v: the anchor has %v", p, zero)
		}
		if got := r.Players[1]; got.Games != 2*p.Total() || !near(got.Score, p.Score().Value, 1e-12) {
			t.Errorf("%v: %+v", p, got)
		}
	}
}

// The baseball season of 1987 (Agresti, Categorical Data Analysis; the fit as
// in Turner and Firth, "Bradley-Terry Models in R", 2012): single games without
// draws, strengths over Baltimore, standard errors from the information alone.
func TestBradleyTerryPublished(t *testing.T) {
	wins := [7][7]float64{ // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore
		{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12}, {6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6}, {2, 4, 1, 3, 1, 7, 0},
	}
	strength := [7]float64{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0}
	deviation := [7]float64{0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0}

	l := likelihood{players: 7}
	for a := range wins {
		for b, n := range wins[a] {
			if n > 0 {
				game := unit{n, []term{{a, 1}}, []choice{{1, []term{{a, 1}, {b, 1}}}}}
				l.units = append(l.units, game)
			}
		}
	}
	x := l.fit()
	_, h := l.derivatives(x)
	h.factor()
	for i := range x {
		direction := make([]float64, 7)
		direction[i]++
		direction[6]--
		inverse := slices.Clone(direction)
		h.solve(inverse)
		if se := math.Sqrt(inverse[i] - inverse[6]); !near(x[i]-x[6], strength[i], 6e-5) || !near(se, deviation[i], 6e-5) {
			t.Errorf("team %d: %.4f ± %.4f, want %.4f ± %.4f", i, x[i]-x[6], se, strength[i], deviation[i])
		}
	}
}

// tournament plays every two players against each other. Strengths are Elo.
func tournament(r *rand.Rand, elo []float64, pairs int, pair func(score float64) match) []Meeting {
	var meetings []Meeting
	for a := range elo {
		for b := range a {
			m := Meeting{A: a, B: b}
			distribution := pair(ScoreOfElo(elo[a] - elo[b]))
			for range pairs {
				m.Pairs[distribution.draw(r)]++
			}
			meetings = append(meetings, m)
		}
	}
	return meetings
}

// The order and the direction of the meetings change nothing at all, the
// numbering of the players nothing but the last bits.
func TestRateOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	elo := []float64{0, 40, 80, 200, 210, 500}
	meetings := tournament(r, elo, 30, func(s float64) match { return independent(s, 0.05) })
	want := mustRate(t, 6, meetings, 2)

	shuffled := slices.Clone(meetings)
	shuffled = append(shuffled, Meeting{A: 5, B: 0}) // nothing was played
	half := &shuffled[3]
	rest := *half
	half.Pairs[2]--
	half.Pairs[0]--
	rest.Pairs = Pairs{1, 0, 1, 0, 0}
	shuffled = append(shuffled, rest)
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for i, m := range shuffled {
		if i%2 == 0 {
			shuffled[i] = Meeting{A: m.B, B: m.A, Pairs: m.Pairs.reversed()}
		}
	}
	if got := mustRate(t, 6, shuffled, 2); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got.Players, want.Players)
	}

	renamed := slices.Clone(meetings)
	for i := range renamed {
		renamed[i].A, renamed[i].B = 5-renamed[i].A, 5-renamed[i].B
	}
	got := mustRate(t, 6, renamed, 3)
	for i := range elo {
		if a, b := want.Players[i], got.Players[5-i]; !sameInterval(a.Elo, b.Elo, 1e-8) || a.Games != b.Games || !near(a.Score, b.Score, 1e-12) {
			t.Errorf("player %d: %+v, renamed %+v", i, a, b)
		}
	}
}

// Hunter's MM algorithm knows nothing of derivatives: each strength becomes
// points / Σ games/(own + opponent's strength), until nothing changes. The
// prior is that of the meetings, by hand.
func TestRateAgainstMM(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		elo := make([]float64, 5)
		for i := range elo {
			elo[i] = 600 * r.Float64()
		}
		meetings := tournament(r, elo, 8, func(s float64) match { return independent(s, 0) })
		got := mustRate(t, 5, meetings, 0)
		strength := []float64{1, 1, 1, 1, 1}
		for range 20_000 {
			points, denominator := make([]float64, 5), make([]float64, 5)
			for _, m := range meetings {
				const prior = 1. / 4 // pairs
				points[m.A] += m.Pairs.points() + prior
				points[m.B] += m.Pairs.reversed().points() + prior
				games := 2 * (float64(m.Pairs.Total()) + prior)
				denominator[m.A] += games / (strength[m.A] + strength[m.B])
				denominator[m.B] += games / (strength[m.A] + strength[m.B])
			}
			for i := range strength {
				strength[i] = points[i] / denominator[i]
			}
		}
		for i, p := range got.Players {
			if want := eloPerLogit * math.Log(strength[i]/strength[0]); !near(p.Elo.Value, want, 1e-6) {
				t.Errorf("player %d: %v, MM %g", i, p.Elo.Value, want)
			}
		}
	}
}

// Differences and superiority fit the ratings, whatever the anchor.
func TestDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	meetings := tournament(r, []float64{0, 30, 100, 250}, 25, func(s float64) match { return opposed(s, 0.02, 0.2) })
	first, mean := mustRate(t, 4, meetings, 0), mustRate(t, 4, meetings, Average)
	sum := 0.0
	for a := range 4 {
		sum += mean.Players[a].Elo.Value
		if got := mean.Difference(a, 0); !sameInterval(got, first.Players[a].Elo, 1e-9) {
			t.Errorf("player %d: %v over the first, but its rating is %v", a, got, first.Players[a].Elo)
		}
		for b := range 4 {
			d, back := mean.Difference(a, b), mean.Difference(b, a)
			if !near(d.Value, mean.Players[a].Elo.Value-mean.Players[b].Elo.Value, 1e-9) || !sameInterval(back, Interval{-d.Value, -d.High, -d.Low}, 1e-9) {
				t.Errorf("%d over %d: %v, back %v", a, b, d, back)
			}
			los := mean.Superiority(a, b)
			if a != b && ((los > 0.975) != (d.Low > 0) || (los < 0.025) != (d.High < 0)) || !near(los+mean.Superiority(b, a), 1, 1e-12) {
				t.Errorf("%d over %d: %v, superiority %g", a, b, d, los)
			}
		}
	}
	if !near(sum, 0, 1e-9) {
		t.Errorf("the mean rating is %g", sum/4)
	}
}

// Players who win everything, one after another, have finite ratings.
func TestRateSeparation(t *testing.T) {
	const players = 8
	var ladder, chain []Meeting
	for a := range players {
		for b := range a {
			ladder = append(ladder, Meeting{a, b, Pairs{4: 1000}})
		}
		if a > 0 {
			chain = append(chain, Meeting{a, a - 1, Pairs{4: 1000}})
		}
	}
	for name, meetings := range map[string][]Meeting{"ladder": ladder, "chain": chain} {
		r := mustRate(t, players, meetings, 0)
		for i, p := range r.Players {
			if i == 0 {
				continue
			}
			above, los := r.Difference(i, i-1), r.Superiority(i, i-1)
			if !(above.Value > 200 && above.Value < 3000 && above.High-above.Low < 6000) || !(p.Elo.Low < p.Elo.Value && p.Elo.High < 50_000) || !(los > 0.5 && los <= 1) {
				t.Errorf("%s, player %d: %v, over the one below %v, superiority %g", name, i, p.Elo, above, los)
			}
		}
	}
}

func TestRateErrors(t *testing.T) {
	even := Pairs{2: 1}
	tests := []struct {
		name     string
		players  int
		meetings []Meeting
		anchor   int
		want     string
	}{
		{"no players", 0, nil, 0, "0 players"},
		{"anchor", 2, []Meeting{{0, 1, even}}, 2, "the anchor is player 2 of 2"},
		{"no such anchor", 2, []Meeting{{0, 1, even}}, -2, "the anchor is player -2 of 2"},
		{"player", 2, []Meeting{{0, 1, even}, {1, 2, even}}, 0, "meeting 1: players 1 and 2 of 2"},
		{"negative player", 2, []Meeting{{-1, 1, even}}, 0, "meeting 0: players -1 and 1 of 2"},
		{"itself", 2, []Meeting{{1, 1, even}}, 0, "meeting 0: player 1 against itself"},
		{"negative counts", 2, []Meeting{{0, 1, Pairs{1, -1}}}, 0, "negative counts"},
		{"nobody met", 3, []Meeting{{0, 1, Pairs{}}}, 0, "{1}, {2}, {3}"},
		{"two islands", 5, []Meeting{{4, 1, even}, {3, 0, even}, {2, 0, even}}, 0, "do not all meet, directly or through others: {1, 3, 4}, {2, 5}"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := Rate(test.players, test.meetings, test.anchor)
			if err == nil || r != nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("%v, want %s", err, test.want)
			}
			var disconnected *DisconnectedError
			if errors.Is(err, ErrDisconnected) != strings.Contains(test.want, "{") || errors.Is(err, ErrDisconnected) != errors.As(err, &disconnected) {
				t.Errorf("%v is of the wrong kind", err)
			}
		})
	}
}

func TestRateOfOne(t *testing.T) {
	r := mustRate(t, 1, nil, 0)
	if want := (Rating{Score: 0.5}); r.Players[0] != want || r.Superiority(0, 0) != 0.5 {
		t.Errorf("%+v, want %+v", r.Players[0], want)
	}
}
