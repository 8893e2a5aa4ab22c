package bench

import (
	"math"
	"testing"
	"time"
)

// busy takes about n microseconds and reports n units.
func busy(factor int) Loop {
	return func(n int) float64 {
		for range n {
			for start := time.Now(); time.Since(start) < time.Duration(factor)*time.Microsecond; {
			}
		}
		return float64(n)
	}
}

func TestMeasure(t *testing.T) {
	s := Settings{Rounds: 3, While: 5 * time.Millisecond}
	r := s.Measure("busy", "loops/s", busy(4), busy(1))
	if r.Name != "busy" || r.Unit != "loops/s" {
		t.Errorf("the result is called %q, in %q", r.Name, r.Unit)
	}
	// Waiting for a clock cannot be faster than the clock, whatever the machine does.
	if r.Value <= 0 || r.Value > 1e6/4+1 {
		t.Errorf("%g loops/s of 4 microseconds each", r.Value)
	}
	if math.IsNaN(r.Ratio) || r.Ratio <= 0 {
		t.Errorf("ratio %g", r.Ratio)
	}
}

func TestCalibrate(t *testing.T) {
	s := Settings{While: 2 * time.Millisecond}
	calls := 0
	n := s.calibrate(func(n int) float64 { calls++; return busy(10)(n) })
	if n < 1 || n > 200 || calls == 0 {
		t.Errorf("%d loops of 10 microseconds in 2 milliseconds, after %d calls", n, calls)
	}
}
