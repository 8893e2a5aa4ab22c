package gorgonia

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// seatsLoss is the sum over the rows of weight*scale*cross-entropy between
// target distributions over the seats and the softmax of the logits: one
// distribution for the value, one for each horizon for the short-horizon
// values, of which the mean counts. Input: the logits, [boards,
// distributions*seats].
type seatsLoss struct {
	operator
	b     *builder
	seats int
	// count is the number of distributions of a row.
	count int
	part  part
	view  *view
	// prob and logit hold the softmax and the logits, as the input.
	prob, logit []float32
	// sum is the weighted cross-entropy, without the scale.
	sum float64
}

// seatsLoss applies the operator.
func (b *builder) seatsLoss(v *view, p part, seats int, x *G.Node) (*seatsLoss, *G.Node, error) {
	shape := x.Shape()
	op := &seatsLoss{
		operator: b.operator("seatsLoss", nil, x),
		b:        b, seats: seats, count: shape[1] / seats, part: p, view: v,
		prob: make([]float32, shape[0]*shape[1]), logit: make([]float32, shape[0]*shape[1]),
	}
	n, err := G.ApplyOp(op, x)
	return op, n, err
}

// crossEntropy is that of the last run.
func (op *seatsLoss) crossEntropy() float64 { return op.sum }

// targets are what the operator compares with, in the arrangement of the input.
func (op *seatsLoss) targets() []float32 {
	if op.part == shortValuePart {
		return op.view.batch.ShortValue
	}
	return op.view.batch.Value
}

// Do computes the loss, and on the way the softmax.
func (op *seatsLoss) Do(in ...G.Value) (G.Value, error) {
	v, s := op.view, op.seats
	targets, weights := op.targets()[v.lo*s*op.count:], rowWeights(v.batch, op.part)[v.lo:]
	copy(op.logit, floats(in[0]))
	op.sum = 0
	for i := range v.n {
		var ce float64
		for j := i * op.count; j < (i+1)*op.count; j++ {
			at, end := j*s, (j+1)*s
			ce += crossEntropy(op.prob[at:end], op.logit[at:end], targets[at:end])
		}
		if w := weights[i]; w != 0 {
			op.sum += float64(w) * ce / float64(op.count)
		}
	}
	return G.NewF32(float32(op.sum * float64(v.scale[op.part]))), nil
}

// DiffWRT says that the logits get a gradient.
func (op *seatsLoss) DiffWRT(int) []bool { return []bool{true} }

// SymDiff returns the gradient of the logits.
func (op *seatsLoss) SymDiff(in G.Nodes, y, grad *G.Node) (G.Nodes, error) {
	shape := in[0].Shape()
	n, err := G.ApplyOp(&seatsGrad{
		operator: op.b.operator("seatsGrad", shape.Clone(), y, grad),
		loss:     op,
		dx:       buffer(shape...),
	}, y, grad)
	return G.Nodes{n}, err
}

// seatsGrad is the gradient of the logits. Inputs: the loss (so that it runs
// after it), gradient.
type seatsGrad struct {
	operator
	loss *seatsLoss
	dx   *tensor.Dense
}

// Do computes the gradient; it is zero in the boards that do not count.
func (op *seatsGrad) Do(in ...G.Value) (G.Value, error) {
	dx, l := floats(op.dx), op.loss
	v, s := l.view, l.seats
	targets, weights := l.targets()[v.lo*s*l.count:], rowWeights(v.batch, l.part)[v.lo:]
	scale := scalar(in[1]) * v.scale[l.part] / float32(l.count)
	clear(dx)
	for i := range v.n {
		weight := weights[i] * scale
		for j := i * l.count; j < (i+1)*l.count; j++ {
			target := targets[j*s : (j+1)*s]
			mass := sum(target)
			for k, t := range target {
				dx[j*s+k] = weight * (mass*l.prob[j*s+k] - t)
			}
		}
	}
	return op.dx, nil
}
