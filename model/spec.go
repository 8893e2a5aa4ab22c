package model

import (
	"errors"
	"fmt"
	"math"
)

// ErrSpec is wrapped by every error about an impossible Spec.
var ErrSpec = errors.New("bad network spec")

// Spec fixes the shape of every tensor of a network.
//
// The network is a residual tower of 3x3 convolutions, zero padded, with bias
// and without normalisation:
//
//	x0 = relu(conv(stem, planes))
//	x(i+1) = relu(conv(b, relu(conv(a, xi))) + xi)          for each block
//	query = xN·Wq + bq, key = xN·Wk + bk                    per cell, PolicyDim wide
//	logit(from,to) = query[from]·key[to] / sqrt(PolicyDim)  legal moves only
//	g = mean over cells of relu(xN·Wg + bg) * PoolScale     ValueChannels wide
//	h = relu(g·W1 + b1)                                     ValueHidden wide
//	value logits = h·W2 + b2                                one per seat, mover first
//
// The pooled features are scaled because a plain mean is so small that the
// value head hardly learns.
//
// A star lies in the grid of its axial coordinates, whose cells off the board
// are like those beyond the edge: zero in the input, whatever the planes say,
// and after every layer; the mean is over the cells of the board. So the
// network computes nothing there, and a 3x3 convolution sees the six
// neighbours of a cell and two cells at distance 2.
//
// Heads that only training computes are in Heads.
type Spec struct {
	// Rows and Cols are the grid: 8x8, 10x10, 16x16, and 17x17 for the star of
	// 121 cells.
	Rows int `json:"rows"`
	Cols int `json:"cols"`
	// Star is the number of rows of a point of the star, 4, 5 or 6 for 121,
	// 181 and 253 cells, and the grid then has 4*Star+1 rows and columns; 0
	// for a board that is the whole grid.
	Star int `json:"star,omitempty"`
	// Seats is the number of value logits.
	Seats int `json:"seats"`
	// Features names the input encoding (model/features).
	Features string `json:"features"`
	// Planes is the number of input planes of that encoding.
	Planes int `json:"planes"`
	// Blocks is the number of residual blocks, Filters the channels of the tower.
	Blocks  int `json:"blocks"`
	Filters int `json:"filters"`
	// PolicyDim is the width of a query and of a key.
	PolicyDim int `json:"policy_dim"`
	// ValueChannels and ValueHidden are the widths of the value head.
	ValueChannels int `json:"value_channels"`
	ValueHidden   int `json:"value_hidden"`
	// PoolScale multiplies the mean-pooled value features.
	PoolScale float32 `json:"pool_scale"`
	// Heads are the further heads of training.
	Heads Heads `json:"heads,omitzero"`
}

// Cells is the number of cells of the grid, Rows*Cols. A cell of planes and
// moves is an index into it, row*Cols+col.
func (s Spec) Cells() int { return s.Rows * s.Cols }

// OnBoard reports whether a cell of the grid is one of the board.
func (s Spec) OnBoard(row, col int) bool {
	if row < 0 || row >= s.Rows || col < 0 || col >= s.Cols {
		return false
	}
	if s.Star == 0 {
		return true
	}
	r, q := row-2*s.Star, col-2*s.Star
	return max(q, r, -q-r) <= s.Star || min(q, r, -q-r) >= -s.Star
}

// BoardCells is the number of cells of the board.
func (s Spec) BoardCells() int {
	n := 0
	for _, on := range s.Mask() {
		if on {
			n++
		}
	}
	return n
}

// Mask says of each cell of the grid whether it is one of the board.
func (s Spec) Mask() []bool {
	mask := make([]bool, 0, s.Cells())
	for row := range s.Rows {
		for col := range s.Cols {
			mask = append(mask, s.OnBoard(row, col))
		}
	}
	return mask
}

// maxStar is the largest star whose grid is not larger than others may be.
const maxStar = 7

// Validate reports every fault of the spec, or nil.
func (s Spec) Validate() error {
	var errs []error
	check := func(name string, v, lo, hi int) {
		if v < lo || v > hi {
			errs = append(errs, fmt.Errorf("%w: %s is %d, want %d to %d", ErrSpec, name, v, lo, hi))
		}
	}
	check("rows", s.Rows, 4, 32)
	check("cols", s.Cols, 4, 32)
	check("star", s.Star, 0, maxStar)
	if side := 4*s.Star + 1; s.Star > 0 && (s.Rows != side || s.Cols != side) {
		errs = append(errs, fmt.Errorf("%w: the grid is %dx%d, a star of points with %d rows needs %dx%d",
			ErrSpec, s.Rows, s.Cols, s.Star, side, side))
	}
	check("seats", s.Seats, 2, 6)
	check("planes", s.Planes, 1, 64)
	check("blocks", s.Blocks, 0, 40)
	check("filters", s.Filters, 1, 512)
	check("policy_dim", s.PolicyDim, 1, 256)
	check("value_channels", s.ValueChannels, 1, 512)
	check("value_hidden", s.ValueHidden, 1, 1024)
	if s.Features == "" {
		errs = append(errs, fmt.Errorf("%w: features is empty", ErrSpec))
	}
	if !(s.PoolScale > 0) || math.IsInf(float64(s.PoolScale), 0) {
		errs = append(errs, fmt.Errorf("%w: pool_scale is %v, want a positive number", ErrSpec, s.PoolScale))
	}
	check("heads.short_values", s.Heads.ShortValues, 0, 8)
	return errors.Join(errs...)
}

// TensorSpec names one weight tensor and its shape.
type TensorSpec struct {
	Name  string
	Shape []int
	// Matrix says that the tensor is a matrix of weights (subject to weight
	// decay), not a bias.
	Matrix bool
}

// Len is the number of elements.
func (t TensorSpec) Len() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// Tensors lists every weight in file order. A 3x3 convolution is stored as a
// matrix of shape [9*Cin, Cout], row (ky*3+kx)*Cin+c, so that it multiplies an
// NHWC patch from the left; ky counts from the north, kx from the west. A
// linear layer is [in, out].
func (s Spec) Tensors() []TensorSpec {
	f := s.Filters
	var ts []TensorSpec
	add := func(name string, in, out int) {
		ts = append(ts,
			TensorSpec{Name: name + ".w", Shape: []int{in, out}, Matrix: true},
			TensorSpec{Name: name + ".b", Shape: []int{out}})
	}
	add("stem", 9*s.Planes, f)
	for i := range s.Blocks {
		add(fmt.Sprintf("block%d.a", i), 9*f, f)
		add(fmt.Sprintf("block%d.b", i), 9*f, f)
	}
	add("policy.query", f, s.PolicyDim)
	add("policy.key", f, s.PolicyDim)
	add("value.pool", f, s.ValueChannels)
	add("value.hidden", s.ValueChannels, s.ValueHidden)
	add("value.out", s.ValueHidden, s.Seats)
	if s.Heads.PliesLeft {
		add(PliesLeftTensor, s.ValueHidden, 1)
	}
	if s.Heads.Distance {
		add(DistanceTensor, s.ValueHidden, s.Seats)
	}
	if s.Heads.ShortValues > 0 {
		add(ShortValueTensor, s.ValueHidden, s.Heads.ShortValues*s.Seats)
	}
	if s.Heads.Reply {
		add(ReplyQueryTensor, f, s.PolicyDim)
		add(ReplyKeyTensor, f, s.PolicyDim)
	}
	return ts
}

// Params is the number of weights.
func (s Spec) Params() int {
	n := 0
	for _, t := range s.Tensors() {
		n += t.Len()
	}
	return n
}
