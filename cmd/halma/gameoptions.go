package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"halmazero/engine"
	"halmazero/internal/fsx"
	"halmazero/mcts"
	"halmazero/model/pretrained"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/arena"
)

// gameOptions is what the command lines of a match and of a tournament have in
// common.
type gameOptions struct {
	rules        *engine.Rules
	players      []agent.Spec
	names        []string // of the players, as they were given
	pairs        int
	openings     []arena.Opening
	openingsHash string // SHA-256 of their file
	openingPlies int
	cap          int
	seed         uint64
	workers      int
	out          string // file for the games, empty for none
	measure      bool
	asJSON       bool

	preset, openingsFile string
}

// playerForms are the players, for help texts.
const playerForms = "random, greedy, classical:easy|medium|hard, classical:depth=N, net:FILE, ugi:COMMAND; with options such as nodes=N and time=100ms"

// define declares the options.
func (o *gameOptions) define(f *flag.FlagSet, pairs string) {
	f.StringVar(&o.preset, "preset", "", "ruleset reference, or the path of a ruleset file")
	f.IntVar(&o.pairs, "pairs", 0, pairs)
	f.IntVar(&o.openingPlies, "opening-plies", 4, "random plies before each group of games; 0 behind --openings")
	f.StringVar(&o.openingsFile, "openings", "", "file of openings, a line each: a position text or startpos, then perhaps moves and the moves")
	f.Uint64Var(&o.seed, "seed", 1, "seed of every random choice")
	f.IntVar(&o.cap, "cap", 0, "plies at which a game is broken off and shares the point (default 5 for every 2 cells, 160 on 8x8)")
	f.IntVar(&o.workers, "workers", cores(), "games at a time; they change the speed, and results only where the clock bounds a player")
	f.StringVar(&o.out, "out", "", "file for all games, or a folder for it; one that was stopped is gone on with")
	f.BoolVar(&o.measure, "measure", false, "measure time, depth and nodes of every move; is done anyway where the clock bounds a player")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
}

// cores is the number of processors that the program may use.
func cores() int { return min(runtime.NumCPU(), runtime.GOMAXPROCS(0)) }

// resolve reads what the options name and checks it.
func (o *gameOptions) resolve(f *flag.FlagSet) (err error) {
	if o.rules, err = parsePreset(o.preset); err != nil {
		return err
	}
	threads := 1 // of the player that uses most; players think at their own moves only
	for i, player := range o.players {
		if err := player.CheckRules(o.rules); err != nil {
			return usageError("%w", asGiven(o.names[i], player, err))
		}
		o.measure = o.measure || player.CheckRepeatable() != nil
		threads = max(threads, player.Tree.Threads)
	}
	if !given(f, "workers") {
		o.workers = max(1, o.workers/threads)
	}
	if !given(f, "cap") {
		o.cap = o.rules.Board().Cells() * 5 / 2
	}
	if o.openingsFile != "" {
		if err := o.readOpenings(); err != nil {
			return err
		}
		if !given(f, "opening-plies") {
			o.openingPlies = 0
		}
		if !given(f, "pairs") {
			o.pairs = len(o.openings)
		}
	} else if !given(f, "pairs") {
		return usageError("--pairs is missing")
	}
	for _, n := range []struct {
		name             string
		value, low, high int
	}{
		{"pairs", o.pairs, 1, 1e6}, {"opening-plies", o.openingPlies, 0, 1000}, {"cap", o.cap, 1, 1e6}, {"workers", o.workers, 1, 1024},
	} {
		if err := checkRange(n.name, n.value, n.low, n.high); err != nil {
			return err
		}
	}
	if o.openingPlies >= o.cap {
		return usageError("--opening-plies is %d, want less than --cap, which is %d", o.openingPlies, o.cap)
	}
	for _, opening := range o.openings {
		if n := opening.At.Ply(); n+o.openingPlies >= o.cap {
			return usageError("--openings: %s:%d: %d plies have been made and --opening-plies adds %d, want fewer in all than --cap, which is %d",
				o.openingsFile, opening.Line, n, o.openingPlies, o.cap)
		}
	}
	return nil
}

func (o *gameOptions) readOpenings() error {
	data, err := os.ReadFile(o.openingsFile)
	if err != nil {
		return usageError("--openings: %w", err)
	}
	if o.openings, err = arena.ReadOpenings(bytes.NewReader(data), o.openingsFile, o.rules, o.cap); err != nil {
		return usageError("--openings: %w", err)
	}
	sum := sha256.Sum256(data) // of what was read: a pipe has it once only
	o.openingsHash = hex.EncodeToString(sum[:])
	return nil
}

// parseSpec reads a player, whatever bounds it.
func parseSpec(name, text string) (agent.Spec, error) {
	if text == "" {
		return agent.Spec{}, usageError("--%s is missing; want a player such as greedy or classical:depth=2", name)
	}
	s, err := agent.ParseSpec(text)
	if err != nil {
		return s, usageError("--%s: %w", name, err)
	}
	return s, nil
}

// asGiven is an error about a player, which it calls by the canonical spec, with
// the name that was given before it where that is another one: whoever has
// asked for a level has not written the options behind it.
func asGiven(text string, s agent.Spec, err error) error {
	if text == s.String() {
		return err
	}
	return fmt.Errorf("%s is %w", text, err)
}

// maker makes a player for one seat of one goroutine's games.
type maker = func() (agent.Player, error)

// makers makes the players. Each is made once at first, so that one that cannot
// be made is an error before any game; network files are read once.
func (o *gameOptions) makers() ([]maker, error) {
	var mu sync.Mutex // the loader serves one caller at a time
	load := agent.LoadNets(o.rules, mcts.Default())
	var all []maker
	for _, spec := range o.players {
		all = append(all, func() (agent.Player, error) {
			mu.Lock()
			defer mu.Unlock()
			return spec.New(load)
		})
	}
	for _, make := range all {
		p, err := make()
		if err != nil {
			return nil, err
		}
		if err := agent.Close(p); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// clock is what measures the moves, if anything does.
func (o *gameOptions) clock() func() time.Time {
	if o.measure {
		return time.Now
	}
	return nil
}

// warn says what the results depend on besides the command.
func (o *gameOptions) warn(w io.Writer) {
	var bounded []string
	for i, p := range o.players {
		if p.CheckRepeatable() != nil {
			bounded = append(bounded, o.names[i])
		}
	}
	if bounded == nil {
		return
	}
	fmt.Fprintf(w, "games of %s cannot be repeated: they depend on the machine and its load; %d games at a time on %d cores\n",
		strings.Join(bounded, " and "), o.workers, cores())
	if o.workers > cores() {
		fmt.Fprintln(w, "more games at a time than cores: the players take time from each other")
	}
}

// gameSettings are the first line of a file of games: all that decides what the
// games are.
type gameSettings struct {
	Kind         string         `json:"kind"` // match or tournament
	Version      int            `json:"version"`
	Preset       string         `json:"preset"`
	RulesHash    string         `json:"rules_hash"`
	Players      []playerRecord `json:"players"`
	Seed         uint64         `json:"seed"`
	OpeningPlies int            `json:"opening_plies"`
	Openings     string         `json:"openings,omitempty"` // SHA-256 of the list
	Cap          int            `json:"cap"`
	Measured     bool           `json:"measured"`
	// SPRT is the sequential test that may end a match.
	SPRT *[2]float64 `json:"sprt,omitempty"`
	// Tables says who meets in a tournament.
	Tables string `json:"tables,omitempty"`
}

// playerRecord names a player, and the content of its file, if it has one.
type playerRecord struct {
	Spec   string `json:"spec"`
	SHA256 string `json:"sha256,omitempty"`
}

func (o *gameOptions) settings(kind string) (gameSettings, error) {
	s := gameSettings{Kind: kind, Version: 1, Preset: o.rules.Ref(), RulesHash: o.rules.Hash(), Seed: o.seed,
		OpeningPlies: o.openingPlies, Openings: o.openingsHash, Cap: o.cap, Measured: o.measure}
	for _, p := range o.players {
		r := playerRecord{Spec: p.String()}
		if p.File != "" {
			sum, err := hashNetwork(p.File)
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // a name need not be a file's
				return s, err
			}
			r.SHA256 = sum
		}
		s.Players = append(s.Players, r)
	}
	return s, nil
}

// hashNetwork is the SHA-256 of the file that a name stands for, an embedded
// one included.
func hashNetwork(name string) (string, error) {
	if pretrained.Embedded(name) {
		n, err := pretrained.Open(name)
		if err != nil {
			return "", err
		}
		return n.Hash()
	}
	sum, _, err := fsx.HashFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = pretrained.Load(name) // which names the embedded ones
	}
	return sum, err
}

// openStore opens the file for the games, if there is to be one, and says what
// it holds.
func (o *gameOptions) openStore(e env, s gameSettings) (*arena.Store, error) {
	if o.out == "" {
		return nil, nil
	}
	path := o.out
	if info, err := os.Stat(path); err == nil && info.IsDir() || os.IsPathSeparator(path[len(path)-1]) {
		path = filepath.Join(path, s.Kind+".jsonl")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	store, err := arena.OpenStore(path, s)
	if err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	if n := len(store.Games()); n > 0 {
		fmt.Fprintf(e.talk, "%s holds %d games already\n", path, n)
	}
	return store, nil
}

// stopped says how to go on, if it was the user who has ended the games. That is
// a failure: exit code 0 would promise a result on the standard output.
func (o *gameOptions) stopped(err error) error {
	switch {
	case !errors.Is(err, context.Canceled):
		return err
	case o.out == "":
		return errors.New("stopped; nothing is kept without --out")
	}
	return fmt.Errorf("stopped; the same command goes on with %s", o.out)
}
