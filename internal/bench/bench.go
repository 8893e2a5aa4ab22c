// Package bench times work against a limit. A rate by itself says little on a
// machine that others use, too: what is compared is a rate and the rate of
// something that bounds it, timed in turns in the same process.
//
// # Glossary
//
//   - Loop: a piece of work that can be repeated; it returns how much it did.
//   - Limit: a loop whose rate the work cannot exceed, or hardly.
//   - Round: one loop timed, then its limit, each for a fixed while.
//   - Ratio: the best rate over the best of the limit. What else runs on the
//     machine only makes things slower, so of many short rounds the best of each
//     is closest to the rate of a machine of one's own.
package bench

import "time"

// Loop does work n times over and returns how much that was, in units of what
// is measured: moves, leaves, plies.
type Loop func(n int) float64

// Result is one line of a benchmark.
type Result struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // best rate of all rounds, in units a second
	Unit  string  `json:"unit"`
	Ratio float64 `json:"ratio"` // over the best rate of the limit
}

// Settings say how long to measure.
type Settings struct {
	Rounds int
	While  time.Duration // of each loop and limit in a round
}

// Measure times the loop and its limit in turns.
func (s Settings) Measure(name, unit string, loop, limit Loop) Result {
	n, m := s.calibrate(loop), s.calibrate(limit)
	r := Result{Name: name, Unit: unit}
	best := 0.0
	for range max(s.Rounds, 1) {
		r.Value = max(r.Value, rate(loop, n))
		best = max(best, rate(limit, m))
	}
	r.Ratio = r.Value / best
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
