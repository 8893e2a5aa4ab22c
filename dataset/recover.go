package dataset

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"halmazero/internal/fsx"
)

// Salvager is a Codec that also reads what is left of damaged files.
type Salvager interface {
	Codec
	// Salvage returns the games in front of the damage, some of which may lack
	// rows, and where reading ended.
	Salvage(games, positions []byte) (gs []Game, notes []error)
}

// Recovery is what Recover saved, and what it could not.
type Recovery struct {
	Shards int // that were looked at
	Games  int // that were saved
	Rows   int
	Lost   int     // games that the manifest knows of, or that are there in part
	Faults []Fault // what is wrong with the shards
	Hash   string  // of the new dataset
}

// Recover saves the whole games of shards into a new dataset, in the shards'
// order and with the schema that is written today. A game is whole if its
// content hash says so. source is a run folder, with or without a manifest, or
// one of the two files of a shard; it is only read. out must hold no dataset.
// Games that are missing between others leave a gap that the new manifest tells of.
// If ctx ends it, out holds the games of the shards before.
func Recover(ctx context.Context, source, out string, codec Salvager, size int) (Recovery, error) {
	var r Recovery
	shards, err := r.find(source, codec.Extension())
	if err != nil {
		return r, err
	}
	if _, err := os.Stat(filepath.Join(out, ManifestName)); err == nil {
		return r, fmt.Errorf("%s holds a dataset already", out)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return r, err
	}
	m, err := OpenManifest(out)
	if err != nil {
		return r, err
	}
	err = r.write(ctx, shards, out, codec, m, size)
	r.Hash = m.Hash()
	return r, errors.Join(err, m.Close())
}

// source is a shard as it was found.
type source struct {
	dir   string
	games string // path of its games file within dir, with slashes
	want  int    // games by the manifest, -1: it does not say
}

func (s *source) rows(extension string) string {
	return strings.TrimSuffix(s.games, ".games."+extension) + ".positions." + extension
}

// find lists the shards of a folder: those on the disk, and those of which only
// the manifest knows.
func (r *Recovery) find(path, extension string) ([]source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		name := filepath.Base(path)
		for _, part := range []string{".games.", ".positions."} {
			if shard, ok := strings.CutSuffix(name, part+extension); ok {
				return []source{{filepath.Dir(path), shard + ".games." + extension, -1}}, nil
			}
		}
		return nil, fmt.Errorf("%s is no file of a shard: it does not end in .games.%s or .positions.%s", path, extension, extension)
	}
	want := make(map[string]int)
	folders, err := fsx.Match(filepath.Join(path, "games"), "gen-*")
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		files, err := fsx.Match(folder, "*."+extension)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			name := "games/" + filepath.Base(folder) + "/" + strings.Replace(filepath.Base(f), ".positions.", ".games.", 1)
			want[name] = -1
		}
	}
	if m, err := ReadManifest(path); err == nil {
		for _, s := range m.Shards() {
			want[s.GamesFile.Path] = s.Games
		}
	} else {
		r.Faults = append(r.Faults, Fault{File: ManifestName, Ply: -1, Reason: err.Error()})
	}
	var all []source
	for name, n := range want {
		all = append(all, source{path, name, n})
	}
	slices.SortFunc(all, func(a, b source) int { return fsx.CompareNames(a.games, b.games) })
	return all, nil
}

// write saves shard by shard.
func (r *Recovery) write(ctx context.Context, shards []source, out string, codec Salvager, m *Manifest, size int) error {
	var w *Writer
	for _, s := range shards {
		if err := ctx.Err(); err != nil {
			if w != nil {
				err = errors.Join(err, w.Close())
			}
			return err
		}
		r.Shards++
		for _, g := range r.read(s, codec) {
			if w == nil || g.Generation != w.generation {
				if w != nil {
					if err := w.Close(); err != nil {
						return err
					}
				}
				w = NewWriter(out, codec, m, g.Generation, size)
			}
			if g.Index < w.Next() {
				r.fault(s.games, g.ID, "is there already: it is not saved again")
				continue
			}
			if err := w.Skip(g.Index - w.Next()); err != nil {
				return err
			}
			if err := w.Append(g); err != nil {
				return err
			}
			r.Games++
			r.Rows += len(g.Rows)
		}
	}
	if w == nil {
		return nil
	}
	return w.Close()
}

func (r *Recovery) fault(file, game, format string, args ...any) {
	r.Faults = append(r.Faults, Fault{File: file, Game: game, Ply: -1, Reason: fmt.Sprintf(format, args...)})
}

// read returns the whole games of a shard, rounded and sealed as they are
// written today.
func (r *Recovery) read(s source, codec Salvager) (whole []Game) {
	data := make([][]byte, 2)
	for i, name := range []string{s.games, s.rows(codec.Extension())} {
		var err error
		if data[i], err = os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name))); err != nil {
			r.fault(name, "", "%v", err)
		}
	}
	games, err := codec.Decode(data[0], data[1])
	if err != nil {
		r.fault(s.games, "", "%v", err)
		var notes []error
		games, notes = codec.Salvage(data[0], data[1])
		for _, note := range notes {
			r.fault(s.games, "", "%v", note)
		}
	}
	for i := range games {
		g := &games[i]
		if hash, err := g.ContentHash(); err != nil || hash != g.Hash {
			r.fault(s.games, g.ID, "is not whole: its content hash is another one")
			r.Lost++
			continue
		}
		if err := g.Seal(); err != nil {
			r.fault(s.games, g.ID, "%v", err)
			r.Lost++
			continue
		}
		whole = append(whole, *g)
	}
	if s.want > len(games) {
		r.fault(s.games, "", "%d of %d games are lost", s.want-len(games), s.want)
		r.Lost += s.want - len(games)
	}
	return whole
}
