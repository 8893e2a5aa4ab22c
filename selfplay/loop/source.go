package loop

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
)

// Source is a folder of games that lies elsewhere, as it was when it was
// opened. It is only read.
type Source struct {
	Dir   string `json:"-"`       // not part of what is learned: folders may be moved
	Hash  string `json:"dataset"` // of the dataset's manifest
	Games int    `json:"games"`
	Rows  int    `json:"rows"`
	// Share of the samples that come from here, in (0,1]; 0: those of all
	// folders without a share come from all their rows alike.
	Share float64 `json:"share,omitempty"`

	set *dataset.Set
}

// OpenSources looks at folders of games. Each must hold games, and no two the
// same ones.
func OpenSources(dirs []string) ([]Source, error) {
	var all []Source
	for _, dir := range dirs {
		set, err := dataset.Open(dir, arrowio.Codec{})
		if err != nil {
			return nil, err
		}
		s := Source{Dir: dir, Hash: set.Manifest().Hash(), set: set}
		for _, shard := range set.Manifest().Shards() {
			s.Games, s.Rows = s.Games+shard.Games, s.Rows+shard.Rows
		}
		if s.Games == 0 {
			return nil, fmt.Errorf("%s holds no game", dir)
		}
		if i := slices.IndexFunc(all, func(t Source) bool { return t.Hash == s.Hash }); i >= 0 {
			return nil, fmt.Errorf("%s and %s hold the same games", all[i].Dir, dir)
		}
		all = append(all, s)
	}
	return all, nil
}

// Shards is how many files of games there are.
func (s *Source) Shards() int { return len(s.set.Manifest().Shards()) }

// Read hands the games to take, a shard at a time, and audits their labels,
// generation by generation; the audit has the numbers of all of them. What was
// taken must not be trained on if there is an error, which names the folder.
func (s *Source) Read(ctx context.Context, take func([]dataset.Game) error) (dataset.Audit, error) {
	var a audits
	err := s.read(ctx, &a, take)
	if err != nil {
		err = fmt.Errorf("%s: %w", s.Dir, err)
	}
	return a.total, err
}

func (s *Source) read(ctx context.Context, a *audits, take func([]dataset.Game) error) error {
	for _, shard := range s.set.Manifest().Shards() {
		if err := ctx.Err(); err != nil {
			return err
		}
		games, err := s.set.Load(shard)
		if err != nil {
			return err
		}
		if err := take(games); err != nil {
			return err
		}
		if err := a.add(shard.Generation, games); err != nil {
			return err
		}
	}
	return a.end()
}

// asStored calls the folders of bootstrap.data as the run that is gone on with
// calls them, wherever they lie by now: their names are part of its
// configuration, and their games are compared by checkSources.
func asStored(c *configs.Config, dir string) error {
	path := filepath.Join(dir, "config.yaml")
	if _, err := os.Stat(path); err != nil || len(c.Bootstrap.Data) == 0 {
		return nil // OpenFolder says what is wrong with it
	}
	stored, err := configs.Load(path)
	if err != nil {
		return err
	}
	if len(stored.Bootstrap.Data) == len(c.Bootstrap.Data) {
		c.Bootstrap.Data = stored.Bootstrap.Data
	}
	return nil
}

// checkSources compares the datasets of bootstrap.data with those that the run
// began with.
func (d *Driver) checkSources() error {
	var began *Event
	for i, e := range d.folder.Events {
		if e.Kind == NetworkMade || e.Kind == Forked {
			began = &d.folder.Events[i]
		}
	}
	if began == nil {
		return nil
	}
	for i, s := range d.sources { // the configuration is the same, and so is their number
		if i >= len(began.Sources) || began.Sources[i].Hash != s.Hash {
			return fmt.Errorf("bootstrap.data: %s holds other games now, dataset %s, than when the run in %s began", s.Dir, s.Hash, d.opt.Dir)
		}
	}
	return nil
}

// sourcesNote names the datasets of bootstrap.data; "" without any.
func (d *Driver) sourcesNote() string {
	var hashes []string
	for _, s := range d.sources {
		hashes = append(hashes, s.Hash)
	}
	if len(hashes) == 0 {
		return ""
	}
	return "also from dataset " + strings.Join(hashes, ", ")
}
