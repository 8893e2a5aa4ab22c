package loop

import (
	"fmt"

	"halmazero/dataset"
	"halmazero/model"
	"halmazero/model/gorgonia"
)

// Losses are means over rows by their weights, in nats: the cross-entropies of
// policy and value, and the entropies of their targets, the least that they
// can be.
type Losses struct {
	Policy        float64 `json:"policy"`
	PolicyEntropy float64 `json:"policy_entropy"`
	Value         float64 `json:"value"`
	ValueEntropy  float64 `json:"value_entropy"`
	// GradNorm is the norm of the gradient before it was clipped, and
	// LearningRate that of the last step; both are of training only.
	GradNorm     float64 `json:"grad_norm,omitempty"`
	LearningRate float64 `json:"learning_rate,omitempty"`
}

// Excess is what is left to learn: the loss less the entropies, the value
// times its weight in the loss.
func (l Losses) Excess(valueWeight float64) float64 {
	return l.Policy - l.PolicyEntropy + valueWeight*(l.Value-l.ValueEntropy)
}

// String is the parts of the loss, each with what it is above its entropy.
func (l Losses) String() string {
	return fmt.Sprintf("policy %.4f (excess %.4f), value %.4f (excess %.4f)", l.Policy, l.Policy-l.PolicyEntropy, l.Value, l.Value-l.ValueEntropy)
}

// Mean adds up the losses of steps. The zero value has none.
type Mean struct {
	sum Losses
	n   int
}

// Add takes in the losses of a step.
func (m *Mean) Add(l gorgonia.Losses) {
	m.n++
	m.sum.Policy += l.Policy
	m.sum.PolicyEntropy += l.PolicyEntropy
	m.sum.Value += l.Value
	m.sum.ValueEntropy += l.ValueEntropy
	m.sum.GradNorm += l.GradNorm
	m.sum.LearningRate = l.LearningRate
}

// Steps is how many there were.
func (m *Mean) Steps() int { return m.n }

// Losses is the mean so far, nil of nothing.
func (m *Mean) Losses() *Losses {
	if m.n == 0 {
		return nil
	}
	l, n := m.sum, float64(m.n)
	return &Losses{l.Policy / n, l.PolicyEntropy / n, l.Value / n, l.ValueEntropy / n, l.GradNorm / n, l.LearningRate}
}

// Evaluate measures the averaged network of a trainer on all rows of a window,
// none of them mirrored, so many at a time.
func Evaluate(t *gorgonia.Trainer, w *dataset.Window, rows *Rows, piece int) (Losses, error) {
	var l Losses
	var b model.Batch
	var s dataset.Sample
	policySum, valueSum := 0.0, 0.0
	for lo := 0; lo < w.Len(); lo += piece {
		b.Reset()
		for i := lo; i < min(lo+piece, w.Len()); i++ {
			if err := w.At(i, &s); err != nil {
				return l, err
			}
			rows.Append(&b, &s, false)
		}
		part, err := t.Evaluate(&b)
		if err != nil {
			return l, err
		}
		policy, value := 0.0, 0.0
		for i := range b.Size() {
			policy += float64(b.PolicyWeight[i])
			value += float64(b.ValueWeight[i])
		}
		l.Policy += policy * part.Policy
		l.PolicyEntropy += policy * part.PolicyEntropy
		l.Value += value * part.Value
		l.ValueEntropy += value * part.ValueEntropy
		policySum, valueSum = policySum+policy, valueSum+value
	}
	if policySum > 0 {
		l.Policy, l.PolicyEntropy = l.Policy/policySum, l.PolicyEntropy/policySum
	}
	if valueSum > 0 {
		l.Value, l.ValueEntropy = l.Value/valueSum, l.ValueEntropy/valueSum
	}
	return l, nil
}
