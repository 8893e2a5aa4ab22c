package loop

import (
	"fmt"
	"strings"

	"halmazero/dataset"
	"halmazero/model"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/report"
)

// Losses are means over rows by their weights, in nats: the cross-entropies of
// policy and value, and of further heads where there are any, and the entropies
// of their targets, the least that they can be.
type Losses struct {
	Policy        float64 `json:"policy"`
	PolicyEntropy float64 `json:"policy_entropy"`
	Value         float64 `json:"value"`
	ValueEntropy  float64 `json:"value_entropy"`

	PliesLeft         float64 `json:"plies_left,omitempty"`
	PliesLeftEntropy  float64 `json:"plies_left_entropy,omitempty"`
	Distance          float64 `json:"distance,omitempty"`
	DistanceEntropy   float64 `json:"distance_entropy,omitempty"`
	ShortValue        float64 `json:"short_value,omitempty"`
	ShortValueEntropy float64 `json:"short_value_entropy,omitempty"`
	Reply             float64 `json:"reply,omitempty"`
	ReplyEntropy      float64 `json:"reply_entropy,omitempty"`

	// GradNorm is the norm of the gradient before it was clipped, and
	// LearningRate that of the last step; both are of training only.
	GradNorm     float64 `json:"grad_norm,omitempty"`
	LearningRate float64 `json:"learning_rate,omitempty"`
}

// losses are those of a step or an evaluation of the trainer.
func losses(l gorgonia.Losses) Losses {
	return Losses{Policy: l.Policy, PolicyEntropy: l.PolicyEntropy, Value: l.Value, ValueEntropy: l.ValueEntropy,
		PliesLeft: l.PliesLeft, PliesLeftEntropy: l.PliesLeftEntropy, Distance: l.Distance, DistanceEntropy: l.DistanceEntropy,
		ShortValue: l.ShortValue, ShortValueEntropy: l.ShortValueEntropy, Reply: l.Reply, ReplyEntropy: l.ReplyEntropy,
		GradNorm: l.GradNorm, LearningRate: l.LearningRate}
}

// lossPart is one head's part of Losses.
type lossPart struct {
	name          string // for a reader
	loss, entropy *float64
	weights       []float32 // of the rows of a batch in it
}

// parts lists the parts of l, with the weights of a batch. Policy and value come
// first; a further head without a loss is one that the network lacks.
func (l *Losses) parts(b *model.Batch) []lossPart {
	return []lossPart{
		{"policy", &l.Policy, &l.PolicyEntropy, b.PolicyWeight},
		{"value", &l.Value, &l.ValueEntropy, b.ValueWeight},
		{"plies left", &l.PliesLeft, &l.PliesLeftEntropy, b.PliesLeftWeight},
		{"distance", &l.Distance, &l.DistanceEntropy, b.DistanceWeight},
		{"short value", &l.ShortValue, &l.ShortValueEntropy, b.ShortValueWeight},
		{"reply", &l.Reply, &l.ReplyEntropy, b.Reply.Weight},
	}
}

// Excess is what is left to learn of policy and value: the loss less the
// entropies, the value times its weight in the loss.
func (l Losses) Excess(valueWeight float64) float64 {
	return l.Policy - l.PolicyEntropy + valueWeight*(l.Value-l.ValueEntropy)
}

// String is the parts of the loss, each with what it is above its entropy.
func (l Losses) String() string {
	var texts []string
	for i, p := range l.parts(&model.Batch{}) {
		if i < 2 || *p.loss != 0 {
			texts = append(texts, fmt.Sprintf("%s %.4f (excess %.4f)", p.name, *p.loss, *p.loss-*p.entropy))
		}
	}
	return strings.Join(texts, ", ")
}

// furtherHeads are the losses of the heads beyond policy and value.
func (l Losses) furtherHeads() []report.HeadLoss {
	var list []report.HeadLoss
	for _, p := range l.parts(&model.Batch{})[2:] {
		if *p.loss != 0 {
			list = append(list, report.HeadLoss{Name: p.name, Loss: *p.loss, Entropy: *p.entropy})
		}
	}
	return list
}

// Mean adds up the losses of steps. The zero value has none.
type Mean struct {
	sum Losses
	n   int
}

// Add takes in the losses of a step.
func (m *Mean) Add(l gorgonia.Losses) {
	m.n++
	step := losses(l)
	parts := step.parts(&model.Batch{})
	for i, p := range m.sum.parts(&model.Batch{}) {
		*p.loss += *parts[i].loss
		*p.entropy += *parts[i].entropy
	}
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
	for _, p := range l.parts(&model.Batch{}) {
		*p.loss /= n
		*p.entropy /= n
	}
	l.GradNorm /= n
	return &l
}

// Evaluate measures the averaged network of a trainer on all rows of a window,
// none of them mirrored, so many at a time.
func Evaluate(t *gorgonia.Trainer, w *dataset.Window, rows *Rows, piece int) (Losses, error) {
	var l Losses
	var b model.Batch
	var s dataset.Sample
	sums := make([]float64, len(l.parts(&b))) // of the weights
	for lo := 0; lo < w.Len(); lo += piece {
		b.Reset()
		for i := lo; i < min(lo+piece, w.Len()); i++ {
			if err := w.At(i, &s); err != nil {
				return l, err
			}
			rows.Append(&b, &s, false)
		}
		evaluated, err := t.Evaluate(&b)
		if err != nil {
			return l, err
		}
		some := losses(evaluated)
		parts := some.parts(&b)
		for i, p := range l.parts(&b) {
			weight := 0.0
			for _, w := range p.weights {
				weight += float64(w)
			}
			*p.loss += weight * *parts[i].loss
			*p.entropy += weight * *parts[i].entropy
			sums[i] += weight
		}
	}
	for i, p := range l.parts(&b) {
		if sums[i] > 0 {
			*p.loss /= sums[i]
			*p.entropy /= sums[i]
		}
	}
	return l, nil
}
