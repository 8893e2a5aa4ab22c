package mcts

import (
	"testing"
)

// BenchmarkSearch measures the tree alone: the evaluator costs next to nothing.
func BenchmarkSearch(b *testing.B) {
	const sims = 400
	for _, bench := range []struct {
		name, ref string
		cfg       Config
	}{
		{"wiki-8", "wiki-8", Default()},
		{"wiki-2", "wiki-2", Default()},
		{"wiki-8,transpositions", "wiki-8", sharing()},
	} {
		b.Run(bench.name, func(b *testing.B) {
			p := midgame(b, bench.ref, 20)
			s := newSearch(b, bench.cfg, p)
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				s.Reset(p)
				run(b, s, cheap{}, sims)
				n += sims
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "sims/s")
		})
	}
}

// BenchmarkGame is the same with the tree kept from move to move.
func BenchmarkGame(b *testing.B) {
	const sims = 400
	p := midgame(b, "wiki-8", 4)
	s := newSearch(b, Default(), p)
	var moves []RootMove
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if s.Position().Result().Over() || s.Position().Ply() > 100 {
			s.Reset(p)
		}
		run(b, s, cheap{}, sims)
		n += sims
		moves = s.Root(moves[:0])
		s.Advance(Sample(moves, 0, nil))
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "sims/s")
}
