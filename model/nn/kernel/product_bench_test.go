package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkProduct reports GFLOP/s over shapes of the tower and of training.
func BenchmarkProduct(b *testing.B) {
	shapes := []struct {
		name            string
		m, n, k, planes int
		transposed      bool
	}{
		{"winograd-16x32x32", 16, 32, 32, 36, false},
		{"winograd-4x32x32", 4, 32, 32, 36, false},
		{"patches-1024x32x288", 1024, 32, 288, 1, false},
		{"patches-1024x64x576", 1024, 64, 576, 1, false},
		{"weights-288x32x4096", 288, 32, 4096, 1, true},
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, s := range shapes {
		for _, kind := range Available() {
			b.Run(fmt.Sprintf("%s/%v", s.name, kind), func(b *testing.B) {
				p := &Product{M: s.m, N: s.n, K: s.k, Planes: s.planes, LDC: s.n, LDB: s.n, LDA: s.k, StepA: 1}
				if s.transposed {
					p.LDA, p.StepA = 1, s.m
				}
				p.PlaneC, p.PlaneA, p.PlaneB = s.m*s.n+16, s.m*s.k+16, s.k*s.n+16
				p.C = random(rng, s.planes*p.PlaneC)
				p.A = random(rng, s.planes*p.PlaneA)
				p.B = random(rng, s.planes*p.PlaneB)
				for b.Loop() {
					p.RunKind(kind)
				}
				flops := 2 * float64(s.m) * float64(s.n) * float64(s.k) * float64(s.planes)
				b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
