package loop

import (
	"context"
	"errors"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/model"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
)

// greedyGames stores games of the greedy player in a new folder.
func greedyGames(t *testing.T, rules string, games int, seed uint64) string {
	t.Helper()
	dir := t.TempDir()
	m, err := dataset.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	greedy, err := agent.ParseSpec("greedy")
	if err != nil {
		t.Fatal(err)
	}
	spec := selfplay.Spec{Run: "elsewhere", Seed: seed, Rules: mustRules(t, rules), Model: "greedy", Cap: selfplay.CapRule{Plies: 40}, Settings: Settings(tiny(t))}
	err = selfplay.Fill(context.Background(), dataset.NewWriter(dir, arrowio.Codec{}, m, 0, 4), selfplay.Batch{Spec: spec, Games: games, Workers: 2,
		Work: selfplay.BotWork(func() (selfplay.Bot, error) { return greedy.New(nil) })})
	if err := errors.Join(err, m.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A run that learns from other games as well goes on to the same bytes when it
// is stopped, with and without a share of their own.
func TestRunWithGamesFromElsewhere(t *testing.T) {
	data := greedyGames(t, "wiki-8-d30", 8, 1)
	set := []string{"ladder.pairs=0", "ladder.final_pairs=0", "training.bootstrap_steps=9", "bootstrap.data=[" + data + "]"}
	networks := map[string]bool{}
	for _, share := range []string{"0", "0.5", "1"} {
		c := tiny(t, append(set, "bootstrap.share="+share, "bootstrap.share_half_life=1")...)
		straight, stopped := t.TempDir(), t.TempDir()
		text, err := talked(t, c, straight)
		if err != nil {
			t.Fatalf("share %s: %v\n%s", share, err, text)
		}
		for _, part := range []string{"learns from the 8 games in " + data, "gen 1 training on samples: 288/288"} {
			if !strings.Contains(text, part) {
				t.Errorf("share %s: no word of %q\n%s", share, part, text)
			}
		}
		for _, word := range []string{"gen 1 training", "gen 2 games"} {
			ctx, stop := context.WithCancel(context.Background())
			if err := run(t, ctx, c, stopped, 2, &stopper{word, stop}); err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			stop()
		}
		if err := run(t, context.Background(), c, stopped, 1, io.Discard); err != nil {
			t.Fatal(err)
		}
		if a, b := hashes(t, straight), hashes(t, stopped); a != b {
			t.Errorf("share %s: undisturbed\n%s\nstopped\n%s", share, a, b)
		}
		n, err := model.Load(filepath.Join(straight, "models", "gen-0002.safetensors"))
		if err != nil {
			t.Fatal(err)
		}
		source := events(t, straight)[1].Sources
		if len(source) != 1 || source[0].Games != 8 || !strings.Contains(n.Provenance.Note, source[0].Hash) {
			t.Errorf("share %s: sources %+v, note %q", share, source, n.Provenance.Note)
		}
		hash, err := n.Hash()
		if err != nil {
			t.Fatal(err)
		}
		networks[hash] = true
	}
	if len(networks) != 3 {
		t.Errorf("three shares gave %d networks", len(networks))
	}
}

func TestGamesFromElsewhereAreRefused(t *testing.T) {
	data, other, ten := greedyGames(t, "wiki-8-d30", 4, 1), greedyGames(t, "wiki-8-d30", 4, 2), greedyGames(t, "wiki-10", 2, 1)
	set := func(dirs ...string) []string {
		return []string{"generations=1", "ladder.pairs=0", "ladder.final_pairs=0", "training.bootstrap_steps=2", "bootstrap.data=[" + strings.Join(dirs, ", ") + "]"}
	}
	try := func(dir string, dirs ...string) error {
		return run(t, context.Background(), tiny(t, set(dirs...)...), dir, 1, io.Discard)
	}
	never := filepath.Join(t.TempDir(), "never")
	for _, x := range []struct {
		name string
		dirs []string
		part string
	}{
		{"no folder", []string{never}, "bootstrap.data: " + never + " holds no dataset"},
		{"the same games twice", []string{data, data + "/"}, "hold the same games"},
		{"other rules", []string{data, ten}, ten + ": game "},
	} {
		dir := t.TempDir()
		if err := try(dir, x.dirs...); err == nil || !strings.Contains(err.Error(), x.part) {
			t.Errorf("%s: error %v, want one with %q", x.name, err, x.part)
		}
		if played, err := filepath.Glob(filepath.Join(dir, "games", "*")); err != nil || len(played) > 0 {
			t.Errorf("%s: games were played all the same: %v, %v", x.name, played, err)
		}
	}
	// Other games in the folder than when the run began.
	dir := t.TempDir()
	if err := try(dir, data); err != nil {
		t.Fatal(err)
	}
	d := &Driver{opt: Options{Dir: dir}, folder: &Folder{Events: events(t, dir)}}
	for _, x := range []struct{ folder, fault string }{{data, ""}, {other, "bootstrap.data: " + other + " holds other games now"}} {
		var err error
		if d.sources, err = OpenSources([]string{x.folder}); err != nil {
			t.Fatal(err)
		}
		if err = d.checkSources(); x.fault == "" && err != nil || x.fault != "" && (err == nil || !strings.HasPrefix(err.Error(), x.fault)) {
			t.Errorf("error %v, want %q", err, x.fault)
		}
	}
}

// The share falls by half each half-life, and is nothing once it is less than
// half a row of a batch.
func TestBootstrapShareFalls(t *testing.T) {
	c := tiny(t, "bootstrap.games=6", "bootstrap.share=0.8", "bootstrap.share_half_life=2")
	for generation, want := range map[int]float64{1: 0.8, 2: 0.8 * math.Sqrt2 / 2, 3: 0.4, 11: 0.025, 12: 0.0125 * math.Sqrt2, 13: 0} {
		d := &Driver{cfg: c, state: State{Generation: generation}}
		if got := d.bootstrapShare(); math.Abs(got-want) > 1e-12 {
			t.Errorf("generation %d: share %v, want %v", generation, got, want)
		}
	}
}

// Bootstrap games of the run's own bot are kept apart with a share, and are
// the whole of the first generation's training either way.
func TestOwnBootstrapGamesApart(t *testing.T) {
	set := []string{"generations=3", "ladder.pairs=0", "ladder.final_pairs=0", "bootstrap.games=6", "bootstrap.player=greedy", "training.bootstrap_steps=3"}
	plain, apart := t.TempDir(), t.TempDir()
	if _, err := talked(t, tiny(t, set...), plain); err != nil {
		t.Fatal(err)
	}
	if _, err := talked(t, tiny(t, append(set, "bootstrap.share=0.5")...), apart); err != nil {
		t.Fatal(err)
	}
	tensors := func(dir, name string) []float32 {
		n, err := model.Load(filepath.Join(dir, "models", name))
		if err != nil {
			t.Fatal(err)
		}
		return n.Tensors["stem.w"]
	}
	equal := func(name string) bool {
		a, b := tensors(plain, name), tensors(apart, name)
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	if !equal("gen-0001.safetensors") {
		t.Error("the first network differs, although both learned from the same games in the same way")
	}
	if equal("gen-0002.safetensors") {
		t.Error("the second network is the same: the share had no effect")
	}
}
