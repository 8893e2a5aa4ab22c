package stats

import (
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
