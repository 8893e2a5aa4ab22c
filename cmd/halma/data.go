package main

import (
	"fmt"
	"path/filepath"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/progress"
	"halmazero/selfplay"
)

func dataCommand() command {
	c := command{name: "data", args: "info|verify|stats DIR", about: "look at the games of a run folder, or check every one of them"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		if err := parse(f, args, 2, 2); err != nil {
			return err
		}
		dir := f.Arg(1)
		switch f.Arg(0) {
		case "info":
			return dataInfo(e, dir)
		case "verify":
			return dataVerify(e, dir)
		case "stats":
			return dataStats(e, dir)
		}
		return usageError("unknown subcommand %q; known: info, verify, stats", f.Arg(0))
	}
	return c
}

// dataInfo prints what the manifest says, and the rules of the folder's
// configuration.
func dataInfo(e env, dir string) error {
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

// capOutcomes is what a game may be worth at the training cap, by either rule.
func capOutcomes(p *engine.Position) [][engine.MaxSeats]float32 {
	return [][engine.MaxSeats]float32{
		selfplay.CapRule{}.Outcome(p),
		selfplay.CapRule{SquatLoss: true}.Outcome(p),
	}
}

// dataVerify checks the whole dataset and fails if anything is wrong.
func dataVerify(e env, dir string) error {
	var bar *progress.Bar // made when the number of shards is known
	report, err := dataset.Verify(dir, arrowio.Codec{}, dataset.VerifyOptions{CapOutcomes: capOutcomes,
		Progress: func(shards, of int) {
			if bar == nil {
				bar = progress.New(e.talk, "verify shards", int64(of))
			}
			bar.Set(int64(shards))
		}})
	if bar != nil {
		bar.Done()
	}
	if err != nil {
		return err
	}
	fmt.Fprint(e.out, report.Text())
	if n := len(report.Faults); n > 0 {
		return fmt.Errorf("%w: %d found, first fault: %s", errShort, n, report.Faults[0])
	}
	return nil
}

// dataStats prints what the games are like.
func dataStats(e env, dir string) error {
	set, err := dataset.Open(dir, arrowio.Codec{})
	if err != nil {
		return err
	}
	m := dataset.NewStats()
	shards := set.Manifest().Shards()
	bar := progress.New(e.talk, "read shards", int64(len(shards)))
	defer bar.Done()
	for _, s := range shards {
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
	fmt.Fprint(e.out, m.Text())
	return nil
}
