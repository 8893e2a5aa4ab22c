package dataset_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/dataset/internal/datatest"
	"halmazero/internal/fsx"
)

var codec = arrowio.Codec{}

// storeShards writes games of one generation through a Writer, size a shard, into a
// run folder.
func storeShards(t *testing.T, dir string, games []dataset.Game, size int) {
	t.Helper()
	m, err := dataset.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := dataset.NewWriter(dir, codec, m, games[0].Generation, size)
	for _, g := range games {
		if err := w.Append(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
}

// stored is a new run folder with two generations, of two shards each, and
// its games in order.
func stored(t *testing.T) (dir string, games []dataset.Game) {
	t.Helper()
	dir = t.TempDir()
	for generation := 1; generation <= 2; generation++ {
		gs := datatest.Games(t, "wiki-8-d30", generation, 0, 4)
		storeShards(t, dir, gs, 2)
		games = append(games, gs...)
	}
	return dir, games
}

// copied is a copy of a run folder.
func copied(t *testing.T, from string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// forge writes one shard and its manifest past the Writer, so that it can hold
// what a Writer refuses. info is what the manifest says, but for the files.
func forge(t *testing.T, info dataset.ShardInfo, games []dataset.Game) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var g, p bytes.Buffer
	if err := codec.Encode(&g, &p, games); err != nil {
		t.Fatal(err)
	}
	folder := fmt.Sprintf("games/gen-%04d", info.Generation)
	if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
		t.Fatal(err)
	}
	file := func(name string, data []byte) dataset.FileInfo {
		writeFile(t, filepath.Join(dir, folder, name), data)
		sum := sha256.Sum256(data)
		return dataset.FileInfo{Path: folder + "/" + name, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(data))}
	}
	info.GamesFile, info.RowsFile = file("0000.games.arrow", g.Bytes()), file("0000.positions.arrow", p.Bytes())
	line, err := fsx.EncodeLine(info)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, dataset.ManifestName), line)
	return dir
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// manifestLines are the lines of a run folder's manifest, newlines included.
func manifestLines(t *testing.T, dir string) [][]byte {
	t.Helper()
	return slices.Collect(bytes.Lines(readFile(t, filepath.Join(dir, dataset.ManifestName))))
}

// tree is every file of a folder with its content.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(readFile(t, path))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
