package gorgonia

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"halmazero/model/nn/kernel"
)

// linear applies one or more linear layers to the rows of x and puts their
// results side by side: [x*w0+b0, x*w1+b1, ...], rectified if isRelu. Inputs:
// x, w0, b0, w1, b1, ...
type linear struct {
	operator
	b      *builder
	s      spans
	cin    int
	widths []int
	cout   int
	isRelu bool
	y      *tensor.Dense
}

// linear applies the operator; params are weight and bias of each layer.
func (b *builder) linear(s spans, isRelu bool, x *G.Node, params ...*G.Node) (*G.Node, error) {
	inputs := append(G.Nodes{x}, params...)
	var widths []int
	cout := 0
	for i := 1; i < len(params); i += 2 {
		widths = append(widths, params[i].Shape()[0])
		cout += params[i].Shape()[0]
	}
	op := &linear{
		operator: b.operator("linear", tensor.Shape{s.total, cout}, inputs...),
		b:        b, s: s, cin: x.Shape()[1], widths: widths, cout: cout, isRelu: isRelu,
		y: buffer(s.total, cout),
	}
	return G.ApplyOp(op, inputs...)
}

// Do computes the layers.
func (op *linear) Do(in ...G.Value) (G.Value, error) {
	x, y := floats(in[0]), floats(op.y)
	for i := range op.s.n {
		for _, r := range op.s.runs {
			start := op.s.start(i) + r.first
			op.apply(y[start*op.cout:][:r.count*op.cout], x[start*op.cin:], in[1:])
		}
	}
	return op.y, nil
}

// apply sets y to the layers of as many rows of x.
func (op *linear) apply(y, x []float32, params []G.Value) {
	off := 0
	for j, width := range op.widths {
		p := kernel.Product{
			C: y[off:], LDC: op.cout, Bias: floats(params[1+2*j]),
			A: x, LDA: op.cin, StepA: 1,
			B: floats(params[2*j]), LDB: width,
			M: len(y) / op.cout, N: width, K: op.cin, Planes: 1,
		}
		p.Run()
		off += width
	}
	if op.isRelu {
		relu(y)
	}
}

// DiffWRT says that every input gets a gradient.
func (op *linear) DiffWRT(inputs int) []bool {
	d := make([]bool, inputs)
	for i := range d {
		d[i] = true
	}
	return d
}

// SymDiff returns the gradients of x and of each weight and bias. The gradient
// of y must be zero in the pads of a grid.
func (op *linear) SymDiff(in G.Nodes, y, grad *G.Node) (G.Nodes, error) {
	var err error
	if op.isRelu {
		if grad, err = op.b.reluGrad(op.s, y, grad); err != nil {
			return nil, err
		}
	}
	grads := make(G.Nodes, len(in))
	if grads[0], err = op.b.linearInput(op.s, op.widths, grad, in); err != nil {
		return nil, err
	}
	off := 0
	for j, width := range op.widths {
		grads[1+2*j], grads[2+2*j], err = op.b.weightGrad(op.s, []int{0}, 1, in[0], grad, off, width, nil)
		if err != nil {
			return nil, err
		}
		off += width
	}
	return grads, nil
}

// linearInput is the gradient of the input of a linear operator: the gradient
// times the transposed weights. Inputs: gradient, w0, w1, ...
type linearInput struct {
	operator
	s          spans
	cin, cout  int
	widths     []int
	transposed []float32
	dx         *tensor.Dense
}

func (b *builder) linearInput(s spans, widths []int, grad *G.Node, in G.Nodes) (*G.Node, error) {
	inputs := G.Nodes{grad}
	for i := 1; i < len(in); i += 2 {
		inputs = append(inputs, in[i])
	}
	cin, cout := in[0].Shape()[1], grad.Shape()[1]
	op := &linearInput{
		operator: b.operator("linearInput", tensor.Shape{s.total, cin}, inputs...),
		s:        s, cin: cin, cout: cout, widths: widths,
		transposed: make([]float32, cin*cout),
		dx:         buffer(s.total, cin),
	}
	return G.ApplyOp(op, inputs...)
}

// Do computes the gradient.
func (op *linearInput) Do(in ...G.Value) (G.Value, error) {
	off := 0
	for j, width := range op.widths {
		transpose(op.transposed[off*op.cin:], op.cin, floats(in[1+j]), op.cin, width)
		off += width
	}
	grad, dx := floats(in[0]), floats(op.dx)
	for i := range op.s.n {
		for _, r := range op.s.runs {
			start := op.s.start(i) + r.first
			kernel.Gemm(dx[start*op.cin:], op.cin, grad[start*op.cout:], op.cout, op.transposed, op.cin,
				r.count, op.cin, op.cout, false)
		}
	}
	return op.dx, nil
}

// weightGrad is the gradient of the weights of a convolution or a linear
// layer, and on the way the gradient of its bias. For each tap it multiplies
// the transpose of x, run consecutive rows at a time from that distance on,
// by width columns of the gradient. Inputs: x, gradient.
type weightGrad struct {
	operator
	s          spans
	taps       []int
	cin, run   int
	off, width int
	// fast is nil where Winograd's way is not open.
	fast   *winogradGrad
	dw, db *tensor.Dense
}

// weightGrad returns the nodes of the two gradients. fast may be nil.
func (b *builder) weightGrad(s spans, taps []int, run int, x, grad *G.Node, off, width int, fast *winogradGrad) (dw, db *G.Node, err error) {
	cin := x.Shape()[1]
	rows := len(taps) * run * cin
	op := &weightGrad{
		operator: b.operator("weightGrad", tensor.Shape{rows, width}, x, grad),
		s:        s, taps: taps, cin: cin, run: run, off: off, width: width, fast: fast,
		dw: buffer(rows, width), db: buffer(width),
	}
	if dw, err = G.ApplyOp(op, x, grad); err != nil {
		return nil, nil, err
	}
	db, err = G.ApplyOp(&biasGrad{operator: b.operator("biasGrad", tensor.Shape{width}, dw), db: op.db}, dw)
	return dw, db, err
}

// Do computes both gradients and returns that of the weights.
func (op *weightGrad) Do(in ...G.Value) (G.Value, error) {
	x, grad, dw, db := floats(in[0]), floats(in[1]), floats(op.dw), floats(op.db)
	stride := len(grad) / op.s.total
	clear(db)
	if op.fast != nil {
		op.fast.run(dw, x, grad)
	}
	for i := range op.s.n {
		for j, r := range op.s.runs {
			start := op.s.start(i) + r.first
			g := grad[start*stride+op.off:]
			if op.fast == nil {
				for t, tap := range op.taps {
					m := op.run * op.cin
					kernel.GemmTA(dw[t*m*op.width:], op.width, x[(start+tap)*op.cin:], op.cin, g, stride,
						m, op.width, r.count, i+j > 0)
				}
			}
			addColumns(db, g, r.count, stride)
		}
	}
	return op.dw, nil
}

// biasGrad hands out the bias gradient that a weightGrad has computed. Its
// input is the weightGrad's result, so that it runs after it.
type biasGrad struct {
	operator
	db *tensor.Dense
}

// Do returns the gradient.
func (op *biasGrad) Do(...G.Value) (G.Value, error) { return op.db, nil }

// reluGrad is the gradient before a rectifier with result y: the gradient
// after it where y > 0, else zero. Inputs: y, gradient.
type reluGrad struct {
	operator
	s  spans
	dx *tensor.Dense
}

func (b *builder) reluGrad(s spans, y, grad *G.Node) (*G.Node, error) {
	shape := y.Shape()
	return G.ApplyOp(&reluGrad{
		operator: b.operator("reluGrad", shape.Clone(), y, grad),
		s:        s, dx: buffer(shape...),
	}, y, grad)
}

// Do masks the gradient.
func (op *reluGrad) Do(in ...G.Value) (G.Value, error) {
	y, grad, dx := floats(in[0]), floats(in[1]), floats(op.dx)
	cols := len(dx) / op.s.total
	for i := range op.s.n {
		for _, r := range op.s.runs {
			from := (op.s.start(i) + r.first) * cols
			mask(dx[from:from+r.count*cols], grad[from:], y[from:])
		}
	}
	return op.dx, nil
}
