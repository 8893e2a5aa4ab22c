package mcts

import (
	"math"
	"strings"
	"testing"
)

func TestConfigRefuses(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct {
		name, fault string
		set         func(*Config)
	}{
		{"no exploration", "CPuct", func(c *Config) { c.CPuct = 0 }},
		{"no number", "NoiseTotal", func(c *Config) { c.NoiseTotal = math.NaN() }},
		{"negative urgency", "FPUReduction", func(c *Config) { c.FPUReduction = -1 }},
		{"forced", "ForcedPlayouts", func(c *Config) { c.ForcedPlayouts = -1 }},
		{"root", "Root", func(c *Config) { c.Root = 2 }},
		{"gumbel moves", "GumbelMoves", func(c *Config) { c.Root, c.GumbelMoves = Gumbel, 0 }},
		{"gumbel scale", "GumbelValueScale", func(c *Config) { c.Root, c.GumbelValueScale = Gumbel, 0 }},
		{"gumbel offset", "GumbelVisitOffset", func(c *Config) { c.Root, c.GumbelVisitOffset = Gumbel, 0 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Default()
			tt.set(&c)
			if err := c.Validate(); err == nil || !strings.Contains(err.Error(), tt.fault+" is ") {
				t.Errorf("error %v, want one about %s", err, tt.fault)
			}
			if _, err := New(c, 10); err == nil {
				t.Error("New takes it")
			}
		})
	}
	c := Default() // without a Gumbel root its constants do not matter
	c.GumbelMoves, c.GumbelValueScale = 0, 0
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

func TestGumbelRootHasOneLane(t *testing.T) {
	cfg := Default()
	cfg.Root = Gumbel
	s := newSearch(t, cfg, midgame(t, "wiki-8", 0))
	defer func() {
		if recover() == nil {
			t.Error("a Gumbel root was widened")
		}
	}()
	s.Widen(2)
}
