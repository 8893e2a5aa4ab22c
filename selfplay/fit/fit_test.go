package fit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/fsx"
	"halmazero/model"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/loop"
)

// gamesOf stores games of the greedy player, a fifth of whose moves is random,
// in a new folder.
func gamesOf(t *testing.T, rules string, games int, seed uint64) string {
	t.Helper()
	r, err := engine.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	c := tiny(t)
	dir := t.TempDir()
	m, err := dataset.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	greedy, err := agent.ParseSpec("greedy")
	if err != nil {
		t.Fatal(err)
	}
	spec := selfplay.Spec{Run: "test", Seed: seed, Rules: r, Model: "greedy", Cap: selfplay.CapRule{Plies: 60}, Settings: loop.Settings(c)}
	spec.Settings.BotNoise = 0.2
	err = selfplay.Fill(context.Background(), dataset.NewWriter(dir, arrowio.Codec{}, m, 0, 8), selfplay.Batch{Spec: spec, Games: games, Workers: 2,
		Work: selfplay.BotWork(func() (selfplay.Bot, error) { return greedy.New(nil) })})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// tiny is a network and a training of milliseconds.
func tiny(t *testing.T, set ...string) configs.Config {
	t.Helper()
	c, err := configs.Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	err = c.Set(append([]string{"name=tiny", "network.blocks=1", "network.filters=8", "network.policy_dim=4", "network.value_channels=4",
		"network.value_hidden=4", "training.batch=16", "training.warmup_steps=4"}, set...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func options(dir string, steps int, data ...string) Options {
	var folders []Data
	for _, d := range data {
		folders = append(folders, Data{Dir: d})
	}
	return Options{Data: folders, Dir: dir, Steps: steps, Validation: 0.2, ValidateEvery: 4, CheckpointEvery: 5, Out: io.Discard, Talk: io.Discard}
}

func mustRun(t *testing.T, c configs.Config, o Options) *Result {
	t.Helper()
	r, err := Run(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkpoints are the names of a folder's checkpoints.
func checkpoints(t *testing.T, dir string) []string {
	t.Helper()
	files, err := (&folder{dir: dir}).checkpoints()
	if err != nil || len(files) == 0 {
		t.Fatalf("%d checkpoints, %v", len(files), err)
	}
	for i := range files {
		files[i] = filepath.Join(checkpointDir, filepath.Base(files[i]))
	}
	return files
}

// content is everything in a folder that must repeat: network and last checkpoint,
// and the metrics without the seconds.
func content(t *testing.T, dir string) (weights, metrics string) {
	t.Helper()
	all := checkpoints(t, dir)
	for _, name := range []string{all[len(all)-1], modelFile, configFile, inputsFile} {
		sum, _, err := fsx.HashFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		weights += name + " " + sum + "\n"
	}
	lines, err := fsx.ReadLog(filepath.Join(dir, metricsFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		text, _, found := strings.Cut(string(l), `"seconds"`)
		if !found {
			t.Fatalf("a line without seconds: %s", l)
		}
		metrics += text + "\n"
	}
	return weights, metrics
}

func same(t *testing.T, what, want, got string) {
	t.Helper()
	if want != got {
		t.Errorf("%s: undisturbed\n%s\nbut\n%s", what, want, got)
	}
}

func TestNStepsAndNMoreAreTwoN(t *testing.T) {
	data, c := gamesOf(t, "wiki-8", 30, 1), tiny(t)
	straight, halves := t.TempDir(), t.TempDir()
	mustRun(t, c, options(straight, 16, data))
	mustRun(t, c, options(halves, 8, data))
	mustRun(t, c, options(halves, 8, data)) // nothing to do
	r := mustRun(t, c, options(halves, 16, data))
	weights, metrics := content(t, straight)
	again, lines := content(t, halves)
	same(t, "files", weights, again)
	same(t, "metrics", metrics, lines)
	if n := strings.Count(metrics, "\n"); n != 5 { // steps 0, 4, 8, 12, 16
		t.Errorf("%d lines in metrics.jsonl, want 5:\n%s", n, metrics)
	}
	if r.Steps != 16 || r.Last == nil || r.Last.Step != 16 || r.Last.Train == nil || r.Last.Validation == nil {
		t.Errorf("result %+v", r)
	}
	n, err := model.Load(filepath.Join(halves, modelFile))
	if err != nil {
		t.Fatal(err)
	}
	if p := n.Provenance; p.Run != "tiny" || p.Steps != 16 || p.Rules != "wiki-8" || p.Seed != 1 || p.Parent != "" || !strings.Contains(p.Note, r.Datasets[0]) || p.Build == "" {
		t.Errorf("provenance %+v", p)
	}
	other := t.TempDir()
	mustRun(t, tiny(t, "seed=2"), options(other, 16, data))
	if w, _ := content(t, other); w == weights {
		t.Error("another seed gave the same bytes")
	}
}

// stopper ends a context when the given text is written.
type stopper struct {
	text string
	stop context.CancelFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(s.text)) {
		s.stop()
	}
	return len(p), nil
}

func TestStoppedTrainingGoesOnToTheSameBytes(t *testing.T) {
	data, c := gamesOf(t, "wiki-8", 30, 1), tiny(t)
	straight, stopped := t.TempDir(), t.TempDir()
	mustRun(t, c, options(straight, 16, data))
	for _, text := range []string{"step      0", "step      4", "step     12"} {
		ctx, stop := context.WithCancel(context.Background())
		o := options(stopped, 16, data)
		o.Out = &stopper{text, stop}
		if _, err := Run(ctx, c, o); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped at %q: error %v", text, err)
		}
		stop()
	}
	mustRun(t, c, options(stopped, 16, data))
	weights, metrics := content(t, straight)
	again, lines := content(t, stopped)
	same(t, "files", weights, again)
	same(t, "metrics", metrics, lines)
}

// A kill may come between any two writes: behind a line of metrics and before
// its checkpoint, behind a checkpoint and before its network, within a file.
func TestKilledTrainingGoesOnToTheSameBytes(t *testing.T) {
	data, c := gamesOf(t, "wiki-8", 30, 1), tiny(t)
	straight, killed := t.TempDir(), t.TempDir()
	mustRun(t, c, options(straight, 16, data))
	weights, metrics := content(t, straight)
	mustRun(t, c, options(killed, 8, data))
	old, early := readFile(t, filepath.Join(killed, modelFile)), filepath.Join(checkpointDir, "step-0000000008.checkpoint")
	state := readFile(t, filepath.Join(killed, early))
	mustRun(t, c, options(killed, 16, data))
	kept := checkpoints(t, killed)
	newest := filepath.Join(killed, kept[len(kept)-1])
	for _, x := range []struct {
		name string
		kill func()
	}{
		{"lines behind the checkpoint", func() {
			for _, name := range kept {
				os.Remove(filepath.Join(killed, name))
			}
			write(t, filepath.Join(killed, early), state)
		}},
		{"an old network", func() { write(t, filepath.Join(killed, modelFile), old) }},
		{"no network", func() { os.Remove(filepath.Join(killed, modelFile)) }},
		{"a checkpoint too many", func() { write(t, filepath.Join(killed, checkpointDir, "step-0000000001.checkpoint"), state) }},
		{"no checkpoint", func() {
			os.Remove(filepath.Join(killed, modelFile))
			os.RemoveAll(filepath.Join(killed, checkpointDir))
			os.Mkdir(filepath.Join(killed, checkpointDir), 0o777)
		}},
		{"a torn line", func() {
			path := filepath.Join(killed, metricsFile)
			write(t, path, append(readFile(t, path), `{"step":`...))
		}},
		{"a temporary file", func() { write(t, newest+".tmp-1-0", []byte("x")) }},
	} {
		x.kill()
		mustRun(t, c, options(killed, 16, data))
		again, lines := content(t, killed)
		same(t, x.name+": files", weights, again)
		same(t, x.name+": metrics", metrics, lines)
	}
	if _, err := os.Stat(newest + ".tmp-1-0"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the temporary file is still there: %v", err)
	}
}

// Only the newest checkpoints stay, whether or not training was stopped.
func TestKeptCheckpoints(t *testing.T) {
	data := gamesOf(t, "wiki-8", 12, 1)
	for keep, want := range map[string]string{"1": "16", "2": "15 16", "10": "5 8 10 15 16"} {
		dir := t.TempDir()
		c := tiny(t, "training.keep_checkpoints="+keep)
		mustRun(t, c, options(dir, 8, data))
		mustRun(t, c, options(dir, 16, data))
		var got []string
		for _, name := range checkpoints(t, dir) {
			var step int
			if _, err := fmt.Sscanf(filepath.Base(name), "step-%d.checkpoint", &step); err != nil {
				t.Fatal(name, err)
			}
			got = append(got, strconv.Itoa(step))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s are kept: those of steps %s, want %s", keep, text, want)
		}
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestRefused(t *testing.T) {
	data, other, ten := gamesOf(t, "wiki-8", 12, 1), gamesOf(t, "wiki-8", 12, 2), gamesOf(t, "wiki-10", 4, 1)
	c, dir := tiny(t), t.TempDir()
	mustRun(t, c, options(dir, 2, data))
	big := t.TempDir()
	mustRun(t, tiny(t, "network.filters=16"), options(big, 1, data))
	square10 := t.TempDir()
	mustRun(t, c, options(square10, 1, ten))
	damaged := gamesOf(t, "wiki-8", 12, 3)
	shard := filepath.Join(damaged, "games", "gen-0000", "0001.positions.arrow")
	b := readFile(t, shard)
	b[len(b)/2] ^= 1
	write(t, shard, b)
	locked := t.TempDir()
	lock, err := fsx.TryLock(filepath.Join(locked, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	with := func(o Options, change func(*Options)) Options { change(&o); return o }
	before, _ := content(t, dir)
	for _, x := range []struct {
		name  string
		c     configs.Config
		o     Options
		parts []string
	}{
		{"no dataset", c, options("never", 2, "never"), []string{"never holds no dataset"}},
		{"two rulesets", c, options("never", 2, data, ten), []string{ten, "wiki-10", data, "wiki-8", "one network learns one ruleset"}},
		{"the same twice", c, options("never", 2, data, other, data), []string{data + " and " + data + " hold the same games"}},
		{"damaged shard", c, options("never", 2, data, damaged), []string{damaged, "games/gen-0000/0001.positions.arrow", "SHA-256"}},
		{"all for validation", c, with(options("never", 2, data), func(o *Options) { o.Validation = 1 }), []string{"no decision to learn from", "12 games are for validation"}},
		{"first network of another board", c, with(options("never", 2, data), func(o *Options) { o.Init = filepath.Join(square10, modelFile) }), []string{"board of 10x10"}},
		{"first network of another size", c, with(options("never", 2, data), func(o *Options) { o.Init = filepath.Join(big, modelFile) }), []string{"--set network.filters=16"}},
		{"first network is none", c, with(options("never", 2, data), func(o *Options) { o.Init = shard }), []string{shard, "bad network file"}},
		{"other games", c, options(dir, 4, other), []string{dir, "begun with other inputs", other}},
		{"more games", c, options(dir, 4, data, other), []string{"1 folders of games, not 2"}},
		{"other settings", tiny(t, "training.learning_rate=0.1"), options(dir, 4, data), []string{"other settings", "config.yaml"}},
		{"other share", c, with(options(dir, 4, data), func(o *Options) { o.Validation = 0.1 }), []string{"validation share 0.2, not 0.1"}},
		{"other first network", tiny(t, "network.filters=16"), with(options(dir, 4, data), func(o *Options) { o.Init = filepath.Join(big, modelFile) }), []string{"first network"}},
		{"fewer steps", c, options(dir, 1, data), []string{"trained for 2 steps already"}},
		{"a folder of games", c, options(data, 2, other), []string{"holds other data (manifest.jsonl)"}},
		{"locked", c, options(locked, 2, data), []string{locked, "locked by process"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := Run(context.Background(), x.c, x.o)
			if err == nil {
				t.Fatal("it was accepted")
			}
			for _, part := range x.parts {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not say %q", err, part)
				}
			}
		})
	}
	if after, _ := content(t, dir); after != before {
		t.Errorf("what was refused changed the folder:\n%s\n%s", before, after)
	}
	if _, err := os.Stat("never"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was refused made a folder: %v", err)
	}
}

func TestDamagedStateIsRefused(t *testing.T) {
	data, c := gamesOf(t, "wiki-8", 12, 1), tiny(t)
	for _, name := range []string{filepath.Join(checkpointDir, "step-0000000004.checkpoint"), metricsFile, inputsFile, configFile} {
		dir := t.TempDir()
		mustRun(t, c, options(dir, 4, data))
		b := readFile(t, filepath.Join(dir, name))
		b[len(b)/2] ^= 1
		write(t, filepath.Join(dir, name), b)
		if _, err := Run(context.Background(), c, options(dir, 8, data)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("damaged %s: error %v", name, err)
		}
	}
}

func TestTrainingGoesOnFromANetwork(t *testing.T) {
	data, c := gamesOf(t, "wiki-8", 30, 1), tiny(t)
	first, second := t.TempDir(), t.TempDir()
	a := mustRun(t, c, options(first, 40, data))
	o := options(second, 8, data)
	o.Init = filepath.Join(first, modelFile)
	b := mustRun(t, c, o)
	lines, err := fsx.ReadLog(filepath.Join(second, metricsFile))
	if err != nil || len(lines) == 0 {
		t.Fatal(err)
	}
	n, err := model.Load(filepath.Join(second, modelFile))
	if err != nil {
		t.Fatal(err)
	}
	if p := n.Provenance; p.Parent != a.SHA256 || p.Steps != 48 {
		t.Errorf("provenance %+v, want parent %s and 48 steps", p, a.SHA256)
	}
	if b.SHA256 == a.SHA256 {
		t.Error("nothing was learned")
	}
	// Before its first step the second training measures what the first ended with.
	var line Line
	decode(t, lines[0], &line)
	if line.Step != 0 || *line.Validation != *a.Last.Validation {
		t.Errorf("validation before the first step %v, the network had %v", line.Validation, a.Last.Validation)
	}
}

func TestLearnsFromSeveralFolders(t *testing.T) {
	one, two := gamesOf(t, "wiki-8", 20, 1), gamesOf(t, "wiki-8", 10, 2)
	o := options(t.TempDir(), 60, one, two)
	o.ValidateEvery = 60
	r := mustRun(t, tiny(t, "training.learning_rate=0.01"), o)
	if r.TrainGames+r.ValidationGames != 30 || r.ValidationGames == 0 || len(r.Datasets) != 2 {
		t.Errorf("result %+v", r)
	}
	lines, err := fsx.ReadLog(filepath.Join(o.Dir, metricsFile))
	if err != nil || len(lines) != 2 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	var first Line
	decode(t, lines[0], &first)
	if got, was := r.Last.Validation.Policy, first.Validation.Policy; !(got < was-0.5) {
		t.Errorf("policy loss on validation games is %v after training, %v before", got, was)
	}
}

// The windows hold the newest rows, and each game is on one side.
func TestWindowHoldsTheNewestRows(t *testing.T) {
	one, two := gamesOf(t, "wiki-8", 16, 1), gamesOf(t, "wiki-8", 16, 2)
	o := options("", 1, one, two)
	load := func(limit int) *data {
		t.Helper()
		d, err := open(context.Background(), o.Data, &o, limit, 1)
		if err == nil {
			err = d.read(context.Background(), &o)
		}
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	all := load(1e6)
	if all.train.Len() != all.trainRows || all.trainRows+all.validationRows != all.sources[0].Rows+all.sources[1].Rows {
		t.Errorf("%d of %d training rows, %d validation rows, sources %+v", all.train.Len(), all.trainRows, all.validationRows, all.sources)
	}
	const limit = 50
	few := load(limit)
	if few.train.Len() != limit || few.trainRows != all.trainRows {
		t.Fatalf("%d of %d rows are held, want %d of %d", few.train.Len(), few.trainRows, limit, all.trainRows)
	}
	var a, b dataset.Sample
	for i := range limit {
		if err := errors.Join(few.train.At(i, &a), all.train.At(all.train.Len()-limit+i, &b)); err != nil {
			t.Fatal(err)
		}
		if a.Position.String() != b.Position.String() {
			t.Fatalf("row %d is not the one of the large window", i)
		}
	}
	if len(all.examples) != selfTestGames {
		t.Errorf("%d examples", len(all.examples))
	}
	for i := range all.examples {
		if isValidation(1, all.examples[i].ID, o.Validation) {
			t.Errorf("example %s is a validation game", all.examples[i].ID)
		}
	}
}

func TestSplit(t *testing.T) {
	const games = 20000
	for _, share := range []float64{0, 0.05, 0.5, 1} {
		n, both := 0, 0
		for i := range games {
			id := dataset.GameID("run", 3, i)
			if isValidation(1, id, share) {
				n++
				if isValidation(2, id, share) {
					both++
				}
			}
		}
		// Four standard deviations; another seed chooses others.
		if slack := 4 * math.Sqrt(games*share*(1-share)); math.Abs(float64(n)-games*share) > slack {
			t.Errorf("share %g: %d of %d games", share, n, games)
		}
		if slack := 4*math.Sqrt(games*share*share*(1-share*share)) + 0.5; math.Abs(float64(both)-games*share*share) > slack {
			t.Errorf("share %g: two seeds both choose %d games, want about %g", share, both, games*share*share)
		}
	}
}

func TestSelfTest(t *testing.T) {
	data := gamesOf(t, "wiki-8", 30, 1)
	try := func(c configs.Config) (*Result, string, error) {
		o := options(t.TempDir(), 1, data)
		o.SelfTest = true
		r, err := Run(context.Background(), c, o)
		return r, o.Dir, err
	}
	r, dir, err := try(tiny(t))
	if err != nil {
		t.Fatal(err)
	}
	if s := r.SelfTest; s == nil || s.Games != selfTestGames || s.Rows == 0 || s.Rows > 256 || !(s.After.Policy < s.Before.Policy) {
		t.Errorf("self-test %v", s)
	}
	plain := t.TempDir()
	mustRun(t, tiny(t), options(plain, 1, data))
	a, _ := content(t, plain)
	b, _ := content(t, dir)
	same(t, "training behind a self-test", a, b)

	_, dir, err = try(tiny(t, "training.learning_rate=1e-7"))
	if !errors.Is(err, loop.ErrSelfTest) || !strings.Contains(err.Error(), "before policy") {
		t.Errorf("a network that cannot learn: error %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, modelFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it was trained all the same: %v", err)
	}
}
