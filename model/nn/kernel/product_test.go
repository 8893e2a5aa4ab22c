package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// random returns n numbers around zero.
func random(rng *rand.Rand, n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = float32(rng.NormFloat64())
	}
	return s
}

// randomProduct draws a product of random shape and strides.
func randomProduct(rng *rand.Rand) *Product {
	p := &Product{M: 1 + rng.IntN(40), N: 1 + rng.IntN(80), K: rng.IntN(100), Planes: 1 + rng.IntN(3)}
	switch rng.IntN(8) {
	case 0:
		p.K = 256 + rng.IntN(600)
	case 1:
		p.M = 128 + rng.IntN(200)
	}
	p.LDC, p.LDB = p.N+rng.IntN(5), p.N+rng.IntN(5)
	p.LDA, p.StepA = p.K+rng.IntN(5), 1
	if rng.IntN(2) == 0 {
		p.LDA, p.StepA = 1, p.M+rng.IntN(5)
	}
	sizeA := (p.M-1)*p.LDA + max(0, p.K-1)*p.StepA + 1
	p.PlaneC, p.PlaneA, p.PlaneB = p.M*p.LDC+rng.IntN(5), sizeA+rng.IntN(5), p.K*p.LDB+rng.IntN(5)
	if rng.IntN(4) == 0 {
		p.PlaneB = 0
	}
	// The slices end with the last number of their matrices, so that reading
	// beyond one panics in plain Go.
	p.C = random(rng, (p.Planes-1)*p.PlaneC+(p.M-1)*p.LDC+p.N)
	p.A = random(rng, (p.Planes-1)*p.PlaneA+sizeA)
	p.B = random(rng, (p.Planes-1)*p.PlaneB+max(0, p.K-1)*p.LDB+p.N)
	switch rng.IntN(3) {
	case 0:
		p.Accumulate = true
	case 1:
		p.Bias = random(rng, p.N)
	}
	return p
}

// expected computes p in float64, and for each number of C the sum of the
// magnitudes of its terms; both are zero where p does not write.
func expected(p *Product) (want, scale []float64) {
	want, scale = make([]float64, len(p.C)), make([]float64, len(p.C))
	for q := range p.Planes {
		for i := range p.M {
			for j := range p.N {
				at := q*p.PlaneC + i*p.LDC + j
				s := 0.0
				if p.Accumulate {
					s = float64(p.C[at])
				} else if p.Bias != nil {
					s = float64(p.Bias[j])
				}
				mag := math.Abs(s)
				for l := range p.K {
					x := float64(p.A[q*p.PlaneA+i*p.LDA+l*p.StepA]) * float64(p.B[q*p.PlaneB+l*p.LDB+j])
					s += x
					mag += math.Abs(x)
				}
				want[at], scale[at] = s, mag+1e-30
			}
		}
	}
	return want, scale
}

func TestProductMatchesFloat64(t *testing.T) {
	for _, kind := range Available() {
		t.Run(kind.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for range 100 {
				p := randomProduct(rng)
				want, scale := expected(p)
				before := append([]float32(nil), p.C...)
				p.RunKind(kind)
				for i, got := range p.C {
					if scale[i] == 0 {
						if got != before[i] {
							t.Fatalf("M %d N %d K %d: wrote C[%d] outside the matrix", p.M, p.N, p.K, i)
						}
						continue
					}
					if d := math.Abs(float64(got) - want[i]); !(d <= 3e-6*scale[i]) {
						t.Fatalf("M %d N %d K %d planes %d StepA %d: C[%d] is %v, want %v", p.M, p.N, p.K, p.Planes, p.StepA, i, got, want[i])
					}
				}
			}
		})
	}
}

// TestProductIsBatchInvariant computes each row and column band of a product
// alone and demands the same bits as in the whole.
func TestProductIsBatchInvariant(t *testing.T) {
	for _, kind := range Available() {
		t.Run(kind.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			for range 40 {
				p := randomProduct(rng)
				before := append([]float32(nil), p.C...)
				p.RunKind(kind)
				i, j := rng.IntN(p.M), rng.IntN(p.N)
				part := *p
				part.M, part.N, part.Planes = 1+rng.IntN(p.M-i), 1+rng.IntN(p.N-j), 1
				part.C, part.B = before[i*p.LDC+j:], p.B[j:]
				part.A = p.A[i*p.LDA:]
				if p.Bias != nil {
					part.Bias = p.Bias[j:]
				}
				part.RunKind(kind)
				for r := range part.M {
					for s := range part.N {
						got, want := part.C[r*p.LDC+s], p.C[(i+r)*p.LDC+j+s]
						if math.Float32bits(got) != math.Float32bits(want) {
							t.Fatalf("M %d N %d K %d: row %d column %d is %v alone, %v in the whole", p.M, p.N, p.K, i+r, j+s, got, want)
						}
					}
				}
			}
		})
	}
}

func TestGemmAndGemmTA(t *testing.T) {
	a := []float32{1, 2, 3, 4, 5, 6} // [2 x 3]
	b := []float32{1, 0, 2, 1, 0, 3} // [3 x 2]
	c := make([]float32, 4)
	Gemm(c, 2, a, 3, b, 2, 2, 2, 3, false)
	if got, want := fmt.Sprint(c), "[5 11 14 23]"; got != want {
		t.Errorf("Gemm: %v, want %v", got, want)
	}
	Gemm(c, 2, a, 3, b, 2, 2, 2, 3, true)
	if got, want := fmt.Sprint(c), "[10 22 28 46]"; got != want {
		t.Errorf("Gemm accumulate: %v, want %v", got, want)
	}
	at := []float32{1, 4, 2, 5, 3, 6} // [3 x 2], a transposed
	GemmTA(c, 2, at, 2, b, 2, 2, 2, 3, false)
	if got, want := fmt.Sprint(c), "[5 11 14 23]"; got != want {
		t.Errorf("GemmTA: %v, want %v", got, want)
	}
}

func TestProductPanicsOutsideItsSlices(t *testing.T) {
	whole := func() *Product {
		return &Product{C: make([]float32, 6), A: make([]float32, 8), B: make([]float32, 12), Bias: make([]float32, 3),
			LDC: 3, LDA: 4, StepA: 1, LDB: 3, M: 2, N: 3, K: 4, Planes: 1}
	}
	tests := []struct {
		name string
		cut  func(*Product)
	}{
		{"C", func(p *Product) { p.C = p.C[:5] }},
		{"A", func(p *Product) { p.A = p.A[:7] }},
		{"B", func(p *Product) { p.B = p.B[:11] }},
		{"bias", func(p *Product) { p.Bias = p.Bias[:2] }},
		{"planes", func(p *Product) { p.Planes, p.PlaneC = 2, 1 }},
		{"negative stride", func(p *Product) { p.LDA = -1 }},
	}
	whole().Run()
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			p := whole()
			tc.cut(p)
			p.Run()
		})
	}
}

func TestChoose(t *testing.T) {
	tests := []struct {
		want string
		best Kind
		kind Kind
	}{
		{"", KindAVX512, KindAVX512},
		{"", KindGo, KindGo},
		{"go", KindAVX512, KindGo},
		{"avx2", KindAVX512, KindAVX2},
		{"avx512", KindAVX2, KindAVX2},
		{"sse", KindAVX2, KindAVX2},
	}
	for _, tc := range tests {
		if got := choose(tc.want, tc.best); got != tc.kind {
			t.Errorf("choose(%q, %v) = %v, want %v", tc.want, tc.best, got, tc.kind)
		}
		if err := check(tc.want); (err == nil) == (tc.want == "sse") {
			t.Errorf("check(%q) = %v", tc.want, err)
		}
	}
}
