package fit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
)

// spoilt is a copy of a folder's games, each changed and sealed again.
func spoilt(t *testing.T, dir string, change func(*dataset.Game)) string {
	t.Helper()
	set, err := dataset.Open(dir, arrowio.Codec{})
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	m, err := dataset.OpenManifest(to)
	if err != nil {
		t.Fatal(err)
	}
	w := dataset.NewWriter(to, arrowio.Codec{}, m, 0, 8)
	for _, shard := range set.Manifest().Shards() {
		games, err := set.Load(shard)
		if err != nil {
			t.Fatal(err)
		}
		for i := range games {
			change(&games[i])
			if err := errors.Join(games[i].Seal(), w.Append(games[i])); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(w.Close(), m.Close()); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestWrongLabelsAreRefused(t *testing.T) {
	sound := gamesOf(t, "wiki-8", 12, 1)
	copied := spoilt(t, sound, func(*dataset.Game) {})
	mustRun(t, tiny(t), options(t.TempDir(), 1, copied))
	negated := spoilt(t, sound, func(g *dataset.Game) {
		for seat := range g.Outcome {
			g.Outcome[seat] = -g.Outcome[seat]
		}
	})
	other := gamesOf(t, "wiki-8", 12, 2)
	_, err := Run(context.Background(), tiny(t), options("never", 1, other, negated))
	if !errors.Is(err, dataset.ErrLabels) || !strings.HasPrefix(err.Error(), negated+": ") || !strings.Contains(err.Error(), "outcome") {
		t.Errorf("outcomes of the wrong seat: error %v", err)
	}
}
