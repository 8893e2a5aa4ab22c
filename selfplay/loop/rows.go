package loop

import (
	"math"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/gorgonia"
)

// Rows turns samples of one ruleset into rows of training batches. It is not
// safe for concurrent use.
type Rows struct {
	code          *features.Encoding
	seats         int
	rootShare     float32
	surpriseShare float32
	heads         model.Heads
	horizons      []int

	later dataset.Later // scratch of addHeads
}

// NewRows returns the rows of an encoding, with the targets and weights of the
// training settings, for networks with the heads of Heads.
func NewRows(code *features.Encoding, t configs.Training) *Rows {
	return &Rows{code: code, seats: code.Spec().Seats, rootShare: float32(t.RootValueShare),
		surpriseShare: float32(t.SurpriseShare), heads: Heads(t), horizons: t.ShortHorizons}
}

// Append adds a sample to a batch, mirrored if the encoding has a mirror and
// mirror asks for it. It moves s.Outcome to the value target. It panics if a
// head wants a reply and the game's rows contradict each other, which the audit
// of the labels does not let pass.
func (r *Rows) Append(b *model.Batch, s *dataset.Sample, mirror bool) {
	mirror = mirror && r.code.Mirrors()
	s.Weight *= 1 + r.surpriseShare*(s.Surprise-1)
	at := len(b.Planes)
	b.Planes = append(b.Planes, make([]float32, r.code.Len())...)
	r.code.Encode(b.Planes[at:], &s.Position, mirror)
	b.From, b.To = r.code.Moves(b.From, b.To, &s.Position, s.Moves, mirror)
	var trains bool
	b.Target, trains = appendShares(b.Target, s.Visits)
	b.Offset = append(b.Offset, int32(len(b.From)))
	b.PolicyWeight = append(b.PolicyWeight, weightIf(trains, s.Weight))
	b.ValueWeight = append(b.ValueWeight, s.Weight)
	b.Value = append(b.Value, make([]float32, r.seats)...)
	r.mixValue(s)
	r.code.Target(b.Value[len(b.Value)-r.seats:], s.Outcome, &s.Position)
	if r.heads != (model.Heads{}) {
		r.addHeads(b, s, mirror)
	}
}

// appendShares appends the share of each of the visits, and says whether there
// are any.
func appendShares(dst, visits []float32) ([]float32, bool) {
	total := float32(0)
	for _, v := range visits {
		total += v
	}
	for _, v := range visits {
		dst = append(dst, v/max(total, 1))
	}
	return dst, total > 0
}

func weightIf(ok bool, weight float32) float32 {
	if ok {
		return weight
	}
	return 0
}

// mixValue moves the value target from the outcome towards the search's value.
func (r *Rows) mixValue(s *dataset.Sample) {
	for k := range s.Root {
		s.Outcome[k] += r.rootShare * (s.Root[k] - s.Outcome[k])
	}
}

// TrainerConfig is the trainer of a configuration, with the learning rate of
// generation 1, which is that of a training without generations.
func TrainerConfig(t configs.Training) gorgonia.Config {
	cfg := gorgonia.DefaultConfig()
	cfg.BatchSize, cfg.Replicas = t.Batch, t.Replicas
	cfg.LearningRate, cfg.WarmupSteps, cfg.WeightDecay = t.LearningRate, t.WarmupSteps, t.WeightDecay
	cfg.ClipNorm, cfg.AverageDecay, cfg.ValueWeight = t.ClipNorm, t.AverageDecay, t.ValueWeight
	cfg.PliesLeftWeight, cfg.DistanceWeight = t.PliesLeftWeight, t.DistanceWeight
	cfg.ShortValueWeight, cfg.ReplyWeight = t.ShortValueWeight, t.ReplyWeight
	return cfg
}

// LearningRate is that of a generation, from 1, after the warm-up: it depends on
// nothing else, so that a run that was stopped or forked goes on as it would have.
func LearningRate(t configs.Training, generation int) float64 {
	if t.LearningRateHalfLife == 0 {
		return t.LearningRate
	}
	return max(t.LearningRateMin, t.LearningRate*math.Exp2(-float64(generation-1)/t.LearningRateHalfLife))
}

// Heads are the further heads of the networks of a training: those whose loss
// weighs anything.
func Heads(t configs.Training) model.Heads {
	h := model.Heads{PliesLeft: t.PliesLeftWeight > 0, Distance: t.DistanceWeight > 0, Reply: t.ReplyWeight > 0}
	if t.ShortValueWeight > 0 {
		h.ShortValues = len(t.ShortHorizons)
	}
	return h
}

// NetworkSpec is the network of a configuration for an encoding, without
// further heads.
func NetworkSpec(n configs.Network, code *features.Encoding) model.Spec {
	s := code.Spec()
	s.Blocks, s.Filters, s.PolicyDim = n.Blocks, n.Filters, n.PolicyDim
	s.ValueChannels, s.ValueHidden, s.PoolScale = n.ValueChannels, n.ValueHidden, float32(n.PoolScale)
	return s
}
