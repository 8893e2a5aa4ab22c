package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/internal/fsx"
	"halmazero/internal/seed"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/loop"
)

// folderKinds are the kinds of files beside the shards, in the order of the report.
var folderKinds = []string{"config", "player", "inputs", "self-test", "events", "metrics", "networks", "network hash", "checkpoints", "matches"}

// folderCheck is what there is to say about the files of a folder beside its
// shards, and what its games have to agree with. A folder without a
// configuration is held against nothing.
type folderCheck struct {
	ctx    context.Context // of the call of checkFolder
	dir    string
	files  map[string]int // that were looked at, by kind
	faults []dataset.Fault

	history loop.History // of the configurations; nil: there is none, or it cannot be read
	models  map[string]bool
	events  []loop.Event
}

// checkFolder looks at all files of a run, of a training, or of a folder of
// self-play. Its error is about the check itself.
func checkFolder(ctx context.Context, dir string) (*folderCheck, error) {
	f := &folderCheck{ctx: ctx, dir: dir, files: make(map[string]int), models: make(map[string]bool)}
	if info, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is a file, want a folder", dir)
	}
	for _, step := range []func() error{f.checkConfig, f.checkPlayer, f.checkRecords, f.checkEvents, f.checkMetrics, f.checkNetworks, f.checkCheckpoints, f.checkMatches} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *folderCheck) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

func (f *folderCheck) fault(file, format string, args ...any) {
	f.faults = append(f.faults, dataset.Fault{File: file, Ply: -1, Reason: fmt.Sprintf(format, args...)})
}

// read is a file's content, or nil where there is no such file; its error ends
// the check, as one of the context does.
func (f *folderCheck) read(kind, name string) ([]byte, error) {
	if err := f.ctx.Err(); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(f.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		f.files[kind]++
	}
	return data, err
}

// checkConfig compares the configuration with its checksum and with the only
// text that its settings have, and so those of the runs that this one was forked
// from.
func (f *folderCheck) checkConfig() error {
	names, err := f.within("forks", nil)
	if err != nil {
		return err
	}
	faults, found := len(f.faults), false
	for _, name := range append(names, "config.yaml") {
		data, err := f.read("config", name)
		if err != nil {
			return err
		}
		if data == nil {
			continue
		}
		found = true
		if _, err := fsx.CheckSealed(data); err != nil {
			f.fault(name, "is not as it was written: %v", err)
		}
		if _, err := configs.Load(f.path(name)); err != nil {
			f.fault(name, "cannot be read: %v", err)
		}
	}
	if !found || len(f.faults) > faults {
		return nil
	}
	if f.history, err = loop.ReadHistory(f.dir); err != nil {
		f.fault("forks", "%v", err)
	}
	return nil
}

// checkPlayer takes up who played the games of a folder of self-play.
func (f *folderCheck) checkPlayer() error {
	const name = "player"
	data, err := f.read("player", name)
	if data == nil {
		return err
	}
	player, whole := strings.CutSuffix(string(data), "\n")
	if !whole || player == "" || strings.Contains(player, "\n") {
		f.fault(name, "is not one line")
	}
	f.models[player] = true
	return nil
}

// checkRecords reads the files of one line: what a training learns from, and
// its self-test.
func (f *folderCheck) checkRecords() error {
	for _, record := range []struct{ kind, name string }{{"inputs", inputsName}, {"self-test", "selftest.json"}} {
		read, faults := f.files[record.kind], len(f.faults)
		lines, err := f.lines(record.kind, record.name)
		if err != nil {
			return err
		}
		if f.files[record.kind] > read && len(f.faults) == faults && len(lines) != 1 {
			f.fault(record.name, "%d lines, want 1", len(lines))
		}
	}
	return nil
}

// inputsName is the file that a folder of training has, and no other.
const inputsName = "inputs.json"

// trains reports whether a folder holds a training, which has no games of its own.
func (f *folderCheck) trains() bool {
	return f.files["inputs"] > 0 && !exists(f.path(dataset.ManifestName))
}

// lines are the objects of a file of JSON lines. Whoever reads a log leaves a
// torn last line out; here it is a fault, since damage may look like that.
func (f *folderCheck) lines(kind, name string) ([]json.RawMessage, error) {
	data, err := f.read(kind, name)
	if data == nil {
		return nil, err
	}
	lines, err := fsx.ReadLog(f.path(name))
	if errors.Is(err, fsx.ErrDamaged) {
		f.fault(name, "%s", strings.TrimPrefix(err.Error(), "read log "))
		return nil, nil
	}
	if err == nil && len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) {
		f.fault(name, "line %d is torn (a killed process leaves such a line, and the next one cuts it off)", len(lines)+1)
	}
	return lines, err
}

// checkEvents replays the log, and compares configuration and dataset with it.
func (f *folderCheck) checkEvents() error {
	const name = "events.jsonl"
	lines, err := f.lines("events", name)
	if err != nil {
		return err
	}
	for i, line := range lines {
		var e loop.Event
		if err := json.Unmarshal(line, &e); err != nil {
			f.fault(name, "line %d: %v", i+1, err)
			return nil
		}
		f.events = append(f.events, e)
		if e.Kind == loop.Forked {
			f.checkOrigin(i+1, &e)
		}
		if e.Model != "" {
			f.models[e.Model] = true
		}
	}
	if _, err := loop.Replay(f.events); err != nil {
		f.fault(name, "%v", err)
	}
	f.checkConfigHashes()
	return f.checkDatasets()
}

// checkConfigHashes compares the configurations with what each process that
// took the run up had, whichever run it was then: the eras of the history end
// with the forks of the log, and the last with the log.
func (f *folderCheck) checkConfigHashes() {
	if f.history == nil {
		return
	}
	era := 0
	for i, e := range f.events {
		if e.Kind == loop.Forked {
			era++
		}
		if era >= len(f.history) {
			f.fault("events.jsonl", "line %d: the run was forked %d times, there are %d configurations of runs before it", i+1, era, len(f.history)-1)
			return
		}
		if h := f.history[era]; e.ConfigHash != "" && e.ConfigHash != h.Hash {
			f.fault(h.File, "has the hash %s, line %d of events.jsonl says %s", h.Hash, i+1, e.ConfigHash)
		}
	}
	if len(f.events) > 0 && era < len(f.history)-1 {
		f.fault(f.history[era].File, "is the configuration of a run that this one was forked from; the events tell of %d forks", era)
	}
}

// checkOrigin compares what a fork says of its origin with configuration,
// manifest and the events before it.
func (f *folderCheck) checkOrigin(line int, e *loop.Event) {
	say := func(file, format string, args ...any) {
		f.fault(file, "%s; line %d of events.jsonl, the fork, says otherwise", fmt.Sprintf(format, args...), line)
	}
	o := e.Fork
	if o == nil {
		return // Replay says it
	}
	if f.history != nil {
		if h := f.history.At(e.Generation); h.Last != e.Generation || h.Hash != o.ConfigHash || h.Config.Name != o.Run || h.Config.Seed != o.Seed {
			say(h.File, "is of the run %s with seed %d and has the hash %s", h.Config.Name, h.Config.Seed, h.Hash)
		}
	}
	if m, err := dataset.ReadManifest(f.dir); err == nil {
		if got := m.HashUpTo(e.Generation); got != o.Dataset {
			say(dataset.ManifestName, "the games up to generation %d have the hash %s", e.Generation, got)
		}
	}
	var models []string
	for _, before := range f.events {
		if before.Model != "" {
			models = append(models, before.Model)
		}
	}
	if !slices.Equal(models, o.Models) {
		say("events.jsonl", "the networks before it are %s", strings.Join(models, ", "))
	}
}

// checkDatasets compares the manifest with the hash that each generation's
// games had when they were complete: a shard that is lost from its end, with
// its line, is missed nowhere else.
func (f *folderCheck) checkDatasets() error {
	m, err := dataset.ReadManifest(f.dir)
	if err != nil {
		return nil // Verify says it
	}
	for _, e := range f.events {
		if e.Kind != loop.GamesMade || e.Dataset == "" {
			continue
		}
		if got := m.HashUpTo(e.Generation); got != e.Dataset {
			f.fault(dataset.ManifestName, "the games up to generation %d have the hash %s, the events say %s: shards are missing, or others", e.Generation, got, e.Dataset)
			return nil
		}
	}
	return nil
}

// checkMetrics looks for the line of each generation that the events tell of.
func (f *folderCheck) checkMetrics() error {
	const name = "metrics.jsonl"
	lines, err := f.lines("metrics", name)
	if err != nil || len(f.events) == 0 {
		return err
	}
	state, err := loop.Replay(f.events)
	if err != nil {
		return nil // said above
	}
	if len(lines) < len(state.Done) {
		f.fault(name, "%d lines, the events tell of %d generations", len(lines), len(state.Done))
	}
	for i := range min(len(lines), len(state.Done)) {
		var line struct{ Generation int }
		if err := json.Unmarshal(lines[i], &line); err != nil || line.Generation != state.Done[i].Generation {
			f.fault(name, "line %d is not that of generation %d", i+1, state.Done[i].Generation)
		}
	}
	return nil
}

// checkCheckpoints compares each training state with the hash that it holds,
// and looks for the one that the run goes on from.
func (f *folderCheck) checkCheckpoints() error {
	wanted := make(map[string]string)
	for _, e := range f.events {
		if e.Kind == loop.Trained {
			clear(wanted)
			wanted[fmt.Sprintf("checkpoints/gen-%04d.checkpoint", e.Generation)] = "newest"
		}
	}
	names, err := f.within("checkpoints", wanted)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := f.read("checkpoints", name)
		if err != nil {
			return err
		}
		if data == nil {
			f.fault(name, "is missing: the run goes on from it")
		} else if err := gorgonia.CheckState(data); err != nil {
			f.fault(name, "%v", err)
		}
	}
	return nil
}

// checkMatches reads every line of every match.
func (f *folderCheck) checkMatches() error {
	wanted := make(map[string]string)
	for _, e := range f.events {
		if e.Kind == loop.Gated && e.Gate != nil && e.Gate.Pairs > 0 {
			wanted[fmt.Sprintf("matches/gen-%04d.jsonl", e.Generation)] = "gate"
		}
	}
	names, err := f.within("matches", wanted)
	if err != nil {
		return err
	}
	for _, name := range names {
		lines, err := f.lines("matches", name)
		if err != nil {
			return err
		}
		if wanted[name] != "" && !slices.ContainsFunc(lines, func(l json.RawMessage) bool { return partOf(l) == "gate" }) {
			f.fault(name, "holds no game of the gate, the events tell of it")
		}
	}
	return nil
}

// partOf is the part of a run that a match line belongs to.
func partOf(line json.RawMessage) string {
	var game struct{ Part string }
	if json.Unmarshal(line, &game) != nil {
		return ""
	}
	return game.Part
}

// game says in what a game does not belong into the folder. It only reads what
// was found before, and may be called by several goroutines.
func (f *folderCheck) game(g *dataset.Game) (reasons []string) {
	say := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	if f.history != nil {
		era := f.history.At(g.Generation)
		c := &era.Config
		if g.Run != c.Name {
			say("is of the run %s, the folder's is %s", g.Run, c.Name)
		}
		if g.ConfigHash != era.Hash {
			say("was played with the configuration %s, the folder's is %s", g.ConfigHash, era.Hash)
		}
		if int(g.Kind) < len(dataset.KindNames) {
			if want := seed.Sum(c.Seed, "game", dataset.KindNames[g.Kind], g.Generation, g.Index); g.Seed != want {
				say("has the seed %d, game %d of generation %d of this run has %d", g.Seed, g.Index, g.Generation, want)
			}
		}
	}
	if len(f.models) > 0 && g.Kind == dataset.SelfPlay {
		for seat, m := range g.Models {
			if !f.models[m] {
				say("seat %d was played by %s, which is none of this run's", seat+1, m)
				break
			}
		}
	}
	return reasons
}
