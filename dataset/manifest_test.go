package dataset_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/internal/fsx"
)

func TestManifestReadsWhatWasWritten(t *testing.T) {
	dir, games := stored(t)
	m, err := dataset.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Shards()) != 4 || m.Games(0) != 0 || m.Games(1) != 4 || m.Games(2) != 4 {
		t.Errorf("%d shards, %d, %d and %d games", len(m.Shards()), m.Games(0), m.Games(1), m.Games(2))
	}
	h := sha256.New()
	for i, s := range m.Shards() {
		rows := len(games[2*i].Rows) + len(games[2*i+1].Rows)
		name := fmt.Sprintf("games/gen-%04d/%04d", 1+i/2, i%2)
		if s.Generation != 1+i/2 || s.Shard != i%2 || s.First != 2*(i%2) || s.Games != 2 || s.Rows != rows ||
			s.GamesFile.Path != name+".games.arrow" || s.RowsFile.Path != name+".positions.arrow" {
			t.Errorf("shard %d is %+v", i, s)
		}
		for _, f := range []dataset.FileInfo{s.GamesFile, s.RowsFile} {
			data := readFile(t, filepath.Join(dir, f.Path))
			if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sum != f.SHA256 || int64(len(data)) != f.Bytes {
				t.Errorf("%s has %d bytes of hash %s, the manifest says %d of %s", f.Path, len(data), sum, f.Bytes, f.SHA256)
			}
			fmt.Fprintf(h, "%s %s\n", f.SHA256, f.Path)
		}
	}
	if want := fmt.Sprintf("%x", h.Sum(nil)); m.Hash() != want {
		t.Errorf("hash is %s, want %s", m.Hash(), want)
	}
	if err := m.Close(); err != nil {
		t.Errorf("close of a manifest that was only read: %v", err)
	}
}

// Whatever is done to the lines of a manifest is found by reading it, by
// opening it for more, and by Verify; the error names the line.
func TestManifestRefuses(t *testing.T) {
	edit := func(line []byte, change func(*dataset.ShardInfo)) []byte {
		object := line[:bytes.LastIndex(line, []byte(`,"crc32c"`))]
		var s dataset.ShardInfo
		decode(t, append(bytes.Clone(object), '}'), &s)
		change(&s)
		line, err := fsx.EncodeLine(s)
		if err != nil {
			t.Fatal(err)
		}
		return line
	}
	tests := []struct {
		name string
		do   func(lines [][]byte) [][]byte
		line int
	}{
		{"edited without its checksum", func(l [][]byte) [][]byte {
			l[1] = bytes.Replace(l[1], []byte(`"games":2`), []byte(`"games":3`), 1)
			return l
		}, 2},
		{"not JSON", func(l [][]byte) [][]byte { l[0] = []byte("shard\n"); return l }, 1},
		{"a shard is left out", func(l [][]byte) [][]byte { return slices.Delete(l, 2, 3) }, 3},
		{"the first shard is left out", func(l [][]byte) [][]byte { return l[1:] }, 1},
		{"a shard twice", func(l [][]byte) [][]byte { return slices.Insert(l, 1, l[0]) }, 2},
		{"generations out of order", func(l [][]byte) [][]byte { return [][]byte{l[2], l[3], l[0], l[1]} }, 3},
		{"a generation is taken up again", func(l [][]byte) [][]byte { return [][]byte{l[0], l[2], l[1], l[3]} }, 3},
		{"a game is left out", func(l [][]byte) [][]byte {
			l[1] = edit(l[1], func(s *dataset.ShardInfo) { s.First++ })
			return l
		}, 2},
		{"another number of games", func(l [][]byte) [][]byte {
			l[0] = edit(l[0], func(s *dataset.ShardInfo) { s.Games-- })
			return l
		}, 2},
		{"another type", func(l [][]byte) [][]byte {
			line, err := fsx.EncodeLine(map[string]string{"generation": "one"})
			if err != nil {
				t.Fatal(err)
			}
			l[3] = line
			return l
		}, 4},
	}
	sound, _ := stored(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := copied(t, sound)
			path := filepath.Join(dir, dataset.ManifestName)
			writeFile(t, path, bytes.Join(test.do(manifestLines(t, dir)), nil))
			place := fmt.Sprintf("%s:%d:", path, test.line)
			_, readErr := dataset.ReadManifest(dir)
			_, openErr := dataset.OpenManifest(dir)
			for _, err := range []error{readErr, openErr} {
				if !errors.Is(err, dataset.ErrDamaged) || !strings.Contains(err.Error(), place) {
					t.Errorf("error %v, want ErrDamaged at %s", err, place)
				}
			}
			if r := verify(t, dir); len(r.Faults) != 1 || r.Faults[0].File != dataset.ManifestName || !strings.Contains(r.Faults[0].Reason, place) {
				t.Errorf("faults %v, want one at %s", r.Faults, place)
			}
		})
	}
}

func TestNoManifest(t *testing.T) {
	dir := t.TempDir()
	_, err := dataset.ReadManifest(dir)
	if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, dataset.ErrDamaged) {
		t.Errorf("read: %v", err)
	}
	if _, err := dataset.Verify(t.Context(), dir, codec, dataset.VerifyOptions{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("verify: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, dataset.ManifestName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("looking at a folder made a manifest: %v", err)
	}
}

// A kill in the middle of a manifest line loses that shard, which is made
// again with the same bytes.
func TestTornLine(t *testing.T) {
	whole, games := stored(t)
	lines := manifestLines(t, whole)
	last := len(lines) - 1
	for _, keep := range []int{0, 1, len(lines[last]) / 2, len(lines[last]) - 1} {
		t.Run(fmt.Sprint(keep, " bytes"), func(t *testing.T) {
			dir := copied(t, whole)
			torn := bytes.Join(append(lines[:last:last], lines[last][:keep]), nil)
			writeFile(t, filepath.Join(dir, dataset.ManifestName), torn)
			m, err := dataset.ReadManifest(dir)
			if err != nil || m.Games(2) != 2 {
				t.Fatalf("error %v, %d games of the torn generation, want 2", err, m.Games(2))
			}
			if r := verify(t, dir); len(r.Faults) != 2 { // the shard's two files
				t.Errorf("faults %v, want two files that are not listed", r.Faults)
			}
			storeShards(t, dir, games[6:], 2)
			if !reflect.DeepEqual(tree(t, dir), tree(t, whole)) {
				t.Error("the run that went on differs from the one that was not stopped")
			}
		})
	}
}
