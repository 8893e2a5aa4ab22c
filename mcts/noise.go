package mcts

import (
	"math"
	"math/rand/v2"
)

// AddNoise mixes Dirichlet noise into the priors that the search uses at the
// root, an inherited root included; a root that is not expanded yet gets it as
// soon as it is. It lasts until Reset or Advance. Called again, it replaces the
// noise. Root reports the priors without it. From then on the root also makes
// the forced playouts of the configuration. A Gumbel root draws its own noise
// instead, before the first simulation, and leaves the priors as they are.
func (s *Search) AddNoise(rng *rand.Rand) {
	s.forcing = s.cfg.ForcedPlayouts > 0 && s.cfg.Root == PUCT
	if len(s.tree.nodes) == 0 {
		s.noise = rng
		return
	}
	s.mixNoise(rng)
}

func (s *Search) mixNoise(rng *rand.Rand) {
	if s.cfg.Root == Gumbel {
		s.gumbel.draw(int(s.tree.nodes[0].count), rng)
		return
	}
	if s.cfg.NoiseFraction == 0 {
		return
	}
	root := &s.tree.nodes[0]
	edges := s.tree.edgesOf(root)
	if len(s.raw) == 0 {
		for _, e := range edges {
			s.raw = append(s.raw, e.prior)
		}
	}
	s.draws = dirichlet(s.draws[:0], len(edges), s.cfg.NoiseTotal, rng)
	root.visited = 0
	for i := range edges {
		e := &edges[i]
		e.prior = float32(float64((1-s.cfg.NoiseFraction)*float64(s.raw[i])) + float64(s.cfg.NoiseFraction*s.draws[i]))
		if e.visits > 0 {
			root.visited += float64(e.prior)
		}
	}
}

// dirichlet appends a draw from the symmetric Dirichlet distribution of n
// entries with the given total concentration.
func dirichlet(dst []float64, n int, total float64, rng *rand.Rand) []float64 {
	start, sum := len(dst), 0.0
	for range n {
		g := gamma(total/float64(n), rng)
		dst = append(dst, g)
		sum += g
	}
	draws := dst[start:]
	for i := range draws {
		if sum > 0 {
			draws[i] /= sum
		} else { // concentrations so low that every draw vanished
			draws[i] = 1 / float64(n)
		}
	}
	return dst
}

// gamma draws from the gamma distribution of the given shape and scale 1, by
// Marsaglia and Tsang (2000, "A simple method for generating gamma variables").
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
		u := 1 - rng.Float64() // in (0,1]
		if math.Log(u) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
