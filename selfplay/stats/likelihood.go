package stats

import "math"

// A likelihood is the logarithm of the probability of a tournament's results,
// as a function of the strengths x of its players (in logits: the logarithm of
// Bradley and Terry's or Plackett and Luce's strength). It is a sum over
// independent units, the pairs or groups that share an opening:
//
//	Σ_unit weight·( Σ_point value·x_player - Σ_choice weight·log Σ_{player of choice} e^x )
//
// Each game is a few choices of one player out of those who are left. The
// function is concave and depends on differences of strengths only.
type likelihood struct {
	players int
	units   []unit
}

type unit struct {
	weight  float64 // how often it occurred
	points  []term
	choices []choice
}

// choice is the players out of whom one is chosen, each once, with the number
// of seats that it has among them.
type choice struct {
	weight float64
	from   []term
}

// term is a player and a number that belongs to it.
type term struct {
	player int
	value  float64
}

// shares appends the probabilities that each of the players is chosen.
func (c *choice) shares(x, dst []float64) []float64 {
	top := math.Inf(-1)
	for _, t := range c.from {
		top = max(top, x[t.player])
	}
	sum := 0.0
	for _, t := range c.from {
		share := t.value * math.Exp(x[t.player]-top)
		dst = append(dst, share)
		sum += share
	}
	for i := range dst {
		dst[i] /= sum
	}
	return dst
}

// fit returns the strengths with the greatest likelihood and sum zero. If the
// units connect all players, with no player or part winning everything, there
// is just one such point.
//
// It is Newton's method. A step s is shortened to log(1+r)/r of its length,
// where r is the greatest difference between two entries of s: for sums of
// logarithms of sums of exponentials this makes every step go up, from any
// start, and is the full step near the maximum (damped steps of generalised
// self-concordant functions: Sun and Tran-Dinh 2019).
func (l *likelihood) fit() []float64 {
	const (
		exact = 1e-9 // of a step; after it the error is about the square
		limit = 200  // with counts of 10^9 rounding may keep steps above exact
	)
	x := make([]float64, l.players)
	for range limit {
		step, h := l.derivatives(x)
		h.factor()
		h.solve(step)
		low, high := step[0], step[0]
		for _, s := range step {
			low, high = min(low, s), max(high, s)
		}
		length, mean := 1.0, 0.0
		if r := high - low; r > 0 {
			length = math.Log1p(r) / r
		}
		for i, s := range step {
			x[i] += length * s
			mean += x[i] / float64(l.players)
		}
		for i := range x {
			x[i] -= mean
		}
		if high-low < exact {
			break
		}
	}
	return x
}

// derivatives returns the gradient and the information, the negative second
// derivative, at x. The information is singular, as equal strengths may be
// added to all players; so 1/players is added to each entry, which makes it
// regular and changes nothing for vectors of sum zero.
func (l *likelihood) derivatives(x []float64) ([]float64, matrix) {
	gradient, information := make([]float64, l.players), newMatrix(l.players)
	for _, row := range information {
		for j := range row {
			row[j] = 1 / float64(l.players)
		}
	}
	var buffer []float64
	for _, u := range l.units {
		u.addGradient(x, gradient, u.weight)
		for _, c := range u.choices {
			buffer = c.shares(x, buffer[:0])
			for i, a := range c.from {
				weight := u.weight * c.weight * buffer[i]
				information[a.player][a.player] += weight
				for j, b := range c.from {
					information[a.player][b.player] -= weight * buffer[j]
				}
			}
		}
	}
	return gradient, information
}

// addGradient adds weight times the gradient of one occurrence of the unit.
func (u *unit) addGradient(x, gradient []float64, weight float64) {
	for _, p := range u.points {
		gradient[p.player] += weight * p.value
	}
	var buffer [8]float64
	for _, c := range u.choices {
		for i, share := range c.shares(x, buffer[:0]) {
			gradient[c.from[i].player] -= weight * c.weight * share
		}
	}
}

// covariance returns the covariance of the strengths x of sum zero, if x is
// where the likelihood is greatest: H⁻¹·M·H⁻¹ with the information H and the
// sum M of the squares of the units' gradients. Unlike H⁻¹ alone it does not
// need the choices within a unit to be independent, nor the model to be right.
func (l *likelihood) covariance(x []float64) matrix {
	_, h := l.derivatives(x)
	h.factor()
	middle := newMatrix(l.players)
	gradient := make([]float64, l.players)
	for _, u := range l.units {
		clear(gradient)
		u.addGradient(x, gradient, 1)
		for i, a := range gradient {
			if a == 0 {
				continue
			}
			for j, b := range gradient {
				middle[i][j] += u.weight * a * b
			}
		}
	}
	for range 2 { // H⁻¹·M, then H⁻¹·(H⁻¹·M)' as M is symmetric
		for _, row := range middle {
			h.solve(row)
		}
		middle.transpose()
	}
	return middle
}
