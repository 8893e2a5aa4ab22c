package gorgonia

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"halmazero/model/nn/kernel"
)

// taps are the three lines of a 3x3 patch, as distances in rows of a grid from
// the middle of the patch to the line's first cell. A line is three
// consecutive rows, so one row of the product reads 3*channels numbers in a
// run, and the next row of the product the run that starts one row later: the
// matrix of patches is never built.
func (g grid) taps() [3]int {
	w := g.width()
	return [3]int{-w - 1, -1, w - 1}
}

// conv is relu(x*w + b + skip), a 3x3 convolution over a grid; the skip is
// optional. Inputs: x, w, b, and the skip where there is one.
type conv struct {
	operator
	b       *builder
	g       grid
	cin     int
	cout    int
	skip    bool
	isFirst bool
	// fast is nil where Winograd's way is not open.
	fast *winograd
	y    *tensor.Dense
}

// conv applies the operator. skip may be nil. isFirst says that x is the
// network's input, which needs no gradient.
func (b *builder) conv(g grid, x, w, bias, skip *G.Node, isFirst bool) (*G.Node, error) {
	inputs := G.Nodes{x, w, bias}
	if skip != nil {
		inputs = append(inputs, skip)
	}
	rows, cin, cout := g.spans.total, x.Shape()[1], bias.Shape()[0]
	op := &conv{
		operator: b.operator("conv", tensor.Shape{rows, cout}, inputs...),
		b:        b, g: g, cin: cin, cout: cout, skip: skip != nil, isFirst: isFirst,
		fast: newWinograd(&b.mem, g, cin, cout),
		y:    buffer(rows, cout),
	}
	return G.ApplyOp(op, inputs...)
}

// Do computes the convolution.
func (op *conv) Do(in ...G.Value) (G.Value, error) {
	x, w, bias, y := floats(in[0]), floats(in[1]), floats(in[2]), floats(op.y)
	var skip []float32
	if op.skip {
		skip = floats(in[3])
	}
	if op.fast != nil {
		op.fast.setWeights(w)
		op.fast.run(y, x, bias, skip)
	} else {
		op.plain(y, x, w, bias, skip)
	}
	return op.y, nil
}

// plain computes the convolution as a plain sum. skip may be nil.
func (op *conv) plain(y, x, w, bias, skip []float32) {
	s := &op.g.spans
	for i := range s.n {
		for _, r := range s.runs {
			start := s.start(i) + r.first
			out := y[start*op.cout:][:r.count*op.cout]
			convolve(out, x, w, bias, op.g, start, op.cin, op.cout)
			if op.skip {
				addRelu(out, skip[start*op.cout:])
			} else {
				relu(out)
			}
		}
		for _, p := range op.g.pads {
			at := s.start(i) + p.first
			clear(y[at*op.cout : (at+p.count)*op.cout])
		}
	}
}

// convolve sets out, rows from start on, to the convolution of x with w, plus
// the bias unless it is nil. Rows of pads get a value without meaning.
func convolve(out, x, w, bias []float32, g grid, start, cin, cout int) {
	for t, tap := range g.taps() {
		p := kernel.Product{
			C: out, LDC: cout, Bias: bias, Accumulate: t > 0,
			A: x[(start+tap)*cin:], LDA: cin, StepA: 1,
			B: w[t*3*cin*cout:], LDB: cout,
			M: len(out) / cout, N: cout, K: 3 * cin, Planes: 1,
		}
		p.Run()
	}
}

// DiffWRT says which inputs get a gradient from SymDiff's result. The skip
// gets its own by another way: see SymDiff.
func (op *conv) DiffWRT(int) []bool {
	d := []bool{!op.isFirst, true, true}
	if op.skip {
		d = append(d, false)
	}
	return d
}

// SymDiff returns the gradients of x, w and b.
//
// Gorgonia would add up the two gradients that meet at the input of a block,
// the one of the convolution and the one of the skip, in a pass of its own.
// Instead the block's last convolution, which is differentiated first, leaves
// the gradient of the skip in builder.skipped, and the block's first
// convolution, which reads the same node, adds it while its own gradient is
// still in the cache. Likewise convInput applies the mask of the rectifier
// that made x, so a gradient that comes from convInput is masked already.
func (op *conv) SymDiff(in G.Nodes, y, grad *G.Node) (G.Nodes, error) {
	if _, masked := grad.Op().(*convInput); !masked {
		var err error
		if grad, err = op.b.reluGrad(op.g.spans, y, grad); err != nil {
			return nil, err
		}
	}
	if op.skip {
		op.b.skipped[in[3]] = grad
	}
	grads := make(G.Nodes, len(in))
	var err error
	if !op.isFirst {
		if grads[0], err = op.b.convInput(op.g, grad, in[1], in[0]); err != nil {
			return nil, err
		}
	}
	taps := op.g.taps()
	grads[1], grads[2], err = op.b.weightGrad(op.g.spans, taps[:], 3, in[0], grad, 0, op.cout, newWinogradGrad(&op.b.mem, op.g, op.cin, op.cout))
	return grads, err
}

// convInput is the gradient of a convolution's input x: the convolution of the
// gradient with the flipped and transposed weights, plus the gradient that
// reaches x through a skip, masked by x > 0. Inputs: gradient, w, x, and the
// gradient of the skip where there is one.
type convInput struct {
	operator
	g         grid
	cin, cout int
	skip      bool
	// fast is nil where Winograd's way is not open, and flipped then holds the
	// weights turned around.
	fast    *winograd
	flipped []float32
	dx      *tensor.Dense
}

func (b *builder) convInput(g grid, grad, w, x *G.Node) (*G.Node, error) {
	inputs := G.Nodes{grad, w, x}
	skip := b.skipped[x]
	if skip != nil {
		inputs = append(inputs, skip)
	}
	rows, cin, cout := g.spans.total, x.Shape()[1], grad.Shape()[1]
	op := &convInput{
		operator: b.operator("convInput", tensor.Shape{rows, cin}, inputs...),
		g:        g, cin: cin, cout: cout, skip: skip != nil,
		fast: newWinograd(&b.mem, g, cout, cin),
		dx:   buffer(rows, cin),
	}
	if op.fast == nil {
		op.flipped = make([]float32, 9*cin*cout)
	}
	return G.ApplyOp(op, inputs...)
}

// Do computes the gradient.
func (op *convInput) Do(in ...G.Value) (G.Value, error) {
	grad, x, dx := floats(in[0]), floats(in[2]), floats(op.dx)
	var skip []float32
	if op.skip {
		skip = floats(in[3])
	}
	if op.fast != nil {
		op.fast.setFlipped(floats(in[1]))
		op.fast.runMasked(dx, grad, skip, x)
		return op.dx, nil
	}
	op.plain(dx, grad, floats(in[1]), x, skip)
	return op.dx, nil
}

// plain computes the gradient as a plain sum. skip may be nil.
func (op *convInput) plain(dx, grad, w, x, skip []float32) {
	flip(op.flipped, w, op.cin, op.cout)
	s := &op.g.spans
	for i := range s.n {
		for _, r := range s.runs {
			start := s.start(i) + r.first
			out := dx[start*op.cin:][:r.count*op.cin]
			convolve(out, grad, op.flipped, nil, op.g, start, op.cout, op.cin)
			if op.skip {
				addMask(out, skip[start*op.cin:], x[start*op.cin:])
			} else {
				mask(out, out, x[start*op.cin:])
			}
		}
	}
}

// flip turns the 3x3 patch around and swaps input and output channels:
// dst [9*cout, cin] from w [9*cin, cout].
func flip(dst, w []float32, cin, cout int) {
	for patch := range 9 {
		transpose(dst[(8-patch)*cin*cout:], cin, w[patch*cin*cout:], cin, cout)
	}
}

// transpose writes the transpose of src [rows, cols] to dst, whose rows lie
// stride apart.
func transpose(dst []float32, stride int, src []float32, rows, cols int) {
	for r := range rows {
		to := r
		for _, v := range src[r*cols : (r+1)*cols] {
			dst[to] = v
			to += stride
		}
	}
}
