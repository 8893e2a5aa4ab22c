package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/selfplay"
)

var long = flag.Bool("long", false, "run the long tests, too")

// small is the configuration of a run of seconds, apart from its name.
var small = []string{"network.blocks=1", "network.filters=16", "network.policy_dim=8", "network.value_channels=8", "network.value_hidden=8",
	"bootstrap.games=0", "selfplay.games=6", "selfplay.simulations=8", "selfplay.cheap_simulations=4", "selfplay.shard_games=2",
	"cap.start=14", "cap.growth=2", "cap.max=40", "training.batch=32", "training.samples_per_row=2",
	"gate.simulations=4", "gate.max_pairs=2", "ladder.simulations=4", "ladder.pairs=1", "ladder.final_pairs=1", "ladder.opponents=[greedy]"}

// smallRun is the folder of a run that is finished.
func smallRun(t *testing.T, more ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	args := append([]string{"run", "--config", "defaults", "--dir", dir, "--generations", "2"}, more...)
	for _, s := range small {
		args = append(args, "--set", s)
	}
	var talk bytes.Buffer
	if code := run(args, nil, io.Discard, &talk); code != exitDone {
		t.Fatalf("halma %q: exit code %d\n%s", args, code, talk.String())
	}
	return dir
}

// faultsOf is what verification finds.
func faultsOf(t *testing.T, dir string) []dataset.Fault {
	t.Helper()
	folder, err := checkFolder(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if folder.trains() {
		return folder.faults
	}
	report, err := dataset.Verify(t.Context(), dir, arrowio.Codec{}, dataset.VerifyOptions{CapOutcomes: selfplay.CapOutcomes, Game: folder.game})
	if err != nil {
		t.Fatal(err)
	}
	return append(folder.faults, report.Faults...)
}

// targets are the files of a run by kind.
var targets = []string{"config.yaml", "selftest.json", "events.jsonl", "metrics.jsonl", "manifest.jsonl", "models/*", "checkpoints/*", "matches/*", "games/*/*.games.arrow", "games/*/*.positions.arrow"}

// smallFork is the folder of a run that was forked from another at its first
// generation, with other settings, and is finished.
func smallFork(t *testing.T) string {
	t.Helper()
	source := smallRun(t)
	dir := filepath.Join(t.TempDir(), "fork")
	var talk bytes.Buffer
	args := []string{"run", "--fork", source + "@1", "--dir", dir, "--seed", "5", "--set", "name=fork", "--set", "selfplay.simulations=9"}
	if code := run(args, nil, io.Discard, &talk); code != exitDone {
		t.Fatalf("halma %q: exit code %d\n%s", args, code, talk.String())
	}
	return dir
}

// Any changed byte of any file of a run is found, and the file is named.
func TestVerifyFindsFlips(t *testing.T) {
	t.Parallel()
	findsFlips(t, smallRun(t), targets, 100)
}

// So it is of a run that was forked from another.
func TestVerifyFindsFlipsOfAFork(t *testing.T) {
	t.Parallel()
	dir := smallFork(t)
	findsFlips(t, dir, append([]string{"forks/*"}, targets...), 55)
	own, origin := filepath.Join(dir, "config.yaml"), filepath.Join(dir, "forks", "gen-0001.yaml")
	text, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	write(t, origin, text)
	faults := faultsOf(t, dir)
	for _, part := range []string{"says otherwise", "line 1 of events.jsonl says"} {
		if !slices.ContainsFunc(faults, func(f dataset.Fault) bool { return f.File == "forks/gen-0001.yaml" && strings.Contains(f.Reason, part) }) {
			t.Errorf("the new configuration in the place of the old one: no fault with %q: %v", part, faults)
		}
	}
	if err := os.Remove(origin); err != nil {
		t.Fatal(err)
	}
	if faults := faultsOf(t, dir); !slices.ContainsFunc(faults, func(f dataset.Fault) bool {
		return strings.Contains(f.Reason, "there are 0 configurations of runs before it")
	}) {
		t.Errorf("without the old configuration: %v", faults)
	}
}

func findsFlips(t *testing.T, dir string, targets []string, flips int) {
	t.Helper()
	if faults := faultsOf(t, dir); len(faults) > 0 {
		t.Fatalf("before any flip: %v", faults)
	}
	if *long {
		flips *= 10
	}
	rng := rand.New(rand.NewPCG(8, 3))
	for i := range flips {
		files, err := filepath.Glob(filepath.Join(dir, targets[i%len(targets)]))
		if err != nil || len(files) == 0 {
			t.Fatal(targets[i%len(targets)], err)
		}
		path := files[rng.IntN(len(files))]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damaged := slices.Clone(data)
		at := rng.IntN(len(data))
		damaged[at] ^= byte(1 + rng.IntN(255))
		write(t, path, damaged)
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		faults := faultsOf(t, dir)
		if !slices.ContainsFunc(faults, func(f dataset.Fault) bool { return f.File == filepath.ToSlash(name) }) {
			t.Errorf("%s, byte %d from %#x to %#x: faults %v", name, at, data[at], damaged[at], faults)
		}
		write(t, path, data)
	}
	if faults := faultsOf(t, dir); len(faults) > 0 {
		t.Errorf("after all flips were undone: %v", faults)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// What is missing, cut, there twice or from another run is found and named.
func TestVerifyFindsLosses(t *testing.T) {
	t.Parallel()
	sound, other := smallRun(t), smallRun(t, "--seed", "2")
	const shard = "games/gen-0002/0002" // the last one
	edit := func(t *testing.T, dir, name string, change func([]byte) []byte) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), change(data))
	}
	lines := func(change func([][]byte) [][]byte) func([]byte) []byte {
		return func(b []byte) []byte { return bytes.Join(change(bytes.SplitAfter(b, []byte("\n"))), nil) }
	}
	without := func(line int) func([]byte) []byte {
		return lines(func(l [][]byte) [][]byte {
			if line < 0 {
				line += len(l) - 1
			}
			return slices.Delete(l, line, line+1)
		})
	}
	remove := func(t *testing.T, dir, name string) {
		t.Helper()
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name   string
		damage func(t *testing.T, dir string)
		file   string
		reason string
	}{
		{"truncated shard", func(t *testing.T, dir string) {
			edit(t, dir, shard+".positions.arrow", func(b []byte) []byte { return b[:len(b)/2] })
		}, shard + ".positions.arrow", "SHA-256"},
		{"shard in the place of another", func(t *testing.T, dir string) {
			for _, part := range []string{".games.arrow", ".positions.arrow"} {
				data, err := os.ReadFile(filepath.Join(dir, "games/gen-0002/0000"+part))
				if err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(dir, "games/gen-0002/0001"+part), data)
			}
		}, "games/gen-0002/0001.games.arrow", "SHA-256"},
		{"all shards of another run", func(t *testing.T, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, "games")); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(filepath.Join(dir, "games"), os.DirFS(filepath.Join(other, "games"))); err != nil {
				t.Fatal(err)
			}
			edit(t, dir, "manifest.jsonl", func([]byte) []byte {
				data, err := os.ReadFile(filepath.Join(other, "manifest.jsonl"))
				if err != nil {
					t.Fatal(err)
				}
				return data
			})
		}, "games/gen-0001/0000.games.arrow", "the folder's is"},
		{"shard twice in the manifest", func(t *testing.T, dir string) {
			edit(t, dir, "manifest.jsonl", lines(func(l [][]byte) [][]byte { return slices.Insert(l, 1, l[0]) }))
		}, "manifest.jsonl", "expected shard 1"},
		{"lost manifest line", func(t *testing.T, dir string) { edit(t, dir, "manifest.jsonl", without(1)) }, "manifest.jsonl", "expected shard 1"},
		{"lost last manifest line", func(t *testing.T, dir string) { edit(t, dir, "manifest.jsonl", without(-1)) }, shard + ".games.arrow", "is not in the manifest"},
		{"lost last shard and its line", func(t *testing.T, dir string) {
			edit(t, dir, "manifest.jsonl", without(-1))
			remove(t, dir, shard+".games.arrow")
			remove(t, dir, shard+".positions.arrow")
		}, "manifest.jsonl", "the games up to generation 2"},
		{"lost event", func(t *testing.T, dir string) { edit(t, dir, "events.jsonl", without(3)) }, "events.jsonl", "does not follow"},
		{"torn event", func(t *testing.T, dir string) {
			edit(t, dir, "events.jsonl", func(b []byte) []byte { return b[:len(b)-5] })
		}, "events.jsonl", "is torn"},
		{"lost metrics line", func(t *testing.T, dir string) { edit(t, dir, "metrics.jsonl", without(0)) }, "metrics.jsonl", "line 1 is not that of generation 1"},
		{"lost network", func(t *testing.T, dir string) { remove(t, dir, "models/gen-0001.safetensors") }, "models/gen-0001.safetensors", "is missing"},
		{"network of another run", func(t *testing.T, dir string) {
			data, err := os.ReadFile(filepath.Join(other, "models/gen-0001.safetensors"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "models/gen-0001.safetensors"), data)
		}, "models/gen-0001.safetensors", "SHA-256"},
		{"lost checkpoint", func(t *testing.T, dir string) { remove(t, dir, "checkpoints/gen-0002.checkpoint") }, "checkpoints/gen-0002.checkpoint", "is missing"},
		{"truncated checkpoint", func(t *testing.T, dir string) {
			edit(t, dir, "checkpoints/gen-0002.checkpoint", func(b []byte) []byte { return b[:7] })
		}, "checkpoints/gen-0002.checkpoint", "has 7 bytes"},
		{"lost matches", func(t *testing.T, dir string) { remove(t, dir, "matches/gen-0001.jsonl") }, "matches/gen-0001.jsonl", "no game of the gate"},
		{"another configuration", func(t *testing.T, dir string) {
			data, err := os.ReadFile(filepath.Join(other, "config.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "config.yaml"), data)
		}, "config.yaml", "has the hash"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(sound)); err != nil {
				t.Fatal(err)
			}
			test.damage(t, dir)
			faults := faultsOf(t, dir)
			if !slices.ContainsFunc(faults, func(f dataset.Fault) bool { return f.File == test.file && strings.Contains(f.Reason, test.reason) }) {
				t.Errorf("no fault of %s with %q: %v", test.file, test.reason, faults)
			}
		})
	}
	if _, err := checkFolder(t.Context(), filepath.Join(sound, "nothing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: error %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := checkFolder(stopped, sound); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: error %v", err)
	}
}

// So it is of a training: its network has a hash beside it, and so has the text
// that says where it came from.
func TestVerifyFindsFlipsOfATraining(t *testing.T) {
	t.Parallel()
	source := smallRun(t)
	dir := filepath.Join(t.TempDir(), "trained")
	args := []string{"train", "--data", source, "--out", dir, "--steps", "4", "--no-self-test"}
	for _, s := range small[:5] {
		args = append(args, "--set", s)
	}
	var talk bytes.Buffer
	if code := run(args, nil, io.Discard, &talk); code != exitDone {
		t.Fatalf("halma %q: exit code %d\n%s", args, code, talk.String())
	}
	findsFlips(t, dir, []string{"model.safetensors", "model.json", "inputs.json", "config.yaml", "metrics.jsonl", "checkpoints/*"}, 30)
	path := filepath.Join(dir, "model.safetensors")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte("trained on dataset "))
	if at < 0 {
		t.Fatal("the network does not say what it was trained on")
	}
	data[at] = 'T'
	write(t, path, data)
	if faults := faultsOf(t, dir); len(faults) != 1 || faults[0].File != "model.safetensors" || !strings.Contains(faults[0].Reason, "model.json says") {
		t.Errorf("another letter in the network's origin: %v", faults)
	}
}
