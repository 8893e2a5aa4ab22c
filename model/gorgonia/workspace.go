package gorgonia

import "halmazero/model/nn/kernel"

// workspace is the memory in which the operators of a graph transform and
// multiply. They run one after another, and each fills what it reads, so all
// share one workspace, and it stays in the cache from one to the next. Nothing
// in it outlives a call of Do.
//
// Operators reserve while the graph is built and take the slices when they
// run, because a later operator may need longer ones.
type workspace struct {
	// v, m and u are the 36 planes of what is transformed on the way in, of
	// sums or gradients, and of weights or their gradient.
	v, m, u []float32
	scratch []float32 // of a transform
	zeros   []float32 // a bias; never written
}

// reserve makes room for that many numbers.
func (w *workspace) reserve(v, m, u, zeros int) {
	w.v, w.m, w.u = atLeast(w.v, v), atLeast(w.m, m), atLeast(w.u, u)
	w.scratch, w.zeros = atLeast(w.scratch, kernel.ScratchLen), atLeast(w.zeros, zeros)
}

// atLeast returns aligned zeros if s is too short. The content is not kept.
func atLeast(s []float32, n int) []float32 {
	if len(s) >= n {
		return s
	}
	return kernel.Aligned(n)
}
