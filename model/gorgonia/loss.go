package gorgonia

import (
	"math"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"halmazero/model"
)

// view is what the loss operators of a graph read: the rows lo to lo+n of a
// batch, as the first n boards of the graph. The graph's other boards do not
// count.
type view struct {
	batch *model.Batch
	lo, n int
	// scale multiplies each row's weighted cross-entropy, by part: the weight of
	// the loss over the sum of the row weights.
	scale [parts]float32
}

// term is an operator that computes a part of the loss.
type term interface {
	// crossEntropy is the weighted cross-entropy of the last run, without the
	// scale.
	crossEntropy() float64
}

// policyLoss is the sum over the rows of weight*scale*cross-entropy between
// the target policy and the softmax of the logits of the legal moves. Input:
// a grid with the query and the key of each cell side by side. Only legal
// moves are looked at, with one dot product each.
type policyLoss struct {
	operator
	b    *builder
	g    grid
	dim  int
	part part
	view *view
	// prob holds the softmax of each legal move, logit its logit, both in the
	// order of the batch's moves from row lo on.
	prob, logit []float32
	// sum is the weighted cross-entropy, without the scale.
	sum float64
}

// policyLoss applies the operator to x, [rows, 2*PolicyDim], for the policy or
// the reply.
func (b *builder) policyLoss(g grid, v *view, p part, x *G.Node) (*policyLoss, *G.Node, error) {
	op := &policyLoss{
		operator: b.operator("policyLoss", nil, x),
		b:        b, g: g, dim: x.Shape()[1] / 2, part: p, view: v,
	}
	n, err := G.ApplyOp(op, x)
	return op, n, err
}

// crossEntropy is that of the last run.
func (op *policyLoss) crossEntropy() float64 { return op.sum }

// target is what the operator compares with.
func (op *policyLoss) target() model.Policy {
	if op.part == replyPart {
		return op.view.batch.Reply
	}
	return op.view.batch.Policy()
}

// Do computes the loss, and on the way the logits and the softmax.
func (op *policyLoss) Do(in ...G.Value) (G.Value, error) {
	x, v, t := floats(in[0]), op.view, op.target()
	base := t.Offset[v.lo]
	moves := int(t.Offset[v.lo+v.n] - base)
	op.logit, op.prob = resize(op.logit, moves), resize(op.prob, moves)
	scale := float32(1 / math.Sqrt(float64(op.dim)))
	op.sum = 0
	for i := range v.n {
		lo, hi := t.Offset[v.lo+i], t.Offset[v.lo+i+1]
		logit, prob := op.logit[lo-base:hi-base], op.prob[lo-base:hi-base]
		for m := range logit {
			q, k := op.pair(x, i, t.From[int(lo)+m], t.To[int(lo)+m])
			logit[m] = dot(q, k) * scale
		}
		ce := crossEntropy(prob, logit, t.Target[lo:hi])
		if w := t.Weight[v.lo+i]; w != 0 {
			op.sum += float64(w) * ce
		}
	}
	return G.NewF32(float32(op.sum * float64(v.scale[op.part]))), nil
}

// pair is the query of the origin and the key of the destination of a move on
// a board.
func (op *policyLoss) pair(x []float32, board int, from, to int16) (q, k []float32) {
	start := op.g.spans.start(board)
	a := (start + op.g.row(int(from))) * 2 * op.dim
	b := (start+op.g.row(int(to)))*2*op.dim + op.dim
	return x[a : a+op.dim], x[b : b+op.dim]
}

// DiffWRT says that the queries and keys get a gradient.
func (op *policyLoss) DiffWRT(int) []bool { return []bool{true} }

// SymDiff returns the gradient of the queries and keys.
func (op *policyLoss) SymDiff(in G.Nodes, y, grad *G.Node) (G.Nodes, error) {
	shape := in[0].Shape()
	n, err := G.ApplyOp(&policyGrad{
		operator: op.b.operator("policyGrad", shape.Clone(), in[0], y, grad),
		loss:     op,
		dx:       buffer(shape...),
	}, in[0], y, grad)
	return G.Nodes{n}, err
}

// policyGrad is the gradient of the queries and keys. Inputs: queries and
// keys, the loss (so that it runs after it), gradient.
type policyGrad struct {
	operator
	loss *policyLoss
	dx   *tensor.Dense
}

// Do computes the gradient; it is zero in pads and in the boards that do not
// count.
func (op *policyGrad) Do(in ...G.Value) (G.Value, error) {
	x, dx, l := floats(in[0]), floats(op.dx), op.loss
	v, t := l.view, l.target()
	scale := scalar(in[2]) * v.scale[l.part] * float32(1/math.Sqrt(float64(l.dim)))
	clear(dx)
	base := t.Offset[v.lo]
	for i := range v.n {
		weight := t.Weight[v.lo+i] * scale
		if weight == 0 {
			continue
		}
		lo, hi := int(t.Offset[v.lo+i]), int(t.Offset[v.lo+i+1])
		mass := sum(t.Target[lo:hi])
		for m := lo; m < hi; m++ {
			g := weight * (mass*l.prob[m-int(base)] - t.Target[m])
			q, k := l.pair(x, i, t.From[m], t.To[m])
			dq, dk := l.pair(dx, i, t.From[m], t.To[m])
			axpy(dq, g, k)
			axpy(dk, g, q)
		}
	}
	return op.dx, nil
}

// crossEntropy sets prob to the softmax of the logits and returns
// -sum(target*log(prob)), in nats. Without logits it is zero.
func crossEntropy(prob, logit, target []float32) float64 {
	if len(logit) == 0 {
		return 0
	}
	top := math.Inf(-1)
	for _, l := range logit {
		top = math.Max(top, float64(l))
	}
	var total float64
	for j, l := range logit {
		e := math.Exp(float64(l) - top)
		prob[j] = float32(e)
		total += e
	}
	norm := top + math.Log(total)
	scale := float32(1 / total)
	var ce float64
	for j, l := range logit {
		prob[j] *= scale
		if t := target[j]; t != 0 {
			ce += float64(t) * (norm - float64(l))
		}
	}
	return ce
}

// entropy is -sum(target*log(target)) in nats.
func entropy(target []float32) float64 {
	var h float64
	for _, t := range target {
		if t > 0 {
			h -= float64(t) * math.Log(float64(t))
		}
	}
	return h
}

// sum adds up in order.
func sum(v []float32) float32 {
	var s float32
	for _, x := range v {
		s += x
	}
	return s
}

// dot is the scalar product, in four sums that are added in a fixed order.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// axpy adds f*x to y.
func axpy(y []float32, f float32, x []float32) {
	x = x[:len(y)]
	for i := range y {
		y[i] += f * x[i]
	}
}

// resize returns a slice of length n, in the memory of s if it is large
// enough. Its content is undefined.
func resize(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n, n+n/4)
	}
	return s[:n]
}
