package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Whatever the results, from single pairs to 10^9 of them, and however one-sided,
// the fit is where the gradient is zero, within rounding, and it is finite.
func TestFitOfAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 31))
	for range 300 {
		players := 2 + r.IntN(9)
		largest := 21 * r.Float64() // a logarithm
		var met acquaintances
		var units []unit
		total := 1.0
		for a := 1; a < players; a++ {
			for b := range a {
				if b != a-1 && r.IntN(2) == 0 {
					continue
				}
				met = append(met, [2]int{b, a})
				for half := range 5 {
					if r.IntN(3) == 0 {
						count := math.Floor(math.Exp(largest * r.Float64()))
						units = append(units, pairUnit(b, a, half, count))
						total += count
					}
				}
			}
		}
		l := likelihood{players, append(met.priors(players), units...)}
		x := l.fit()
		gradient, _ := l.derivatives(x)
		covariance := l.covariance(x)
		for i := range x {
			if !near(gradient[i], 0, 1e-12*total+1e-9) || !(math.Abs(x[i]) < 200) {
				t.Fatalf("%d players, %g pairs: strength %d is %g, gradient %g", players, total, i, x[i], gradient[i])
			}
			if v := covariance[i][i]; !(v > 0 && v < 1e9) {
				t.Fatalf("%d players, %g pairs: variance %d is %g", players, total, i, v)
			}
		}
	}
}
