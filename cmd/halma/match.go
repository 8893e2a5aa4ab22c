package main

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"halmazero/engine"
	"halmazero/internal/progress"
	"halmazero/mcts"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/arena"
	"halmazero/selfplay/stats"
)

// The error probabilities of a match's sequential test.
const (
	sprtAlpha = 0.05
	sprtBeta  = 0.05
)

// matchOptions is the command line of a match.
type matchOptions struct {
	rules        *engine.Rules
	a, b         agent.Spec
	pairs        int
	openingPlies int
	cap          int
	seed         uint64
	workers      int
	test         *stats.SPRT // nil: all pairs are played
	asJSON       bool
}

func matchCommand() command {
	c := command{name: "match", args: "--preset P --a SPEC --b SPEC --pairs N [--opening-plies K] [--sprt E0,E1] [--seed S] [--cap PLIES] [--workers N] [--json]",
		about: "play two players against each other in pairs of games, sides swapped; results are those of A"}
	c.whole = true
	c.run = func(e env, args []string) error {
		f := options(c, e)
		o, err := parseMatch(f, args)
		if err != nil {
			return err
		}
		result, err := o.play(e)
		if err != nil {
			return err
		}
		s := o.summarise(result)
		if o.asJSON {
			return printJSON(e.out, s)
		}
		_, err = fmt.Fprint(e.out, s.text())
		return err
	}
	return c
}

func parseMatch(f *flag.FlagSet, args []string) (o matchOptions, err error) {
	preset := f.String("preset", "", "ruleset reference, or the path of a ruleset file")
	a := f.String("a", "", "first player: random, greedy, classical:depth=N, net:FILE,nodes=N (then also temp=T, cache=MB)")
	b := f.String("b", "", "second player")
	f.IntVar(&o.pairs, "pairs", 0, "pairs of games, at most so many with --sprt")
	f.IntVar(&o.openingPlies, "opening-plies", 4, "random plies before each pair")
	sprt := f.String("sprt", "", "stop as soon as a sequential test has decided between a gain of E0 and of E1 Elo, such as 0,20")
	f.Uint64Var(&o.seed, "seed", 1, "seed of every random choice")
	f.IntVar(&o.cap, "cap", 0, "plies at which a game is broken off and counts as half a point (default 5 for every 2 cells, 160 on 8x8)")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "goroutines that play; they change the speed, never a result")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	if err := parse(f, args, 0, 0); err != nil {
		return o, err
	}
	if o.rules, err = parsePreset(*preset); err != nil {
		return o, err
	}
	if o.a, err = parsePlayer("a", *a); err != nil {
		return o, err
	}
	if o.b, err = parsePlayer("b", *b); err != nil {
		return o, err
	}
	if err := arena.Supports(o.rules); err != nil {
		return o, usageError("--preset: %w", err)
	}
	for _, player := range []agent.Spec{o.a, o.b} {
		if err := player.CheckRules(o.rules); err != nil {
			return o, usageError("%w", err)
		}
	}
	if !given(f, "cap") {
		o.cap = o.rules.Board().Cells() * 5 / 2
	}
	for _, n := range []struct {
		name             string
		value, low, high int
	}{
		{"pairs", o.pairs, 1, 1e6}, {"opening-plies", o.openingPlies, 0, 1000}, {"cap", o.cap, 1, 1e6}, {"workers", o.workers, 1, 1024},
	} {
		if err := checkRange(n.name, n.value, n.low, n.high); err != nil {
			return o, err
		}
	}
	if o.openingPlies >= o.cap {
		return o, usageError("--opening-plies is %d, want less than --cap, which is %d", o.openingPlies, o.cap)
	}
	if given(f, "sprt") {
		o.test, err = parseTest(*sprt)
	}
	return o, err
}

func checkRange(name string, value, low, high int) error {
	if value < low || value > high {
		return usageError("--%s is %d, want %d to %d", name, value, low, high)
	}
	return nil
}

// parsePreset reads the option --preset.
func parsePreset(ref string) (*engine.Rules, error) {
	if ref == "" {
		return nil, usageError("--preset is missing; known: %s", strings.Join(engine.PresetNames(), ", "))
	}
	return parseRules(ref)
}

// parsePlayer reads a player whose games can be repeated.
func parsePlayer(name, text string) (agent.Spec, error) {
	if text == "" {
		return agent.Spec{}, usageError("--%s is missing; want a player such as greedy or classical:depth=2", name)
	}
	s, err := agent.ParseSpec(text)
	if err == nil {
		err = s.CheckRepeatable()
	}
	if err != nil {
		return s, usageError("--%s: %v", name, err)
	}
	return s, nil
}

func parseTest(text string) (*stats.SPRT, error) {
	low, high, ok := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !ok || err0 != nil || err1 != nil {
		return nil, usageError("--sprt is %q, want two Elo differences such as 0,20", text)
	}
	t := &stats.SPRT{Elo0: elo0, Elo1: elo1, Alpha: sprtAlpha, Beta: sprtBeta}
	if err := t.Validate(); err != nil {
		return nil, usageError("--sprt: %v", err)
	}
	return t, nil
}

// play plays the match. Network files are read once, before the first game.
func (o *matchOptions) play(e env) (arena.Result, error) {
	var mu sync.Mutex // the loader serves one caller at a time
	load := agent.LoadNets(o.rules, mcts.Default())
	maker := func(s agent.Spec) func() (agent.Player, error) {
		return func() (agent.Player, error) {
			mu.Lock()
			defer mu.Unlock()
			return s.New(load)
		}
	}
	newA, newB := maker(o.a), maker(o.b)
	for _, make := range []func() (agent.Player, error){newA, newB} {
		if _, err := make(); err != nil {
			return arena.Result{}, err
		}
	}
	bar := progress.New(e.talk, fmt.Sprintf("%s against %s, games", o.a, o.b), int64(2*o.pairs))
	defer bar.Done()
	m := arena.Match{Rules: o.rules, Seed: o.seed, Label: "match", OpeningPlies: o.openingPlies, Cap: o.cap, Pairs: o.pairs,
		NameA: o.a.String(), NameB: o.b.String(), NewA: newA, NewB: newB, Workers: o.workers,
		Progress: func(games int) { bar.Set(int64(games)) }}
	if o.test != nil {
		var counts stats.Pairs
		m.Stop = func(pairs []stats.Pair) bool {
			counts.Add(pairs[len(pairs)-1]) // it is called once a pair
			_, decision := o.test.Test(counts)
			return decision != stats.Continue
		}
	}
	r, err := arena.Play(e.ctx, m)
	if err == nil && len(r.Games) == 0 {
		err = errors.New("no game was finished")
	}
	return r, err
}
