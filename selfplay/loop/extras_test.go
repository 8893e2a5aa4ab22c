package loop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halmazero/configs"
	"halmazero/internal/fsx"
	"halmazero/internal/tensorboard"
)

// talked runs a run and returns what it said.
func talked(t *testing.T, c configs.Config, dir string) (string, error) {
	t.Helper()
	var talk bytes.Buffer
	err := run(t, context.Background(), c, dir, 2, &talk)
	return talk.String(), err
}

// events reads the events of a run.
func events(t *testing.T, dir string) []Event {
	t.Helper()
	lines, err := fsx.ReadLog(filepath.Join(dir, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	all := make([]Event, len(lines))
	for i, line := range lines {
		if err := json.Unmarshal(line, &all[i]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// forget takes the events from the first of a kind in a generation on out of
// the log, as if the process had been killed before it.
func forget(t *testing.T, dir string, generation int, kind EventKind) {
	t.Helper()
	var kept []byte
	for _, e := range events(t, dir) {
		if e.Kind == kind && e.Generation == generation {
			break
		}
		line, err := fsx.EncodeLine(e)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, line...)
	}
	if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), kept, 0o666); err != nil {
		t.Fatal(err)
	}
}

// The self-test is made once for a build and a configuration, and the run is
// the same with it.
func TestSelfTestOfARun(t *testing.T) {
	const passed = "self-test passed: "
	without, with := t.TempDir(), t.TempDir()
	c := tiny(t, "generations=1", "ladder.pairs=0", "ladder.final_pairs=0")
	if text, err := talked(t, c, without); err != nil || strings.Contains(text, "self-test") {
		t.Fatalf("without a self-test: %v\n%s", err, text)
	}
	c = tiny(t, "generations=1", "ladder.pairs=0", "ladder.final_pairs=0", "training.selftest=true")
	text, err := talked(t, c, with)
	if err != nil || !strings.Contains(text, passed) {
		t.Fatalf("%v\n%s", err, text)
	}
	strip := func(s string) string { return s[:strings.Index(s, "config.yaml")] }
	if a, b := strip(hashes(t, without)), strip(hashes(t, with)); a != b {
		t.Errorf("without a self-test:\n%s\nwith one:\n%s", a, b)
	}
	page, err := os.ReadFile(filepath.Join(with, "report.html"))
	if err != nil || !bytes.Contains(page, []byte(" steps on 10 games (")) {
		t.Errorf("the report does not tell of the self-test; %v", err)
	}

	c.Generations = 2
	if text, err := talked(t, c, with); err != nil || strings.Contains(text, "self-test") {
		t.Errorf("it was repeated: %v\n%s", err, text)
	}
	path := filepath.Join(with, selfTestFile)
	line, err := fsx.EncodeLine(selfTestRecord{Build: "another", ConfigHash: configs.Hash(c), SelfTest: &SelfTest{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, line, 0o666); err != nil {
		t.Fatal(err)
	}
	c.Generations = 3
	if text, err := talked(t, c, with); err != nil || !strings.Contains(text, passed) {
		t.Errorf("another build's self-test was good enough: %v\n%s", err, text)
	}
	damage(t, path)
	c.Generations = 4
	if _, err := talked(t, c, with); err == nil || !strings.Contains(err.Error(), selfTestFile) {
		t.Errorf("a damaged record: error %v", err)
	}
}

func TestSelfTestRefusesARunThatCannotLearn(t *testing.T) {
	set := []string{"generations=1", "ladder.pairs=0", "ladder.final_pairs=0", "training.learning_rate=1e-7"}
	dir := t.TempDir()
	if _, err := talked(t, tiny(t, append(set, "training.selftest=true")...), dir); !errors.Is(err, ErrSelfTest) || !strings.Contains(err.Error(), "the loss does not fall: 100 steps on 10 games") {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{selfTestFile, filepath.Join("models", "gen-0001.safetensors")} {
		if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("there is %s all the same: %v", name, err)
		}
	}
	// The setting is free, so the same folder goes on without the test.
	if text, err := talked(t, tiny(t, set...), dir); err != nil {
		t.Errorf("without the test: %v\n%s", err, text)
	}
}

// Each start writes a file of its own, with the curves of what it did.
func TestTensorBoard(t *testing.T) {
	plain, dir := t.TempDir(), t.TempDir()
	set := []string{"ladder.final_pairs=0", "training.samples_per_row=8"}
	if _, err := talked(t, tiny(t, set...), plain); err != nil {
		t.Fatal(err)
	}
	for _, generations := range []string{"generations=1", "generations=2"} {
		if _, err := talked(t, tiny(t, append(set, generations, "training.tensorboard=true")...), dir); err != nil {
			t.Fatal(err)
		}
	}
	strip := func(s string) string { return s[:strings.Index(s, "config.yaml")] }
	if a, b := strip(hashes(t, plain)), strip(hashes(t, dir)); a != b {
		t.Errorf("without event files:\n%s\nwith them:\n%s", a, b)
	}
	files, err := filepath.Glob(filepath.Join(dir, "tensorboard", "events.out.tfevents.*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("files %q, %v", files, err)
	}
	var done []Event
	for _, e := range events(t, dir) {
		if e.Kind == Trained {
			done = append(done, e)
		}
	}
	for i, file := range files {
		points := curves(t, file)
		steps := points["train/policy"]
		if n := len(steps); n == 0 || steps[n-1] != int64(done[i].Training.Steps) || n > 1 && steps[0] != steps[n-1]-int64(done[i].Training.Samples/32)+boardSteps {
			t.Errorf("start %d: policy losses at the steps %v, %+v", i+1, steps, done[i].Training)
		}
		if at := points["start"]; len(at) != 1 || i == 1 && at[0] != int64(done[0].Training.Steps)+1 {
			t.Errorf("start %d: at step %v", i+1, at)
		}
		for _, tag := range []string{"train/learning_rate", "train/samples_per_second"} {
			if len(points[tag]) != len(steps) {
				t.Errorf("start %d: %s at %v, want %v", i+1, tag, points[tag], steps)
			}
		}
		for _, tag := range []string{"generation/selfplay/mean_plies", "generation/training/value_loss", "generation/gate/elo/value", "generation/ladder/greedy/score/value", "generation/audit/rows"} {
			if at := points[tag]; len(at) != 1 || at[0] != int64(i+1) {
				t.Errorf("start %d: %s at %v, want generation %d", i+1, tag, at, i+1)
			}
		}
	}
}

// curves is the steps of every tag in an event file, and those of "start".
func curves(t *testing.T, file string) map[string][]int64 {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	points := map[string][]int64{}
	for {
		data, err := tensorboard.ReadRecord(f)
		if err == io.EOF {
			return points
		}
		var e tensorboard.Event
		if err == nil {
			e, err = tensorboard.ParseEvent(data)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if e.Start {
			points["start"] = append(points["start"], e.Step)
		}
		for _, s := range e.Scalars {
			points[s.Tag] = append(points[s.Tag], e.Step)
		}
	}
}

// Only the newest checkpoints stay, and never is one gone that a process needs
// which was killed: even if a single one is kept, training that is taken up
// again starts from the one before.
func TestKeptCheckpoints(t *testing.T) {
	set := []string{"generations=3", "ladder.pairs=0", "ladder.final_pairs=0", "selfplay.games=6"}
	for keep, want := range map[string]string{"1": "gen-0003", "2": "gen-0002 gen-0003"} {
		c := tiny(t, append(set, "training.keep_checkpoints="+keep)...)
		straight, killed := t.TempDir(), t.TempDir()
		if _, err := talked(t, c, straight); err != nil {
			t.Fatal(err)
		}
		// Stopped in the gate of generation 2, and killed as if just before its
		// training was logged, then again before the generation was over.
		ctx, stop := context.WithCancel(context.Background())
		err := run(t, ctx, c, killed, 2, &stopper{"gen 2 gen-0002", stop})
		stop()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		forget(t, killed, 2, Trained)
		if _, err := talked(t, c, killed); err != nil {
			t.Fatalf("keeping %s, killed in training: %v", keep, err)
		}
		forget(t, killed, 3, Published)
		if _, err := talked(t, c, killed); err != nil {
			t.Fatalf("keeping %s, killed before the end: %v", keep, err)
		}
		if a, b := hashes(t, straight), hashes(t, killed); a != b {
			t.Errorf("keeping %s: undisturbed\n%s\nkilled\n%s", keep, a, b)
		}
		files, err := filepath.Glob(filepath.Join(killed, "checkpoints", "*"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range files {
			got = append(got, strings.TrimSuffix(filepath.Base(f), ".checkpoint"))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("keeping %s: there are %s, want %s", keep, text, want)
		}
	}
}

// What training leaves in the bucket is in the events, and the next generation
// goes on with it.
func TestBucketIsCarriedOver(t *testing.T) {
	dir := t.TempDir()
	c := tiny(t, "generations=3", "ladder.pairs=0", "ladder.final_pairs=0", "training.samples_per_row=1.3")
	if _, err := talked(t, c, dir); err != nil {
		t.Fatal(err)
	}
	level, steps, rows := 0.0, 0, 0
	for _, e := range events(t, dir) {
		if e.Kind == GamesMade {
			rows = e.SelfPlay.Positions
		}
		if e.Kind != Trained {
			continue
		}
		n, left := drain(level, rows, c.Training)
		if n != e.Training.Steps-steps || left != e.Training.Bucket || e.Training.Samples != 32*n {
			t.Errorf("generation %d: %+v, want %d steps more and %v left", e.Generation, e.Training, n, left)
		}
		if left == 0 && e.Generation < 3 {
			t.Errorf("generation %d leaves nothing, so this test shows nothing", e.Generation)
		}
		if e.Audit == nil || e.Audit.Rows != rows || e.Audit.Searched != rows || len(e.Audit.Passed) != 12 || len(e.Audit.Signs) == 0 {
			t.Errorf("generation %d: audit %+v", e.Generation, e.Audit)
		}
		level, steps = left, e.Training.Steps
	}
	if steps == 0 {
		t.Error("no training in the events")
	}
}
