package nn

import (
	"math/rand/v2"
	"testing"

	"halmazero/model/nn/kernel"
)

// FuzzForward compares networks of random shapes with the reference.
func FuzzForward(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed, uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, star uint8) {
		rng := rand.New(rand.NewPCG(seed, 21))
		s := randomSizes(rng)
		if n := int(star % 6); n > 0 {
			s.Star, s.Rows, s.Cols = n, 4*n+1, 4*n+1
		}
		n := testNet(s, rng)
		in := testInput(s, rng.IntN(50), rng)
		logits, value := reference(n, in)
		for _, kind := range kernel.Available() {
			out := testOutput(s, in)
			prepare(t, n, kind).NewEvaluator().Forward([]Input{in}, []Output{out})
			if d := max(difference(out.Logits, logits), difference(out.Value, value)); d > 1e-4 {
				t.Errorf("%v, %+v: answers differ by %.2g", kind, s, d)
			}
		}
	})
}
