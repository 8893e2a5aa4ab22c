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
		factor: scale / float32(g.cells),
		y:      buffer(g.boards, channels),
	}, x)
}

// Do computes the means.
func (op *pool) Do(in ...G.Value) (G.Value, error) {
	x, y := floats(in[0]), floats(op.y)
	clear(y)
	s := &op.g.spans
	for i := range s.n {
		sum := y[i*op.channels : (i+1)*op.channels]
		for _, b := range op.g.tiling.Blocks {
			for row := b.Row; row < b.Row+b.Rows; row++ {
				at := s.start(i) + row*op.g.width() + b.Col
				addColumns(sum, x[at*op.channels:], b.Cols, op.channels)
			}
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
		dx: buffer(shape...), cell: make([]float32, op.channels),
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
	cell     []float32 // gradient of each cell of a board
}

// Do spreads the gradient.
func (op *poolGrad) Do(in ...G.Value) (G.Value, error) {
	grad, dx := floats(in[0]), floats(op.dx)
	s := &op.g.spans
	for i := range s.n {
		board := dx[s.start(i)*op.channels:]
		for j := range op.cell {
			op.cell[j] = grad[i*op.channels+j] * op.factor
		}
		for _, b := range op.g.tiling.Blocks {
			for row := b.Row; row < b.Row+b.Rows; row++ {
				for col := b.Col; col < b.Col+b.Cols; col++ {
					copy(board[(row*op.g.width()+col)*op.channels:], op.cell)
				}
			}
		}
	}
	return op.dx, nil
}
