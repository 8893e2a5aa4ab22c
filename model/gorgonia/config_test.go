package gorgonia

import (
	"errors"
	"math"
	"strings"
	"testing"

	"halmazero/model"
)

func TestConfigValidate(t *testing.T) {
	if err := DefaultConfig().Validate(); err != nil {
		t.Errorf("the defaults: %v", err)
	}
	for name, c := range map[string]struct {
		change func(*Config)
		want   string
	}{
		"batch":           {func(c *Config) { c.BatchSize = 0 }, "batch size is 0"},
		"no replicas":     {func(c *Config) { c.Replicas = 0 }, "replicas is 0"},
		"uneven replicas": {func(c *Config) { c.Replicas = 3 }, "cannot be shared evenly by 3"},
		"rate zero":       {func(c *Config) { c.LearningRate = 0 }, "learning rate is 0"},
		"rate NaN":        {func(c *Config) { c.LearningRate = math.NaN() }, "learning rate is NaN"},
		"warm-up":         {func(c *Config) { c.WarmupSteps = -1 }, "warm-up steps is -1"},
		"decay":           {func(c *Config) { c.WeightDecay = -1 }, "weight decay is -1"},
		"clip zero":       {func(c *Config) { c.ClipNorm = 0 }, "clip norm is 0"},
		"clip infinite":   {func(c *Config) { c.ClipNorm = math.Inf(1) }, "clip norm is +Inf"},
		"beta1":           {func(c *Config) { c.Beta1 = 1 }, "beta1 is 1"},
		"beta2":           {func(c *Config) { c.Beta2 = -0.1 }, "beta2 is -0.1"},
		"eps":             {func(c *Config) { c.Eps = 0 }, "eps is 0"},
		"average":         {func(c *Config) { c.AverageDecay = 1 }, "average decay is 1"},
		"policy weight":   {func(c *Config) { c.PolicyWeight = -1 }, "policy weight is -1"},
		"value weight":    {func(c *Config) { c.ValueWeight = math.NaN() }, "value weight is NaN"},
		"plies left":      {func(c *Config) { c.PliesLeftWeight = -1 }, "plies-left weight is -1"},
		"distance":        {func(c *Config) { c.DistanceWeight = -1 }, "distance weight is -1"},
		"short value":     {func(c *Config) { c.ShortValueWeight = math.Inf(1) }, "short-value weight is +Inf"},
		"reply":           {func(c *Config) { c.ReplyWeight = math.NaN() }, "reply weight is NaN"},
		"nothing to do":   {func(c *Config) { c.PolicyWeight, c.ValueWeight = 0, 0 }, "both 0"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := DefaultConfig()
			c.change(&cfg)
			err := cfg.Validate()
			if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want ErrConfig with %q", err, c.want)
			}
			if _, err := NewTrainer(randomNetwork(t, tinySpec(), 1), cfg); !errors.Is(err, ErrConfig) {
				t.Errorf("NewTrainer: error %v, want ErrConfig", err)
			}
		})
	}
	if err := (Config{}).Validate(); strings.Count(err.Error(), ErrConfig.Error()) < 6 {
		t.Errorf("the zero value: %v, want every fault", err)
	}
}

func TestNewTrainerNetwork(t *testing.T) {
	net := randomNetwork(t, tinySpec(), 1)
	delete(net.Tensors, "stem.w")
	if _, err := NewTrainer(net, DefaultConfig()); err == nil || !strings.Contains(err.Error(), "stem.w") {
		t.Errorf("error %v, want one about stem.w", err)
	}
	cfg := DefaultConfig()
	cfg.ReplyWeight = 0.5
	if _, err := NewTrainer(randomNetwork(t, tinySpec(), 1), cfg); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), "0.5") {
		t.Errorf("a weight without its head: error %v, want ErrConfig", err)
	}
}

func TestBatchErrors(t *testing.T) {
	spec := tinySpec()
	tr := newTrainer(t, randomNetwork(t, spec, 1), testConfig(4, 2))
	nan := float32(math.NaN())
	for name, c := range map[string]struct {
		change func(*model.Batch)
		want   string
	}{
		"empty":          {func(b *model.Batch) { b.Reset() }, "no rows"},
		"nil":            {func(b *model.Batch) { *b = model.Batch{} }, "no rows"},
		"planes":         {func(b *model.Batch) { b.Planes = b.Planes[1:] }, "planes has"},
		"to":             {func(b *model.Batch) { b.To = b.To[1:] }, "moves from"},
		"target":         {func(b *model.Batch) { b.Target = append(b.Target, 0) }, "targets, want as many"},
		"value":          {func(b *model.Batch) { b.Value = b.Value[:4] }, "value has"},
		"policy weight":  {func(b *model.Batch) { b.PolicyWeight = nil }, "0 weights, want 4"},
		"value weight":   {func(b *model.Batch) { b.ValueWeight = nil }, "value: 0 weights, want 4"},
		"first offset":   {func(b *model.Batch) { b.Offset[0] = 1 }, "offsets run"},
		"last offset":    {func(b *model.Batch) { b.Offset[4]++ }, "offsets run"},
		"falling offset": {func(b *model.Batch) { b.Offset[1] = b.Offset[4] + 1 }, "row 1: offset falls"},
		"from":           {func(b *model.Batch) { b.From[2] = -1 }, "move 2 from cell -1"},
		"beyond":         {func(b *model.Batch) { b.To[3] = 20 }, "to cell 20"},
		"NaN weight":     {func(b *model.Batch) { b.ValueWeight[2] = nan }, "value: row 2: the weight is NaN"},
		"bad weight":     {func(b *model.Batch) { b.PolicyWeight[1] = -1 }, "row 1: the weight is -1"},
	} {
		t.Run(name, func(t *testing.T) {
			b := randomBatch(spec, 4, 9, 1)
			c.change(b)
			for what, f := range map[string]func(*model.Batch) (Losses, error){"step": tr.Step, "evaluate": tr.Evaluate} {
				if _, err := f(b); !errors.Is(err, ErrBatch) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: error %v, want ErrBatch with %q", what, err, c.want)
				}
			}
		})
	}
	headed := newTrainer(t, randomNetwork(t, withHeads(spec), 1), testConfig(4, 2))
	for want, change := range map[string]func(*model.Batch){
		"plies left has 3":     func(b *model.Batch) { b.PliesLeft = b.PliesLeft[1:] },
		"plies left: row 1":    func(b *model.Batch) { b.PliesLeftWeight[1] = -1 },
		"distance has 0":       func(b *model.Batch) { b.Distance = nil },
		"distance: 3 weights":  func(b *model.Batch) { b.DistanceWeight = b.DistanceWeight[1:] },
		"short value has":      func(b *model.Batch) { b.ShortValue = b.ShortValue[1:] },
		"short value: 5":       func(b *model.Batch) { b.ShortValueWeight = append(b.ShortValueWeight, 1) },
		"reply: 0 offsets":     func(b *model.Batch) { b.Reply = model.Policy{} },
		"reply: offsets run":   func(b *model.Batch) { b.Reply.Offset[4]++ },
		"reply: row 0":         func(b *model.Batch) { b.Reply.Weight[0] = nan },
		"reply: move 1 from":   func(b *model.Batch) { b.Reply.From[1] = 20 },
		"reply: moves from":    func(b *model.Batch) { b.Reply.To = b.Reply.To[1:] },
		"reply: row 1: offset": func(b *model.Batch) { b.Reply.Offset[1] = b.Reply.Offset[4] + 1 },
	} {
		b := randomBatch(withHeads(spec), 4, 9, 1)
		change(b)
		if _, err := headed.Step(b); !errors.Is(err, ErrBatch) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want ErrBatch with %q", err, want)
		}
	}
	star := starSpec(1, spec)
	onStar := newTrainer(t, randomNetwork(t, star, 1), testConfig(4, 2))
	b := randomBatch(star, 4, 9, 1)
	b.To[3] = 0
	if _, err := onStar.Step(b); !errors.Is(err, ErrBatch) || !strings.Contains(err.Error(), "not on the board") {
		t.Errorf("a move off the star: error %v", err)
	}
	if _, err := tr.Step(randomBatch(spec, 6, 9, 1)); !errors.Is(err, ErrBatch) {
		t.Errorf("a step of 6 rows: error %v, want ErrBatch", err)
	}
	if tr.Steps() != 0 {
		t.Errorf("%d steps after errors alone", tr.Steps())
	}
}
