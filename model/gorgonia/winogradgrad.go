package gorgonia

import "halmazero/model/nn/kernel"

// winogradGrad computes the gradient of the weights of a 3x3 convolution over a
// grid by Winograd's F(4x4, 3x3): see kernel.GradTiles. Inputs and gradients of
// a group of boards are transformed, and their 36 products added up; the sums
// become weights once, at the end.
type winogradGrad struct {
	g         grid
	cin, cout int
	group     int // boards
	// mem has the inputs in v, the gradients in m, and the sums in u.
	mem                    *workspace
	planeV, planeM, planeU int
}

// gradFloats bounds the numbers of v and m: with the sums they stay in the
// second cache.
const gradFloats = 1 << 17

// newWinogradGrad returns nil if the channels do not fill vectors. Each use
// fills mem anew.
func newWinogradGrad(mem *workspace, g grid, cin, cout int) *winogradGrad {
	if cin%kernel.Lane != 0 || cout%kernel.Lane != 0 {
		return nil
	}
	tiles := g.tiling.Tiles
	boards := gradFloats / (kernel.WinogradPlanes * (cin + cout) * tiles)
	w := &winogradGrad{g: g, cin: cin, cout: cout, mem: mem, group: min(g.boards, max(1, boards))}
	w.planeV = kernel.PlaneStride(w.group * tiles * cin)
	w.planeM = kernel.PlaneStride(w.group * tiles * cout)
	w.planeU = kernel.PlaneStride(cin * cout)
	mem.reserve(kernel.WinogradPlanes*w.planeV, kernel.WinogradPlanes*w.planeM, kernel.WinogradPlanes*w.planeU, 0)
	return w
}

// run sets dw, [9*cin, cout], from the inputs x and the gradient of the outputs
// before the rectifier, both zero in their pads.
func (w *winogradGrad) run(dw, x, grad []float32) {
	for first := 0; first < w.g.boards; first += w.group {
		n := min(w.group, w.g.boards-first)
		transformInputs(&w.g, w.mem, w.planeV, w.cin, x, first, n)
		w.transformGrads(grad, first, n)
		p := kernel.Product{
			C: w.mem.u, LDC: w.cout, PlaneC: w.planeU, Accumulate: first > 0,
			A: w.mem.v, LDA: 1, StepA: w.cin, PlaneA: w.planeV,
			B: w.mem.m, LDB: w.cout, PlaneB: w.planeM,
			M: w.cin, N: w.cout, K: n * w.g.tiling.Tiles,
			Planes: kernel.WinogradPlanes,
		}
		p.Run()
	}
	tap := w.cin * w.cout
	for at := range tap {
		var u [kernel.WinogradPlanes]float32
		for p := range u {
			u[p] = w.mem.u[p*w.planeU+at]
		}
		for t, v := range kernel.WeightGrad(&u) {
			dw[t*tap+at] = v
		}
	}
}

// transformGrads fills m from n boards.
func (w *winogradGrad) transformGrads(grad []float32, first, n int) {
	s, width, tiling := &w.g.spans, w.g.width(), &w.g.tiling
	t := kernel.GradTiles{SrcRow: width * w.cout, Plane: w.planeM, Channels: w.cout}
	for i := range n {
		for _, r := range tiling.Runs {
			t.Src = grad[(s.start(first+i)+r.Row*width+r.Col)*w.cout:]
			t.Dst = w.mem.m[(i*tiling.Tiles+r.First)*w.cout:]
			t.Tiles = r.Tiles
			t.RunKind(kernel.Active())
		}
	}
}
