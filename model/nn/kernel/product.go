package kernel

import "fmt"

// Product is Planes equal matrix products. For every plane q
//
//	C[i, j] = start[i, j] + sum over l of A[i, l] * B[l, j]
//
// with i < M, j < N, l < K, where
//
//	A[i, l] = A[q*PlaneA + i*LDA + l*StepA]
//	B[l, j] = B[q*PlaneB + l*LDB + j]
//	C[i, j] = C[q*PlaneC + i*LDC + j]
//
// and start is C itself if Accumulate, else Bias[j] if Bias is set, else zero.
// StepA is 1 for a plain matrix; LDA 1 and StepA the row length read A
// transposed. C must overlap neither A, B nor Bias.
type Product struct {
	C, A, B []float32
	// Bias is nil or holds N numbers, the same for all planes.
	Bias                   []float32
	LDC, LDA, StepA, LDB   int
	M, N, K                int
	Planes                 int
	PlaneC, PlaneA, PlaneB int
	Accumulate             bool
}

// Columns is how many columns of B the widest kernels of a kind take at once:
// weights that are stored in strips of so many are read from end to end.
func (k Kind) Columns() int {
	if k == KindAVX512 {
		return 32
	}
	return 16
}

// Run computes the product with the active kernels. It panics if a matrix does
// not fit into its slice.
func (p *Product) Run() { p.RunKind(active) }

// RunKind is Run with kernels of the given kind, which must be available.
func (p *Product) RunKind(k Kind) {
	if p.M <= 0 || p.N <= 0 || p.Planes <= 0 {
		return
	}
	p.check()
	p.run(k)
}

// check panics unless every index lies inside its slice.
func (p *Product) check() {
	fits := func(name string, have, rows, stride, cols, step, plane int) {
		if rows == 0 || cols == 0 {
			return
		}
		if stride < 0 || step < 0 || plane < 0 {
			panic(fmt.Sprintf("kernel: matrix %s has a negative stride", name))
		}
		if need := (p.Planes-1)*plane + (rows-1)*stride + (cols-1)*step + 1; need > have {
			panic(fmt.Sprintf("kernel: matrix %s needs %d numbers, has %d", name, need, have))
		}
	}
	fits("C", len(p.C), p.M, p.LDC, p.N, 1, p.PlaneC)
	fits("A", len(p.A), p.M, p.LDA, p.K, p.StepA, p.PlaneA)
	fits("B", len(p.B), p.K, p.LDB, p.N, 1, p.PlaneB)
	if p.Bias != nil && len(p.Bias) < p.N {
		panic(fmt.Sprintf("kernel: bias needs %d numbers, has %d", p.N, len(p.Bias)))
	}
}

// Gemm computes C = A·B, or C += A·B if accumulate, for row-major C [m x n],
// A [m x k] and B [k x n] whose rows lie ldc, lda and ldb apart.
func Gemm(c []float32, ldc int, a []float32, lda int, b []float32, ldb int, m, n, k int, accumulate bool) {
	p := Product{C: c, A: a, B: b, LDC: ldc, LDA: lda, StepA: 1, LDB: ldb,
		M: m, N: n, K: k, Planes: 1, Accumulate: accumulate}
	p.Run()
}

// GemmTA computes C = transpose(A)·B, or C += transpose(A)·B if accumulate,
// for row-major C [m x n], A [k x m] and B [k x n] whose rows lie ldc, lda and
// ldb apart.
func GemmTA(c []float32, ldc int, a []float32, lda int, b []float32, ldb int, m, n, k int, accumulate bool) {
	p := Product{C: c, A: a, B: b, LDC: ldc, LDA: 1, StepA: lda, LDB: ldb,
		M: m, N: n, K: k, Planes: 1, Accumulate: accumulate}
	p.Run()
}
