// Package bench times work against a limit. A rate by itself says little on a
// machine that others use, too: what is compared is a rate and the rate of
// something that bounds it, timed in turns in the same process.
//
// # Glossary
//
//   - Loop: a piece of work that can be repeated; it returns how much it did.
//   - Limit: a loop whose rate the work cannot exceed, or hardly.
//   - Round: one loop timed, then its limit, each for a fixed while.
//   - Ratio: the rate over the limit's.
package bench

import (
	"slices"
	"time"
)

// Loop does work n times over and returns how much that was, in units of what
// is measured: moves, leaves, plies.
type Loop func(n int) float64

// Result is one line of a benchmark.
type Result struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // best rate of all rounds, in units a second
	Unit  string  `json:"unit"`
	Ratio float64 `json:"ratio"` // median over the rounds of the rate over the limit's
}

// Settings say how long to measure.
type Settings struct {
	Rounds int           // an odd number has a middle one
	While  time.Duration // of each loop and limit in a round
}

// Measure times the loop and its limit in turns.
func (s Settings) Measure(name, unit string, loop, limit Loop) Result {
	n, m := s.calibrate(loop), s.calibrate(limit)
	r := Result{Name: name, Unit: unit}
	var ratios []float64
	for range max(s.Rounds, 1) {
		a, b := rate(loop, n), rate(limit, m)
		r.Value = max(r.Value, a)
		ratios = append(ratios, a/b)
	}
	slices.Sort(ratios)
	r.Ratio = ratios[len(ratios)/2]
	return r
}

// calibrate finds how many times a loop runs in the time of a round.
func (s Settings) calibrate(loop Loop) int {
	for n := 1; ; n *= 2 {
		start := time.Now()
		loop(n)
		if t := time.Since(start); t >= s.While/2 || n > 1<<40 {
			return max(1, int(float64(n)*float64(s.While)/float64(max(t, 1))))
		}
	}
}

func rate(loop Loop, n int) float64 {
	start := time.Now()
	work := loop(n)
	return work / max(time.Since(start).Seconds(), 1e-9)
}
