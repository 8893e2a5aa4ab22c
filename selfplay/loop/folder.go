package loop

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/internal/fsx"
	"halmazero/model"
)

// Folder is a run's folder, held by this process alone.
//
//	config.yaml      the resolved configuration
//	events.jsonl     what has happened: the truth
//	metrics.jsonl    one line a generation, made from the events
//	report.html      the same for people
//	manifest.jsonl   the shards and their hashes
//	games/           the shards
//	models/          the network of each generation
//	checkpoints/     the optimiser after each of the last generations
//	matches/         every game of every gate and ladder match
//	forks/           the configurations of the runs that it was forked from
//	selftest.json    the last self-test that was passed
//	tensorboard/     event files, a new one each start, if they are wanted
//	lock             held while a process works here
type Folder struct {
	dir  string
	lock *fsx.Lock
	log  *fsx.Log
	// Events is the log so far.
	Events []Event
}

// OpenFolder takes a folder, makes it if need be, and removes what an earlier
// process left half-written. The configuration must be the one that the run
// was started with; it is stored in a new folder.
func OpenFolder(dir string, c configs.Config) (*Folder, error) {
	if err := checkForeign(dir); err != nil {
		return nil, err
	}
	for _, sub := range []string{"", "games", "models", "checkpoints", "matches"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			return nil, fmt.Errorf("run folder: %w", err)
		}
	}
	lock, err := fsx.TryLock(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("run folder %s: %w", dir, err)
	}
	f := &Folder{dir: dir, lock: lock}
	if err := f.open(c); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// checkForeign refuses a folder that holds something else than a run: its games
// or its network would become part of this one.
func checkForeign(dir string) error {
	there := func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	}
	if there("events.jsonl") {
		return nil
	}
	for _, name := range []string{dataset.ManifestName, "player", "inputs.json", "model.json", "model.safetensors"} {
		if there(name) {
			return fmt.Errorf("run folder %s holds other data (%s), and no run; take another --dir", dir, name)
		}
	}
	return nil
}

func (f *Folder) open(c configs.Config) error {
	if _, err := fsx.RemoveTemps(f.dir); err != nil {
		return err
	}
	if err := f.settle(c); err != nil {
		return err
	}
	path := f.path("events.jsonl")
	lines, err := fsx.ReadLog(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for i, line := range lines {
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		f.Events = append(f.Events, e)
	}
	f.log, err = fsx.OpenLog(path)
	return err
}

// settle stores the configuration of a new run, or compares it.
func (f *Folder) settle(c configs.Config) error {
	path := f.path("config.yaml")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		text, err := configs.Marshal(c)
		if err != nil {
			return err
		}
		return fsx.WriteFile(path, fsx.SealText(text))
	}
	if err := checkSeal(path); err != nil {
		return err
	}
	old, err := configs.Load(path)
	if err != nil {
		return err
	}
	if d := configs.Differences(old, c); len(d) > 0 {
		return fmt.Errorf("%s: the run was started with other settings: %s; --dir alone goes on with its own, another one begins a run", path, strings.Join(d, ", "))
	}
	return nil
}

// checkSeal compares a text file with the checksum at its end, so that damage is
// not taken for other settings.
func checkSeal(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if _, err := fsx.CheckSealed(text); err != nil {
		return fmt.Errorf("%s was changed since the run wrote it: %w; a run with other settings needs a folder of its own", path, err)
	}
	return nil
}

// Close frees the folder.
func (f *Folder) Close() error {
	var err error
	if f.log != nil {
		err = f.log.Close()
	}
	return errors.Join(err, f.lock.Release())
}

// record logs an event.
func (f *Folder) record(e Event) error {
	if err := f.log.Append(e); err != nil {
		return err
	}
	f.Events = append(f.Events, e)
	return nil
}

func (f *Folder) path(parts ...string) string {
	return filepath.Join(append([]string{f.dir}, parts...)...)
}

func (f *Folder) modelPath(generation int) string {
	return f.path("models", fmt.Sprintf("gen-%04d.safetensors", generation))
}

func (f *Folder) checkpointPath(generation int) string {
	return f.path("checkpoints", fmt.Sprintf("gen-%04d.checkpoint", generation))
}

// loadModel reads a generation's network and compares it with the event that
// announced it.
func (f *Folder) loadModel(generation int) (*model.Network, error) {
	n, err := model.Load(f.modelPath(generation))
	if err != nil {
		return nil, err
	}
	hash, err := n.Hash()
	if err != nil {
		return nil, err
	}
	for _, e := range f.Events {
		if e.Model != "" && e.Generation == generation && e.Model != hash {
			return nil, fmt.Errorf("network %s is not the one of events.jsonl: SHA-256 %s, not %s", f.modelPath(generation), hash, e.Model)
		}
	}
	return n, nil
}

// pruneCheckpoints keeps the last few.
func (f *Folder) pruneCheckpoints(keep int) error {
	files, err := fsx.Match(f.path("checkpoints"), "gen-*.checkpoint")
	if err != nil {
		return err
	}
	for len(files) > keep {
		if err := os.Remove(files[0]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		files = files[1:]
	}
	return nil
}
