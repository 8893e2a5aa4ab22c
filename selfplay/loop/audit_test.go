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

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
)

// untrained is a folder as a process leaves it that is killed before it trains
// on the games of generation 1.
func untrained(t *testing.T, c configs.Config) string {
	t.Helper()
	dir := t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if err := run(t, ctx, c, dir, 2, &stopper{"gen 1 training", stop}); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "events.jsonl")
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var before []byte
	for line := range bytes.Lines(text) {
		before = append(before, line...)
		if bytes.Contains(line, []byte(GamesMade)) {
			break
		}
	}
	err = errors.Join(os.WriteFile(log, before, 0o666), os.RemoveAll(filepath.Join(dir, "checkpoints")),
		os.RemoveAll(filepath.Join(dir, "models", "gen-0001.safetensors")))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// stored is all games of a folder.
func stored(t *testing.T, dir string) []dataset.Game {
	t.Helper()
	set, err := dataset.Open(dir, arrowio.Codec{})
	if err != nil {
		t.Fatal(err)
	}
	var all []dataset.Game
	for _, s := range set.Manifest().Shards() {
		games, err := set.Load(s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, games...)
	}
	return all
}

// replace writes games of generation 1 in place of those of a folder.
func replace(t *testing.T, dir string, games []dataset.Game) {
	t.Helper()
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, "games")), os.Remove(filepath.Join(dir, dataset.ManifestName))); err != nil {
		t.Fatal(err)
	}
	m, err := dataset.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := dataset.NewWriter(dir, arrowio.Codec{}, m, 1, 4)
	for i := range games {
		if err := w.Append(games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), m.Close()); err != nil {
		t.Fatal(err)
	}
}

// The labels of a run's own games pass, and those that were spoilt on disk are
// refused with check, game and ply before anything is trained.
func TestTrainingRefusesWrongLabels(t *testing.T) {
	c := tiny(t, "generations=1", "ladder.final_pairs=0")
	sound := untrained(t, c)
	tests := []struct {
		name  string
		want  dataset.Check
		ply   string
		spoil func(games []dataset.Game)
	}{
		{"seats swapped", dataset.CheckSeat, "ply", func(games []dataset.Game) { games[3].Rows[2].Seat = 1 - games[3].Rows[2].Seat }},
		{"values swapped", dataset.CheckValue, "ply", func(games []dataset.Game) {
			for i := range games[3].Rows {
				slices.Reverse(games[3].Rows[i].RootValue)
			}
		}},
		{"outcomes negated", dataset.CheckOutcome, "", func(games []dataset.Game) {
			for i := range games {
				games[i].Outcome[0], games[i].Outcome[1] = -games[i].Outcome[0], -games[i].Outcome[1]
			}
		}},
		{"a game twice", dataset.CheckDuplicate, "", func(games []dataset.Game) {
			index := games[3].Index
			games[3] = games[1]
			games[3].Index, games[3].Rows = index, slices.Clone(games[1].Rows)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(sound)); err != nil {
				t.Fatal(err)
			}
			games := stored(t, dir)
			test.spoil(games)
			for i := range games {
				if err := games[i].Seal(); err != nil {
					t.Fatal(err)
				}
			}
			replace(t, dir, games)
			err := run(t, context.Background(), c, dir, 1, io.Discard)
			var labels *dataset.LabelError
			if !errors.Is(err, dataset.ErrLabels) || !errors.As(err, &labels) {
				t.Fatalf("error is %v", err)
			}
			for _, part := range []string{"generation 1, train: labels fail the audit", "check " + string(test.want) + ", game tiny/gen-0001/00000", test.ply} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error lacks %q: %v", part, err)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "models", "gen-0001.safetensors")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("there is a network all the same: %v", err)
			}
		})
	}
	if err := run(t, context.Background(), c, sound, 1, io.Discard); err != nil {
		t.Errorf("sound labels: %v", err)
	}
}

// audited is the audit of a folder's games of generation 1.
func audited(t *testing.T, c configs.Config, dir string) *dataset.Audit {
	t.Helper()
	d := &Driver{cfg: c, opt: Options{Dir: dir}, rules: mustRules(t, c.Rules), state: State{Generation: 1, Next: Train}}
	a, err := d.auditLabels(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// At the end of the games even a random network's search sees the outcome: the
// root values of self-play are of the right seat.
func TestSelfPlayPassesTheAudit(t *testing.T) {
	c := tiny(t, "generations=1", "selfplay.games=80")
	a := audited(t, c, untrained(t, c))
	if a.Games != 80 || a.Searched != a.Rows || a.Rows == 0 {
		t.Errorf("audit of %d games, %d rows, %d searched", a.Games, a.Rows, a.Searched)
	}
	sound := 0
	for _, s := range a.Signs {
		if s.Verdict == dataset.SignSound && s.To == 1 && s.Correlation > 0.5 {
			sound++
		}
	}
	if sound == 0 {
		t.Errorf("no seat with a strong correlation at the end\n%s", a.Text())
	}
}

// A generation that a bot played has no root values; what is there is audited.
func TestBootstrapPassesTheAudit(t *testing.T) {
	c := tiny(t, "generations=1", "bootstrap.games=6", "training.bootstrap_steps=3")
	a := audited(t, c, untrained(t, c))
	if a.Games != 6 || a.Searched != 0 || len(a.Signs) != 0 || a.Rows == 0 {
		t.Errorf("audit is\n%s", a.Text())
	}
}

// Another shard than the manifest's is no matter of labels.
func TestAuditOfDamagedShard(t *testing.T) {
	c := tiny(t, "generations=1")
	dir := untrained(t, c)
	files, err := filepath.Glob(filepath.Join(dir, "games", "*", "*.positions.arrow"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	damage(t, files[0])
	d := &Driver{cfg: c, opt: Options{Dir: dir}, rules: mustRules(t, c.Rules), state: State{Generation: 1, Next: Train}}
	if _, err := d.auditLabels(context.Background()); !errors.Is(err, dataset.ErrDamaged) || errors.Is(err, dataset.ErrLabels) {
		t.Errorf("error is %v", err)
	}
}
