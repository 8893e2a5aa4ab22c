package loop

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halmazero/configs"
	"halmazero/internal/seed"
	"halmazero/mcts"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn"
	"halmazero/model/pretrained"
	"halmazero/selfplay/agent"
)

// answer is what a network says of the start position.
func answer(t *testing.T, n *model.Network, ref string) mcts.Output {
	t.Helper()
	rules := mustRules(t, ref)
	net, err := nn.New(n)
	if err != nil {
		t.Fatal(err)
	}
	eval, err := agent.NewEvaluator(net, rules)
	if err != nil {
		t.Fatal(err)
	}
	p := rules.Start(0)
	moves := p.Moves(nil)
	out := []mcts.Output{{Priors: make([]float32, len(moves))}}
	if err := eval.Evaluate([]mcts.Leaf{{Position: &p, Moves: moves}}, out); err != nil {
		t.Fatal(err)
	}
	return out[0]
}

func first(t *testing.T, set ...string) (*model.Network, *model.Growth) {
	t.Helper()
	c, err := configs.Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Set(set); err != nil {
		t.Fatal(err)
	}
	n, g, err := FirstNetwork(c, features.For(mustRules(t, c.Rules)))
	if err != nil {
		t.Fatal(err)
	}
	return n, g
}

// A network that has grown deeper answers as before, bit for bit; one for
// another board does not depend on the seed where all layers are taken.
func TestFirstNetworkPlaysOn(t *testing.T) {
	source, err := pretrained.Open("8x8")
	if err != nil {
		t.Fatal(err)
	}
	was := answer(t, source, "wiki-8-d30")
	for _, set := range [][]string{{"network.from=8x8"}, {"network.from=8x8", "network.blocks=5"}} {
		n, g := first(t, set...)
		if is := answer(t, n, "wiki-8-d30"); is.Value != was.Value || !slices.Equal(is.Priors, was.Priors) {
			t.Errorf("%v: the answer is %v, was %v (%v)", set, is, was, g)
		}
	}
	for ref, same := range map[string]bool{"wiki-10-d50": true, "plyyard": true, "star-121-2": false} {
		a, _ := first(t, "network.from=8x8", "rules="+ref, "seed=1")
		b, _ := first(t, "network.from=8x8", "rules="+ref, "seed=2")
		if got := slices.Equal(a.Tensors["stem.w"], b.Tensors["stem.w"]); got != same {
			t.Errorf("%s: the same stem with another seed: %t, want %t", ref, got, same)
		}
		if !slices.Equal(a.Tensors["block2.b.w"], source.Tensors["block2.b.w"]) {
			t.Errorf("%s: the last block is not the source's", ref)
		}
	}
	if n, g := first(t); g != nil || n.Provenance != (model.Provenance{}) {
		t.Errorf("a random network has growth %v, provenance %+v", g, n.Provenance)
	}
}

// A run that grows from a file repeats, also when it is stopped and the file
// is gone, and its files say what has come from where.
func TestRunGrows(t *testing.T) {
	source := filepath.Join(t.TempDir(), "source.safetensors")
	small := tiny(t)
	n, err := model.Random(NetworkSpec(small.Network, features.For(mustRules(t, "star-121-2"))), seed.New(9, "source"))
	if err != nil {
		t.Fatal(err)
	}
	n.Provenance.Steps = 1000
	if err := n.Save(source); err != nil {
		t.Fatal(err)
	}
	hash, err := n.Hash()
	if err != nil {
		t.Fatal(err)
	}
	c := tiny(t, "network.from="+source, "ladder.final_pairs=0")
	whole, parts := t.TempDir(), t.TempDir()
	text, err := talked(t, c, whole)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "starts from the weights of "+source) || !strings.Contains(text, "the first network takes all layers from network "+hash) {
		t.Errorf("the run says\n%s", text)
	}
	one := c
	one.Generations = 1
	if err := run(t, context.Background(), one, parts, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(source); err != nil {
		t.Fatal(err)
	}
	if err := run(t, context.Background(), c, parts, 1, io.Discard); err != nil {
		t.Fatal(err)
	}
	strip := func(s string) string { return s[:strings.Index(s, "config.yaml")] }
	if a, b := strip(hashes(t, whole)), strip(hashes(t, parts)); a != b {
		t.Errorf("in one go:\n%s\nin parts:\n%s", a, b)
	}
	log := events(t, whole)
	made := log[slices.IndexFunc(log, func(e Event) bool { return e.Kind == NetworkMade })]
	if made.Growth == nil || made.Growth.Source != hash || len(made.Growth.New) > 0 {
		t.Errorf("the event has growth %+v", made.Growth)
	}
	for generation, parent := range map[int]string{0: hash, 1: made.Model} {
		p := loaded(t, whole, generation).Provenance
		if p.Parent != parent || p.Run != "tiny" || p.Steps < 1000 || generation > 0 && p.Steps == 1000 {
			t.Errorf("generation %d has provenance %+v", generation, p)
		}
	}

	never := filepath.Join(t.TempDir(), "never")
	err = run(t, context.Background(), c, never, 1, io.Discard)
	if _, stat := os.Stat(never); err == nil || !strings.HasPrefix(err.Error(), "network.from: ") || !os.IsNotExist(stat) {
		t.Errorf("without its source: %v, folder %v", err, stat)
	}
	err = run(t, context.Background(), tiny(t, "network.from=8x8"), never, 1, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "network 8x8: its tower has 3 blocks x 32 filters, the one to be made 1 x 16") {
		t.Errorf("from another size: %v", err)
	}
}

func loaded(t *testing.T, dir string, generation int) *model.Network {
	t.Helper()
	n, err := model.Load((&Folder{dir: dir}).modelPath(generation))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
