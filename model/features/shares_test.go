package features

import (
	"testing"

	"halmazero/model"
)

// TestSharesGrow holds the shares of counts between 0 and 1, in their order, and
// the halves where the comment says.
func TestSharesGrow(t *testing.T) {
	for _, ref := range everyBoard {
		e := For(rules(t, ref))
		start := rules(t, ref).Start(0)
		last := float32(-1)
		for n := range 3 * start.Remaining(0) {
			s := e.PliesLeft(n)
			if !(s > last && s < 1) || n == 0 && s != 0 {
				t.Fatalf("%s: share %v of %d plies left, %v of one less", ref, s, n, last)
			}
			last = s
		}
	}
	e := For(rules(t, "wiki-8"))
	d := make([]float32, 2)
	p := rules(t, "wiki-8").Start(0)
	e.Distances(d, []int{0, 6}, &p)
	if got := e.PliesLeft(24); got < 0.45 || got > 0.55 || d[0] != 0 || d[1] < 0.45 || d[1] > 0.55 {
		t.Errorf("on 8x8 24 plies left are a share of %v, distances 0 and 6 are %v, want halves but for the 0", got, d)
	}
}

// TestDistancesTurnSeats gives the distances of the mover first, as values are.
func TestDistancesTurnSeats(t *testing.T) {
	for _, ref := range []string{"wiki-8", "leapstone-4", "star-121-6"} {
		r := rules(t, ref)
		e, seats := For(r), r.Seats()
		remaining, outcome := make([]int, seats), make([]float32, seats)
		for mover := range seats {
			p := r.Start(mover)
			for k := range seats {
				clear(remaining)
				for s := range outcome {
					outcome[s] = -1
				}
				seat := (mover + k) % seats
				remaining[seat], outcome[seat] = 10, 1
				d, v := make([]float32, seats), make([]float32, seats)
				e.Distances(d, remaining, &p)
				e.Target(v, outcome, &p)
				for j := range d {
					if (d[j] > 0) != (j == k) || (v[j] > 0) != (j == k) {
						t.Errorf("%s, mover %d: distance of seat %d alone is %v, its win %v", ref, mover, seat, d, v)
					}
				}
			}
		}
	}
}

// TestHeadsLeaveTheEncoding: further heads do not keep a network from playing.
func TestHeadsLeaveTheEncoding(t *testing.T) {
	e := For(rules(t, "wiki-8"))
	s := e.Spec()
	s.Heads = model.Heads{PliesLeft: true, Distance: true, Reply: true, ShortValues: 2}
	if err := e.Check(s); err != nil {
		t.Error(err)
	}
}
