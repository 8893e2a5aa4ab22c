package loop

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/configs"
)

func TestDrain(t *testing.T) {
	tests := []struct {
		name  string
		level float64
		rows  int
		per   float64
		max   int
		steps int
		left  float64
	}{
		{"nothing is left", 0, 64, 2, 1e6, 4, 0},
		{"a remainder", 0, 70, 2, 1e6, 4, 12},
		{"a remainder makes a step", 24, 68, 2, 1e6, 5, 0},
		{"parts of samples", 0.5, 3, 0.5, 1e6, 1, -30},
		{"too few rows for a step", 0, 5, 2, 1e6, 1, -22},
		{"the debt is paid", -22, 27, 2, 1e6, 1, 0},
		{"the debt has an end", -30, 0, 2, 1e6, 1, -32},
		{"a burst is cut", 0, 1000, 2, 320, 10, 0},
		{"a burst is cut behind a remainder", 31, 1000, 2, 330, 10, 10},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			steps, left := drain(test.level, test.rows, configs.Training{Batch: 32, SamplesPerRow: test.per, BucketMax: test.max})
			if steps != test.steps || left != test.left {
				t.Errorf("%d steps, %v left, want %d and %v", steps, left, test.steps, test.left)
			}
		})
	}
}

// Over many generations the samples are those that the rows allow, to a batch.
func TestRatioHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, per := range []float64{0.3, 1, 4, 6.7} {
		c := configs.Training{Batch: 256, SamplesPerRow: per, BucketMax: 4000000}
		level, rows, samples := 0.0, 0, 0
		for range 1000 {
			n := 2000 + rng.IntN(500)
			steps, left := drain(level, n, c)
			level, rows, samples = left, rows+n, samples+steps*c.Batch
			if level < 0 || level >= 256 {
				t.Fatalf("%v left", level)
			}
		}
		if off := math.Abs(float64(samples) + level - per*float64(rows)); off > 1e-3 {
			t.Errorf("%g samples a row: %d samples and %v left for %d rows, off by %v", per, samples, level, rows, off)
		}
	}
}
