package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"halmazero/configs"
	"halmazero/internal/fsx"
	"halmazero/selfplay/loop"
)

func runCommand() command {
	c := command{name: "run", args: "[--config NAME|FILE] [--dir DIR] [--set a.b=c]... [--fork RUN@GEN] [--workers N] [--seed S] [--minutes M | --generations N]",
		about: "learn by self-play: games, training, gate, ladder, generation by generation"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		var set list
		config := f.String("config", "quick", "embedded configuration ("+fmt.Sprint(configs.Names())+") or a YAML file")
		dir := f.String("dir", "", "run folder (default runs/NAME); an existing one is gone on with")
		fork := f.String("fork", "", "go on from generation GEN of the run in folder RUN, in a new folder; the configuration is that run's, but for what --config and --set say")
		workers := f.Int("workers", runtime.NumCPU(), "goroutines that play games; they change the speed, never a result")
		seed := f.Uint64("seed", 0, "seed of every random choice (default: the configuration's)")
		minutes := f.Float64("minutes", 0, "begin no generation after so many minutes")
		generations := f.Int("generations", 0, "end after this generation (default: the configuration's)")
		f.Var(&set, "set", "change one setting, such as selfplay.games=100 or rules=wiki-10; may be repeated")
		if err := parse(f, args, 0, 0); err != nil {
			return err
		}
		if given(f, "minutes") && given(f, "generations") {
			return usageError("--minutes and --generations exclude each other")
		}
		if *workers < 1 || *workers > 1024 {
			return usageError("--workers is %d, want 1 to 1024", *workers)
		}
		if given(f, "minutes") && !(*minutes > 0 && *minutes < 1e6) {
			return usageError("--minutes is %v, want more than 0", *minutes)
		}
		if given(f, "generations") && *generations < 1 {
			return usageError("--generations is %d, want 1 or more", *generations)
		}
		source, generation, err := forkOf(*fork)
		if err != nil {
			return err
		}
		if source != "" && *dir == "" {
			return usageError("--dir is missing: a fork is a run in a new folder")
		}
		name, own := *config, *dir
		if source != "" {
			own = source
		}
		if stored := filepath.Join(own, "config.yaml"); own != "" && !given(f, "config") && exists(stored) {
			name = stored // go on with what the folder was started with
		}
		cfg, err := configs.Load(name)
		if err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		if given(f, "seed") {
			set = append(set, fmt.Sprintf("seed=%d", *seed))
		}
		if given(f, "generations") {
			set = append(set, fmt.Sprintf("generations=%d", *generations))
		}
		if given(f, "minutes") {
			set = append(set, "generations=0")
		}
		if err := cfg.Set(set); err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		if err := loop.Check(cfg); err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		if source != "" && cfg.Generations > 0 && cfg.Generations <= generation {
			return usageError("--fork: the configuration ends with generation %d, so that nothing would follow on generation %d; --generations says where to end instead",
				cfg.Generations, generation)
		}
		if *dir == "" {
			*dir = filepath.Join("runs", cfg.Name)
		}
		if source != "" {
			err := loop.Fork(source, generation, cfg, *dir, e.talk)
			if errors.Is(err, fsx.ErrNotEmpty) {
				err = fmt.Errorf("%w; a run that was forked goes on without --fork", err)
			}
			if err != nil {
				return err
			}
		}
		err = loop.Run(e.ctx, cfg, loop.Options{Dir: *dir, Workers: *workers, Out: e.out, Talk: e.talk,
			Limit: time.Duration(*minutes * float64(time.Minute))})
		if errors.Is(err, context.Canceled) {
			fmt.Fprintf(e.talk, "stopped; the same command goes on with %s\n", *dir)
		}
		if errors.Is(err, loop.ErrSelfTest) {
			return fmt.Errorf("%w: %w; nothing was trained, the games stay (training.selftest=false leaves the test out)", errShort, err)
		}
		return err
	}
	return c
}

// forkOf takes RUN@GEN apart; both are zero without a text.
func forkOf(text string) (source string, generation int, err error) {
	if text == "" {
		return "", 0, nil
	}
	i := strings.LastIndexByte(text, '@')
	if i > 0 {
		source = text[:i]
		generation, err = strconv.Atoi(text[i+1:])
	}
	if i <= 0 || err != nil || generation < 0 {
		return "", 0, usageError("--fork is %q, want RUN@GEN, such as runs/quick@3", text)
	}
	return source, generation, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
