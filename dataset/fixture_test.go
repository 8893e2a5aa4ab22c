package dataset_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

const rules = "wiki-8-d30"

// shard is a range of games of one generation, written at once.
type shard struct{ generation, first, n int }

// usual is two generations in three shards.
var usual = []shard{{0, 0, 3}, {0, 3, 2}, {1, 0, 3}}

// folder writes shards and returns their run folder and all their games.
func folder(t testing.TB, shards ...shard) (string, []dataset.Game) {
	t.Helper()
	var all []dataset.Game
	dir := t.TempDir()
	for _, s := range shards {
		games := datatest.Games(t, rules, s.generation, s.first, s.n)
		store(t, dir, s.generation, games)
		all = append(all, games...)
	}
	return dir, all
}

// store appends one shard with the games.
func store(t testing.TB, dir string, generation int, games []dataset.Game) {
	t.Helper()
	m, err := dataset.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	w := dataset.NewWriter(dir, arrowio.Codec{}, m, generation, len(games)+1)
	for _, g := range games {
		if err := w.Append(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// verify checks a folder with the cap's rule of the test games.
func verify(t testing.TB, dir string) dataset.Report {
	t.Helper()
	r, err := dataset.Verify(t.Context(), dir, arrowio.Codec{}, dataset.VerifyOptions{
		CapOutcomes: func(p *engine.Position) [][engine.MaxSeats]float32 {
			return [][engine.MaxSeats]float32{datatest.CapOutcome(p)}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wantFault checks that some fault's line holds all the words.
func wantFault(t testing.TB, r dataset.Report, words ...string) {
	t.Helper()
next:
	for _, f := range r.Faults {
		for _, w := range words {
			if !strings.Contains(f.String(), w) {
				continue next
			}
		}
		return
	}
	t.Errorf("no fault with %q among %d:\n%s", words, len(r.Faults), r.Text())
}

// change rewrites a file of a folder.
func change(t testing.TB, dir, name string, edit func([]byte) []byte) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, edit(data), 0o666); err != nil {
		t.Fatal(err)
	}
}
