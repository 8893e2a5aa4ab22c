package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/internal/fsx"
)

// output is a folder that a dataset is written to, held by this process alone:
//
//	config.yaml      the resolved configuration
//	player           spec of the bot or SHA-256 of the network
//	manifest.jsonl   the shards and their hashes
//	games/           the shards
//	lock             held while a process works here
type output struct {
	lock     *fsx.Lock
	manifest *dataset.Manifest
}

// openOutput takes a folder that is new, or that holds a part of the same
// games, and removes what an earlier process left half-written. Any other
// dataset is refused.
func openOutput(dir string, c configs.Config, player string) (*output, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("output folder: %w", err)
	}
	lock, err := fsx.TryLock(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("output folder %s: %w", dir, err)
	}
	o := &output{lock: lock}
	if err := o.open(dir, c, player); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

func (o *output) open(dir string, c configs.Config, player string) error {
	if _, err := fsx.RemoveTemps(dir); err != nil {
		return err
	}
	if err := settle(dir, c, player); err != nil {
		return err
	}
	var err error
	o.manifest, err = dataset.OpenManifest(dir)
	return err
}

// settle stores the settings of a new dataset, or compares them. The player is
// written last: a folder without one holds no game yet, or is somebody else's.
func settle(dir string, c configs.Config, player string) error {
	path := func(name string) string { return filepath.Join(dir, name) }
	stored, err := os.ReadFile(path("player"))
	if errors.Is(err, fs.ErrNotExist) {
		for _, name := range []string{dataset.ManifestName, "events.jsonl", "games"} {
			if exists(path(name)) {
				return fmt.Errorf("output folder %s holds other data (%s); take another --out", dir, name)
			}
		}
		text, err := configs.Marshal(c)
		if err != nil {
			return err
		}
		if err := fsx.WriteFile(path("config.yaml"), fsx.SealText(text)); err != nil {
			return err
		}
		return fsx.WriteFile(path("player"), []byte(player+"\n"))
	}
	if err != nil {
		return err
	}
	old, err := configs.Load(path("config.yaml"))
	if err != nil {
		return err
	}
	if was := strings.TrimSuffix(string(stored), "\n"); was != player {
		return fmt.Errorf("output folder %s holds games of another player, %s; take another --out", dir, was)
	}
	if d := configs.Differences(old, c); len(d) > 0 {
		return fmt.Errorf("output folder %s holds games with other settings: %s; take another --out", dir, strings.Join(d, ", "))
	}
	return nil
}

// Close frees the folder.
func (o *output) Close() error {
	var err error
	if o.manifest != nil {
		err = o.manifest.Close()
	}
	return errors.Join(err, o.lock.Release())
}

func firstError(err, second error) error {
	if err != nil {
		return err
	}
	return second
}
