package gorgonia

import "math"

// The loops of this file work on the bits of the numbers, because a branch on
// the sign of an activation is as good as random and costs more than the
// arithmetic.

// reluBits is max(0, v); a NaN with the sign bit set becomes 0.
func reluBits(v float32) float32 {
	b := math.Float32bits(v)
	return math.Float32frombits(b &^ uint32(int32(b)>>31))
}

// maskBits is g where y > 0, else 0. y must not be negative.
func maskBits(g, y float32) float32 {
	m := uint32(-int32(math.Float32bits(y)) >> 31)
	return math.Float32frombits(math.Float32bits(g) & m)
}

// relu sets y to max(0, y).
func relu(y []float32) {
	for i, v := range y {
		y[i] = reluBits(v)
	}
}

// addRelu sets y to max(0, y+skip).
func addRelu(y, skip []float32) {
	skip = skip[:len(y)]
	for i, v := range y {
		y[i] = reluBits(v + skip[i])
	}
}

// mask sets dst to g where y > 0, else 0. dst may be g.
func mask(dst, g, y []float32) {
	g, y = g[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = maskBits(g[i], y[i])
	}
}

// addMask sets g to g+skip where y > 0, else 0.
func addMask(g, skip, y []float32) {
	skip, y = skip[:len(g)], y[:len(g)]
	for i, v := range g {
		g[i] = maskBits(v+skip[i], y[i])
	}
}

// addColumns adds to sum the sums of the columns of m, whose rows of
// len(sum) numbers lie stride apart.
func addColumns(sum, m []float32, rows, stride int) {
	n := len(sum)
	for range rows {
		row := m[:n]
		for j, v := range row {
			sum[j] += v
		}
		m = m[min(stride, len(m)):]
	}
}
