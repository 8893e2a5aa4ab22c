package gorgonia

import (
	"fmt"
	"math"

	"halmazero/model"
)

// gradients differentiates the weighted sum of the parts, as losses has them,
// by hand and in float64: by tensor, every element.
func (r *reference) gradients(b *model.Batch, weights byPart) map[string][]float64 {
	grads := make(map[string][]float64)
	for name, w := range r.w {
		grads[name] = make([]float64, len(w))
	}
	rows := map[part][]float32{policyPart: b.PolicyWeight, valuePart: b.ValueWeight, pliesLeftPart: b.PliesLeftWeight,
		distancePart: b.DistanceWeight, shortValuePart: b.ShortValueWeight, replyPart: b.Reply.Weight}
	for i := range b.Size() {
		var scale byPart
		for p, w := range rows {
			var sum float64
			for _, x := range w {
				sum += float64(x)
			}
			if sum > 0 {
				scale[p] = weights[p] * float64(w[i]) / sum
			}
		}
		(&backward{reference: r, grads: grads}).board(b, i, scale)
	}
	return grads
}

// backward goes through one board, forward and back.
type backward struct {
	*reference
	grads map[string][]float64
}

// board adds the gradients of row i, whose cross-entropies count so much.
func (r *backward) board(b *model.Batch, i int, scale byPart) {
	// The inputs of the convolutions, in order; the last is the tower's result.
	acts := [][][]float64{r.planes(b, i)}
	push := func(name string, skip [][]float64) {
		y := r.conv(name, acts[len(acts)-1])
		for c := range y {
			if skip != nil {
				for f := range y[c] {
					y[c][f] += skip[c][f]
				}
			}
			rectify(y[c])
		}
		acts = append(acts, y)
	}
	push("stem", nil)
	for k := range r.spec.Blocks {
		x := acts[len(acts)-1]
		push(fmt.Sprintf("block%d.a", k), nil)
		push(fmt.Sprintf("block%d.b", k), x)
	}
	x := acts[len(acts)-1]
	dx := zeros(len(x), len(x[0]))
	r.policy("policy.query", "policy.key", b.Policy(), i, x, dx, scale[policyPart])
	if r.spec.Heads.Reply {
		r.policy("heads.reply.query", "heads.reply.key", b.Reply, i, x, dx, scale[replyPart])
	}
	r.value(b, i, x, dx, scale)

	at := len(acts) - 1
	for k := r.spec.Blocks - 1; k >= 0; k-- {
		pass(dx, acts[at])
		dh := r.convBack(fmt.Sprintf("block%d.b", k), acts[at-1], dx)
		pass(dh, acts[at-1])
		through := r.convBack(fmt.Sprintf("block%d.a", k), acts[at-2], dh)
		for c := range dx {
			for f := range dx[c] {
				dx[c][f] += through[c][f]
			}
		}
		at -= 2
	}
	pass(dx, acts[at])
	r.convBack("stem", acts[0], dx)
}

// policy adds the gradients of the cross-entropy of a policy.
func (r *backward) policy(query, key string, b model.Policy, i int, x, dx [][]float64, scale float64) {
	lo, hi := b.Offset[i], b.Offset[i+1]
	q, k := make([][]float64, hi-lo), make([][]float64, hi-lo)
	logits := make([]float64, hi-lo)
	root := math.Sqrt(float64(r.spec.PolicyDim))
	for m := range logits {
		q[m], k[m] = r.layer(query, x[b.From[int(lo)+m]]), r.layer(key, x[b.To[int(lo)+m]])
		for j := range q[m] {
			logits[m] += q[m][j] * k[m][j] / root
		}
	}
	for m, g := range softmaxGrad(logits, b.Target[lo:hi]) {
		from, to := b.From[int(lo)+m], b.To[int(lo)+m]
		dq, dk := make([]float64, len(q[m])), make([]float64, len(k[m]))
		for j := range dq {
			dq[j], dk[j] = g*scale*k[m][j]/root, g*scale*q[m][j]/root
		}
		r.layerBack(query, x[from], dq, dx[from])
		r.layerBack(key, x[to], dk, dx[to])
	}
}

// value adds the gradients of the cross-entropies of the value and of the heads
// that share its hidden layer.
func (r *backward) value(b *model.Batch, i int, x, dx [][]float64, scale byPart) {
	s := r.spec
	factor := float64(s.PoolScale) / float64(s.BoardCells())
	pooled := make([]float64, s.ValueChannels)
	cells := make([][]float64, len(x)) // nil off the board
	for c := range x {
		if s.OnBoard(c/s.Cols, c%s.Cols) {
			cells[c] = rectify(r.layer("value.pool", x[c]))
			for j, v := range cells[c] {
				pooled[j] += v * factor
			}
		}
	}
	hidden := rectify(r.layer("value.hidden", pooled))
	dhidden, dpooled := make([]float64, len(hidden)), make([]float64, len(pooled))
	back := func(name string, factor float64, dout []float64) {
		for j := range dout {
			dout[j] *= factor
		}
		r.layerBack(name, hidden, dout, dhidden)
	}
	back("value.out", scale[valuePart], softmaxGrad(r.layer("value.out", hidden), b.Value[i*s.Seats:(i+1)*s.Seats]))
	if s.Heads.PliesLeft {
		back("heads.plies_left", scale[pliesLeftPart], sigmoidGrad(r.layer("heads.plies_left", hidden), b.PliesLeft[i:i+1]))
	}
	if s.Heads.Distance {
		back("heads.distance", scale[distancePart]/float64(s.Seats),
			sigmoidGrad(r.layer("heads.distance", hidden), b.Distance[i*s.Seats:(i+1)*s.Seats]))
	}
	if n := s.Heads.ShortValues; n > 0 {
		logits, dout := r.layer("heads.short_value", hidden), []float64(nil)
		for k := range n {
			dout = append(dout, softmaxGrad(logits[k*s.Seats:(k+1)*s.Seats], b.ShortValue[(i*n+k)*s.Seats:(i*n+k+1)*s.Seats])...)
		}
		back("heads.short_value", scale[shortValuePart]/float64(n), dout)
	}
	pass([][]float64{dhidden}, [][]float64{hidden})
	r.layerBack("value.hidden", pooled, dhidden, dpooled)
	for c, y := range cells {
		if y == nil {
			continue
		}
		dy := make([]float64, len(y))
		for j := range dy {
			dy[j] = dpooled[j] * factor
		}
		pass([][]float64{dy}, [][]float64{y})
		r.layerBack("value.pool", x[c], dy, dx[c])
	}
}

// layerBack adds the gradients of the weights, the bias and the input x of a
// layer whose result has the gradient dy.
func (r *backward) layerBack(name string, x, dy, dx []float64) {
	w, dw, db := r.w[name+".w"], r.grads[name+".w"], r.grads[name+".b"]
	for f, g := range dy {
		db[f] += g
	}
	for c, v := range x {
		for f, g := range dy {
			dw[c*len(dy)+f] += v * g
			dx[c] += w[c*len(dy)+f] * g
		}
	}
}

// convBack adds the gradients of the weights and the bias of a convolution of
// x whose result, before the rectifier, has the gradient dy, and returns that
// of x.
func (r *backward) convBack(name string, x, dy [][]float64) [][]float64 {
	s := r.spec
	w, dw, db := r.w[name+".w"], r.grads[name+".w"], r.grads[name+".b"]
	cin, cout := len(x[0]), len(dy[0])
	dx := zeros(len(x), cin)
	for row := range s.Rows {
		for col := range s.Cols {
			if !s.OnBoard(row, col) {
				continue
			}
			g := dy[row*s.Cols+col]
			for f := range g {
				db[f] += g[f]
			}
			for tap := range 9 {
				iy, ix := row+tap/3-1, col+tap%3-1
				if iy < 0 || ix < 0 || iy >= s.Rows || ix >= s.Cols {
					continue
				}
				from := iy*s.Cols + ix
				for c, v := range x[from] {
					at := (tap*cin + c) * cout
					wc, dwc := w[at:at+cout], dw[at:at+cout]
					var sum float64
					for f, gf := range g {
						dwc[f] += v * gf
						sum += wc[f] * gf
					}
					dx[from][c] += sum
				}
			}
		}
	}
	return dx
}

// pass zeroes the gradient where a rectifier with result y let nothing pass.
func pass(dy, y [][]float64) {
	for c := range dy {
		for f := range dy[c] {
			if y[c][f] <= 0 {
				dy[c][f] = 0
			}
		}
	}
}

// softmaxGrad is the gradient of the cross-entropy by the logits.
func softmaxGrad(logits []float64, target []float32) []float64 {
	var total, mass float64
	for j, l := range logits {
		total += math.Exp(l)
		mass += float64(target[j])
	}
	g := make([]float64, len(logits))
	for j, l := range logits {
		g[j] = mass*math.Exp(l)/total - float64(target[j])
	}
	return g
}

// sigmoidGrad is the gradient of the summed cross-entropy of shares by their
// logits.
func sigmoidGrad(logits []float64, shares []float32) []float64 {
	g := make([]float64, len(logits))
	for j, z := range logits {
		g[j] = 1/(1+math.Exp(-z)) - float64(shares[j])
	}
	return g
}

// zeros is a matrix.
func zeros(rows, cols int) [][]float64 {
	m := make([][]float64, rows)
	for i := range m {
		m[i] = make([]float64, cols)
	}
	return m
}
