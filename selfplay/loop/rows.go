package loop

import (
	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/gorgonia"
)

// Rows turns samples of one ruleset into rows of training batches. It is not
// safe for concurrent use.
type Rows struct {
	code      *features.Encoding
	seats     int
	rootShare float32
}

// NewRows returns the rows of an encoding, with the value targets of the
// training settings.
func NewRows(code *features.Encoding, t configs.Training) *Rows {
	return &Rows{code: code, seats: code.Spec().Seats, rootShare: float32(t.RootValueShare)}
}

// Append adds a sample to a batch, mirrored if the encoding has a mirror and
// mirror asks for it. It moves s.Outcome to the value target.
func (r *Rows) Append(b *model.Batch, s *dataset.Sample, mirror bool) {
	mirror = mirror && r.code.Mirrors()
	at := len(b.Planes)
	b.Planes = append(b.Planes, make([]float32, r.code.Len())...)
	r.code.Encode(b.Planes[at:], &s.Position, mirror)
	b.From, b.To = r.code.Moves(b.From, b.To, &s.Position, s.Moves, mirror)
	total := float32(0)
	for _, v := range s.Visits {
		total += v
	}
	weight := float32(0)
	if total > 0 {
		weight = s.Weight
	}
	for _, v := range s.Visits {
		b.Target = append(b.Target, v/max(total, 1))
	}
	b.Offset = append(b.Offset, int32(len(b.From)))
	b.PolicyWeight = append(b.PolicyWeight, weight)
	b.ValueWeight = append(b.ValueWeight, s.Weight)
	b.Value = append(b.Value, make([]float32, r.seats)...)
	r.mixValue(s)
	r.code.Target(b.Value[len(b.Value)-r.seats:], s.Outcome, &s.Position)
}

// mixValue moves the value target from the outcome towards the search's value.
func (r *Rows) mixValue(s *dataset.Sample) {
	for k := range s.Root {
		s.Outcome[k] += r.rootShare * (s.Root[k] - s.Outcome[k])
	}
}

// TrainerConfig is the trainer of a configuration.
func TrainerConfig(t configs.Training) gorgonia.Config {
	cfg := gorgonia.DefaultConfig()
	cfg.BatchSize, cfg.Replicas = t.Batch, t.Replicas
	cfg.LearningRate, cfg.WarmupSteps, cfg.WeightDecay = t.LearningRate, t.WarmupSteps, t.WeightDecay
	cfg.ClipNorm, cfg.AverageDecay, cfg.ValueWeight = t.ClipNorm, t.AverageDecay, t.ValueWeight
	return cfg
}

// NetworkSpec is the network of a configuration for an encoding.
func NetworkSpec(n configs.Network, code *features.Encoding) model.Spec {
	s := code.Spec()
	s.Blocks, s.Filters, s.PolicyDim = n.Blocks, n.Filters, n.PolicyDim
	s.ValueChannels, s.ValueHidden, s.PoolScale = n.ValueChannels, n.ValueHidden, float32(n.PoolScale)
	return s
}
