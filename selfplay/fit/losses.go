package fit

import (
	"fmt"

	"halmazero/dataset"
	"halmazero/model"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/loop"
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

// excess is what is left to learn: the loss less the entropies, the value
// times its weight in the loss.
func (l Losses) excess(valueWeight float64) float64 {
	return l.Policy - l.PolicyEntropy + valueWeight*(l.Value-l.ValueEntropy)
}

// String is the parts of the loss, each with what it is above its entropy.
func (l Losses) String() string {
	return fmt.Sprintf("policy %.4f (excess %.4f), value %.4f (excess %.4f)", l.Policy, l.Policy-l.PolicyEntropy, l.Value, l.Value-l.ValueEntropy)
}

// Line is the losses at one step.
type Line struct {
	Step    int   `json:"step"`
	Samples int64 `json:"samples"` // rows trained on up to here
	// Train is the mean over the last Steps steps, of the weights as they were
	// at each; nil before the first step.
	Steps int     `json:"steps"`
	Train *Losses `json:"train,omitempty"`
	// Validation is of the averaged weights on the validation rows; nil without any.
	Validation *Losses `json:"validation,omitempty"`
	// Seconds is what the steps took; the only number here that does not repeat.
	Seconds float64 `json:"seconds"`
}

// mean adds up the losses of steps.
type mean struct {
	sum Losses
	n   int
}

func (m *mean) add(l gorgonia.Losses) {
	m.n++
	m.sum.Policy += l.Policy
	m.sum.PolicyEntropy += l.PolicyEntropy
	m.sum.Value += l.Value
	m.sum.ValueEntropy += l.ValueEntropy
	m.sum.GradNorm += l.GradNorm
	m.sum.LearningRate = l.LearningRate
}

// losses is the mean so far, nil of nothing.
func (m *mean) losses() *Losses {
	if m.n == 0 {
		return nil
	}
	l, n := m.sum, float64(m.n)
	return &Losses{l.Policy / n, l.PolicyEntropy / n, l.Value / n, l.ValueEntropy / n, l.GradNorm / n, l.LearningRate}
}

// evaluate measures the averaged network on all rows of a window, none of them
// mirrored, piece by piece.
func evaluate(t *gorgonia.Trainer, w *dataset.Window, rows *loop.Rows, piece int) (Losses, error) {
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
