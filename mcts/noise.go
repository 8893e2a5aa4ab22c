package mcts

import (
	"math"
	"math/rand/v2"
)

// addNoise mixes Dirichlet noise into the root's prior.
func (s *Search) addNoise() {
	s.noisy = s.noisy[:0]
	if s.noise == nil || s.cfg.NoiseFraction == 0 {
		return
	}
	edges := s.tree.edgesOf(&s.tree.nodes[0])
	alpha := s.cfg.NoiseTotal / float64(len(edges))
	sum := 0.0
	for range edges {
		g := gamma(alpha, s.noise)
		s.noisy = append(s.noisy, float32(g))
		sum += g
	}
	for i := range edges {
		share := 1 / float64(len(edges)) // all draws vanished: spread evenly
		if sum > 0 {
			share = float64(s.noisy[i]) / sum
		}
		s.noisy[i] = float32((1-s.cfg.NoiseFraction)*float64(edges[i].prior) + s.cfg.NoiseFraction*share)
	}
}

// gamma draws from the gamma distribution of the given shape and scale 1
// (Marsaglia and Tsang 2000, "A simple method for generating gamma variables").
func gamma(shape float64, rng *rand.Rand) float64 {
	if shape < 1 {
		u := 1 - rng.Float64() // in (0,1]
		return gamma(shape+1, rng) * math.Pow(u, 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
