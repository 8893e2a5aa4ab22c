package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"halmazero/internal/fsx"
)

// ManifestName is the manifest's file in a run folder.
const ManifestName = "manifest.jsonl"

// Manifest is the list of a run's shards, in the order in which they were
// made. Each entry reaches the disk before the next is made.
type Manifest struct {
	shards []ShardInfo
	log    *fsx.Log // nil: read only
}

// OpenManifest opens the manifest of a run folder for appending, creating it
// if need be.
func OpenManifest(dir string) (*Manifest, error) {
	m := &Manifest{}
	if _, err := os.Stat(filepath.Join(dir, ManifestName)); err == nil {
		if m, err = ReadManifest(dir); err != nil {
			return nil, err
		}
	}
	var err error
	m.log, err = fsx.OpenLog(filepath.Join(dir, ManifestName))
	return m, err
}

// ReadManifest reads the manifest of a run folder.
func ReadManifest(dir string) (*Manifest, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file, want a folder with a dataset", dir)
	}
	path := filepath.Join(dir, ManifestName)
	lines, err := fsx.ReadLog(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no dataset: %w", dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	m := &Manifest{}
	for i, line := range lines {
		var s ShardInfo
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, fmt.Errorf("%w: %s:%d: %v", ErrDamaged, path, i+1, err)
		}
		if err := m.follows(s); err != nil {
			return nil, fmt.Errorf("%w: %s:%d: %v", ErrDamaged, path, i+1, err)
		}
		m.shards = append(m.shards, s)
	}
	return m, nil
}

// follows says whether a shard may stand behind the ones that are listed:
// generations in order, the shards of each without a gap, and the games without
// one but for those that are said to be lost.
func (m *Manifest) follows(s ShardInfo) error {
	shard, first, generation := 0, 0, -1
	if n := len(m.shards); n > 0 {
		last := &m.shards[n-1]
		if generation = last.Generation; generation == s.Generation {
			shard, first = last.Shard+1, last.First+last.Games
		}
	}
	if s.Generation < generation || s.Shard != shard || s.Lost < 0 || s.First != first+s.Lost {
		return fmt.Errorf("shard %d of generation %d starts at game %d, expected shard %d at game %d of generation %d or later",
			s.Shard, s.Generation, s.First, shard, first, generation)
	}
	return nil
}

func (m *Manifest) append(s ShardInfo) error {
	if err := m.follows(s); err != nil {
		return err
	}
	if err := m.log.Append(s); err != nil {
		return err
	}
	m.shards = append(m.shards, s)
	return nil
}

// Shards lists the shards. The slice is the manifest's own.
func (m *Manifest) Shards() []ShardInfo { return m.shards }

// Games is the number of games of a generation that are safely stored.
func (m *Manifest) Games(generation int) int {
	n := 0
	for _, s := range m.shards {
		if s.Generation == generation {
			n += s.Games
		}
	}
	return n
}

// Hash is the dataset's hash: SHA-256 over the hashes of all files in order.
func (m *Manifest) Hash() string { return m.HashUpTo(math.MaxInt) }

// HashUpTo is the hash that the dataset had before any shard of a generation
// behind the given one was made.
func (m *Manifest) HashUpTo(generation int) string {
	h := sha256.New()
	for _, s := range m.shards {
		if s.Generation <= generation {
			fmt.Fprintf(h, "%s %s\n%s %s\n", s.GamesFile.SHA256, s.GamesFile.Path, s.RowsFile.SHA256, s.RowsFile.Path)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Close ends appending.
func (m *Manifest) Close() error {
	if m.log == nil {
		return nil
	}
	return m.log.Close()
}
