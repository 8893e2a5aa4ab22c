package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestEloAndScore(t *testing.T) {
	tests := []struct{ elo, score float64 }{
		{0, 0.5}, {400, 10. / 11}, {-400, 1. / 11}, {400 * math.Log10(3), 0.75}, {190.848501887865, 0.75},
	}
	for _, test := range tests {
		if got := ScoreOfElo(test.elo); !near(got, test.score, 1e-12) {
			t.Errorf("score of %g Elo: %g, want %g", test.elo, got, test.score)
		}
		if got := EloOfScore(test.score); !near(got, test.elo, 1e-9) {
			t.Errorf("Elo of %g: %g, want %g", test.score, got, test.elo)
		}
	}
}

// With many pairs the prior no longer matters. The counts are those of a
// published test of Stockfish (5fe50b9d3932f79192d3973c); the numbers follow
// from the textbook formulas.
func TestEloLargeMatch(t *testing.T) {
	p := Pairs{292, 5905, 28939, 6129, 299}
	n := 41564.0
	mean := (5905*0.25 + 28939*0.5 + 6129*0.75 + 299) / n
	square := (5905*0.0625 + 28939*0.25 + 6129*0.5625 + 299) / n
	se := math.Sqrt((square - mean*mean) / n)
	games := WDL{Wins: 7606, Draws: 68154, Losses: 7368}
	if !near(mean, games.Score(), 1e-12) {
		t.Fatalf("pairs %g and games %g disagree", mean, games.Score())
	}
	want := Interval{EloOfScore(mean), EloOfScore(mean - z95*se), EloOfScore(mean + z95*se)}
	got := p.Elo()
	if !near(got.Value, want.Value, 0.001) || !near(got.Low, want.Low, 0.001) || !near(got.High, want.High, 0.001) {
		t.Errorf("Elo %s, want %s", got.Format(4), want.Format(4))
	}
	if s := p.Score(); s.Value != mean || !near(s.Low, mean-z95*se, 1e-5) || !near(s.High, mean+z95*se, 1e-5) {
		t.Errorf("score %s", s.Format(6))
	}
	if got, want := p.Superiority(), normalCDF((mean-0.5)/se); !near(got, want, 1e-4) {
		t.Errorf("superiority %g, want %g", got, want)
	}
}

func TestIntervalFormat(t *testing.T) {
	for _, tc := range []struct {
		i        Interval
		decimals int
		want     string
	}{
		{Interval{-0.2, -5.4, 5.4}, 0, "0 [-5, 5]"},
		{Interval{-0.004, math.Copysign(0, -1), 0.005}, 2, "0.00 [0.00, 0.01]"},
		{Interval{-10, -100.4, 0.5}, 0, "-10 [-100, 0]"},
		{Interval{0.61, math.Inf(-1), 0.675}, 2, "0.61 [-Inf, 0.68]"},
	} {
		if got := tc.i.Format(tc.decimals); got != tc.want {
			t.Errorf("%v gives %q, want %q", tc.i, got, tc.want)
		}
	}
}

// Elo, half width of its interval and superiority as in the tests of another
// program (fastchess, app/tests/elo_test.cpp), which has no prior and takes the
// width from the ends of the interval of the score.
func TestEloPublished(t *testing.T) {
	tests := []struct {
		pairs               Pairs
		elo, margin, better float64
	}{
		{Pairs{34, 54, 31 + 32, 64, 75}, 55.58, 27.65, 1},
		{Pairs{332, 433, 457 + 41, 333, 334}, -8.64, 10.33, 0.0505},
		{Pairs{7895, 8757, 5485 + 200, 568, 9999}, -21.04, 2.95, 0},
	}
	for _, test := range tests {
		got, better := test.pairs.Elo(), test.pairs.Superiority()
		if margin := (got.High - got.Low) / 2; !near(got.Value, test.elo, 0.3) || !near(margin, test.margin, 0.3) || !near(better, test.better, 0.0005) {
			t.Errorf("%v: %.2f ± %.2f, superiority %.4f; want %.2f ± %.2f, %.4f", test.pairs, got.Value, margin, better, test.elo, test.margin, test.better)
		}
	}
}

// One pair of each kind with the prior: mean 1/2, variance 1/8 of n = 6.
func TestEloByHand(t *testing.T) {
	margin := 1.959963984540054 * 400 / math.Ln10 * math.Sqrt(0.125/6) * 4
	got := Pairs{1, 1, 1, 1, 1}.Elo()
	if !near(got.Value, 0, 1e-9) || !near(got.Low, -margin, 1e-9) || !near(got.High, margin, 1e-9) {
		t.Errorf("Elo %v, want 0 ± %g", got, margin)
	}
}

func TestExtremesAreFinite(t *testing.T) {
	tests := []struct {
		name  string
		pairs Pairs
		sign  float64 // of the Elo
	}{
		{"no pairs", Pairs{}, 0},
		{"one won pair", Pairs{4: 1}, 1},
		{"one even pair", Pairs{2: 1}, 0},
		{"all won", Pairs{4: 1000}, 1},
		{"all lost", Pairs{0: 1000}, -1},
		{"all even", Pairs{2: 1000}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			elo, score, los := test.pairs.Elo(), test.pairs.Score(), test.pairs.Superiority()
			if !(-5000 < elo.Low && elo.Low < elo.Value && elo.Value < elo.High && elo.High < 5000) {
				t.Errorf("Elo %v", elo)
			}
			if !(0 <= score.Low && score.Low <= score.Value && score.Value <= score.High && score.High <= 1) || score.Low == score.High {
				t.Errorf("score %v", score)
			}
			if !(0 <= los && los <= 1) {
				t.Errorf("superiority %g", los)
			}
			if test.sign == 0 && (!near(elo.Value, 0, 1e-9) || !near(los, 0.5, 1e-9)) || elo.Value*test.sign < 0 {
				t.Errorf("Elo %v, superiority %g", elo, los)
			}
		})
	}
	if one, ten := (Pairs{4: 1}).Elo(), (Pairs{4: 10}).Elo(); one.Low > 0 || ten.Low < 0 {
		t.Errorf("one won pair proves %v, ten prove %v", one, ten)
	}
}

func TestMirrorImage(t *testing.T) {
	p := Pairs{3, 10, 20, 15, 8}
	q := Pairs{8, 15, 20, 10, 3}
	a, b := p.Elo(), q.Elo()
	if !near(a.Value, -b.Value, 1e-9) || !near(a.Low, -b.High, 1e-9) || !near(p.Superiority(), 1-q.Superiority(), 1e-12) {
		t.Errorf("%v and %v are not mirror images", a, b)
	}
}

// match is a distribution of pair scores.
type match [5]float64

// independent is two games with the given score and share of draws.
func independent(score, draws float64) match {
	w, l := score-draws/2, 1-score-draws/2
	return match{l * l, 2 * l * draws, draws*draws + 2*w*l, 2 * w * draws, w * w}
}

// opposed is like independent, but in the given share of the openings the
// first player, whoever it is, wins.
func opposed(score, draws, share float64) match {
	m := independent((score-share/2)/(1-share), draws)
	for i := range m {
		m[i] *= 1 - share
	}
	m[2] += share
	return m
}

func (m match) mean() float64 { mean, _, _ := moments(m); return mean }

// possible says whether all probabilities are.
func (m match) possible() bool {
	for _, p := range m {
		if p < 0 {
			return false
		}
	}
	return true
}

func (m match) draw(r *rand.Rand) int {
	u := r.Float64()
	for i, p := range m[:4] {
		if u < p {
			return i
		}
		u -= p
	}
	return 4
}

func TestIntervalCoverage(t *testing.T) {
	const matches = 3000
	for name, m := range map[string]match{
		"even, half draws": independent(0.5, 0.5), "even, no draws": independent(0.5, 0),
		"strong": independent(0.8, 0.2), "opening decides": opposed(0.55, 0.1, 0.6),
	} {
		for _, pairs := range []int{20, 100} {
			r := rand.New(rand.NewPCG(1, uint64(pairs)))
			hits := 0
			for range matches {
				var p Pairs
				for range pairs {
					p[m.draw(r)]++
				}
				if s := p.Score(); s.Low <= m.mean() && m.mean() <= s.High {
					hits++
				}
			}
			if share := float64(hits) / matches; share < 0.93 || share > 0.98 {
				t.Errorf("%s, %d pairs: the interval holds the truth in %.3f of the matches", name, pairs, share)
			}
		}
	}
}
