package loop

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/internal/fsx"
)

// logOf is a run's log.
func logOf(t *testing.T, dir string) []Event {
	t.Helper()
	_, events, err := readEvents(dir)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// With an unchanged configuration a fork comes to the same games, networks,
// checkpoints and matches as the run that it was taken from.
func TestForkGoesOnToTheSameBytes(t *testing.T) {
	c := tiny(t, "generations=3", "bootstrap.games=6", "training.bootstrap_steps=3", "training.keep_checkpoints=1")
	straight, short := t.TempDir(), t.TempDir()
	if err := run(t, context.Background(), c, straight, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	// The source has ended with generation 2, its final matches included.
	two := tiny(t, "generations=2", "bootstrap.games=6", "training.bootstrap_steps=3", "training.keep_checkpoints=1")
	if err := run(t, context.Background(), two, short, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	before := hashes(t, short)
	fork := filepath.Join(t.TempDir(), "fork")
	for range 2 { // the second time there is nothing to do
		if err := Fork(short, 2, c, fork, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := Run(context.Background(), c, Options{Dir: fork, Workers: 1, Out: &out, Talk: io.Discard}); err != nil {
		t.Fatal(err)
	}
	if a, b := hashes(t, straight), hashes(t, fork); a != b {
		t.Errorf("undisturbed:\n%s\nforked:\n%s", a, b)
	}
	if after := hashes(t, short); after != before {
		t.Errorf("the source was changed:\n%s\n%s", before, after)
	}
	if lines := strings.Count(out.String(), "\n"); lines < 5 || !strings.Contains(out.String(), "final: the network of generation") {
		t.Errorf("the run printed %s", out.String())
	}
	events := logOf(t, fork)
	i := slices.IndexFunc(events, func(e Event) bool { return e.Kind == Forked })
	if i < 0 || events[i-1].Kind != Published || events[i].Generation != 2 || events[i].Fork.Run != "tiny" || len(events[i].Fork.Models) != 3 {
		t.Errorf("events %+v", events)
	}
	m, err := dataset.ReadManifest(fork)
	if err != nil || events[i].Fork.Dataset != m.HashUpTo(2) {
		t.Errorf("the fork says dataset %s, error %v", events[i].Fork.Dataset, err)
	}
	page, err := os.ReadFile(filepath.Join(fork, "report.html"))
	if err != nil || !bytes.Contains(page, []byte("generations up to 2 are those of run tiny, seed 1, ")) {
		t.Errorf("the report does not tell of the fork, error %v", err)
	}
}

// Other settings lead elsewhere from the generation on; a fork of a fork keeps
// what is known of both, and a fork that is stopped goes on to the same bytes.
func TestForkWithOtherSettings(t *testing.T) {
	source, one, other := t.TempDir(), filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "other")
	if err := run(t, context.Background(), tiny(t, "generations=1"), source, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	changed := tiny(t, "name=changed", "seed=7", "generations=2", "selfplay.simulations=10", "training.learning_rate=0.001")
	for _, dir := range []string{one, other} {
		if err := Fork(source, 1, changed, dir, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(t, context.Background(), changed, one, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"gen 2 games", "gen 2 training", "gen 2 gen-0002"} {
		ctx, stop := context.WithCancel(context.Background())
		err := run(t, ctx, changed, other, 1, &stopper{word, stop})
		stop()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if err := run(t, context.Background(), changed, other, 1, io.Discard); err != nil {
		t.Fatal(err)
	}
	if a, b := hashes(t, one), hashes(t, other); a != b {
		t.Errorf("undisturbed:\n%s\nstopped:\n%s", a, b)
	}

	// At the generation where the first fork began, the origin is the source.
	again, third := filepath.Join(t.TempDir(), "again"), filepath.Join(t.TempDir(), "third")
	if err := Fork(one, 1, changed, again, io.Discard); err != nil {
		t.Fatal(err)
	}
	if a, b := logOf(t, again), logOf(t, other); a[len(a)-1].Fork.Run != "tiny" || len(a) > len(b) {
		t.Errorf("the fork at a fork has the events %+v", a)
	}
	if err := Fork(one, 2, tiny(t, "name=third"), third, io.Discard); err != nil {
		t.Fatal(err)
	}
	h, err := ReadHistory(third)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for g := 1; g <= 3; g++ {
		names = append(names, h.At(g).Config.Name)
	}
	if !slices.Equal(names, []string{"tiny", "changed", "third"}) {
		t.Errorf("generations 1 to 3 are those of %v", names)
	}
	if _, err := Replay(logOf(t, third)); err != nil {
		t.Error(err)
	}
	report, err := dataset.Verify(t.Context(), third, arrowio.Codec{}, dataset.VerifyOptions{})
	if err != nil || len(report.Faults) > 0 || report.Games != 20 {
		t.Errorf("%d games, faults %v, error %v", report.Games, report.Faults, err)
	}
}

func TestForkOfTheFirstNetwork(t *testing.T) {
	c := tiny(t, "generations=1")
	source, fork := t.TempDir(), filepath.Join(t.TempDir(), "fork")
	if err := run(t, context.Background(), c, source, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := Fork(source, 0, c, fork, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := run(t, context.Background(), c, fork, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	if a, b := hashes(t, source), hashes(t, fork); a != b {
		t.Errorf("source:\n%s\nfork:\n%s", a, b)
	}
}

func TestForkIsRefused(t *testing.T) {
	source := t.TempDir()
	c := tiny(t, "generations=2", "training.keep_checkpoints=1")
	if err := run(t, context.Background(), c, source, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	fork := filepath.Join(t.TempDir(), "fork")
	refused := func(name, from string, generation int, dir string, part string, set ...string) {
		t.Helper()
		err := Fork(from, generation, tiny(t, append([]string{"training.keep_checkpoints=1"}, set...)...), dir, io.Discard)
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: error is %v, want one with %q", name, err, part)
		}
		for _, left := range []string{fork, filepath.Join(filepath.Dir(fork), ".fork.making")} {
			if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
				t.Fatalf("%s: %s is there, error %v", name, left, err)
			}
		}
	}
	refused("no run", full, 1, fork, "holds no run")
	refused("a generation that is not there", source, 3, fork, "generation 3 of "+source+" is not finished: 2 generations are")
	refused("a checkpoint that is not kept", source, 1, fork, "keeps no checkpoint of generation 1: it can be forked at 0, 2 ")
	refused("other rules", source, 2, fork, "are wiki-8-d30 (", "rules=wiki-8")
	refused("another network", source, 2, fork, `"blocks":1,`, "network.blocks=2")
	refused("another network", source, 2, fork, `"blocks":2,`, "network.blocks=2")
	refused("another head", source, 2, fork, `"plies_left":true`, "training.plies_left_weight=0.1")
	refused("files in the folder", source, 2, full, full+" is not empty")
	for _, name := range []string{"models/gen-0001.safetensors", "checkpoints/gen-0002.checkpoint", "games/gen-0002/0001.positions.arrow", "config.yaml", "events.jsonl"} {
		path := filepath.Join(source, filepath.FromSlash(name))
		sound, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damage(t, path)
		refused("damaged "+name, source, 2, fork, filepath.Base(name))
		if err := os.WriteFile(path, sound, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// What a killed process has left is no run, and the same call completes it.
	left := filepath.Join(filepath.Dir(fork), ".fork.making", "models")
	if err := errors.Join(os.MkdirAll(left, 0o777), fsx.WriteFile(filepath.Join(left, "gen-0009.safetensors"), nil)); err != nil {
		t.Fatal(err)
	}
	if err := Fork(source, 2, c, fork, io.Discard); err != nil {
		t.Fatal(err)
	}
	if files, err := filepath.Glob(filepath.Join(fork, "models", "*")); err != nil || len(files) != 3 {
		t.Errorf("models are %v, %v", files, err)
	}
	// The folder is a run of its own now: another fork does not fit into it.
	if err := Fork(source, 2, tiny(t, "seed=9"), fork, io.Discard); !errors.Is(err, fsx.ErrNotEmpty) {
		t.Errorf("another fork into the same folder: error %v", err)
	}
}
