package dataset

import (
	"context"
	"errors"
	"fmt"
)

// Export writes the shards of a set into another folder, which holds no
// dataset, in the format of another encoder: each shard with its games and its
// numbers, and a manifest of their files. Rows are rounded as they are written
// today, which changes those of shards of version 1 alone. progress, if it is
// not nil, is called after each shard. It returns the hash of what was written.
func Export(ctx context.Context, set *Set, dir string, e Encoder, progress func(shards, of int)) (hash string, err error) {
	m, err := OpenManifest(dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	shards := set.manifest.Shards()
	for i, s := range shards {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if err := exportShard(set, s, dir, e, m); err != nil {
			return "", err
		}
		if progress != nil {
			progress(i+1, len(shards))
		}
	}
	return m.Hash(), nil
}

func exportShard(set *Set, s ShardInfo, dir string, e Encoder, m *Manifest) error {
	games, err := set.Load(s)
	if err != nil {
		return err
	}
	w := NewWriter(dir, e, m, s.Generation, len(games)+1)
	if err := w.Skip(s.Lost); err != nil {
		return err
	}
	for _, g := range games {
		if err := g.Seal(); err != nil {
			return fmt.Errorf("%s: %w; see halma data verify", s.GamesFile.Path, err)
		}
		if err := w.Append(g); err != nil {
			return err
		}
	}
	return w.Close()
}
