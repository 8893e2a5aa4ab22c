package dataset

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"halmazero/internal/fsx"
)

// ErrDamaged is wrapped by every error about a file that is missing, or is not
// what the manifest says.
var ErrDamaged = errors.New("damaged dataset")

// Encoder turns the games of a shard into bytes.
type Encoder interface {
	// Encode writes the two files of a shard. Equal games give equal bytes.
	Encode(games, positions io.Writer, gs []Game) error
	// Extension is the end of the files' names, such as "arrow".
	Extension() string
}

// Codec turns the games of a shard into bytes and back.
type Codec interface {
	Encoder
	// Decode reads the two files. The caller has compared their hashes with what
	// was written; what Decode can make nothing of all the same is an error.
	Decode(games, positions []byte) ([]Game, error)
}

// FileInfo is one file of a shard.
type FileInfo struct {
	Path   string `json:"path"` // relative to the run folder, with slashes
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// ShardInfo is a shard as the manifest lists it.
type ShardInfo struct {
	Generation int      `json:"generation"`
	Shard      int      `json:"shard"`          // within the generation, from 0
	First      int      `json:"first"`          // index of its first game
	Lost       int      `json:"lost,omitempty"` // games before it that could not be recovered
	Games      int      `json:"games"`
	Rows       int      `json:"rows"`
	GamesFile  FileInfo `json:"games_file"`
	RowsFile   FileInfo `json:"positions_file"`
}

// Writer collects the games of one generation, in order of their index, and
// writes a shard whenever enough are there. A shard's files appear whole, and
// only then is it entered in the manifest.
type Writer struct {
	dir        string
	encoder    Encoder
	manifest   *Manifest
	generation int
	size       int
	shard      int
	next       int
	lost       int // games that are skipped in front of the next shard
	games      []Game
}

// NewWriter continues a generation behind the shards that the manifest lists.
// size is the number of games in a shard.
func NewWriter(dir string, e Encoder, m *Manifest, generation, size int) *Writer {
	w := &Writer{dir: dir, encoder: e, manifest: m, generation: generation, size: size}
	for _, s := range m.Shards() {
		if s.Generation == generation {
			w.shard, w.next = s.Shard+1, s.First+s.Games
		}
	}
	return w
}

// Next is the index of the game that Append expects.
func (w *Writer) Next() int { return w.next + len(w.games) }

// Append adds a game, which must have the index Next.
func (w *Writer) Append(g Game) error {
	if g.Index != w.Next() || g.Generation != w.generation {
		return fmt.Errorf("append game %s: expected game %d of generation %d", g.ID, w.Next(), w.generation)
	}
	w.games = append(w.games, g)
	if len(w.games) < w.size {
		return nil
	}
	return w.flush()
}

// Skip leaves out the next n games, which are lost: the manifest will say so.
func (w *Writer) Skip(n int) error {
	if n == 0 {
		return nil
	}
	if err := w.Close(); err != nil {
		return err
	}
	w.lost += n
	w.next += n
	return nil
}

// Close writes what is left as a last, smaller shard.
func (w *Writer) Close() error {
	if len(w.games) == 0 {
		return nil
	}
	return w.flush()
}

// flush writes the games as a shard and enters it in the manifest.
func (w *Writer) flush() error {
	info := ShardInfo{Generation: w.generation, Shard: w.shard, First: w.next, Lost: w.lost, Games: len(w.games)}
	for i := range w.games {
		info.Rows += len(w.games[i].Rows)
	}
	if err := w.write(&info); err != nil {
		return fmt.Errorf("write shard %d of generation %d: %w", w.shard, w.generation, err)
	}
	if err := w.manifest.append(info); err != nil {
		return err
	}
	w.shard++
	w.next += len(w.games)
	w.lost = 0
	w.games = w.games[:0]
	return nil
}

// write makes the two files of a shard, or neither.
func (w *Writer) write(info *ShardInfo) error {
	folder := fmt.Sprintf("games/gen-%04d", w.generation)
	if err := os.MkdirAll(w.path(folder), 0o777); err != nil {
		return err
	}
	name := func(part string) string {
		return fmt.Sprintf("%s/%04d.%s.%s", folder, w.shard, part, w.encoder.Extension())
	}
	info.GamesFile.Path, info.RowsFile.Path = name("games"), name("positions")
	games, err := fsx.Create(w.path(info.GamesFile.Path))
	if err != nil {
		return err
	}
	defer games.Abort()
	rows, err := fsx.Create(w.path(info.RowsFile.Path))
	if err != nil {
		return err
	}
	defer rows.Abort()
	if err := w.encoder.Encode(games, rows, w.games); err != nil {
		return err
	}
	if err := info.GamesFile.commit(games); err != nil {
		return err
	}
	if err := info.RowsFile.commit(rows); err != nil {
		return errors.Join(err, os.Remove(w.path(info.GamesFile.Path)))
	}
	return nil
}

// path is where a file of the run folder lies.
func (w *Writer) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func (f *FileInfo) commit(file *fsx.AtomicFile) (err error) {
	f.SHA256, f.Bytes, err = file.Commit()
	return err
}
