package mcts

import (
	"math"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	nan := float32(math.NaN())
	inf := float32(math.Inf(1))
	tests := []struct {
		name string
		out  Output
		want string // part of the error; none if empty
	}{
		{"good", Output{Values{1, -1, nan}, []float32{0.25, 0, 0.75}}, ""},
		{"rounded", Output{Values{1.0001, -1.0001}, []float32{0.3333, 0.3333, 0.3333}}, ""},
		{"too few", Output{Values{}, []float32{0.5, 0.5}}, "2 priors for 3 moves"},
		{"value NaN", Output{Values{0, nan}, []float32{1, 0, 0}}, "value of seat 2"},
		{"value out of range", Output{Values{-1.5}, []float32{1, 0, 0}}, "value of seat 1"},
		{"prior NaN", Output{Values{}, []float32{0, nan, 1}}, "prior of move 1"},
		{"prior negative", Output{Values{}, []float32{0.5, 0.6, -0.1}}, "prior of move 2"},
		{"prior infinite", Output{Values{}, []float32{0, 0, inf}}, "sum to"},
		{"unnormalised", Output{Values{}, []float32{0, 0, 0}}, "sum to 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.out.Check(3, 2)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// A diverged network is an error of Run and does not get into the tree.
func TestRunRefusesABrokenOutput(t *testing.T) {
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	run(t, s, hashed{}, 30)
	err := Run(s, constant{float32(math.NaN()), 0}, 30, nil)
	if err == nil || !strings.Contains(err.Error(), "value of seat 1") || !strings.Contains(err.Error(), "wiki-8 ") {
		t.Errorf("error %v, want one that names the position and the value", err)
	}
	run(t, s, hashed{}, 30)
	if err := wellFormed(s); err != nil || visits(s.Root(nil)) != 60 {
		t.Errorf("%v; %d visits, want 60", err, visits(s.Root(nil)))
	}
}

func TestConfigValidate(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Errorf("the default is refused: %v", err)
	}
	nan := math.NaN()
	bad := Config{CPuct: nan, CPuctBase: -1, FPUReduction: 3, RootFPUReduction: nan, NoiseFraction: 1.5, NoiseTotal: math.Inf(1)}
	err := bad.Validate()
	for _, name := range []string{"CPuct ", "CPuctBase", " FPUReduction", "RootFPUReduction", "NoiseFraction", "NoiseTotal"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not refused: %v", name, err)
		}
	}
	if _, err := New(bad, 10); err == nil {
		t.Error("New takes a bad configuration")
	}
	for _, n := range []int{0, -1, MaxNodes + 1} {
		if _, err := New(Default(), n); err == nil {
			t.Errorf("New takes a capacity of %d", n)
		}
	}
}
