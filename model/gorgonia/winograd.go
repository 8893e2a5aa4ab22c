package gorgonia

import "halmazero/model/nn/kernel"

// winograd computes a 3x3 convolution over a grid by Winograd's F(4x4, 3x3),
// see package kernel, with a quarter of the multiplications of the plain sum.
// It needs whole vectors of channels. The weights change at each step, so
// their transform is part of the work.
type winograd struct {
	g         grid
	cin, cout int
	// group is the number of boards whose tiles go through one product.
	group int
	// strips are the transformed weights of up to stripWidth output channels
	// each.
	strips     []weightStrip
	stripWidth int
	// mem has the transformed inputs in v, the sums in m, and the strips in u.
	mem            *workspace
	planeV, planeM int
}

// weightStrip is 36 matrices [cin, width], plane numbers apart, from number
// first of the workspace's u on.
type weightStrip struct{ first, width, plane int }

// groupTiles is the number of tiles from which a product is efficient; many
// more would leave the cache.
const groupTiles = 16

// newWinograd returns nil if the channels do not fill vectors. Each use fills
// mem anew, the weights included.
func newWinograd(mem *workspace, g grid, cin, cout int) *winograd {
	if cin%kernel.Lane != 0 || cout%kernel.Lane != 0 {
		return nil
	}
	tiles := g.tiling.Tiles
	w := &winograd{
		g: g, cin: cin, cout: cout, mem: mem,
		group: min(g.boards, max(1, groupTiles/tiles)), stripWidth: kernel.Active().Columns(),
	}
	u := 0
	for at := 0; at < cout; at += w.stripWidth {
		width := min(w.stripWidth, cout-at)
		plane := kernel.PlaneStride(cin * width)
		w.strips = append(w.strips, weightStrip{u, width, plane})
		u += kernel.WinogradPlanes * plane
	}
	w.planeV = kernel.PlaneStride(w.group * tiles * cin)
	w.planeM = kernel.PlaneStride(w.group * tiles * cout)
	mem.reserve(kernel.WinogradPlanes*w.planeV, kernel.WinogradPlanes*w.planeM, u, cout)
	return w
}

// setWeights transforms the weights, [9*cin, cout].
func (w *winograd) setWeights(weights []float32) {
	tap := w.cin * w.cout
	for c := range w.cin {
		for f := range w.cout {
			at := c*w.cout + f
			var in [9]float32
			for t := range in {
				in[t] = weights[at+t*tap]
			}
			w.setPair(c, f, &in)
		}
	}
}

// setFlipped transforms the weights of the convolution of which this one gives
// the gradient of the input: [9*cout, cin], patches turned around and channels
// exchanged.
func (w *winograd) setFlipped(weights []float32) {
	tap := w.cin * w.cout
	for f := range w.cout {
		for c := range w.cin {
			at := f*w.cin + c
			var in [9]float32
			for t := range in {
				in[8-t] = weights[at+t*tap]
			}
			w.setPair(c, f, &in)
		}
	}
}

// setPair transforms the patch of an input and an output channel.
func (w *winograd) setPair(c, f int, patch *[9]float32) {
	s := &w.strips[f/w.stripWidth]
	transformWeights(w.mem.u[s.first+c*s.width+f%w.stripWidth:], s.plane, patch)
}

// transformWeights is kernel.Weights for one pair of channels in float32: the
// 36 results lie plane apart.
func transformWeights(u []float32, plane int, w *[9]float32) {
	var half [18]float32 // G w
	for x := range 3 {
		a, b, c := w[x], w[3+x], w[6+x]
		half[x], half[3+x], half[6+x], half[9+x], half[12+x], half[15+x] = transform3(a, b, c)
	}
	at := 0
	for i := range 6 {
		r0, r1, r2, r3, r4, r5 := transform3(half[3*i], half[3*i+1], half[3*i+2])
		u[at] = r0
		u[at+plane] = r1
		u[at+2*plane] = r2
		u[at+3*plane] = r3
		u[at+4*plane] = r4
		u[at+5*plane] = r5
		at += 6 * plane
	}
}

// transform3 is G times a column of three.
func transform3(a, b, c float32) (r0, r1, r2, r3, r4, r5 float32) {
	s, e := (a+c)*(-1./6), b*(1./6)
	p, q := a*(1./24)+c*(1./6), b*(1./12)
	return a * (1. / 4), s - e, s + e, p + q, p - q, c
}

// run sets the cells of y to relu(conv(x) + bias + skip); skip may be nil. The
// pads of x and skip must be zero; those of y then stay zero.
func (w *winograd) run(y, x, bias, skip []float32) {
	for first := 0; first < w.g.boards; first += w.group {
		n := w.sums(x, first)
		if skip != nil {
			from, to := w.span(first, n)
			copy(y[from:to], skip[from:to])
		}
		w.transformOutputs(y, first, n, kernel.OutputTiles{Bias: bias, Residual: skip != nil})
	}
}

// runMasked sets the cells of y to (conv(x) + skip) where the mask is above
// zero, and to 0 elsewhere; skip may be nil. The pads of x, skip and mask must
// be zero; those of y then stay zero.
func (w *winograd) runMasked(y, x, skip, where []float32) {
	for first := 0; first < w.g.boards; first += w.group {
		n := w.sums(x, first)
		w.transformOutputs(y, first, n, kernel.OutputTiles{Bias: w.mem.zeros, Linear: true})
		// What was just written is still in the cache.
		from, to := w.span(first, n)
		if skip != nil {
			addMask(y[from:to], skip[from:], where[from:])
		} else {
			mask(y[from:to], y[from:to], where[from:])
		}
	}
}

// span is the part of an output that n boards take.
func (w *winograd) span(first, n int) (from, to int) {
	s := &w.g.spans
	last := s.runs[len(s.runs)-1]
	return (s.start(first) + s.runs[0].first) * w.cout, (s.start(first+n-1) + last.first + last.count) * w.cout
}

// sums fills m for the group of boards from first on, and returns how many.
func (w *winograd) sums(x []float32, first int) int {
	n := min(w.group, w.g.boards-first)
	transformInputs(&w.g, w.mem, w.planeV, w.cin, x, first, n)
	for i := range w.strips {
		s := &w.strips[i]
		p := kernel.Product{
			C: w.mem.m[i*w.stripWidth:], LDC: w.cout, PlaneC: w.planeM,
			A: w.mem.v, LDA: w.cin, StepA: 1, PlaneA: w.planeV,
			B: w.mem.u[s.first:], LDB: s.width, PlaneB: s.plane,
			M: n * w.g.tiling.Tiles, N: s.width, K: w.cin,
			Planes: kernel.WinogradPlanes,
		}
		p.Run()
	}
	return n
}

// transformInputs fills mem.v, 36 planes of tiles, from the n boards of x from
// first on.
func transformInputs(g *grid, mem *workspace, plane, channels int, x []float32, first, n int) {
	s, width, tiling := &g.spans, g.width(), &g.tiling
	t := kernel.InputTiles{SrcRow: width * channels, Plane: plane, Channels: channels, Scratch: mem.scratch}
	for i := range n {
		for _, r := range tiling.Runs {
			corner := s.start(first+i) + (r.Row-1)*width + r.Col - 1
			t.Src = x[corner*channels:]
			t.Dst = mem.v[(i*tiling.Tiles+r.First)*channels:]
			t.Tiles = r.Tiles
			t.RunKind(kernel.Active())
		}
	}
}

// transformOutputs fills n boards from m, as t says.
func (w *winograd) transformOutputs(y []float32, first, n int, t kernel.OutputTiles) {
	s, width, tiling := &w.g.spans, w.g.width(), &w.g.tiling
	t.DstRow, t.Plane, t.Channels, t.Scratch = width*w.cout, w.planeM, w.cout, w.mem.scratch
	for i := range n {
		for _, r := range tiling.Runs {
			t.Src = w.mem.m[(i*tiling.Tiles+r.First)*w.cout:]
			t.Dst = y[(s.start(first+i)+r.Row*width+r.Col)*w.cout:]
			t.Tiles, t.Rows, t.Cols = r.Tiles, r.Rows, r.Cols
			t.RunKind(kernel.Active())
			for _, gap := range r.Gaps {
				at := s.start(first+i) + gap.Row*width + gap.Col
				clear(y[at*w.cout : (at+gap.Cols)*w.cout])
			}
		}
	}
}
