package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/progress"
	"halmazero/selfplay/loop"
)

// dataActions are the subcommands of data, in the order of the usage line.
var dataActions = []struct {
	name string
	run  func(e env, args []string) error
}{
	{"info", dataInfo},
	{"verify", dataVerify},
	{"stats", dataStats},
	{"audit", dataAudit},
	{"recover", dataRecover},
	{"export", dataExport},
}

// errStopped is what a stopped command says that would have answered a question
// or made a file: exit code 0 would say that it has.
var errStopped = errors.New("stopped before the end")

func dataCommand() command {
	var names []string
	for _, a := range dataActions {
		names = append(names, a.name)
	}
	c := command{name: "data", args: strings.Join(names, "|") + " DIR", about: "look at the games of a folder, check, save, export or play again every one of them"}
	c.run = func(e env, args []string) error {
		for _, a := range dataActions {
			if len(args) > 0 && args[0] == a.name {
				err := a.run(e, args[1:])
				if errors.Is(err, context.Canceled) {
					return errStopped
				}
				return err
			}
		}
		f := options(c, e)
		if err := parse(f, args, 1, math.MaxInt); err != nil {
			return err
		}
		return usageError("unknown subcommand %q; known: %s", f.Arg(0), strings.Join(names, ", "))
	}
	return c
}

// dataOptions makes the flag set of a subcommand.
func dataOptions(e env, name, args, about string) *flag.FlagSet {
	return options(command{name: "data " + name, args: args, about: about}, e)
}

// dataInfo prints what the manifest says, and the rules of the folder's
// configuration.
func dataInfo(e env, args []string) error {
	f := dataOptions(e, "info", "DIR", "what the manifest of a folder says")
	if err := parse(f, args, 1, 1); err != nil {
		return err
	}
	dir := f.Arg(0)
	m, err := dataset.ReadManifest(dir)
	if err != nil {
		return err
	}
	rules, err := folderRules(dir)
	if err != nil {
		fmt.Fprintf(e.talk, "the rules are unknown: %v\n", err)
	}
	if rules != nil {
		fmt.Fprintf(e.out, "rules %s\n", configs.DescribeRules(rules))
	}
	if h, err := loop.ReadHistory(dir); err == nil {
		for _, era := range h[:len(h)-1] {
			fmt.Fprintf(e.out, "generations up to %d are those of run %s, seed %d, configuration %s\n", era.Last, era.Config.Name, era.Config.Seed, era.Hash)
		}
	}
	games, rows, bytes := 0, 0, int64(0)
	for _, s := range m.Shards() {
		games += s.Games
		rows += s.Rows
		bytes += s.GamesFile.Bytes + s.RowsFile.Bytes
		fmt.Fprintf(e.out, "gen %4d shard %3d  games %6d to %6d  %8d positions  %s %s\n", s.Generation, s.Shard, s.First, s.First+s.Games-1, s.Rows, s.GamesFile.SHA256, s.RowsFile.SHA256)
	}
	fmt.Fprintf(e.out, "%d shards, %d games, %d positions, %d bytes\ndataset %s\n", len(m.Shards()), games, rows, bytes, m.Hash())
	return nil
}

// folderRules is the ruleset of a folder's configuration, nil without one.
func folderRules(dir string) (*engine.Rules, error) {
	path := filepath.Join(dir, "config.yaml")
	if !exists(path) {
		return nil, nil
	}
	c, err := configs.Load(path)
	if err != nil {
		return nil, err
	}
	return c.Ruleset()
}

// dataStats prints what the games are like.
func dataStats(e env, args []string) error {
	f := dataOptions(e, "stats", "DIR [--json]", "what the games of a folder are like")
	asJSON := f.Bool("json", false, "print one JSON object")
	if err := parse(f, args, 1, 1); err != nil {
		return err
	}
	set, err := dataset.Open(f.Arg(0), arrowio.Codec{})
	if err != nil {
		return err
	}
	m := dataset.NewStats()
	shards := set.Manifest().Shards()
	bar := progress.New(e.talk, "read shards", int64(len(shards)))
	defer bar.Done()
	for _, s := range shards {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		games, err := set.Load(s)
		if err != nil {
			return err
		}
		m.Bytes += s.GamesFile.Bytes + s.RowsFile.Bytes
		for i := range games {
			if err := m.Add(&games[i]); err != nil {
				return err
			}
		}
		bar.Add(1)
	}
	if *asJSON {
		return printJSON(e.out, m.Sums())
	}
	_, err = fmt.Fprint(e.out, m.Text())
	return err
}
