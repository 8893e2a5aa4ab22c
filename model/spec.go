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
type Spec struct {
	// Rows and Cols are the grid: 8x8, 10x10, 16x16.
	Rows int `json:"rows"`
	Cols int `json:"cols"`
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
}

// Cells is Rows*Cols.
func (s Spec) Cells() int { return s.Rows * s.Cols }

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
