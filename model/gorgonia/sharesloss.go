package gorgonia

import (
	"math"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// sharesLoss is the sum over the rows of weight*scale*cross-entropy between
// target shares in [0,1] and the sigmoid of the logits, the mean over the
// shares of a row: one for the plies left, one for each seat's distance. It is
// bounded in its gradient as a Huber loss is. Input: the logits, [boards,
// shares].
type sharesLoss struct {
	operator
	b     *builder
	count int // shares of a row
	part  part
	view  *view
	logit []float32
	// sum is the weighted cross-entropy, without the scale.
	sum float64
}

// sharesLoss applies the operator.
func (b *builder) sharesLoss(v *view, p part, x *G.Node) (*sharesLoss, *G.Node, error) {
	shape := x.Shape()
	op := &sharesLoss{
		operator: b.operator("sharesLoss", nil, x),
		b:        b, count: shape[1], part: p, view: v, logit: make([]float32, shape[0]*shape[1]),
	}
	n, err := G.ApplyOp(op, x)
	return op, n, err
}

// crossEntropy is that of the last run.
func (op *sharesLoss) crossEntropy() float64 { return op.sum }

// targets are what the operator compares with, in the arrangement of the input.
func (op *sharesLoss) targets() []float32 {
	if op.part == distancePart {
		return op.view.batch.Distance
	}
	return op.view.batch.PliesLeft
}

// Do computes the loss.
func (op *sharesLoss) Do(in ...G.Value) (G.Value, error) {
	v := op.view
	targets, weights := op.targets()[v.lo*op.count:], rowWeights(v.batch, op.part)[v.lo:]
	copy(op.logit, floats(in[0]))
	op.sum = 0
	for i := range v.n {
		var ce float64
		for j := i * op.count; j < (i+1)*op.count; j++ {
			ce += binaryCrossEntropy(float64(op.logit[j]), float64(targets[j]))
		}
		if w := weights[i]; w != 0 {
			op.sum += float64(w) * ce / float64(op.count)
		}
	}
	return G.NewF32(float32(op.sum * float64(v.scale[op.part]))), nil
}

// DiffWRT says that the logits get a gradient.
func (op *sharesLoss) DiffWRT(int) []bool { return []bool{true} }

// SymDiff returns the gradient of the logits.
func (op *sharesLoss) SymDiff(in G.Nodes, y, grad *G.Node) (G.Nodes, error) {
	shape := in[0].Shape()
	n, err := G.ApplyOp(&sharesGrad{
		operator: op.b.operator("sharesGrad", shape.Clone(), y, grad),
		loss:     op,
		dx:       buffer(shape...),
	}, y, grad)
	return G.Nodes{n}, err
}

// sharesGrad is the gradient of the logits. Inputs: the loss (so that it runs
// after it), gradient.
type sharesGrad struct {
	operator
	loss *sharesLoss
	dx   *tensor.Dense
}

// Do computes the gradient; it is zero in the boards that do not count.
func (op *sharesGrad) Do(in ...G.Value) (G.Value, error) {
	dx, l := floats(op.dx), op.loss
	v := l.view
	targets, weights := l.targets()[v.lo*l.count:], rowWeights(v.batch, l.part)[v.lo:]
	scale := scalar(in[1]) * v.scale[l.part] / float32(l.count)
	clear(dx)
	for i := range v.n {
		weight := weights[i] * scale
		for j := i * l.count; j < (i+1)*l.count; j++ {
			dx[j] = weight * float32(sigmoid(float64(l.logit[j]))-float64(targets[j]))
		}
	}
	return op.dx, nil
}

// binaryCrossEntropy is -t*log(sigmoid(z)) - (1-t)*log(1-sigmoid(z)), in nats.
func binaryCrossEntropy(z, t float64) float64 {
	return math.Max(z, 0) - z*t + math.Log1p(math.Exp(-math.Abs(z)))
}

// binaryEntropy is the mean entropy of shares in [0,1], in nats.
func binaryEntropy(shares []float32) float64 {
	var h float64
	for _, s := range shares {
		h += entropy([]float32{s, 1 - s})
	}
	return h / float64(len(shares))
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
