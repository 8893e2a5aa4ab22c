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

// tower is the result of the residual blocks for row i of a batch.
func (r *reference) tower(b *model.Batch, i int) [][]float64 {
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
	return x
}

// logits are the policy logits and value logits of row i of a batch.
func (r *reference) logits(b *model.Batch, i int) (policy, value []float64) {
	x := r.tower(b, i)
	return r.moveLogits("policy.query", "policy.key", b.Policy(), i, x), r.layer("value.out", r.hidden(x))
}

// moveLogits are the logits of the moves of row i, from two layers on the tower.
func (r *reference) moveLogits(query, key string, p model.Policy, i int, x [][]float64) (logits []float64) {
	for m := p.Offset[i]; m < p.Offset[i+1]; m++ {
		q, k := r.layer(query, x[p.From[m]]), r.layer(key, x[p.To[m]])
		var dot float64
		for j := range q {
			dot += q[j] * k[j]
		}
		logits = append(logits, dot/math.Sqrt(float64(r.spec.PolicyDim)))
	}
	return logits
}

// hidden is the hidden layer of the value head.
func (r *reference) hidden(x [][]float64) []float64 {
	s := r.spec
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
	return rectify(r.layer("value.hidden", pooled))
}

// losses are the weighted mean cross-entropies over a batch, by part.
func (r *reference) losses(b *model.Batch) byPart {
	var sum, weight byPart
	for i := range b.Size() {
		x := r.tower(b, i)
		h := r.hidden(x)
		add := func(p part, weights []float32, ce float64) {
			sum[p] += float64(weights[i]) * ce
			weight[p] += float64(weights[i])
		}
		s := r.spec.Seats
		add(policyPart, b.PolicyWeight, referenceCE(r.moveLogits("policy.query", "policy.key", b.Policy(), i, x), b.Target[b.Offset[i]:b.Offset[i+1]]))
		add(valuePart, b.ValueWeight, referenceCE(r.layer("value.out", h), b.Value[i*s:(i+1)*s]))
		if r.spec.Heads.PliesLeft {
			add(pliesLeftPart, b.PliesLeftWeight, referenceBinary(r.layer("heads.plies_left", h), b.PliesLeft[i:i+1]))
		}
		if r.spec.Heads.Distance {
			add(distancePart, b.DistanceWeight, referenceBinary(r.layer("heads.distance", h), b.Distance[i*s:(i+1)*s]))
		}
		if n := r.spec.Heads.ShortValues; n > 0 {
			logits, ce := r.layer("heads.short_value", h), 0.0
			for k := range n {
				ce += referenceCE(logits[k*s:(k+1)*s], b.ShortValue[(i*n+k)*s:(i*n+k+1)*s])
			}
			add(shortValuePart, b.ShortValueWeight, ce/float64(n))
		}
		if r.spec.Heads.Reply {
			lo, hi := b.Reply.Offset[i], b.Reply.Offset[i+1]
			add(replyPart, b.Reply.Weight, referenceCE(r.moveLogits("heads.reply.query", "heads.reply.key", b.Reply, i, x), b.Reply.Target[lo:hi]))
		}
	}
	for p := range sum {
		if weight[p] > 0 {
			sum[p] /= weight[p]
		}
	}
	return sum
}

// total is the weighted sum of losses.
func (a byPart) total(weights byPart) (sum float64) {
	for p, x := range a {
		sum += x * weights[p]
	}
	return sum
}

// referenceBinary is the mean cross-entropy of shares.
func referenceBinary(logits []float64, shares []float32) (ce float64) {
	for j, z := range logits {
		p, t := 1/(1+math.Exp(-z)), float64(shares[j])
		ce -= t*math.Log(p) + (1-t)*math.Log(1-p)
	}
	return ce / float64(len(logits))
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
