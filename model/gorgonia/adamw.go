package gorgonia

import (
	"math"

	"halmazero/model"
)

// weightState is one tensor with all that the optimiser keeps for it, each
// slice as long as the tensor.
type weightState struct {
	model.TensorSpec
	// raw are the weights that move, ema their average.
	raw, ema []float32
	// m and v are the running means of the gradient and of its square.
	m, v []float32
	// grad is the gradient of the present step.
	grad []float32
}

func newWeightState(t model.TensorSpec, w []float32) *weightState {
	n := t.Len()
	return &weightState{
		TensorSpec: t,
		raw:        append([]float32(nil), w...), ema: append([]float32(nil), w...),
		m: make([]float32, n), v: make([]float32, n), grad: make([]float32, n),
	}
}

// gather sets the gradient to the sum of the replicas' gradients, in order.
func (s *weightState) gather(parts [][]float32) {
	copy(s.grad, parts[0])
	for _, part := range parts[1:] {
		part = part[:len(s.grad)]
		for i := range s.grad {
			s.grad[i] += part[i]
		}
	}
}

// gradNorm is the Euclidean norm of all gradients together.
func gradNorm(ws []*weightState) float64 {
	var total float64
	for _, s := range ws {
		for _, g := range s.grad {
			total += float64(g) * float64(g)
		}
	}
	return math.Sqrt(total)
}

// learningRate is the rate of the step with the given number, from 0.
func (c Config) learningRate(step int) float64 {
	if step >= c.WarmupSteps {
		return c.LearningRate
	}
	return c.LearningRate * float64(step+1) / float64(c.WarmupSteps)
}

// averageDecay is the share of the average that the step keeps.
func (c Config) averageDecay(step int) float64 {
	return min(c.AverageDecay, float64(1+step)/float64(10+step))
}

// update moves the weights and their averages by one step of AdamW
// (Loshchilov and Hutter, 2019, "Decoupled Weight Decay Regularization") with
// the gradient scaled by clip. step counts from 0.
func (c Config) update(ws []*weightState, step int, clip float64) {
	lr := c.learningRate(step)
	u := adamUpdate{
		clip: float32(clip), eps: float32(c.Eps),
		b1: float32(c.Beta1), b2: float32(c.Beta2),
		rate:  float32(lr / (1 - math.Pow(c.Beta1, float64(step+1)))),
		vNorm: float32(1 / (1 - math.Pow(c.Beta2, float64(step+1)))),
		ema:   float32(1 - c.averageDecay(step)),
	}
	if c.AverageDecay == 0 {
		u.ema = 1
	}
	for _, s := range ws {
		u.keep = 1
		if s.Matrix {
			u.keep = float32(1 - lr*c.WeightDecay)
		}
		u.apply(s)
	}
}

// adamUpdate is the numbers of one update.
type adamUpdate struct {
	clip, b1, b2, eps float32
	// rate is the learning rate over the bias correction of m, vNorm the bias
	// correction of v, keep the factor of weight decay, ema the share of the
	// new weights in the average.
	rate, vNorm, keep, ema float32
}

// apply updates one tensor.
func (u adamUpdate) apply(s *weightState) {
	n := len(s.raw)
	raw, ema, m, v, grad := s.raw, s.ema[:n], s.m[:n], s.v[:n], s.grad[:n]
	for i := range raw {
		g := grad[i] * u.clip
		mi := u.b1*m[i] + (1-u.b1)*g
		vi := u.b2*v[i] + (1-u.b2)*g*g
		m[i], v[i] = mi, vi
		w := u.keep*raw[i] - u.rate*mi/(float32(math.Sqrt(float64(vi*u.vNorm)))+u.eps)
		raw[i] = w
		if u.ema == 1 {
			ema[i] = w
		} else {
			ema[i] += u.ema * (w - ema[i])
		}
	}
}
