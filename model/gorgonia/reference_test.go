package gorgonia

import (
	"fmt"
	"math"

	"halmazero/model"
)

// reference computes the network in float64 as plainly as model.Spec says it,
// one board at a time. It shares no code with the operators.
type reference struct {
	spec model.Spec
	w    map[string][]float64
}

func newReference(net *model.Network) *reference {
	r := &reference{spec: net.Spec, w: make(map[string][]float64)}
	for name, v := range net.Tensors {
		for _, x := range v {
			r.w[name] = append(r.w[name], float64(x))
		}
	}
	return r
}

// conv is a 3x3 convolution with bias of x, [cells][channels].
func (r *reference) conv(name string, x [][]float64) [][]float64 {
	w, b := r.w[name+".w"], r.w[name+".b"]
	cin, cout := len(x[0]), len(b)
	y := make([][]float64, len(x))
	for row := range r.spec.Rows {
		for col := range r.spec.Cols {
			out := append([]float64(nil), b...)
			for ky := range 3 {
				for kx := range 3 {
					iy, ix := row+ky-1, col+kx-1
					if iy < 0 || ix < 0 || iy >= r.spec.Rows || ix >= r.spec.Cols {
						continue
					}
					for c, v := range x[iy*r.spec.Cols+ix] {
						for f := range out {
							out[f] += v * w[((ky*3+kx)*cin+c)*cout+f]
						}
					}
				}
			}
			if !r.spec.OnBoard(row, col) {
				clear(out)
			}
			y[row*r.spec.Cols+col] = out
		}
	}
	return y
}

// layer is x*w + b for one vector.
func (r *reference) layer(name string, x []float64) []float64 {
	w, y := r.w[name+".w"], append([]float64(nil), r.w[name+".b"]...)
	for c, v := range x {
		for f := range y {
			y[f] += v * w[c*len(y)+f]
		}
	}
	return y
}

func rectify(x []float64) []float64 {
	for i := range x {
		x[i] = math.Max(0, x[i])
	}
	return x
}

// planes are the inputs of row i of a batch, [cells][planes].
func (r *reference) planes(b *model.Batch, i int) [][]float64 {
	s := r.spec
	x := make([][]float64, s.Cells())
	for c := range x {
		for p := range s.Planes {
			v := float64(b.Planes[(i*s.Cells()+c)*s.Planes+p])
			if !s.OnBoard(c/s.Cols, c%s.Cols) {
				v = 0
			}
			x[c] = append(x[c], v)
		}
	}
	return x
}

// logits are the policy logits and value logits of row i of a batch.
func (r *reference) logits(b *model.Batch, i int) (policy, value []float64) {
	s := r.spec
	x := r.conv("stem", r.planes(b, i))
	for c := range x {
		rectify(x[c])
	}
	for k := range s.Blocks {
		h := r.conv(fmt.Sprintf("block%d.a", k), x)
		for c := range h {
			rectify(h[c])
		}
		h = r.conv(fmt.Sprintf("block%d.b", k), h)
		for c := range h {
			for f := range h[c] {
				h[c][f] += x[c][f] // both are zero off the board
			}
			rectify(h[c])
		}
		x = h
	}
	for m := b.Offset[i]; m < b.Offset[i+1]; m++ {
		q, k := r.layer("policy.query", x[b.From[m]]), r.layer("policy.key", x[b.To[m]])
		var dot float64
		for j := range q {
			dot += q[j] * k[j]
		}
		policy = append(policy, dot/math.Sqrt(float64(s.PolicyDim)))
	}
	pooled := make([]float64, s.ValueChannels)
	cells := 0.0
	for c := range x {
		if s.OnBoard(c/s.Cols, c%s.Cols) {
			cells++
			for j, v := range rectify(r.layer("value.pool", x[c])) {
				pooled[j] += v * float64(s.PoolScale)
			}
		}
	}
	for j := range pooled {
		pooled[j] /= cells
	}
	return policy, r.layer("value.out", rectify(r.layer("value.hidden", pooled)))
}

// losses are the weighted mean cross-entropies over a batch.
func (r *reference) losses(b *model.Batch) (policy, value float64) {
	var pw, vw float64
	for i := range b.Size() {
		p, v := r.logits(b, i)
		policy += float64(b.PolicyWeight[i]) * referenceCE(p, b.Target[b.Offset[i]:b.Offset[i+1]])
		value += float64(b.ValueWeight[i]) * referenceCE(v, b.Value[i*r.spec.Seats:(i+1)*r.spec.Seats])
		pw += float64(b.PolicyWeight[i])
		vw += float64(b.ValueWeight[i])
	}
	return policy / pw, value / vw
}

func referenceCE(logits []float64, target []float32) float64 {
	var total, ce float64
	for _, l := range logits {
		total += math.Exp(l)
	}
	for j, l := range logits {
		ce -= float64(target[j]) * (l - math.Log(total))
	}
	return ce
}
