package loop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/internal/fsx"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn"
)

// tiny is a run of seconds.
func tiny(t *testing.T, set ...string) configs.Config {
	t.Helper()
	c, err := configs.Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	err = c.Set(append([]string{"name=tiny", "rules=wiki-8-d30", "generations=2", "bootstrap.games=0", "network.blocks=1", "network.filters=16", "network.policy_dim=8",
		"network.value_channels=8", "network.value_hidden=8", "selfplay.games=10", "selfplay.shard_games=4", "selfplay.simulations=12", "selfplay.cheap_simulations=4",
		"selfplay.backplay_start=0", "cap.start=14", "cap.growth=2", "cap.max=40", "training.batch=32", "training.samples_per_row=2", "training.selftest=false", "gate.simulations=4", "gate.max_pairs=4",
		"ladder.simulations=4", "ladder.pairs=1", "ladder.final_pairs=1", "ladder.opponents=[greedy]"}, set...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func run(t *testing.T, ctx context.Context, c configs.Config, dir string, workers int, talk io.Writer) error {
	t.Helper()
	return Run(ctx, c, Options{Dir: dir, Workers: workers, Out: io.Discard, Talk: talk})
}

// hashes are the hashes of everything in a run folder that must repeat.
func hashes(t *testing.T, dir string) string {
	t.Helper()
	var sb strings.Builder
	m, err := dataset.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(&sb, "dataset", m.Hash())
	for _, pattern := range []string{"models/*", "checkpoints/*", "matches/*", "config.yaml"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, f := range files {
			sum, _, err := fsx.HashFile(f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&sb, filepath.Base(f), sum)
		}
	}
	return sb.String()
}

func TestSameBytesWithAnyNumberOfWorkers(t *testing.T) {
	one, three := t.TempDir(), t.TempDir()
	c := tiny(t)
	if err := run(t, context.Background(), c, one, 1, io.Discard); err != nil {
		t.Fatal(err)
	}
	c.SelfPlay.Lockstep, c.Search.CacheMB = 1, 1
	if err := run(t, context.Background(), c, three, 3, io.Discard); err != nil {
		t.Fatal(err)
	}
	// The stored configuration tells how many games a worker steps together and
	// what memory it has.
	strip := func(s string) string { return s[:strings.Index(s, "config.yaml")] }
	if a, b := strip(hashes(t, one)), strip(hashes(t, three)); a != b {
		t.Errorf("one worker:\n%s\nthree workers, one game each, with a cache:\n%s", a, b)
	}
	report, err := dataset.Verify(t.Context(), one, arrowio.Codec{}, dataset.VerifyOptions{})
	if err != nil || len(report.Faults) > 0 {
		t.Errorf("%v, %v", err, report.Faults)
	}
	if report.Games != 20 {
		t.Errorf("%d games, want 20", report.Games)
	}
	other := t.TempDir()
	if err := run(t, context.Background(), tiny(t, "seed=2"), other, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	if hashes(t, one) == hashes(t, other) {
		t.Error("another seed gave the same bytes")
	}
}

// stopper ends a context when a line with the given word is written.
type stopper struct {
	word string
	stop context.CancelFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(s.word)) {
		s.stop()
	}
	return len(p), nil
}

func TestStoppedRunGoesOnToTheSameBytes(t *testing.T) {
	c := tiny(t, "bootstrap.games=6", "training.bootstrap_steps=3")
	want := t.TempDir()
	if err := run(t, context.Background(), c, want, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	got := t.TempDir()
	stops := 0
	for _, word := range []string{"gen 1 games", "gen 1 training", "gen 1 gen-0001", "gen 2 games", "gen 2 training", "against gen-0000"} {
		ctx, stop := context.WithCancel(context.Background())
		err := run(t, ctx, c, got, 2, &stopper{word, stop})
		stop()
		if errors.Is(err, context.Canceled) {
			stops++
		} else if err != nil {
			t.Fatalf("stopped at %q: %v", word, err)
		}
	}
	if stops < 4 {
		t.Errorf("only %d of 6 stops came before the end", stops)
	}
	if err := run(t, context.Background(), c, got, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	if a, b := hashes(t, want), hashes(t, got); a != b {
		t.Errorf("undisturbed:\n%s\nstopped %d times:\n%s", a, stops, b)
	}
}

// A process that takes a run up reads the shards that the window still holds,
// and no others: games that it has outgrown may be gone.
func TestOutgrownShardsAreNotRead(t *testing.T) {
	t.Parallel()
	for _, set := range [][]string{
		{"selfplay.shard_games=10"},
		{"selfplay.shard_games=3", "training.window_max=150"},
		{"selfplay.shard_games=4", "bootstrap.games=6", "bootstrap.player=greedy", "bootstrap.share=0.5"},
	} {
		set = append(set, "training.window_start=60", "generations=5", "ladder.pairs=0", "ladder.final_pairs=0")
		whole, parts := t.TempDir(), t.TempDir()
		if err := run(t, t.Context(), tiny(t, set...), whole, 2, io.Discard); err != nil {
			t.Fatal(err)
		}
		if err := run(t, t.Context(), tiny(t, append(set, "generations=4")...), parts, 2, io.Discard); err != nil {
			t.Fatal(err)
		}
		m, err := dataset.ReadManifest(parts)
		if err != nil {
			t.Fatal(err)
		}
		kept := make(map[string][]byte)
		for _, s := range m.Shards() {
			if s.Generation != 2 {
				continue
			}
			for _, f := range []string{s.GamesFile.Path, s.RowsFile.Path} {
				path := filepath.Join(parts, filepath.FromSlash(f))
				if kept[path], err = os.ReadFile(path); err == nil {
					err = os.Remove(path)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := run(t, t.Context(), tiny(t, set...), parts, 2, io.Discard); err != nil {
			t.Fatal(err)
		}
		for path, data := range kept {
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		one, _, _ := strings.Cut(hashes(t, whole), "config.yaml") // which says how many generations there were to be at first
		other, _, _ := strings.Cut(hashes(t, parts), "config.yaml")
		if one != other {
			t.Errorf("%q: in one go\n%swith a stop\n%s", set, one, other)
		}
	}
}

// A run on a star does all that one on a square does, with the same bytes for
// any number of workers; on the second board the seats are not opposite.
func TestRunOnStars(t *testing.T) {
	for _, rules := range []string{"star-121-2", "star-121-2,seats=N+SE"} {
		c := tiny(t, "generations=1", "selfplay.games=6", "training.batch=16", "ladder.final_pairs=0")
		c.Rules = rules
		one, two := t.TempDir(), t.TempDir()
		for dir, workers := range map[string]int{one: 1, two: 2} {
			if err := run(t, context.Background(), c, dir, workers, io.Discard); err != nil {
				t.Fatalf("%s: %v", rules, err)
			}
		}
		if a, b := hashes(t, one), hashes(t, two); a != b {
			t.Errorf("%s\none worker:\n%s\ntwo workers:\n%s", rules, a, b)
		}
		report, err := dataset.Verify(t.Context(), one, arrowio.Codec{}, dataset.VerifyOptions{})
		if err != nil || len(report.Faults) > 0 {
			t.Errorf("%s: %v, %v", rules, err, report.Faults)
		}
		before, err := model.Load(filepath.Join(one, "models", "gen-0000.safetensors"))
		if err != nil {
			t.Fatal(err)
		}
		after, err := model.Load(filepath.Join(one, "models", "gen-0001.safetensors"))
		if err != nil {
			t.Fatal(err)
		}
		if s := after.Spec; s.Star != 4 || s.Rows != 17 || s.BoardCells() != 121 || s.Features != features.General {
			t.Errorf("%s: spec %+v", rules, s)
		}
		if slices.Equal(before.Tensors["stem.w"], after.Tensors["stem.w"]) {
			t.Errorf("%s: nothing was learned", rules)
		}
	}
}

// Games against a player that looks at the clock cannot be repeated.
func TestTimedOpponentsAreRefused(t *testing.T) {
	c := tiny(t, "ladder.opponents=[greedy,classical:hard]")
	err := Check(c)
	if err == nil || !strings.Contains(err.Error(), "ladder.opponents[1]: player \"classical:time=100ms\": time=100ms is refused here") {
		t.Errorf("error is %v", err)
	}
}

// What a run does not play is refused before there is a folder.
func TestRulesAreRefused(t *testing.T) {
	c := tiny(t, "ladder.opponents=['classical:depth=1,multi=brs']")
	dir := filepath.Join(t.TempDir(), "run")
	err := run(t, context.Background(), c, dir, 1, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "ladder.opponents[0]: player \"classical:depth=1,multi=brs\": multi=brs is for more than two seats, ") {
		t.Errorf("error is %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was made all the same: %v", err)
	}
}

func TestFolderIsRefused(t *testing.T) {
	c := tiny(t, "generations=1")
	dir := t.TempDir()
	if err := run(t, context.Background(), c, dir, 1, io.Discard); err != nil {
		t.Fatal(err)
	}
	before := hashes(t, dir)
	refused := func(name, dir string, c configs.Config, part string) {
		t.Helper()
		if err := run(t, context.Background(), c, dir, 1, io.Discard); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: error is %v, want one with %q", name, err, part)
		}
	}
	refused("other settings", dir, tiny(t, "generations=1", "seed=9"), "other settings")
	lock, err := fsx.TryLock(filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	refused("locked", dir, c, "locked")
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	refused("below a file", filepath.Join(file, "run"), c, "not a directory")
	if after := hashes(t, dir); after != before {
		t.Errorf("a refused run changed the folder:\n%s\n%s", before, after)
	}

	stored := filepath.Join(dir, "config.yaml")
	text, err := os.ReadFile(stored)
	if err == nil {
		err = os.WriteFile(stored, bytes.Replace(text, []byte("games: 10"), []byte("games: 11"), 1), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	edited, err := configs.Load(stored)
	if err != nil || edited.SelfPlay.Games != 11 {
		t.Fatalf("%d games, %v", edited.SelfPlay.Games, err)
	}
	refused("a configuration changed by hand", dir, edited, stored+" was changed since the run wrote it")
	if err := os.WriteFile(stored, text, 0o666); err != nil {
		t.Fatal(err)
	}
	more := tiny(t, "generations=2")
	damage(t, filepath.Join(dir, "models", "gen-0001.safetensors"))
	refused("damaged network", dir, more, "gen-0001.safetensors")
	damage(t, filepath.Join(dir, "events.jsonl"))
	refused("damaged log", dir, more, "events.jsonl")
}

// damage flips a bit in the middle of a file.
func damage(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// walker is a network that was written by hand: the logit of a move is the
// given factor times the steps that it comes nearer to the goal corner.
func walker(t *testing.T, factor float32) *model.Network {
	t.Helper()
	spec := features.For(mustRules(t, "wiki-8")).Spec()
	spec.Filters, spec.PolicyDim, spec.ValueChannels, spec.ValueHidden, spec.PoolScale = 16, 2, 1, 1, 1
	n, err := model.Zero(spec)
	if err != nil {
		t.Fatal(err)
	}
	// Filter 0 is the distance from the goal corner, filter 1 is one.
	const progress, board, centre = 4, 5, 4
	n.Tensors["stem.w"][(centre*spec.Planes+progress)*16+0] = 1
	n.Tensors["stem.w"][(centre*spec.Planes+board)*16+1] = 1
	// query = (distance, 1), key = (factor, -factor·distance)
	n.Tensors["policy.query.w"][0*2+0] = 1
	n.Tensors["policy.query.w"][1*2+1] = 1
	n.Tensors["policy.key.w"][1*2+0] = 7 * factor
	n.Tensors["policy.key.w"][0*2+1] = -7 * factor
	if _, err := nn.New(n); err != nil {
		t.Fatal(err)
	}
	return n
}

// gated runs the gate of generation 1 between two networks.
func gated(t *testing.T, best, candidate *model.Network) Event {
	t.Helper()
	c := tiny(t, "gate.max_pairs=60", "gate.simulations=8", "cap.start=30", "ladder.pairs=0", "ladder.opponents=[]")
	folder, err := OpenFolder(t.TempDir(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	for g, n := range []*model.Network{best, candidate} {
		if err := n.Save(folder.modelPath(g)); err != nil {
			t.Fatal(err)
		}
	}
	d := &Driver{cfg: c, opt: Options{Workers: 2, Talk: io.Discard}, folder: folder, state: State{Generation: 1, Next: Gate}}
	d.rules = mustRules(t, c.Rules)
	e, err := d.gate(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestGateAcceptsABetterCandidateAndRejectsABadOne(t *testing.T) {
	forward, backward := walker(t, 1), walker(t, -1)
	random, err := model.Random(forward.Spec, seed.New(1, "gate test"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name            string
		best, candidate *model.Network
		promoted        bool
	}{
		{"forward beats random", random, forward, true},
		{"random loses to forward", forward, random, false},
		{"backward loses to random", random, backward, false},
		{"equals", forward, forward, false},
	} {
		if g := gated(t, x.best, x.candidate).Gate; g.Promoted != x.promoted {
			t.Errorf("%s: %s after %d pairs, Elo %s", x.name, g.Verdict, g.Pairs, g.Elo.Format(0))
		}
	}
}
