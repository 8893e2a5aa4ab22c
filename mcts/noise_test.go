package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestGammaMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []float64{0.06, 0.5, 1, 3, 20} {
		const n = 200_000
		sum, squares := 0.0, 0.0
		for range n {
			x := gamma(shape, rng)
			if !(x >= 0) {
				t.Fatalf("shape %v: drew %v", shape, x)
			}
			sum += x
			squares += x * x
		}
		mean := sum / n
		variance := squares/n - mean*mean
		// Six standard errors; the fourth central moment is 3·shape²+6·shape.
		if off := math.Abs(mean - shape); off > 6*math.Sqrt(shape/n) {
			t.Errorf("shape %v: mean %v", shape, mean)
		}
		if off := math.Abs(variance - shape); off > 6*math.Sqrt((2*shape*shape+6*shape)/n) {
			t.Errorf("shape %v: variance %v", shape, variance)
		}
	}
}

func TestDirichlet(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const entries, total, n = 40, 10, 20_000
	var squares float64
	for range n {
		d := dirichlet(nil, entries, total, rng)
		sum := 0.0
		for _, x := range d {
			sum += x
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("entries sum to %v", sum)
		}
		squares += (d[7] - 1.0/entries) * (d[7] - 1.0/entries)
	}
	want := (1.0 / entries) * (1 - 1.0/entries) / (total + 1)
	if got := squares / n; math.Abs(got-want) > 0.1*want {
		t.Errorf("variance of an entry %v, want %v", got, want)
	}
	for _, x := range dirichlet(nil, 4, 1e-300, rng) {
		if x != 0.25 {
			t.Errorf("entry %v when all draws vanish, want 1/4", x)
		}
	}
}

// used is the root's priors as the search uses them.
func used(s *Search) (priors []float32) {
	for _, e := range s.tree.edgesOf(&s.tree.nodes[0]) {
		priors = append(priors, e.prior)
	}
	return priors
}

func reported(s *Search) (priors []float32) {
	for _, m := range s.Root(nil) {
		priors = append(priors, m.Prior)
	}
	return priors
}

func TestNoise(t *testing.T) {
	seeded := func() *rand.Rand { return rand.New(rand.NewPCG(5, 6)) }
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	run(t, s, hashed{}, 200)
	for _, root := range []string{"new", "inherited"} {
		clean := reported(s)
		if !slices.Equal(used(s), clean) {
			t.Fatalf("%s root: noise without AddNoise", root)
		}
		s.AddNoise(seeded())
		noisy, sum := used(s), 0.0
		noise := dirichlet(nil, len(clean), s.cfg.NoiseTotal, seeded())
		for i := range clean {
			want := 0.75*float64(clean[i]) + 0.25*noise[i]
			if math.Abs(float64(noisy[i])-want) > 1e-6 {
				t.Errorf("%s root: prior %d is %v with noise, want %v", root, i, noisy[i], want)
			}
			sum += float64(noisy[i])
		}
		if math.Abs(sum-1) > 1e-5 || slices.Equal(noisy, clean) {
			t.Errorf("%s root: priors with noise sum to %v", root, sum)
		}
		if !slices.Equal(reported(s), clean) {
			t.Errorf("%s root: the reported priors have noise", root)
		}
		s.AddNoise(rand.New(rand.NewPCG(7, 8)))
		if slices.Equal(used(s), noisy) {
			t.Errorf("%s root: other noise changes nothing", root)
		}
		s.AddNoise(seeded())
		if !slices.Equal(used(s), noisy) {
			t.Errorf("%s root: noise adds up", root)
		}
		run(t, s, hashed{}, 200)
		if err := wellFormed(s); err != nil {
			t.Error(err)
		}
		s.Advance(Sample(s.Root(nil), 0, nil))
	}
}

// Noise asked for before the root is expanded is the noise asked for after.
func TestNoiseWaitsForTheRoot(t *testing.T) {
	p := midgame(t, "wiki-8", 12)
	early, late := newSearch(t, Default(), p), newSearch(t, Default(), p)
	early.AddNoise(rand.New(rand.NewPCG(5, 6)))
	run(t, early, hashed{}, 0)
	run(t, late, hashed{}, 0)
	late.AddNoise(rand.New(rand.NewPCG(5, 6)))
	if !slices.Equal(used(early), used(late)) || slices.Equal(used(early), reported(early)) {
		t.Errorf("priors %v, want %v", used(early), used(late))
	}
	early.Reset(p)
	early.AddNoise(rand.New(rand.NewPCG(5, 6)))
	early.Reset(p)
	run(t, early, hashed{}, 0)
	if !slices.Equal(used(early), reported(early)) {
		t.Error("noise outlives Reset")
	}
}

// Noise reaches moves that the priors rule out.
func TestNoiseWidensTheSearch(t *testing.T) {
	visited := func(noise *rand.Rand) (n int) {
		s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
		if err := Run(s, first{}, 200, noise); err != nil {
			t.Fatal(err)
		}
		for _, m := range s.Root(nil) {
			n += int(min(m.Visits, 1))
		}
		return n
	}
	if without, with := visited(nil), visited(rand.New(rand.NewPCG(1, 1))); without != 1 || with < 3 {
		t.Errorf("%d moves visited without noise and %d with it, want 1 and more", without, with)
	}
}

// first puts all its faith into the first move.
type first struct{}

func (first) Evaluate(leaves []Leaf, out []Output) error {
	for i := range leaves {
		out[i].Value = Values{}
		clear(out[i].Priors)
		out[i].Priors[0] = 1
	}
	return nil
}
