package gorgonia

import (
	"errors"
	"fmt"
	"math"
)

// ErrConfig is wrapped by every error about an impossible Config.
var ErrConfig = errors.New("bad training configuration")

// Config is everything about training that is not in the data or the network.
// DefaultConfig has the defaults; the zero value is not valid.
type Config struct {
	// BatchSize is the number of rows of a step. Default 256.
	BatchSize int
	// Replicas is the number of graphs that share a batch, each on its own
	// goroutine; it must divide BatchSize. The numbers that come out depend on
	// it, but not on the number of processors. Default 2.
	Replicas int
	// LearningRate is the step width of AdamW after the warm-up. Without
	// normalisation layers 1e-3 to 3e-3 works. Default 2e-3.
	LearningRate float64
	// WarmupSteps is the number of steps in which the learning rate rises
	// linearly from 0 to LearningRate; 0 for none. Default 100.
	WarmupSteps int
	// WeightDecay is the decoupled decay: a step multiplies the matrices (not
	// the biases) by 1 - learning rate*WeightDecay. Default 1e-2.
	WeightDecay float64
	// ClipNorm is the largest Euclidean norm of the whole gradient; a longer
	// one is scaled down to it. Default 5.
	ClipNorm float64
	// Beta1 and Beta2 are the decay of the running mean of the gradient and of
	// its square, per step. Defaults 0.9 and 0.999.
	Beta1 float64
	Beta2 float64
	// Eps is added to the root of the running mean square. Default 1e-8.
	Eps float64
	// AverageDecay is the share of the average that a step keeps. The first
	// steps keep less, min(AverageDecay, (1+n)/(10+n)) after n steps, so that
	// the initial weights are soon forgotten. 0 makes the average equal to the
	// raw weights. Default 0.995.
	AverageDecay float64
	// PolicyWeight and ValueWeight multiply the two losses in their sum.
	// Defaults 1 and 1.
	PolicyWeight float64
	ValueWeight  float64
	// The weights of the losses of further heads, which the network must have
	// where they are not 0. Defaults 0.
	PliesLeftWeight  float64
	DistanceWeight   float64
	ShortValueWeight float64
	ReplyWeight      float64
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{
		BatchSize:    256,
		Replicas:     2,
		LearningRate: 2e-3,
		WarmupSteps:  100,
		WeightDecay:  1e-2,
		ClipNorm:     5,
		Beta1:        0.9,
		Beta2:        0.999,
		Eps:          1e-8,
		AverageDecay: 0.995,
		PolicyWeight: 1,
		ValueWeight:  1,
	}
}

// Validate reports every fault of the configuration, or nil.
func (c Config) Validate() error {
	var errs []error
	fault := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%w: "+format, append([]any{ErrConfig}, args...)...))
	}
	// A NaN fails every comparison, so ranges are tested for what is right.
	number := func(name string, v, lo, hi float64, what string) {
		if !(v >= lo && v <= hi) || math.IsInf(v, 0) {
			fault("%s is %v, want %s", name, v, what)
		}
	}
	if c.BatchSize < 1 {
		fault("batch size is %d, want at least 1", c.BatchSize)
	}
	if c.Replicas < 1 {
		fault("replicas is %d, want at least 1", c.Replicas)
	} else if c.BatchSize%c.Replicas != 0 {
		fault("batch size %d cannot be shared evenly by %d replicas", c.BatchSize, c.Replicas)
	}
	if c.WarmupSteps < 0 {
		fault("warm-up steps is %d, want at least 0", c.WarmupSteps)
	}
	tiny, below1, huge := math.SmallestNonzeroFloat64, math.Nextafter(1, 0), math.MaxFloat64
	number("learning rate", c.LearningRate, tiny, 1, "more than 0, at most 1")
	number("weight decay", c.WeightDecay, 0, 10, "0 to 10")
	number("clip norm", c.ClipNorm, tiny, huge, "more than 0")
	number("beta1", c.Beta1, 0, below1, "at least 0, less than 1")
	number("beta2", c.Beta2, 0, below1, "at least 0, less than 1")
	number("eps", c.Eps, 1e-30, 1, "1e-30 to 1")
	number("average decay", c.AverageDecay, 0, below1, "at least 0, less than 1")
	number("policy weight", c.PolicyWeight, 0, huge, "at least 0")
	number("value weight", c.ValueWeight, 0, huge, "at least 0")
	number("plies-left weight", c.PliesLeftWeight, 0, huge, "at least 0")
	number("distance weight", c.DistanceWeight, 0, huge, "at least 0")
	number("short-value weight", c.ShortValueWeight, 0, huge, "at least 0")
	number("reply weight", c.ReplyWeight, 0, huge, "at least 0")
	if c.PolicyWeight == 0 && c.ValueWeight == 0 {
		fault("policy weight and value weight are both 0")
	}
	return errors.Join(errs...)
}
