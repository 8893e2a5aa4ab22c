//go:build amd64 && !purego

package gorgonia

import "halmazero/model/nn/kernel"

// The vector functions do the first numbers of their slices, which have equal
// lengths, and return how many: none without AVX2.

// vector is the number of numbers to do in vectors of eight.
func vector(n int) int {
	if kernel.Active() < kernel.KindAVX2 {
		return 0
	}
	return n &^ 7
}

func vectorRelu(y []float32) int {
	n := vector(len(y))
	if n > 0 {
		reluAVX2(&y[0], n)
	}
	return n
}

func vectorAddRelu(y, skip []float32) int {
	n := vector(len(y))
	if n > 0 {
		addReluAVX2(&y[0], &skip[0], n)
	}
	return n
}

func vectorMask(dst, g, y []float32) int {
	n := vector(len(dst))
	if n > 0 {
		maskAVX2(&dst[0], &g[0], &y[0], n)
	}
	return n
}

func vectorAddMask(g, skip, y []float32) int {
	n := vector(len(g))
	if n > 0 {
		addMaskAVX2(&g[0], &skip[0], &y[0], n)
	}
	return n
}

// vectorAddColumns needs m to hold all rows and returns columns.
func vectorAddColumns(sum, m []float32, rows, stride int) int {
	n := vector(len(sum))
	j := 0
	for ; j+32 <= n; j += 32 {
		addColumns32AVX2(&sum[j], &m[j], rows, stride)
	}
	for ; j < n; j += 8 {
		addColumns8AVX2(&sum[j], &m[j], rows, stride)
	}
	return n
}

// In all of these n is a positive multiple of 8 and rows is positive.

//go:noescape
func reluAVX2(y *float32, n int)

//go:noescape
func addReluAVX2(y, skip *float32, n int)

//go:noescape
func maskAVX2(dst, grad, y *float32, n int)

//go:noescape
func addMaskAVX2(grad, skip, y *float32, n int)

//go:noescape
func addColumns8AVX2(sum, m *float32, rows, stride int)

//go:noescape
func addColumns32AVX2(sum, m *float32, rows, stride int)
