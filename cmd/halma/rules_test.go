package main

import (
	"slices"
	"testing"

	"halmazero/engine"
)

// The explanations are those of the options that there are.
func TestEveryOptionIsExplained(t *testing.T) {
	var names []string
	for _, o := range optionAbout {
		names = append(names, o.name)
		if o.about == "" {
			t.Errorf("%s is not explained", o.name)
		}
	}
	if want := engine.OptionNames(); !slices.Equal(names, want) {
		t.Errorf("options %q, want %q", names, want)
	}
	for _, preset := range engine.PresetNames() {
		r, err := parseRules(preset)
		if err != nil {
			t.Fatal(err)
		}
		info := newRulesInfo(r)
		for _, name := range names {
			if info.Options[name] == "" {
				t.Errorf("%s: no value of %s", preset, name)
			}
		}
		if len(info.Options) != len(names) {
			t.Errorf("%s: %d options, want %d", preset, len(info.Options), len(names))
		}
	}
}
