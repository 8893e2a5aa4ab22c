package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"halmazero/engine"
	"halmazero/internal/progress"
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
	gameOptions
	test *stats.SPRT // nil: all pairs are played
}

func matchCommand() command {
	c := command{name: "match", args: "--preset P --a SPEC --b SPEC --pairs N [--openings FILE] [--opening-plies K] [--sprt E0,E1] [--seed S] [--cap PLIES] [--out FILE] [--workers N] [--json]",
		about: "play two players against each other, every opening with all seats exchanged; results are those of A"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		o, err := parseMatch(f, args)
		if err != nil {
			return err
		}
		result, err := o.play(e)
		if err != nil {
			return o.stopped(err)
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
	a := f.String("a", "", "first player: "+playerForms)
	b := f.String("b", "", "second player")
	o.define(f, "pairs of games, at most so many with --sprt; groups of games where more than two seats play, each for itself")
	sprt := f.String("sprt", "", "stop as soon as a sequential test has decided between a gain of E0 and of E1 Elo, such as 0,20; each from -1000 to 1000")
	if err := parse(f, args, 0, 0); err != nil {
		return o, err
	}
	if _, err := parsePreset(o.preset); err != nil {
		return o, err
	}
	for _, p := range []struct{ name, text string }{{"a", *a}, {"b", *b}} {
		spec, err := parseSpec(p.name, p.text)
		if err != nil {
			return o, err
		}
		o.players, o.names = append(o.players, spec), append(o.names, p.text)
	}
	if err := o.resolve(f); err != nil {
		return o, err
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
	s, err := parseSpec(name, text)
	if err != nil {
		return s, err
	}
	if err := s.CheckRepeatable(); err != nil {
		return s, usageError("--%s: %w", name, asGiven(text, s, err))
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

// play plays the games of the match that its file does not hold yet.
func (o *matchOptions) play(e env) (r arena.Result, err error) {
	makers, err := o.makers()
	if err != nil {
		return r, err
	}
	settings, err := o.settings("match")
	if err != nil {
		return r, err
	}
	if o.test != nil {
		settings.SPRT = &[2]float64{o.test.Elo0, o.test.Elo1}
	}
	o.warn(e.talk)
	store, err := o.openStore(e, settings)
	if err != nil {
		return r, err
	}
	a, b := o.players[0].String(), o.players[1].String()
	games := o.pairs * len(arena.Seatings(o.rules))
	bar := progress.New(e.talk, fmt.Sprintf("%s against %s, games", o.names[0], o.names[1]), int64(games))
	defer bar.Done()
	m := arena.Match{Rules: o.rules, Seed: o.seed, Label: "match", Openings: o.openings, OpeningPlies: o.openingPlies, Cap: o.cap, Pairs: o.pairs,
		NameA: a, NameB: b, NewA: makers[0], NewB: makers[1], Workers: o.workers, Clock: o.clock(),
		Progress: func(games int) { bar.Set(int64(games)) }}
	o.stopBy(&m)
	if store == nil {
		return arena.Play(e.ctx, m)
	}
	defer func() { err = firstError(err, store.Close()) }()
	m.Known, m.Store = store.Games(), store.Add
	if r, err = arena.Play(e.ctx, m); err != nil {
		return r, store.Blame(err)
	}
	from := o.pairs
	if len(r.Games) < games {
		from = math.MaxInt // the test has decided: nothing behind it counts
	}
	return r, store.Finish(r.Games, from)
}

// stopBy lets the sequential test end a match.
func (o *matchOptions) stopBy(m *arena.Match) {
	if o.test == nil {
		return
	}
	var counts stats.Pairs
	m.Stop = func(pair stats.Pair) bool {
		counts.Add(pair)
		_, decision := o.test.Test(counts)
		return decision != stats.Continue
	}
	m.StopGroups = func(scores stats.Groups) bool { return o.test.Decide(scores.LLR(*o.test)) != stats.Continue }
}
