package fit

import (
	"crypto/sha256"
	"encoding/hex"
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
	"halmazero/model/gorgonia"
	"halmazero/selfplay/loop"
)

// The files of a folder.
const (
	configFile    = "config.yaml"
	inputsFile    = "inputs.json"
	modelFile     = "model.safetensors"
	hashFile      = "model.json"
	checkpointDir = "checkpoints"
	metricsFile   = "metrics.jsonl"
)

// folder is the folder of a training, held by this process alone:
//
//	config.yaml        the resolved configuration
//	inputs.json        what is learned from: hashes of datasets and first network
//	checkpoints/       the training state after each of the last checkpoints
//	model.safetensors  the averaged network of the newest one
//	model.json         its hash
//	metrics.jsonl      a line an interval
//	tensorboard/       event files, a new one each start, if they are wanted
//	lock               held while a process works here
//
// inputs.json is written last of what a training begins with: a folder without
// it holds no training yet.
type folder struct {
	dir  string
	lock *fsx.Lock
	log  *fsx.Log
	last *Line // of metrics.jsonl
	keep int   // newest checkpoints that stay
	// build is the program that began the training.
	build string
}

// inputs is everything but the settings that a training depends on.
type inputs struct {
	RulesHash  string        `json:"rules_hash"`
	Sources    []loop.Source `json:"sources"`
	Init       string        `json:"init"` // SHA-256 of the network that it starts from; "": random weights
	Validation float64       `json:"validation"`
	Build      string        `json:"build"` // of the program that began it; another one may round differently
}

// openFolder takes a folder that is new or that holds the same training.
func openFolder(dir string, c configs.Config, in inputs) (*folder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("output folder: %w", err)
	}
	lock, err := fsx.TryLock(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("output folder %s: %w", dir, err)
	}
	f := &folder{dir: dir, lock: lock, keep: c.Training.KeepCheckpoints}
	if _, err = fsx.RemoveTemps(dir); err == nil {
		err = f.settle(c, in)
	}
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

// settle stores what a new training is made of, or compares it.
func (f *folder) settle(c configs.Config, in inputs) error {
	old, err := compare(f.dir, c, in)
	if err == nil && old == nil {
		return f.begin(c, in)
	}
	if err == nil {
		f.build = old.Build
	}
	return err
}

// compare refuses a folder of another training or of other data. It answers
// with the inputs that the training there was begun with, nil where there is
// none yet, and changes nothing: the folder need not be there.
func compare(dir string, c configs.Config, in inputs) (*inputs, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("output folder %s: it is a file; take another --out", dir)
	}
	path := filepath.Join(dir, inputsFile)
	lines, err := fsx.ReadLog(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, vacant(dir)
	}
	var old inputs
	if err == nil && len(lines) != 1 {
		err = fmt.Errorf("%s: %d lines, want 1", path, len(lines))
	}
	if err == nil {
		err = json.Unmarshal(lines[0], &old)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if what := old.differs(in); what != "" {
		return nil, fmt.Errorf("%s was begun with other inputs: %s; take another --out", dir, what)
	}
	was, err := configs.Load(filepath.Join(dir, configFile))
	if err != nil {
		return nil, err
	}
	if d := configs.Differences(was, c); len(d) > 0 {
		return nil, fmt.Errorf("%s was begun with other settings (%s): %s; take another --out", dir, configFile, strings.Join(d, ", "))
	}
	return &old, nil
}

// vacant refuses a folder that holds other data than a training.
func vacant(dir string) error {
	for _, name := range []string{dataset.ManifestName, "events.jsonl", "games", modelFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("%s holds other data (%s); take another --out", dir, name)
		}
	}
	return nil
}

// begin stores configuration and inputs.
func (f *folder) begin(c configs.Config, in inputs) error {
	if err := os.MkdirAll(f.path(checkpointDir), 0o777); err != nil {
		return fmt.Errorf("output folder: %w", err)
	}
	text, err := configs.Marshal(c)
	if err != nil {
		return err
	}
	if err := fsx.WriteFile(f.path(configFile), fsx.SealText(text)); err != nil {
		return err
	}
	line, err := fsx.EncodeLine(in)
	if err != nil {
		return err
	}
	f.build = in.Build
	return fsx.WriteFile(f.path(inputsFile), line)
}

// differs says what other inputs would lead to another network, or nothing.
func (in inputs) differs(other inputs) string {
	switch {
	case in.RulesHash != other.RulesHash:
		return "rules " + in.RulesHash + ", not " + other.RulesHash
	case in.Init != other.Init:
		return fmt.Sprintf("first network %q, not %q", in.Init, other.Init)
	case in.Validation != other.Validation:
		return fmt.Sprintf("validation share %g, not %g", in.Validation, other.Validation)
	case len(in.Sources) != len(other.Sources):
		return fmt.Sprintf("%d folders of games, not %d", len(in.Sources), len(other.Sources))
	}
	for i, s := range other.Sources {
		if t := in.Sources[i]; t.Hash != s.Hash {
			return fmt.Sprintf("%s is dataset %s with %d games now, and folder %d was dataset %s with %d games", s.Dir, s.Hash, s.Games, i+1, t.Hash, t.Games)
		} else if t.Share != s.Share {
			return fmt.Sprintf("share %g of %s, not %g", t.Share, s.Dir, s.Share)
		}
	}
	return ""
}

// checkpoints lists the checkpoints, the newest last.
func (f *folder) checkpoints() ([]string, error) {
	return fsx.Match(f.path(checkpointDir), "step-*.checkpoint")
}

// resume brings a trainer to the newest checkpoint, if there is one, and
// metrics.jsonl to the same step.
func (f *folder) resume(t *gorgonia.Trainer) error {
	files, err := f.checkpoints()
	if err != nil {
		return err
	}
	if len(files) > 0 {
		path := files[len(files)-1]
		state, err := os.ReadFile(path)
		if err == nil {
			err = t.LoadState(state)
		}
		if err != nil {
			return fmt.Errorf("checkpoint %s: %w", path, err)
		}
	}
	return f.rewind(t.Steps())
}

// rewind drops the lines of metrics.jsonl that will be written again, those
// behind a step, and opens it. Without a checkpoint there is none to keep.
func (f *folder) rewind(step int) error {
	path := f.path(metricsFile)
	lines, err := fsx.ReadLog(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var kept []byte
	for i, text := range lines {
		var l Line
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		if l.Step > step || step == 0 {
			break
		}
		line, err := fsx.EncodeLine(l)
		if err != nil {
			return err
		}
		kept, f.last = append(kept, line...), &l
	}
	if err := fsx.WriteFile(path, kept); err != nil {
		return err
	}
	f.log, err = fsx.OpenLog(path)
	return err
}

// measured appends a line to metrics.jsonl.
func (f *folder) measured(l Line) error {
	f.last = &l
	return f.log.Append(l)
}

// save writes a checkpoint and then the network. A kill between the two
// leaves the network of the checkpoint before, until it is written again.
// Checkpoints before the last few are removed.
func (f *folder) save(t *gorgonia.Trainer, network []byte) error {
	state, err := t.SaveState()
	if err != nil {
		return err
	}
	name := fmt.Sprintf("step-%010d.checkpoint", t.Steps())
	if err := fsx.WriteFile(filepath.Join(f.path(checkpointDir), name), state); err != nil {
		return err
	}
	if err := f.saveNetwork(network); err != nil {
		return err
	}
	files, err := f.checkpoints()
	for ; err == nil && len(files) > f.keep; files = files[1:] {
		err = os.Remove(files[0])
	}
	return err
}

// Hash is what model.json tells of model.safetensors.
type Hash struct {
	SHA256 string `json:"sha256"`
	// Before is the hash of the network that it takes the place of, "" for none:
	// a kill between the two files leaves that one.
	Before string `json:"before"`
}

// saveNetwork writes the network's hash and then the network.
func (f *folder) saveNetwork(network []byte) error {
	before, _, err := fsx.HashFile(f.path(modelFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	sum := sha256.Sum256(network)
	line, err := fsx.EncodeLine(Hash{hex.EncodeToString(sum[:]), before})
	if err != nil {
		return err
	}
	if err := fsx.WriteFile(f.path(hashFile), line); err != nil {
		return err
	}
	return fsx.WriteFile(f.path(modelFile), network)
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, name) }

// close frees the folder.
func (f *folder) close() error {
	var err error
	if f.log != nil {
		err = f.log.Close()
	}
	return errors.Join(err, f.lock.Release())
}

// hashes are the datasets of sources.
func hashes(sources []loop.Source) []string {
	var list []string
	for _, s := range sources {
		list = append(list, s.Hash)
	}
	return list
}
