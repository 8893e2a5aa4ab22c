package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"halmazero/internal/fsx"
)

var (
	kills    = flag.Int("kills", 5, "kills of the test of kills")
	killSeed = flag.Uint64("killseed", 1, "seed of their instants")
)

// killed is a run under a process of its own that is killed at random instants.
type killed struct {
	dir   string
	rng   *rand.Rand
	kills map[string]int // by the last event before
	temps int            // kills that left a half-written file
}

func (k *killed) command() *exec.Cmd {
	args := []string{"run", "--config", "defaults", "--dir", k.dir, "--generations", "2", "--workers", "2"}
	for _, s := range small {
		args = append(args, "--set", s)
	}
	return exec.Command("halma", args...)
}

// progress is how many pieces of work are done, and the last event.
func (k *killed) progress() (done int, last string) {
	lines, err := fsx.ReadLog(filepath.Join(k.dir, "events.jsonl"))
	if err != nil {
		return 0, "nothing"
	}
	for _, l := range lines {
		name, _, _ := strings.Cut(strings.TrimPrefix(string(l), `{"event":"`), `"`)
		if last = name; name != "started" {
			done++
		}
	}
	return done, last
}

// kill starts the run, waits until so many pieces of work are done and for a
// moment more, and kills it. It reports false where the run has ended before.
func (k *killed) kill(t *testing.T, pieces int, moment time.Duration) bool {
	t.Helper()
	c := k.command()
	var talk bytes.Buffer
	c.Stderr = &talk
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		done, _ := k.progress()
		wait := 2 * time.Millisecond
		if done >= pieces {
			wait = moment
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v\n%s", err, talk.String())
			}
			return false
		case <-time.After(wait):
		}
		if done < pieces {
			continue
		}
		if err := c.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		if err := <-ended; err == nil {
			return false
		}
		k.count(t)
		return true
	}
}

// count takes down what a kill has left.
func (k *killed) count(t *testing.T) {
	t.Helper()
	_, last := k.progress()
	k.kills[last]++
	temps := 0
	err := filepath.WalkDir(k.dir, func(path string, e fs.DirEntry, err error) error {
		if strings.Contains(path, ".tmp-") {
			temps = 1
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // there may be no folder yet
		t.Fatal(err)
	}
	k.temps += temps
}

// finish lets the run go on to its end.
func (k *killed) finish(t *testing.T) {
	t.Helper()
	if out, err := k.command().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// content is a line for each file that has to be the same however a run was
// killed: its path and SHA-256.
func content(t *testing.T, dir string) string {
	t.Helper()
	var sb strings.Builder
	for _, pattern := range []string{"config.yaml", "manifest.jsonl", "games/*/*", "models/*", "checkpoints/*", "matches/*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, f := range files {
			sum, _, err := fsx.HashFile(f)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(dir, f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&sb, filepath.ToSlash(rel), sum)
		}
	}
	return sb.String()
}

// A run that is killed without warning, at whatever instant, goes on to the
// bytes of one that never was: dataset, networks, checkpoints and matches.
// scripts/kill.sh makes more kills.
func TestKilledRunGoesOnToTheSameBytes(t *testing.T) {
	t.Parallel()
	undisturbed := &killed{dir: filepath.Join(t.TempDir(), "run")}
	undisturbed.finish(t)
	want := content(t, undisturbed.dir)
	pieces, _ := undisturbed.progress()

	k := &killed{rng: rand.New(rand.NewPCG(*killSeed, 5)), kills: make(map[string]int)}
	for made := 0; made < *kills; {
		k.dir = filepath.Join(t.TempDir(), "run")
		for piece := k.rng.IntN(3); piece < pieces && made < *kills; piece += k.rng.IntN(4) {
			if !k.kill(t, piece, time.Duration(k.rng.IntN(100))*time.Millisecond) {
				break
			}
			made++
		}
		k.finish(t)
		if got := content(t, k.dir); got != want {
			t.Fatalf("undisturbed:\n%s\nkilled after %v:\n%s", want, k.kills, got)
		}
		if faults := faultsOf(t, k.dir); len(faults) > 0 {
			t.Errorf("verification after the kills: %v", faults)
		}
	}
	t.Logf("%d kills, by the last event before them: %v; %d left a half-written file", *kills, k.kills, k.temps)
}

// However many goroutines play, a run is the same bytes.
func TestSameBytesForAnyWorkers(t *testing.T) {
	t.Parallel()
	var first string
	for _, workers := range []string{"1", "2", "4", "8"} {
		got := content(t, smallRun(t, "--workers", workers))
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("one worker:\n%s\n%s workers:\n%s", first, workers, got)
		}
	}
}
