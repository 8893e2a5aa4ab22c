package stats

import "math"

// matrix is square and symmetric, or the factor of such a one.
type matrix [][]float64

func newMatrix(n int) matrix {
	entries := make([]float64, n*n)
	m := make(matrix, n)
	for i := range m {
		m[i] = entries[i*n : (i+1)*n]
	}
	return m
}

// factor replaces a symmetric, positive definite matrix by its Cholesky factor,
// in the lower triangle: m = L·L'.
func (m matrix) factor() {
	for j := range m {
		for i := j; i < len(m); i++ {
			sum := m[i][j]
			for k := range j {
				sum -= m[i][k] * m[j][k]
			}
			if i == j {
				m[j][j] = math.Sqrt(sum)
			} else {
				m[i][j] = sum / m[j][j]
			}
		}
	}
}

// solve replaces b by the solution of m·x = b, for a factored m.
func (m matrix) solve(b []float64) {
	for i, row := range m {
		for k := range i {
			b[i] -= row[k] * b[k]
		}
		b[i] /= row[i]
	}
	for i := len(m) - 1; i >= 0; i-- {
		for k := i + 1; k < len(m); k++ {
			b[i] -= m[k][i] * b[k]
		}
		b[i] /= m[i][i]
	}
}

func (m matrix) transpose() {
	for i := range m {
		for j := range i {
			m[i][j], m[j][i] = m[j][i], m[i][j]
		}
	}
}
