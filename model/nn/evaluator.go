package nn

import (
	"fmt"

	"halmazero/model/nn/kernel"
)

// Input is one position. The Evaluator only reads it.
type Input struct {
	// Planes is [Cells x Planes] row-major: NHWC of one position. What it holds
	// for cells that are not on the board does not matter.
	Planes []float32
	// From and To are the legal moves, as cells of the grid that are on the board.
	From, To []int16
}

// Output is the answer for one position. The caller owns the slices and gives
// them the right length; the Evaluator overwrites them.
type Output struct {
	// Logits has one number for each legal move, in the order of Input.
	Logits []float32
	// Value has one logit for each seat, mover first.
	Value []float32
}

// Evaluator computes a Net. It owns scratch memory and belongs to one
// goroutine at a time.
type Evaluator struct {
	net *Net
	// in, x and y hold a group of boards with their halos: input planes, and
	// the activations before and inside a block.
	in, x, y []float32
	// v and m are the 36 planes of tiles, transformed inputs and sums.
	v, m           []float32
	planeV, planeM int
	// cell is the result of the 1x1 heads for one position, [cells x width];
	// rows of cells that are not on the board stay zero.
	cell []float32
	// pool, hidden and value have one row per position.
	pool, hidden []float32
	value        []float32
	scratch      []float32
}

// NewEvaluator returns an Evaluator with its own scratch memory.
func (n *Net) NewEvaluator() *Evaluator {
	g, f := n.grid, n.stem.outPad
	e := &Evaluator{net: n}
	e.in = kernel.Aligned(g.group * g.cells * n.stem.inPad)
	e.x = kernel.Aligned(g.group * g.cells * f)
	e.y = kernel.Aligned(g.group * g.cells * f)
	e.planeV = kernel.PlaneStride(g.groupedTiles * max(n.stem.inPad, f))
	e.planeM = kernel.PlaneStride(g.groupedTiles * f)
	e.v = kernel.Aligned(kernel.WinogradPlanes * e.planeV)
	e.m = kernel.Aligned(kernel.WinogradPlanes * e.planeM)
	e.cell = kernel.Aligned(n.spec.Cells() * n.heads.width)
	e.pool = kernel.Aligned(g.group * n.heads.channels)
	e.hidden = kernel.Aligned(g.group * n.heads.hiddenPad)
	e.value = kernel.Aligned(g.group * n.spec.Seats)
	e.scratch = kernel.Aligned(kernel.ScratchLen)
	return e
}

// Forward computes the answers for any number of positions. It allocates
// nothing. It panics if the lengths do not fit the network or a move is off
// the board.
func (e *Evaluator) Forward(in []Input, out []Output) {
	if len(in) != len(out) {
		panic(fmt.Sprintf("nn: %d inputs, %d outputs", len(in), len(out)))
	}
	for len(in) > 0 {
		n := min(len(in), e.net.grid.group)
		e.forward(in[:n], out[:n])
		in, out = in[n:], out[n:]
	}
}

// Trunk computes the tower alone for any number of positions: it reads the
// input planes and does the convolutions, and leaves out the heads. It is for
// benchmarks, which time the two apart.
func (e *Evaluator) Trunk(in []Input) {
	for len(in) > 0 {
		n := min(len(in), e.net.grid.group)
		e.trunk(in[:n])
		in = in[n:]
	}
}

// forward computes a group.
func (e *Evaluator) forward(in []Input, out []Output) {
	e.trunk(in)
	for i := range in {
		e.cellHeads(i, &in[i], out[i].Logits)
	}
	e.valueHead(out)
}

// trunk computes the tower of a group.
func (e *Evaluator) trunk(in []Input) {
	n := e.net
	for i := range in {
		e.read(i, &in[i])
	}
	e.convolve(&n.stem, e.in, e.x, len(in), false)
	for i := range n.blocks {
		b := &n.blocks[i]
		e.convolve(&b.a, e.x, e.y, len(in), false)
		e.convolve(&b.b, e.y, e.x, len(in), true)
	}
}

// read copies the input planes of position i of the group into their board.
func (e *Evaluator) read(i int, in *Input) {
	g, s, pad := &e.net.grid, &e.net.spec, e.net.stem.inPad
	if len(in.Planes) != s.Cells()*s.Planes {
		panic(fmt.Sprintf("nn: input planes have %d numbers, want %d cells of %d", len(in.Planes), s.Cells(), s.Planes))
	}
	for _, b := range g.Blocks {
		for row := b.Row; row < b.Row+b.Rows; row++ {
			src := in.Planes[(row*s.Cols+b.Col)*s.Planes:]
			dst := e.in[g.cell(i, row, b.Col)*pad:]
			for range b.Cols {
				copy(dst, src[:s.Planes])
				src, dst = src[s.Planes:], dst[pad:]
			}
		}
	}
}

// convolve sets dst to relu(conv(src)), or relu(conv(src) + dst) if residual,
// for count positions.
func (e *Evaluator) convolve(c *conv, src, dst []float32, count int, residual bool) {
	e.transform(c, src, count)
	g := &e.net.grid
	for i := range c.strips {
		s := &c.strips[i]
		sums := kernel.Product{C: e.m[i*e.net.kind.Columns():], A: e.v, B: s.u, LDC: c.outPad, LDA: c.inPad, StepA: 1, LDB: s.width,
			M: count * g.Tiles, N: s.width, K: c.in,
			Planes: kernel.WinogradPlanes, PlaneC: e.planeM, PlaneA: e.planeV, PlaneB: s.plane}
		sums.RunKind(e.net.kind)
	}
	e.transformBack(c, dst, count, residual)
}

// transform sets v to the transformed inputs of all tiles.
func (e *Evaluator) transform(c *conv, src []float32, count int) {
	g := &e.net.grid
	input := kernel.InputTiles{SrcRow: g.rowCells * c.inPad, Plane: e.planeV, Channels: c.inPad, Scratch: e.scratch}
	for i := range count {
		for j := range g.Runs {
			r := &g.Runs[j]
			input.Src = src[g.window(i, r)*c.inPad:]
			input.Dst = e.v[g.tile(i, r)*c.inPad:]
			input.Tiles = r.Tiles
			input.RunKind(e.net.kind)
		}
	}
}

// transformBack sets the cells of dst from the sums in m.
func (e *Evaluator) transformBack(c *conv, dst []float32, count int, residual bool) {
	g := &e.net.grid
	output := kernel.OutputTiles{Plane: e.planeM, DstRow: g.rowCells * c.outPad, Channels: c.outPad,
		Bias: c.bias, Residual: residual, Scratch: e.scratch}
	for i := range count {
		for j := range g.Runs {
			r := &g.Runs[j]
			output.Src = e.m[g.tile(i, r)*c.outPad:]
			output.Dst = dst[g.cell(i, r.Row, r.Col)*c.outPad:]
			output.Tiles, output.Rows, output.Cols = r.Tiles, r.Rows, r.Cols
			output.RunKind(e.net.kind)
			for _, gap := range r.Gaps {
				at := g.cell(i, gap.Row, gap.Col)
				clear(dst[at*c.outPad : (at+gap.Cols)*c.outPad])
			}
		}
	}
}

// cellHeads computes what each cell of position i of the group answers: the
// logits of the moves, and the pooled value features.
func (e *Evaluator) cellHeads(i int, in *Input, logits []float32) {
	n, g, h := e.net, &e.net.grid, &e.net.heads
	f, cols, cells := n.stem.outPad, n.spec.Cols, n.spec.Cells()
	for _, b := range g.Blocks {
		p := kernel.Product{C: e.cell[(b.Row*cols+b.Col)*h.width:], A: e.x[g.cell(i, b.Row, b.Col)*f:], B: h.cell, Bias: h.cellBias,
			LDC: h.width, LDA: f, StepA: 1, LDB: h.width, M: b.Cols, N: h.width, K: n.spec.Filters,
			Planes: b.Rows, PlaneC: cols * h.width, PlaneA: g.rowCells * f}
		p.RunKind(n.kind)
	}
	n.checkMoves(in)
	kernel.Dots(n.kind, logits, e.cell, e.cell[h.dim:], h.width, h.dim, cells, in.From, in.To)
	kernel.SumRelu(n.kind, e.pool[i*h.channels:][:h.channels], e.cell[2*h.dim:], h.width, cells)
}

// checkMoves panics if a move has a cell of the grid that is not on the board.
// Cells off the grid are left to the kernels.
func (n *Net) checkMoves(in *Input) {
	if n.spec.Star == 0 {
		return
	}
	for _, moves := range [2][]int16{in.From, in.To} {
		for i, c := range moves {
			if uint(c) < uint(len(n.mask)) && !n.mask[c] {
				panic(fmt.Sprintf("nn: move %d touches cell %d, which is not on the board", i, c))
			}
		}
	}
}

// valueHead turns the pooled features of a group into value logits.
func (e *Evaluator) valueHead(out []Output) {
	n, h, s := e.net, &e.net.heads, &e.net.spec
	hidden := kernel.Product{C: e.hidden, A: e.pool, B: h.hidden, Bias: h.hiddenBias,
		LDC: h.hiddenPad, LDA: h.channels, StepA: 1, LDB: h.hiddenPad,
		M: len(out), N: h.hiddenPad, K: s.ValueChannels, Planes: 1}
	hidden.RunKind(n.kind)
	kernel.Relu(e.hidden[:len(out)*h.hiddenPad])
	value := kernel.Product{C: e.value, A: e.hidden, B: h.out, Bias: h.outBias,
		LDC: s.Seats, LDA: h.hiddenPad, StepA: 1, LDB: s.Seats,
		M: len(out), N: s.Seats, K: s.ValueHidden, Planes: 1}
	value.RunKind(n.kind)
	for i := range out {
		if len(out[i].Value) != s.Seats {
			panic(fmt.Sprintf("nn: room for %d value logits, want %d", len(out[i].Value), s.Seats))
		}
		copy(out[i].Value, e.value[i*s.Seats:])
	}
}

// Priors turns the logits of the legal moves into probabilities, which sum to
// one up to rounding. dst may be logits.
func (e *Evaluator) Priors(dst, logits []float32) { kernel.Softmax(e.net.kind, dst, logits) }
