//go:build !amd64 || purego

package gorgonia

// Without assembly the vector functions do nothing.

func vectorRelu([]float32) int                      { return 0 }
func vectorAddRelu(_, _ []float32) int              { return 0 }
func vectorMask(_, _, _ []float32) int              { return 0 }
func vectorAddMask(_, _, _ []float32) int           { return 0 }
func vectorAddColumns(_, _ []float32, _, _ int) int { return 0 }
