package dataset_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
)

func decode(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
}

func TestLoadGivesTheGames(t *testing.T) {
	dir, games := stored(t)
	set, err := dataset.Open(dir, codec)
	if err != nil {
		t.Fatal(err)
	}
	var got []dataset.Game
	for _, s := range set.Manifest().Shards() {
		gs, err := set.Load(s)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, gs...)
	}
	if !reflect.DeepEqual(got, games) {
		t.Error("the games that were read differ from those that were written")
	}
}

func TestWriterWantsGamesInOrder(t *testing.T) {
	games := datatest.Games(t, "wiki-8-d30", 1, 0, 3)
	other := datatest.Games(t, "wiki-8-d30", 2, 0, 1)[0]
	dir := t.TempDir()
	m, err := dataset.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	w := dataset.NewWriter(dir, codec, m, 1, 2)
	for i, step := range []struct {
		game dataset.Game
		ok   bool
	}{{games[1], false}, {other, false}, {games[0], true}, {games[0], false}, {games[2], false}, {games[1], true}, {games[1], false}, {games[2], true}} {
		next := w.Next()
		err := w.Append(step.game)
		if (err == nil) != step.ok || err != nil && !strings.Contains(err.Error(), step.game.ID) {
			t.Fatalf("step %d: error %v", i, err)
		}
		if err != nil && w.Next() != next {
			t.Fatalf("step %d: a refused game moved the index from %d to %d", i, next, w.Next())
		}
	}
	if m.Games(1) != 2 || w.Next() != 3 {
		t.Errorf("%d games are stored and %d is next, want 2 and 3", m.Games(1), w.Next())
	}
	if err := w.Close(); err != nil || m.Games(1) != 3 {
		t.Errorf("after Close, with error %v, %d games are stored, want 3", err, m.Games(1))
	}
	if err := w.Close(); err != nil || len(m.Shards()) != 2 {
		t.Errorf("a second Close, with error %v, left %d shards, want 2", err, len(m.Shards()))
	}
}

// A generation that is written with a stop after any shard has the same bytes
// as one that is written at once.
func TestWriterGoesOn(t *testing.T) {
	games := datatest.Games(t, "wiki-8-d30", 3, 0, 5)
	whole := t.TempDir()
	storeShards(t, whole, games, 2)
	for _, stop := range []int{2, 4} {
		dir := t.TempDir()
		storeShards(t, dir, games[:stop], 2)
		storeShards(t, dir, games[stop:], 2)
		if !reflect.DeepEqual(tree(t, dir), tree(t, whole)) {
			t.Errorf("a stop after %d games changed the files", stop)
		}
	}
}

var errFull = errors.New("no space left")

// fullDisk is a codec that fails after a part of the bytes.
type fullDisk struct{ dataset.Codec }

func (c fullDisk) Encode(games, positions io.Writer, gs []dataset.Game) error {
	if err := c.Codec.Encode(games, io.Discard, gs); err != nil {
		return err
	}
	if _, err := positions.Write([]byte("half of it")); err != nil {
		return err
	}
	return errFull
}

// A shard that cannot be written leaves neither a file nor a manifest line,
// and nothing is lost: when the obstacle is gone the same Writer goes on.
func TestWriterFails(t *testing.T) {
	games := datatest.Games(t, "wiki-8-d30", 1, 0, 4)
	whole := t.TempDir()
	storeShards(t, whole, games, 2)
	const folder = "games/gen-0001"
	tests := []struct {
		name  string
		codec dataset.Codec
		block func(dir string) error
		clear string // what block has put in the way
	}{
		{"the codec fails half-way", fullDisk{codec}, func(string) error { return nil }, ""},
		{"a file where the folder should be", codec, func(dir string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, folder)), os.WriteFile(filepath.Join(dir, folder), nil, 0o666))
		}, folder},
		{"a folder where the games should be", codec, func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, folder, "0000.games.arrow"), 0o777)
		}, filepath.Join(folder, "0000.games.arrow")},
		{"a folder where the positions should be", codec, func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, folder, "0000.positions.arrow"), 0o777)
		}, filepath.Join(folder, "0000.positions.arrow")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := test.block(dir); err != nil {
				t.Fatal(err)
			}
			m, err := dataset.OpenManifest(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			before := tree(t, dir)
			w := dataset.NewWriter(dir, test.codec, m, 1, 2)
			if err := w.Append(games[0]); err != nil {
				t.Fatal(err)
			}
			err = w.Append(games[1])
			if err == nil || !strings.Contains(err.Error(), "shard 0 of generation 1") {
				t.Errorf("error %v, want one that names the shard", err)
			}
			if after := tree(t, dir); !reflect.DeepEqual(after, before) {
				t.Errorf("files after the failure: %d, before: %d", len(after), len(before))
			}
			if m.Games(1) != 0 || len(m.Shards()) != 0 {
				t.Errorf("%d games are in the manifest", m.Games(1))
			}
			if test.clear == "" {
				return
			}
			if err := os.RemoveAll(filepath.Join(dir, test.clear)); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			storeShards(t, dir, games[2:], 2)
			if !reflect.DeepEqual(tree(t, dir), tree(t, whole)) {
				t.Error("the files differ from those without an obstacle")
			}
		})
	}
}

// A shard that holds something else than the manifest says is refused, though
// its bytes are those of the manifest.
func TestLoadRefuses(t *testing.T) {
	games := datatest.Games(t, "wiki-8-d30", 1, 0, 3)
	rows := len(games[0].Rows) + len(games[1].Rows)
	sound := dataset.ShardInfo{Generation: 1, Games: 2, Rows: rows}
	with := func(change func(*dataset.ShardInfo)) dataset.ShardInfo {
		s := sound
		change(&s)
		return s
	}
	tests := []struct {
		name  string
		info  dataset.ShardInfo
		games []dataset.Game
		want  string // "": it is sound
	}{
		{"sound", sound, games[:2], ""},
		{"a game twice", with(func(s *dataset.ShardInfo) { s.Rows = 2 * len(games[0].Rows) }), []dataset.Game{games[0], games[0]}, "expected index 1"},
		{"games swapped", sound, []dataset.Game{games[1], games[0]}, "expected index 0"},
		{"the first game is missing", with(func(s *dataset.ShardInfo) { s.Games, s.Rows = 1, len(games[1].Rows) }), games[1:2], "expected index 0"},
		{"a game more", sound, games, "3 games"},
		{"a game less", sound, games[:1], "1 games"},
		{"other rows", with(func(s *dataset.ShardInfo) { s.Rows++ }), games[:2], "rows"},
		{"another generation", with(func(s *dataset.ShardInfo) { s.Generation = 2 }), games[:2], "expected index 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := forge(t, test.info, test.games)
			set, err := dataset.Open(dir, codec)
			if err != nil {
				t.Fatal(err)
			}
			shard := set.Manifest().Shards()[0]
			_, err = set.Load(shard)
			faults := verify(t, dir).Faults
			if test.want == "" {
				if err != nil || len(faults) > 0 {
					t.Errorf("error %v, faults %v", err, faults)
				}
				return
			}
			if !errors.Is(err, dataset.ErrDamaged) || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), shard.GamesFile.Path) {
				t.Errorf("error %v, want %q in %s", err, test.want, shard.GamesFile.Path)
			}
			if len(faults) != 1 || faults[0].File != shard.GamesFile.Path {
				t.Errorf("faults %v, want one in %s", faults, shard.GamesFile.Path)
			}
		})
	}
}
