package main

import (
	"flag"
	"fmt"
	"slices"

	"halmazero/internal/progress"
	"halmazero/selfplay/arena"
)

// tournamentOptions is the command line of a tournament.
type tournamentOptions struct {
	gameOptions
	anchor   int
	gauntlet bool
	random   bool
}

func tournamentCommand() command {
	c := command{name: "tournament", args: "--preset P --players SPEC... --pairs N [--gauntlet] [--random] [--anchor SPEC] [--openings FILE] [--opening-plies K] [--seed S] [--cap PLIES] [--out FILE|DIR] [--workers N] [--json]",
		about: "let several players play, each against all, and rate them"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		o, err := parseTournament(f, args)
		if err != nil {
			return err
		}
		games, err := o.play(e)
		if err != nil {
			return o.stopped(err)
		}
		s, err := o.summarise(games)
		if err != nil {
			return err
		}
		if o.asJSON {
			return printJSON(e.out, s)
		}
		_, err = fmt.Fprint(e.out, s.text())
		return err
	}
	return c
}

func parseTournament(f *flag.FlagSet, args []string) (o tournamentOptions, err error) {
	var players list
	f.Var(&players, "players", "the players, one behind the other: "+playerForms)
	f.Var(&players, "player", "one more player; may be repeated")
	o.define(f, "pairs of games of every two players; groups of games of every table where more than two seats play, each for itself")
	anchor := f.String("anchor", "", "player whose rating is 0 (default the first)")
	f.BoolVar(&o.gauntlet, "gauntlet", false, "the first player plays all others, and they play nobody else")
	f.BoolVar(&o.random, "random", false, "draw who sits at each table instead of playing all choices; --pairs tables in all, for more than two sides")
	if err := parse(f, args, 0, 1000); err != nil {
		return o, err
	}
	if _, err := parsePreset(o.preset); err != nil {
		return o, err
	}
	players = append(players, f.Args()...)
	if len(players) < 2 {
		return o, usageError("--players names %d, want 2 or more, such as --players greedy classical:depth=1 classical:depth=2", len(players))
	}
	for _, text := range players {
		spec, err := parseSpec("players", text)
		if err != nil {
			return o, err
		}
		if slices.Contains(o.players, spec) {
			return o, usageError("--players: %s is given twice", text)
		}
		o.players, o.names = append(o.players, spec), append(o.names, text)
	}
	if *anchor != "" {
		spec, err := parseSpec("anchor", *anchor)
		if err != nil {
			return o, err
		}
		if o.anchor = slices.Index(o.players, spec); o.anchor < 0 {
			return o, usageError("--anchor: %s is none of the players", *anchor)
		}
	}
	if err := o.resolve(f); err != nil {
		return o, err
	}
	t := o.tournament(nil)
	if err := t.Validate(); err != nil {
		return o, usageError("%w", err)
	}
	return o, nil
}

// tournament is what the options ask for. Without makers it cannot be played.
func (o *tournamentOptions) tournament(makers []maker) *arena.Tournament {
	t := &arena.Tournament{Rules: o.rules, Seed: o.seed, Openings: o.openings, OpeningPlies: o.openingPlies, Cap: o.cap, Pairs: o.pairs,
		Gauntlet: o.gauntlet, Random: o.random, Workers: o.workers, Clock: o.clock()}
	for i, spec := range o.players {
		e := arena.Entrant{Name: spec.String()}
		if makers != nil {
			e.New = makers[i]
		}
		t.Entrants = append(t.Entrants, e)
	}
	return t
}

// play plays the games of the tournament that its file does not hold yet.
func (o *tournamentOptions) play(e env) (games []arena.Game, err error) {
	makers, err := o.makers()
	if err != nil {
		return nil, err
	}
	settings, err := o.settings("tournament")
	if err != nil {
		return nil, err
	}
	settings.Tables = o.tables()
	o.warn(e.talk)
	store, err := o.openStore(e, settings)
	if err != nil {
		return nil, err
	}
	t := o.tournament(makers)
	bar := progress.New(e.talk, fmt.Sprintf("%d players, games", len(o.players)), int64(t.Games()))
	defer bar.Done()
	t.Progress = func(games int) { bar.Set(int64(games)) }
	if store == nil {
		return t.Play(e.ctx)
	}
	defer func() { err = firstError(err, store.Close()) }()
	t.Known, t.Store = store.Games(), store.Add
	if games, err = t.Play(e.ctx); err != nil {
		return nil, store.Blame(err)
	}
	return games, store.Finish(games, o.pairs)
}

// tables says who meets, for the file of the games.
func (o *tournamentOptions) tables() string {
	text := "all"
	if o.random {
		text = "random"
	}
	if o.gauntlet {
		text += " gauntlet"
	}
	return text
}
