package nn

import (
	"fmt"
	"math"
	"math/rand/v2"

	"halmazero/model"
)

// reference computes a network in float64, straight from the formula of
// model.Spec: the twin that the fast forward pass is compared with.
func reference(n *model.Network, in Input) (logits, value []float64) {
	s := n.Spec
	x := refConv(n, "stem", onBoard(s, widen(in.Planes)), s.Planes)
	refRelu(x)
	for i := range s.Blocks {
		y := refConv(n, fmt.Sprintf("block%d.a", i), x, s.Filters)
		refRelu(y)
		y = refConv(n, fmt.Sprintf("block%d.b", i), y, s.Filters)
		for j := range y {
			y[j] += x[j]
		}
		refRelu(y)
		x = y
	}
	query := refLinear(n, "policy.query", x, s.Filters, s.PolicyDim)
	key := refLinear(n, "policy.key", x, s.Filters, s.PolicyDim)
	for i := range in.From {
		dot := 0.0
		for d := range s.PolicyDim {
			dot += query[int(in.From[i])*s.PolicyDim+d] * key[int(in.To[i])*s.PolicyDim+d]
		}
		logits = append(logits, dot/math.Sqrt(float64(s.PolicyDim)))
	}
	pool := onBoard(s, refLinear(n, "value.pool", x, s.Filters, s.ValueChannels))
	refRelu(pool)
	cells := 0
	for _, on := range s.Mask() {
		if on {
			cells++
		}
	}
	g := make([]float64, s.ValueChannels)
	for i, v := range pool {
		g[i%s.ValueChannels] += v / float64(cells) * float64(s.PoolScale)
	}
	h := refLinear(n, "value.hidden", g, s.ValueChannels, s.ValueHidden)
	refRelu(h)
	return logits, refLinear(n, "value.out", h, s.ValueHidden, s.Seats)
}

// onBoard clears what lies off the board.
func onBoard(s model.Spec, x []float64) []float64 {
	channels := len(x) / s.Cells()
	for c, on := range s.Mask() {
		if !on {
			clear(x[c*channels : (c+1)*channels])
		}
	}
	return x
}

// refConv is a zero-padded 3x3 convolution with bias, and zero off the board.
func refConv(n *model.Network, name string, x []float64, in int) []float64 {
	s := n.Spec
	w, b := n.Tensors[name+".w"], n.Tensors[name+".b"]
	out := len(b)
	y := make([]float64, s.Cells()*out)
	for r := range s.Rows {
		for c := range s.Cols {
			for o := range out {
				sum := float64(b[o])
				for ky := range 3 {
					for kx := range 3 {
						rr, cc := r+ky-1, c+kx-1
						if rr < 0 || rr >= s.Rows || cc < 0 || cc >= s.Cols {
							continue
						}
						for i := range in {
							sum += x[(rr*s.Cols+cc)*in+i] * float64(w[((ky*3+kx)*in+i)*out+o])
						}
					}
				}
				y[(r*s.Cols+c)*out+o] = sum
			}
		}
	}
	return onBoard(s, y)
}

// refLinear applies a linear layer to each row of x.
func refLinear(n *model.Network, name string, x []float64, in, out int) []float64 {
	w, b := n.Tensors[name+".w"], n.Tensors[name+".b"]
	y := make([]float64, len(x)/in*out)
	for r := range len(x) / in {
		for o := range out {
			sum := float64(b[o])
			for i := range in {
				sum += x[r*in+i] * float64(w[i*out+o])
			}
			y[r*out+o] = sum
		}
	}
	return y
}

func refRelu(x []float64) {
	for i, v := range x {
		x[i] = max(v, 0)
	}
}

func widen(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

// testNet is a random network with random biases.
func testNet(s model.Spec, rng *rand.Rand) *model.Network {
	n, err := model.Random(s, rng)
	if err != nil {
		panic(err)
	}
	for _, t := range s.Tensors() {
		if !t.Matrix {
			for i := range n.Tensors[t.Name] {
				n.Tensors[t.Name][i] = float32(rng.NormFloat64() * 0.1)
			}
		}
	}
	return n
}

// testInput is a random position, noise off the board included, with so many
// moves.
func testInput(s model.Spec, moves int, rng *rand.Rand) Input {
	in := Input{Planes: make([]float32, s.Cells()*s.Planes)}
	for i := range in.Planes {
		if rng.IntN(3) == 0 {
			in.Planes[i] = float32(rng.NormFloat64())
		}
	}
	for range moves {
		in.From = append(in.From, testCell(s, rng))
		in.To = append(in.To, testCell(s, rng))
	}
	return in
}

// testCell is a cell of the board.
func testCell(s model.Spec, rng *rand.Rand) int16 {
	for {
		if c := rng.IntN(s.Cells()); s.OnBoard(c/s.Cols, c%s.Cols) {
			return int16(c)
		}
	}
}

// testOutput is room for the answer to in.
func testOutput(s model.Spec, in Input) Output {
	return Output{Logits: make([]float32, len(in.From)), Value: make([]float32, s.Seats)}
}
