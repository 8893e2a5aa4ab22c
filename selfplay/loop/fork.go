package loop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/internal/fsx"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/gorgonia"
)

// forkText is a forked event in a sentence.
func (e Event) forkText() string {
	return fmt.Sprintf("generations up to %d are those of run %s, seed %d, configuration %s, dataset %s",
		e.Generation, e.Fork.Run, e.Fork.Seed, e.Fork.ConfigHash, e.Fork.Dataset)
}

// Fork makes a run folder that goes on from a generation of another run, under
// a configuration of its own: it holds that run's files up to the generation,
// and Run takes it up behind it. Rules and network have to be the same. The
// other folder is only read, and may be at work.
//
// The folder is made whole or not at all. If it is there already, made by the
// same call, nothing is done; any other file in it is an fsx.ErrNotEmpty.
func Fork(source string, generation int, c configs.Config, dir string, talk io.Writer) error {
	o, err := openOrigin(source, generation)
	if err != nil {
		return fmt.Errorf("fork: %w", err)
	}
	if err := o.fits(c); err != nil {
		return fmt.Errorf("fork: %w", err)
	}
	sources, err := OpenSources(c.Bootstrap.Data)
	if err != nil {
		return fmt.Errorf("bootstrap.data: %w", err)
	}
	forked := o.event(sources)
	if isFork(dir, forked, c) {
		return nil
	}
	if err := fsx.MakeFolder(dir, func(to string) error { return o.copy(to, c, forked) }); err != nil {
		return fmt.Errorf("fork: %w", err)
	}
	fmt.Fprintf(talk, "forked %s into %s: %s\n", source, dir, forked.forkText())
	return nil
}

// isFork reports whether a folder is a run that was forked in the same way.
func isFork(dir string, forked Event, c configs.Config) bool {
	_, events, err := readEvents(dir)
	if err != nil {
		return false
	}
	i := len(events) - 1
	for i >= 0 && events[i].Kind != Forked {
		i--
	}
	if i < 0 || events[i].Generation != forked.Generation || !reflect.DeepEqual(events[i].Fork, forked.Fork) {
		return false
	}
	own, err := configs.Load(filepath.Join(dir, "config.yaml"))
	return err == nil && configs.Hash(own) == configs.Hash(c)
}

// readEvents reads a run's log, as lines and as what they say.
func readEvents(dir string) (lines []json.RawMessage, events []Event, err error) {
	path := filepath.Join(dir, "events.jsonl")
	if lines, err = fsx.ReadLog(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s holds no run: %w", dir, err)
	} else if err != nil {
		return nil, nil, err
	}
	for i, line := range lines {
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		events = append(events, e)
	}
	return lines, events, nil
}

// origin is a run up to a generation.
type origin struct {
	folder     Folder // not held
	generation int
	lines      []json.RawMessage // events up to the end of the generation
	models     []string          // SHA-256 by generation
	state      State
	history    History
	manifest   *dataset.Manifest
}

func openOrigin(dir string, generation int) (*origin, error) {
	lines, events, err := readEvents(dir)
	if err != nil {
		return nil, err
	}
	o := &origin{folder: Folder{dir: dir}, generation: generation}
	ended := func(e Event) bool {
		return e.Generation == generation && (e.Kind == Published || generation == 0 && e.Kind == NetworkMade)
	}
	cut := slices.IndexFunc(events, ended) + 1
	if cut == 0 {
		state, err := Replay(events)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.folder.path("events.jsonl"), err)
		}
		return nil, fmt.Errorf("generation %d of %s is not finished: %d generations are", generation, dir, len(state.Done))
	}
	o.lines, o.folder.Events = lines[:cut], events[:cut]
	if o.state, err = Replay(o.folder.Events); err != nil {
		return nil, fmt.Errorf("%s: %w", o.folder.path("events.jsonl"), err)
	}
	for _, e := range o.folder.Events {
		if e.Model != "" {
			o.models = append(o.models, e.Model)
		}
	}
	if o.history, err = ReadHistory(dir); err != nil {
		return nil, err
	}
	o.manifest, err = dataset.ReadManifest(dir)
	return o, err
}

// fits says whether a configuration can go on with the run.
func (o *origin) fits(c configs.Config) error {
	era := o.history.At(o.generation)
	theirs, err := era.Config.Ruleset()
	if err != nil {
		return err
	}
	ours, err := c.Ruleset()
	if err != nil {
		return err
	}
	if theirs.Hash() != ours.Hash() {
		return fmt.Errorf("the rules of %s are %s, those of the new run %s: they have to be the same", o.folder.dir, configs.DescribeRules(theirs), configs.DescribeRules(ours))
	}
	network, err := o.folder.loadModel(o.generation)
	if err != nil {
		return err
	}
	want := NetworkSpec(c.Network, features.For(ours))
	want.Heads = Heads(c.Training)
	if network.Spec != want {
		return fmt.Errorf("the network of %s is %s, that of the new run %s: they have to be the same; halma train learns from the same games with another network", o.folder.dir, specText(network.Spec), specText(want))
	}
	return nil
}

// specText is a network's shape as its file has it.
func specText(s model.Spec) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic("loop: a network's shape cannot be encoded: " + err.Error())
	}
	return string(text)
}

// event is what the new run's log says behind the events of the old one.
func (o *origin) event(sources []Source) Event {
	era := o.history.At(o.generation)
	return Event{Kind: Forked, Generation: o.generation, Sources: sources, Fork: &Origin{Run: era.Config.Name, ConfigHash: era.Hash, Seed: era.Config.Seed,
		Dataset: o.manifest.HashUpTo(o.generation), Models: o.models, Best: o.state.Best}}
}

// copy fills the folder of the new run; the log comes last.
func (o *origin) copy(to string, c configs.Config, forked Event) error {
	for _, sub := range []string{"games", "models", "checkpoints", "matches", "forks"} {
		if err := os.MkdirAll(filepath.Join(to, sub), 0o777); err != nil {
			return err
		}
	}
	for _, step := range []func(to string) error{o.copyGames, o.copyModels, o.copyCheckpoint, o.copyMatches, o.copyConfigs} {
		if err := step(to); err != nil {
			return err
		}
	}
	text, err := configs.Marshal(c)
	if err != nil {
		return err
	}
	metrics, err := encodeLines(o.state.Done)
	if err != nil {
		return err
	}
	last, err := json.Marshal(forked)
	if err != nil {
		return err
	}
	events, err := encodeLines(append(o.lines[:len(o.lines):len(o.lines)], last))
	if err != nil {
		return err
	}
	return errors.Join(
		fsx.WriteFile(filepath.Join(to, "config.yaml"), fsx.SealText(text)),
		fsx.WriteFile(filepath.Join(to, "metrics.jsonl"), metrics),
		fsx.WriteFile(filepath.Join(to, "events.jsonl"), events))
}

// copyGames copies the shards, and makes their manifest.
func (o *origin) copyGames(to string) error {
	var shards []dataset.ShardInfo
	for _, s := range o.manifest.Shards() {
		if s.Generation > o.generation {
			break
		}
		for _, f := range []dataset.FileInfo{s.GamesFile, s.RowsFile} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(to, filepath.FromSlash(f.Path))), 0o777); err != nil {
				return err
			}
			if err := o.copyFile(to, f.Path, f.SHA256); err != nil {
				return err
			}
		}
		shards = append(shards, s)
	}
	lines, err := encodeLines(shards)
	if err != nil {
		return err
	}
	return fsx.WriteFile(filepath.Join(to, dataset.ManifestName), lines)
}

func (o *origin) copyModels(to string) error {
	for g, hash := range o.models {
		if err := o.copyFile(to, "models/"+generationName(g)+".safetensors", hash); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies a file whose hash is known.
func (o *origin) copyFile(to, name, want string) error {
	from := o.folder.path(filepath.FromSlash(name))
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := fsx.Create(filepath.Join(to, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	defer out.Abort()
	if _, err := io.Copy(out, in); err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	sum, _, err := out.Commit()
	if err == nil && sum != want {
		err = fmt.Errorf("%s is damaged: its SHA-256 is %s, the run says %s", from, sum, want)
	}
	return err
}

// copyCheckpoint copies the state that training goes on from; before the first
// generation there is none.
func (o *origin) copyCheckpoint(to string) error {
	if o.generation == 0 {
		return nil
	}
	path := o.folder.checkpointPath(o.generation)
	state, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return o.noCheckpoint()
	}
	if err != nil {
		return err
	}
	if err := gorgonia.CheckState(state); err != nil {
		return fmt.Errorf("checkpoint %s: %w", path, err)
	}
	return fsx.WriteFile(filepath.Join(to, "checkpoints", filepath.Base(path)), state)
}

func (o *origin) noCheckpoint() error {
	files, err := fsx.Match(o.folder.path("checkpoints"), "gen-*.checkpoint")
	if err != nil {
		return err
	}
	there := []string{"0"}
	for _, f := range files {
		digits := strings.TrimLeft(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f), "gen-"), ".checkpoint"), "0")
		there = append(there, digits)
	}
	return fmt.Errorf("%s keeps no checkpoint of generation %d: it can be forked at %s (training.keep_checkpoints says how many the run keeps)",
		o.folder.dir, o.generation, strings.Join(there, ", "))
}

// copyMatches copies every game of every match, but for the final matches that
// followed the generation: the new run has not ended with it.
func (o *origin) copyMatches(to string) error {
	for g := 1; g <= o.generation; g++ {
		name := generationName(g) + ".jsonl"
		lines, err := fsx.ReadLog(o.folder.path("matches", name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if g == o.generation {
			lines = slices.DeleteFunc(lines, func(l json.RawMessage) bool { return bytes.HasPrefix(l, []byte(`{"part":"final",`)) })
		}
		text, err := encodeLines(lines)
		if err != nil {
			return err
		}
		if err := fsx.WriteFile(filepath.Join(to, "matches", name), text); err != nil {
			return err
		}
	}
	return nil
}

// copyConfigs keeps the configurations that the generations were made with.
func (o *origin) copyConfigs(to string) error {
	for _, e := range o.history {
		text, err := os.ReadFile(o.folder.path(filepath.FromSlash(e.File)))
		if err != nil {
			return err
		}
		if err := fsx.WriteFile(filepath.Join(to, filepath.FromSlash(eraFile(min(e.Last, o.generation)))), text); err != nil {
			return err
		}
		if e.Last >= o.generation {
			break
		}
	}
	return nil
}
