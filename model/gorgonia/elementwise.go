package gorgonia

import "math"

// The rectifiers of this file work on the bits of the numbers, because a
// branch on the sign of an activation is as good as random and costs more than
// the arithmetic. Each function does whole vectors in assembly where there is
// some (see vector) and the rest in Go, with the same bits either way.

// reluBits is max(0, v); a NaN with the sign bit set becomes 0.
func reluBits(v float32) float32 {
	b := math.Float32bits(v)
	return math.Float32frombits(b &^ uint32(int32(b)>>31))
}

// maskBits is g where y > 0, else 0. y must come from a rectifier: its sign
// bit is not set.
func maskBits(g, y float32) float32 {
	m := uint32(-int32(math.Float32bits(y)) >> 31)
	return math.Float32frombits(math.Float32bits(g) & m)
}

// relu sets y to max(0, y).
func relu(y []float32) {
	y = y[vectorRelu(y):]
	for i, v := range y {
		y[i] = reluBits(v)
	}
}

// addRelu sets y to max(0, y+skip).
func addRelu(y, skip []float32) {
	skip = skip[:len(y)]
	n := vectorAddRelu(y, skip)
	y, skip = y[n:], skip[n:]
	for i, v := range y {
		y[i] = reluBits(v + skip[i])
	}
}

// mask sets dst to g where y > 0, else 0. dst may be g.
func mask(dst, g, y []float32) {
	g, y = g[:len(dst)], y[:len(dst)]
	for i := vectorMask(dst, g, y); i < len(dst); i++ {
		dst[i] = maskBits(g[i], y[i])
	}
}

// addMask sets g to g+skip where y > 0, else 0.
func addMask(g, skip, y []float32) {
	skip, y = skip[:len(g)], y[:len(g)]
	for i := vectorAddMask(g, skip, y); i < len(g); i++ {
		g[i] = maskBits(g[i]+skip[i], y[i])
	}
}

// addColumns adds to sum the sums of the columns of m, from the first row to
// the last. The rows have len(sum) numbers and lie stride apart.
func addColumns(sum, m []float32, rows, stride int) {
	if rows == 0 || len(sum) == 0 {
		return
	}
	m = m[:(rows-1)*stride+len(sum)]
	n := vectorAddColumns(sum, m, rows, stride)
	if n == len(sum) {
		return
	}
	for r := range rows {
		row := m[r*stride:][:len(sum)]
		for j := n; j < len(sum); j++ {
			sum[j] += row[j]
		}
	}
}
