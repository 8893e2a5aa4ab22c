package fit

import (
	"path/filepath"
	"slices"
	"testing"

	"halmazero/configs"
	"halmazero/engine"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/selfplay/loop"
)

// TestInitWithOtherHeads starts from networks whose further heads are not those
// that are trained: they are dropped and added, and all else is kept.
func TestInitWithOtherHeads(t *testing.T) {
	c, err := configs.Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Set([]string{"network.blocks=1", "network.filters=4", "training.reply_weight=0.1"}); err != nil {
		t.Fatal(err)
	}
	rules, err := engine.ParseRules("wiki-8")
	if err != nil {
		t.Fatal(err)
	}
	code := features.For(rules)
	for name, heads := range map[string]model.Heads{"none": {}, "others": {Distance: true, ShortValues: 1}, "the same": {Reply: true}} {
		t.Run(name, func(t *testing.T) {
			spec := loop.NetworkSpec(c.Network, code)
			spec.Heads = heads
			start, err := model.Random(spec, seed.New(5, "network"))
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "start.safetensors")
			if err := start.Save(file); err != nil {
				t.Fatal(err)
			}
			first, hash, _, err := firstNetwork(c, code, file)
			if err != nil {
				t.Fatal(err)
			}
			if want, err := start.Hash(); hash != want || err != nil {
				t.Errorf("the start's hash is %s, want %s, %v", hash, want, err)
			}
			if err := first.Validate(); err != nil || first.Spec.Heads != (model.Heads{Reply: true}) {
				t.Errorf("heads %+v, want the reply alone, %v", first.Spec.Heads, err)
			}
			for tensor, w := range first.Tensors {
				if had := start.Tensors[tensor]; had != nil && !slices.Equal(w, had) {
					t.Errorf("%s has changed", tensor)
				}
			}
		})
	}
}
