package engine_test

import (
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

// benchPresets are the rulesets that stand for their boards here.
var benchPresets = []string{"wiki-8", "wiki-10", "plyyard", "leapstone-4", "star-121-2", "star-121-6", "wiki-star3", "star-181-2", "star-253-2"}

// middleGame is a position after random moves towards the goal.
func middleGame(tb testing.TB, preset string, plies int) engine.Position {
	rules := mustRules(tb, preset)
	p := rules.Start(0)
	rng := rand.New(rand.NewPCG(5, 7))
	for range plies * rules.Seats() {
		var best engine.Move
		least := 1 << 30
		for _, m := range p.Moves(nil) {
			q := p
			q.Play(m)
			if d := 2*q.Remaining(p.Mover()) + rng.IntN(12); d < least {
				best, least = m, d
			}
		}
		p.Play(best)
	}
	return p
}

func BenchmarkMoves(b *testing.B) {
	for _, preset := range benchPresets {
		for _, at := range []string{"start", "mid"} {
			p := middleGame(b, preset, map[string]int{"start": 0, "mid": 16}[at])
			b.Run(preset+"/"+at, func(b *testing.B) {
				buf := make([]engine.Move, 0, 1024)
				n := 0
				for range b.N {
					n += len(p.Moves(buf[:0]))
				}
				b.ReportMetric(float64(n)/float64(b.N), "moves")
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()*1e-6, "Mpos/s")
			})
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, preset := range benchPresets {
		p := middleGame(b, preset, 16)
		b.Run(preset, func(b *testing.B) {
			n := 0
			for range b.N {
				n += p.CountMoves()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()*1e-6, "Mpos/s")
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, preset := range benchPresets {
		p := middleGame(b, preset, 0)
		b.Run(preset, func(b *testing.B) {
			n := uint64(0)
			for range b.N {
				n += p.Perft(4)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()*1e-6, "Mleaves/s")
		})
	}
}

func BenchmarkPlayout(b *testing.B) {
	for _, preset := range benchPresets {
		b.Run(preset, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			start := mustRules(b, preset).Start(0)
			p := start
			buf := make([]engine.Move, 0, 1024)
			for range b.N {
				moves := p.Moves(buf[:0])
				if len(moves) == 0 || p.Ply() > 300 {
					p = start
					continue
				}
				p.Play(moves[rng.IntN(len(moves))])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()*1e-6, "Mplies/s")
		})
	}
}
