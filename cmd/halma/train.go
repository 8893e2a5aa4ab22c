package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/selfplay/fit"
	"halmazero/selfplay/loop"
)

func trainCommand() command {
	c := command{name: "train", args: "--data DIR[=SHARE]... --out DIR [--config NAME|FILE] [--set a.b=c]... [--steps N] [--seed S] [--init FILE] [--json]",
		about: "train a network from the games of other folders"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		cfg, o, asJSON, err := parseTrain(f, args)
		if err != nil {
			return err
		}
		return train(e, cfg, o, asJSON)
	}
	return c
}

// folders collects an option that may be given several times, each with one
// folder or several behind commas, and each of these with its share of the
// samples, as in data=0.3.
type folders []fit.Data

func (l *folders) String() string {
	var list []string
	for _, f := range *l {
		text := f.Dir
		if f.Share > 0 {
			text += fmt.Sprintf("=%g", f.Share)
		}
		list = append(list, text)
	}
	return strings.Join(list, ",")
}

func (l *folders) Set(s string) error {
	for text := range strings.SplitSeq(s, ",") {
		f := fit.Data{Dir: text}
		// What is no number behind the last = belongs to the name of the folder.
		if i := strings.LastIndexByte(text, '='); i >= 0 {
			if share, err := strconv.ParseFloat(text[i+1:], 64); err == nil {
				if !(share > 0 && share <= 1) {
					return fmt.Errorf("the share in %s is %g, want above 0 and at most 1", text, share)
				}
				f = fit.Data{Dir: text[:i], Share: share}
			}
		}
		if f.Dir == "" {
			return errors.New("the name of a folder is empty")
		}
		*l = append(*l, f)
	}
	return nil
}

func parseTrain(f *flag.FlagSet, args []string) (cfg configs.Config, o fit.Options, asJSON bool, err error) {
	var set list
	f.Var((*folders)(&o.Data), "data", "run folder or folder of a dataset; may be repeated or a list with commas, the newest last; DIR=0.3 gives it that share of the samples, the folders without one draw the rest from all their rows; the newest training.window_max rows are held, some 300 bytes each on 8x8 and 600 on 16x16")
	f.StringVar(&o.Dir, "out", "", "folder of the training; one that was stopped is gone on with")
	config := f.String("config", "defaults", "configuration whose network and training settings are used; the rules are those of the games")
	f.Var(&set, "set", "change one setting, such as training.learning_rate=0.001 or network.blocks=4; may be repeated")
	f.IntVar(&o.Steps, "steps", 0, "steps in all; more than before prolongs a training (default: each row training.samples_per_row times)")
	seed := f.Uint64("seed", 1, "seed of every random choice")
	f.StringVar(&o.Init, "init", "", "network file, or name of an embedded network, of the same size and board to start from (default: random weights, or network.from)")
	f.Float64Var(&o.Validation, "validation", 0.05, "share of the games that is not trained on, chosen by a hash of seed and id")
	f.IntVar(&o.ValidateEvery, "validate-every", 200, "steps between two lines with the losses of training and validation")
	f.IntVar(&o.CheckpointEvery, "checkpoint-every", 500, "steps between two checkpoints")
	skip := f.Bool("no-self-test", false, "do not try first whether a copy of the network can learn ten games by heart")
	f.BoolVar(&asJSON, "json", false, "print one JSON object at the end and no lines")
	if err := parse(f, args, 0, 0); err != nil {
		return cfg, o, false, err
	}
	o.SelfTest = !*skip
	switch {
	case len(o.Data) == 0:
		return cfg, o, false, usageError("--data is missing")
	case o.Dir == "":
		return cfg, o, false, usageError("--out is missing")
	case given(f, "steps") && o.Steps < 1:
		return cfg, o, false, usageError("--steps is %d, want 1 or more", o.Steps)
	case !(o.Validation >= 0 && o.Validation <= 0.5):
		return cfg, o, false, usageError("--validation is %v, want 0 to 0.5", o.Validation)
	case o.Init != "" && filepath.Clean(o.Init) == filepath.Join(o.Dir, "model.safetensors"):
		return cfg, o, false, usageError("--init is the file that the training writes; take another --out")
	}
	if err := fit.CheckShares(o.Data); err != nil {
		return cfg, o, false, usageError("--data: %w", err)
	}
	for _, every := range []struct {
		name  string
		steps int
	}{{"validate-every", o.ValidateEvery}, {"checkpoint-every", o.CheckpointEvery}} {
		if err := checkRange(every.name, every.steps, 1, 1e9); err != nil {
			return cfg, o, false, err
		}
	}
	cfg, err = trainConfig(*config, set, *seed)
	if err == nil && o.Init != "" && cfg.Network.From != "" {
		err = usageError("--init and network.from exclude each other: the one wants a network of this size and board, the other takes what fits")
	}
	return cfg, o, asJSON, err
}

// trainConfig is a configuration with the settings of the command line.
func trainConfig(name string, set []string, seed uint64) (configs.Config, error) {
	for _, s := range set {
		if key, _, _ := strings.Cut(s, "="); key == "rules" || key == "rules_id" || key == "seed" {
			return configs.Config{}, usageError("--set %s: the rules are those of the games, and the seed is that of --seed", s)
		}
	}
	c, err := configs.Load(name)
	if err != nil {
		return c, usageError("%w", err)
	}
	c.Name = "train"
	if err := c.Set(append(set, fmt.Sprintf("seed=%d", seed))); err != nil {
		return c, usageError("%w", err)
	}
	return c, nil
}

func train(e env, cfg configs.Config, o fit.Options, asJSON bool) error {
	o.Out, o.Talk = e.out, e.talk
	if asJSON {
		o.Out = io.Discard
	}
	r, err := fit.Run(e.ctx, cfg, o)
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(e.talk, "stopped; the same command goes on with %s\n", o.Dir)
	case errors.Is(err, loop.ErrSelfTest), errors.Is(err, dataset.ErrLabels):
		return fmt.Errorf("%w: %w", errShort, err)
	}
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(e.out, r)
	}
	if l := r.Last; l != nil && l.Validation != nil {
		fmt.Fprintf(e.out, "validation on %d rows of %d games: %v\n", r.ValidationRows, r.ValidationGames, l.Validation)
	}
	_, err = fmt.Fprintf(e.out, "network %s after %d steps\nsha256 %s\n", r.Model, r.Steps, r.SHA256)
	return err
}
