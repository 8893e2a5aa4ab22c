package dataset_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/dataset/internal/datatest"
)

// recovered is what Recover makes of a folder or file, which it must not touch.
func recovered(t *testing.T, source string) (dataset.Recovery, string) {
	t.Helper()
	dir := source
	if info, err := os.Stat(source); err == nil && !info.IsDir() {
		dir = filepath.Dir(source)
	}
	before := tree(t, dir)
	out := filepath.Join(t.TempDir(), "out")
	r, err := dataset.Recover(t.Context(), source, out, arrowio.Codec{}, 100)
	if err != nil {
		t.Fatal(err)
	}
	after := tree(t, dir)
	for name := range before {
		if before[name] != after[name] {
			t.Errorf("%s has changed", name)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d files, there were %d", len(after), len(before))
	}
	if v := verify(t, out); len(v.Faults) > 0 || v.Games != r.Games || v.Rows != r.Rows || v.Hash != r.Hash {
		t.Errorf("the recovered dataset, of which %+v was said:\n%s", r, v.Text())
	}
	return r, out
}

// A shard of three batches that was cut within the third loses that one.
func TestRecoverTruncated(t *testing.T) {
	dir, games := folder(t, shard{1, 0, 130}) // 64, 64 and 2 games
	const rows, heads = "games/gen-0001/0000.positions.arrow", "games/gen-0001/0000.games.arrow"
	tests := []struct {
		name, file string
		keep       func(file []byte) int // bytes
		games      int
	}{
		{"footer", rows, func(b []byte) int { return len(b) - 1 }, 130},
		{"third batch of rows", rows, func(b []byte) int { return lastBatch(b) + 100 }, 128},
		{"second batch of rows", rows, func(b []byte) int { return len(b) / 2 }, 64},
		{"all rows", rows, func([]byte) int { return 0 }, 0},
		{"schema", rows, func([]byte) int { return 200 }, 0},
		{"third batch of games", heads, func(b []byte) int { return lastBatch(b) + 100 }, 128},
		{"footer of the games", heads, func(b []byte) int { return len(b) - 1 }, 130},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := copied(t, dir)
			change(t, dir, test.file, func(b []byte) []byte { return b[:test.keep(b)] })
			r, out := recovered(t, dir)
			if lost := len(games) - test.games; r.Games != test.games || r.Shards != 1 || len(r.Faults) == 0 || r.Lost != lost {
				t.Errorf("%+v, want %d games, %d lost", r, test.games, lost)
			}
			for i, g := range all(t, out) {
				if g.Hash != games[i].Hash {
					t.Errorf("game %d differs", i)
				}
			}
		})
	}
}

// One of the files of a shard is enough of a name for it.
func TestRecoverFile(t *testing.T) {
	dir, games := folder(t, usual...)
	for _, part := range []string{"games", "positions"} {
		r, out := recovered(t, filepath.Join(dir, "games", "gen-0000", "0001."+part+".arrow"))
		if r.Games != 2 || r.Shards != 1 || len(r.Faults) != 0 {
			t.Errorf("%+v", r)
		}
		if got := all(t, out)[1].Hash; got != games[4].Hash {
			t.Errorf("game %s, want %s", got, games[4].Hash)
		}
	}
}

// lastBatch is where the last of the stream's messages starts, but for its end.
func lastBatch(file []byte) int {
	mark := []byte{0xff, 0xff, 0xff, 0xff}
	end := bytes.LastIndex(file, append(mark, 0, 0, 0, 0))
	for at := end - 8; ; at -= 8 {
		if bytes.HasPrefix(file[at:], mark) {
			return at
		}
	}
}

// A shard that is gone leaves a gap between the others, which is told.
func TestRecoverWithGap(t *testing.T) {
	dir, games := folder(t, shard{0, 0, 3}, shard{0, 3, 2}, shard{0, 5, 3}, shard{1, 0, 2})
	remove(t, dir, "games/gen-0000/0001.games.arrow")
	r, out := recovered(t, dir)
	if r.Games != 8 || r.Lost != 2 || r.Shards != 4 {
		t.Errorf("%+v", r)
	}
	wantFault(t, dataset.Report{Faults: r.Faults}, "0001.games.arrow", "2 of 2 games are lost")
	m, err := dataset.ReadManifest(out)
	if err != nil {
		t.Fatal(err)
	}
	var first, lost []int
	for _, s := range m.Shards() {
		first, lost = append(first, s.First), append(lost, s.Lost)
	}
	if len(first) != 3 || first[1] != 5 || lost[0]+lost[2] != 0 || lost[1] != 2 {
		t.Errorf("shards start at %v after %v lost games", first, lost)
	}
	for i, g := range all(t, out) {
		if want := games[[]int{0, 1, 2, 5, 6, 7, 8, 9}[i]]; g.Hash != want.Hash {
			t.Errorf("game %d is %s, want %s", i, g.ID, want.ID)
		}
	}
}

// Without its manifest a folder is recovered whole, and with a shard that the
// manifest did not know, too; what is there twice is saved once.
func TestRecoverWithoutManifest(t *testing.T) {
	dir, games := folder(t, usual...)
	remove(t, dir, dataset.ManifestName)
	r, _ := recovered(t, dir)
	if r.Games != len(games) || len(r.Faults) != 1 || !strings.Contains(r.Faults[0].String(), dataset.ManifestName) {
		t.Errorf("%+v", r)
	}
	for _, part := range []string{".games.arrow", ".positions.arrow"} {
		data := readFile(t, filepath.Join(dir, "games/gen-0000/0000"+part))
		writeFile(t, filepath.Join(dir, "games/gen-0000/0002"+part), data)
	}
	r, _ = recovered(t, dir)
	if r.Games != len(games) || len(r.Faults) != 4 {
		t.Errorf("%+v", r)
	}
	wantFault(t, dataset.Report{Faults: r.Faults}, "0002.games.arrow", games[0].ID, "is there already")
}

// Games of an old schema version are rounded on the way.
func TestRecoverOldVersion(t *testing.T) {
	r, err := dataset.Recover(t.Context(), "testdata/version1", filepath.Join(t.TempDir(), "out"), arrowio.Codec{}, 100)
	if err != nil || r.Games != 3 || r.Rows != 65 || r.Lost != 0 || len(r.Faults) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestRecoverRefuses(t *testing.T) {
	dir, _ := folder(t, shard{0, 0, 1})
	other := filepath.Join(t.TempDir(), "notes.txt")
	writeFile(t, other, nil)
	for _, test := range []struct{ name, source, out, want string }{
		{"an output that holds a dataset", dir, dir, "holds a dataset already"},
		{"nothing", filepath.Join(dir, "nothing"), t.TempDir(), "no such file"},
		{"another file", other, t.TempDir(), "is no file of a shard"},
	} {
		if _, err := dataset.Recover(t.Context(), test.source, test.out, arrowio.Codec{}, 100); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.want)
		}
	}
}

// What a manifest says to be lost is part of its order.
func TestManifestWithLosses(t *testing.T) {
	for _, test := range []struct {
		name  string
		info  dataset.ShardInfo
		sound bool
	}{
		{"lost at the start", dataset.ShardInfo{First: 4, Lost: 4, Games: 1}, true},
		{"more than the gap", dataset.ShardInfo{First: 4, Lost: 5, Games: 1}, false},
		{"less than the gap", dataset.ShardInfo{First: 4, Lost: 3, Games: 1}, false},
		{"less than none", dataset.ShardInfo{First: -1, Lost: -1, Games: 1}, false},
	} {
		dir := forge(t, test.info, datatest.Games(t, rules, 0, 4, 1))
		if _, err := dataset.ReadManifest(dir); (err == nil) != test.sound {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}

func TestRecoverStops(t *testing.T) {
	dir, _ := folder(t, usual...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := dataset.Recover(ctx, dir, filepath.Join(t.TempDir(), "out"), arrowio.Codec{}, 100); !errors.Is(err, context.Canceled) || r.Games > 0 {
		t.Errorf("stopped before the first shard, %d games are saved: %v", r.Games, err)
	}
}
