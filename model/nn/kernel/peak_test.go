package kernel

import "testing"

// Peak does the loops it reports, over calls of any length.
func TestPeak(t *testing.T) {
	for _, kind := range Available() {
		for _, loops := range []int{0, 1, 4095, 4096, 10000} {
			if got, want := Peak(kind, loops), float64(loops)*peakFlops(kind); got != want {
				t.Errorf("%v, %d loops: %g operations, want %g", kind, loops, got, want)
			}
		}
	}
	if got := peakGo(3); got != 3*peakSums*0.125 {
		t.Errorf("the loop without vectors sums up to %g, want %g", got, 3*peakSums*0.125)
	}
}
