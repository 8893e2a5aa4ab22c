package nn

import (
	"fmt"
	"math"

	"halmazero/model"
	"halmazero/model/nn/kernel"
)

// Net is a network made ready for inference. It is immutable and safe for
// concurrent use; each goroutine needs its own Evaluator.
type Net struct {
	spec   model.Spec
	kind   kernel.Kind
	grid   grid
	mask   []bool // cells of the spec's grid that are on the board
	stem   conv
	blocks []block
	heads  heads
}

// block is a residual block.
type block struct{ a, b conv }

// conv is a 3x3 convolution with transformed weights.
type conv struct {
	// in is the number of input channels, inPad and outPad are padded.
	in, inPad, outPad int
	// strips hold the transformed weights, kernel.Kind.Columns channels each
	// (the last may have fewer), so that a strip is read from end to end.
	strips []strip
	bias   []float32
}

// strip is 36 planes of weights, each a matrix [in x width], plane numbers
// apart.
type strip struct {
	u            []float32
	width, plane int
}

// heads holds the weights of both heads.
type heads struct {
	// cell is the matrix [Filters x width] that gives for each cell its
	// query, its key and its value channels, each padded; the query's weights
	// include the factor 1/sqrt(PolicyDim).
	cell, cellBias []float32
	width          int
	dim, channels  int // padded widths of a query or key, and of the value channels
	// hidden is [ValueChannels x hiddenPad] and includes the factor
	// PoolScale/BoardCells.
	hidden, hiddenBias []float32
	hiddenPad          int
	out, outBias       []float32
}

// New prepares a network for the active kernels (kernel.Active). It copies
// what it needs; later changes of net do not matter.
func New(net *model.Network) (*Net, error) { return NewKind(net, kernel.Active()) }

// NewKind is New for kernels of a given kind, which must be available.
func NewKind(net *model.Network, kind kernel.Kind) (*Net, error) {
	if err := net.Validate(); err != nil {
		return nil, fmt.Errorf("prepare network: %w", err)
	}
	s := net.Spec
	n := &Net{spec: s, kind: kind, grid: newGrid(s), mask: s.Mask()}
	n.stem = newConv(net, kind, "stem", s.Planes, s.Filters)
	for i := range s.Blocks {
		n.blocks = append(n.blocks, block{
			a: newConv(net, kind, fmt.Sprintf("block%d.a", i), s.Filters, s.Filters),
			b: newConv(net, kind, fmt.Sprintf("block%d.b", i), s.Filters, s.Filters),
		})
	}
	n.heads = newHeads(net)
	return n, nil
}

// Spec is the spec of the network.
func (n *Net) Spec() model.Spec { return n.spec }

// newConv transforms the weights of one convolution.
func newConv(net *model.Network, kind kernel.Kind, name string, in, out int) conv {
	c := conv{in: in, inPad: kernel.Pad(in), outPad: kernel.Pad(out)}
	stripWidth := kind.Columns()
	for o := 0; o < c.outPad; o += stripWidth {
		width := min(stripWidth, c.outPad-o)
		plane := kernel.PlaneStride(in * width)
		c.strips = append(c.strips, strip{kernel.Aligned(kernel.WinogradPlanes * plane), width, plane})
	}
	c.bias = padded(net.Tensors[name+".b"], 1, out, c.outPad)
	w := net.Tensors[name+".w"]
	for i := range in {
		for o := range out {
			var taps [9]float64
			for t := range taps {
				taps[t] = float64(w[(t*in+i)*out+o])
			}
			s := &c.strips[o/stripWidth]
			for p, x := range kernel.Weights(&taps) {
				s.u[p*s.plane+i*s.width+o%stripWidth] = float32(x)
			}
		}
	}
	return c
}

// newHeads gathers the weights of the heads.
func newHeads(net *model.Network) heads {
	s := net.Spec
	h := heads{dim: kernel.Pad(s.PolicyDim), channels: kernel.Pad(s.ValueChannels), hiddenPad: kernel.Pad(s.ValueHidden)}
	h.width = 2*h.dim + h.channels
	h.cell, h.cellBias = kernel.Aligned(s.Filters*h.width), kernel.Aligned(h.width)
	place := func(name string, at, width int, factor float64) {
		w, b := net.Tensors[name+".w"], net.Tensors[name+".b"]
		for j := range width {
			for i := range s.Filters {
				h.cell[i*h.width+at+j] = float32(float64(w[i*width+j]) * factor)
			}
			h.cellBias[at+j] = float32(float64(b[j]) * factor)
		}
	}
	place("policy.query", 0, s.PolicyDim, 1/math.Sqrt(float64(s.PolicyDim)))
	place("policy.key", h.dim, s.PolicyDim, 1)
	place("value.pool", 2*h.dim, s.ValueChannels, 1)

	h.hidden = padded(net.Tensors["value.hidden.w"], s.ValueChannels, s.ValueHidden, h.hiddenPad)
	cells := float64(s.BoardCells())
	for i, x := range h.hidden {
		h.hidden[i] = float32(float64(x) * float64(s.PoolScale) / cells)
	}
	h.hiddenBias = padded(net.Tensors["value.hidden.b"], 1, s.ValueHidden, h.hiddenPad)
	h.out = padded(net.Tensors["value.out.w"], s.ValueHidden, s.Seats, s.Seats)
	h.outBias = padded(net.Tensors["value.out.b"], 1, s.Seats, s.Seats)
	return h
}

// padded copies a matrix and adds columns of zeros.
func padded(w []float32, rows, cols, width int) []float32 {
	out := kernel.Aligned(rows * width)
	for i := range rows {
		copy(out[i*width:], w[i*cols:][:cols])
	}
	return out
}
