package main

import (
	"fmt"
	"os"
	"path/filepath"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/internal/fsx"
)

// dataRecover saves what is whole of a damaged folder or shard into another folder.
func dataRecover(e env, args []string) error {
	f := dataOptions(e, "recover", "FILE|DIR --out DIR [--json]", "save the whole games of damaged shards into a new folder; nothing else is touched")
	out := f.String("out", "", "folder of the new dataset")
	asJSON := f.Bool("json", false, "print one JSON object")
	if err := parse(f, args, 1, 1); err != nil {
		return err
	}
	if *out == "" {
		return usageError("--out is missing")
	}
	source := f.Arg(0)
	size, codec, unreadable := recoverySettings(source)
	if unreadable != nil {
		fmt.Fprintf(e.talk, "the configuration is left out: %v\n", unreadable)
	}
	r, err := dataset.Recover(e.ctx, source, *out, codec, size)
	if err == nil && unreadable == nil {
		err = copySettings(source, *out)
	}
	if err != nil {
		return err
	}
	if *asJSON {
		lines := verdictOf(&folderCheck{}, &dataset.Report{Faults: r.Faults}).Faults
		return printJSON(e.out, struct {
			Dataset string      `json:"dataset"`
			Shards  int         `json:"shards"`
			Games   int         `json:"games"`
			Rows    int         `json:"positions"`
			Lost    int         `json:"lost_games"`
			Faults  []faultLine `json:"faults"`
		}{r.Hash, r.Shards, r.Games, r.Rows, r.Lost, lines})
	}
	for _, x := range r.Faults {
		fmt.Fprintf(e.out, "fault: %s\n", x)
	}
	_, err = fmt.Fprintf(e.out, "%d shards read, %d games and %d positions saved in %s, %d games lost\ndataset %s\n", r.Shards, r.Games, r.Rows, *out, r.Lost, r.Hash)
	return err
}

// recoverySettings is how the shards of a folder were written, and the usual
// where nothing tells.
func recoverySettings(source string) (size int, codec arrowio.Codec, err error) {
	c, err := configs.Load("defaults")
	if err != nil {
		return 0, codec, err
	}
	size = c.SelfPlay.ShardGames
	path := filepath.Join(source, "config.yaml")
	if !exists(path) {
		return size, codec, nil
	}
	own, err := configs.Load(path)
	if err != nil {
		return size, codec, err
	}
	return own.SelfPlay.ShardGames, arrowio.Codec{RulesID: own.RulesID}, nil
}

// copySettings takes over what says how the games were made.
func copySettings(source, out string) error {
	names := []string{"config.yaml", "player"}
	forks, err := fsx.Match(filepath.Join(source, "forks"), "*.yaml")
	if err != nil {
		return err
	}
	for _, path := range forks {
		names = append(names, filepath.Join("forks", filepath.Base(path)))
	}
	if len(forks) > 0 {
		if err := os.MkdirAll(filepath.Join(out, "forks"), 0o777); err != nil {
			return err
		}
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			continue // a single shard, or a folder without
		}
		if err := fsx.WriteFile(filepath.Join(out, name), data); err != nil {
			return err
		}
	}
	return nil
}
