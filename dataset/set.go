package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// Set is the dataset of a run folder, opened for reading.
type Set struct {
	dir      string
	codec    Codec
	manifest *Manifest
}

// Open reads the manifest of a run folder.
func Open(dir string, codec Codec) (*Set, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	return &Set{dir: dir, codec: codec, manifest: m}, nil
}

// Manifest is the list of shards.
func (s *Set) Manifest() *Manifest { return s.manifest }

// Load reads a shard. Its files' hashes are compared with the manifest before
// anything is decoded. Every error is a *FileError.
func (s *Set) Load(shard ShardInfo) ([]Game, error) {
	if want := "." + s.codec.Extension(); path.Ext(shard.GamesFile.Path) != want {
		return nil, &FileError{shard.GamesFile.Path, fmt.Errorf("is no %s file: the folder is an export for other programs, and not read again", want)}
	}
	gamesData, err := s.read(shard.GamesFile)
	if err != nil {
		return nil, err
	}
	rowsData, err := s.read(shard.RowsFile)
	if err != nil {
		return nil, err
	}
	games, err := s.codec.Decode(gamesData, rowsData)
	if err != nil {
		return nil, &FileError{shard.GamesFile.Path, err}
	}
	rows := 0
	for i := range games {
		rows += len(games[i].Rows)
		if games[i].Generation != shard.Generation || games[i].Index != shard.First+i {
			return nil, &FileError{shard.GamesFile.Path, fmt.Errorf("game %d is %s, expected index %d of generation %d", i, games[i].ID, shard.First+i, shard.Generation)}
		}
	}
	if len(games) != shard.Games || rows != shard.Rows {
		return nil, &FileError{shard.GamesFile.Path, fmt.Errorf("%d games and %d rows, the manifest says %d and %d", len(games), rows, shard.Games, shard.Rows)}
	}
	return games, nil
}

func (s *Set) read(f FileInfo) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(f.Path)))
	if err != nil {
		return nil, &FileError{f.Path, err}
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != f.SHA256 {
		return nil, &FileError{f.Path, fmt.Errorf("SHA-256 is %s, the manifest says %s", got, f.SHA256)}
	}
	return data, nil
}

// FileError says what is wrong with a file of the dataset. It is an ErrDamaged.
type FileError struct {
	Path string // relative to the run folder
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("%v: %s: %v", ErrDamaged, e.Path, e.Err) }

// Unwrap gives both ErrDamaged and the reason.
func (e *FileError) Unwrap() []error { return []error{ErrDamaged, e.Err} }
