package gorgonia

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// pool is the mean over the cells of each board, times a factor: [boards,
// channels] from a grid. Pads do not count. Input: x.
type pool struct {
	operator
	b        *builder
	g        grid
	channels int
	// factor is PoolScale / cells.
	factor float32
	y      *tensor.Dense
}

// pool applies the operator with the given PoolScale.
func (b *builder) pool(g grid, scale float32, x *G.Node) (*G.Node, error) {
	channels := x.Shape()[1]
	return G.ApplyOp(&pool{
		operator: b.operator("pool", tensor.Shape{g.boards, channels}, x),
		b:        b, g: g, channels: channels,
		factor: scale / float32(g.rows*g.cols),
		y:      buffer(g.boards, channels),
	}, x)
}

// Do computes the means.
func (op *pool) Do(in ...G.Value) (G.Value, error) {
	x, y := floats(in[0]), floats(op.y)
	clear(y)
	s := op.g.spans()
	for i := range s.n {
		sum := y[i*op.channels : (i+1)*op.channels]
		from := s.start(i) * op.channels
		for range op.g.rows {
			addColumns(sum, x[from:], op.g.cols, op.channels)
			from += op.g.width() * op.channels
		}
		for j := range sum {
			sum[j] *= op.factor
		}
	}
	return op.y, nil
}

// DiffWRT says that x gets a gradient.
func (op *pool) DiffWRT(int) []bool { return []bool{true} }

// SymDiff returns the gradient of x.
func (op *pool) SymDiff(in G.Nodes, y, grad *G.Node) (G.Nodes, error) {
	shape := in[0].Shape()
	n, err := G.ApplyOp(&poolGrad{
		operator: op.b.operator("poolGrad", shape.Clone(), grad),
		g:        op.g, channels: op.channels, factor: op.factor,
		dx: buffer(shape...),
	}, grad)
	return G.Nodes{n}, err
}

// poolGrad is the gradient of a pool's input: each cell gets the same part of
// its board's gradient; pads stay zero. Input: gradient.
type poolGrad struct {
	operator
	g        grid
	channels int
	factor   float32
	dx       *tensor.Dense
}

// Do spreads the gradient.
func (op *poolGrad) Do(in ...G.Value) (G.Value, error) {
	grad, dx := floats(in[0]), floats(op.dx)
	s := op.g.spans()
	for i := range s.n {
		board := dx[s.start(i)*op.channels:]
		cell := board[:op.channels]
		for j := range cell {
			cell[j] = grad[i*op.channels+j] * op.factor
		}
		for y := range op.g.rows {
			for x := range op.g.cols {
				copy(board[(y*op.g.width()+x)*op.channels:], cell)
			}
		}
	}
	return op.dx, nil
}
