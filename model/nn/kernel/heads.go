package kernel

import "fmt"

// Dots sets out[i] to the dot product of row from[i] of q and row to[i] of k.
// Rows are dim numbers, a multiple of Lane, and lie ld apart; q and k hold
// cells rows. It panics if a row is outside.
func Dots(kind Kind, out, q, k []float32, ld, dim, cells int, from, to []int16) {
	if dim <= 0 || dim%Lane != 0 || ld < dim || cells <= 0 {
		panic(fmt.Sprintf("kernel: %d rows of %d numbers, %d apart", cells, dim, ld))
	}
	if len(from) != len(out) || len(to) != len(out) {
		panic(fmt.Sprintf("kernel: %d logits for moves from %d and to %d cells", len(out), len(from), len(to)))
	}
	need(min(len(q), len(k)), (cells-1)*ld+dim, "a query or a key")
	for i, f := range from {
		if uint(f) >= uint(cells) || uint(to[i]) >= uint(cells) {
			panic(fmt.Sprintf("kernel: move %d from cell %d to cell %d, there are %d cells", i, f, to[i], cells))
		}
	}
	if len(out) > 0 {
		dots(kind, out, q, k, ld, dim, from, to)
	}
}

// SumRelu sets out[j] to the sum over rows of relu(x[i*ld+j]), in the order of
// the rows. len(out) is a multiple of Lane.
func SumRelu(kind Kind, out, x []float32, ld, rows int) {
	if len(out)%Lane != 0 || ld < len(out) {
		panic(fmt.Sprintf("kernel: sums of %d columns, rows %d apart", len(out), ld))
	}
	if len(out) == 0 || rows <= 0 {
		clear(out)
		return
	}
	need(len(x), (rows-1)*ld+len(out), "the matrix to sum")
	sumRelu(kind, out, x, ld, rows)
}

// Relu replaces negative numbers by zero.
func Relu(x []float32) {
	for i, v := range x {
		x[i] = max(v, 0)
	}
}
