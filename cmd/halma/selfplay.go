package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"sync"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/progress"
	"halmazero/mcts"
	"halmazero/model/nn"
	"halmazero/model/pretrained"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/loop"
)

// selfplayOptions is the command line of a dataset.
type selfplayOptions struct {
	cfg     configs.Config // with the rules, the seed, the games and the noise of the command line
	rules   *engine.Rules
	player  agent.Spec
	name    string // of the player, as it was given
	out     string
	workers int
	asJSON  bool
}

func selfplayCommand() command {
	c := command{name: "selfplay", args: "--preset P --player SPEC --games N --seed S --out DIR [--noise P] [--config NAME|FILE] [--set a.b=c]... [--workers N] [--json]",
		about: "let one player play itself and store the games as a dataset"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		o, err := parseSelfplay(f, args)
		if err != nil {
			return err
		}
		return o.play(e)
	}
	return c
}

func parseSelfplay(f *flag.FlagSet, args []string) (o selfplayOptions, err error) {
	var set list
	preset := f.String("preset", "", "ruleset reference, or the path of a ruleset file")
	player := f.String("player", "", "who plays all seats: random, greedy, classical:depth=N, or net:FILE,nodes=N, where N is the simulations of a full search; a network may have a cache=MB for its answers, a worker")
	games := f.Int("games", 0, "number of games")
	seed := f.Uint64("seed", 1, "seed of every random choice")
	f.StringVar(&o.out, "out", "", "folder of the dataset; one that was stopped is gone on with")
	noise := f.Float64("noise", 0, "probability of a random move of a bot, which is not trained on")
	config := f.String("config", "defaults", "configuration whose selfplay, search and cap.max settings are used")
	f.Var(&set, "set", "change one setting, such as selfplay.opening_plies=2; may be repeated")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "goroutines that play; they change the speed, never a game")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	if err := parse(f, args, 0, 0); err != nil {
		return o, err
	}
	if o.rules, err = parsePreset(*preset); err != nil {
		return o, err
	}
	if o.player, err = parsePlayer("player", *player); err != nil {
		return o, err
	}
	o.name = *player
	if err := o.player.CheckRules(o.rules); err != nil {
		return o, usageError("%w", asGiven(o.name, o.player, err))
	}
	switch {
	case o.player.Temp != 0:
		return o, usageError("--player: temp=%g is refused here, the temperature of self-play is in the configuration", o.player.Temp)
	case o.player.Noise != 0:
		return o, usageError("--player: noise=%g is refused here, its random moves would be stored as the player's own; use --noise", o.player.Noise)
	case o.player.Tree != agent.Tree{}:
		return o, usageError("--player: how a network searches in self-play is in the configuration: search.solver, search.root, search.transpositions and selfplay.lockstep; give no more than nodes and cache")
	case given(f, "noise") && o.player.Kind == agent.Net:
		return o, usageError("--noise is for bots only, the noise of a network's search is in the configuration")
	case o.out == "":
		return o, usageError("--out is missing")
	}
	if !given(f, "games") {
		return o, usageError("--games is missing")
	}
	if err := checkRange("games", *games, 1, 1e8); err != nil {
		return o, err
	}
	if err := checkRange("workers", o.workers, 1, 1024); err != nil {
		return o, err
	}
	own := []string{"rules=" + o.rules.Ref(), fmt.Sprintf("seed=%d", *seed), fmt.Sprintf("selfplay.games=%d", *games), fmt.Sprintf("bootstrap.noise=%v", *noise)}
	if o.rules.ID() != o.rules.Ref() {
		own = append(own, "rules_id="+o.rules.ID())
	}
	o.cfg, err = selfplayConfig(*config, set, o.player, own)
	return o, err
}

// selfplayConfig lays the settings of the command line over a configuration.
func selfplayConfig(name string, set []string, player agent.Spec, own []string) (configs.Config, error) {
	c, err := configs.Load(name)
	if err != nil {
		return c, usageError("%w", err)
	}
	c.Name = "selfplay"
	// A dataset is of whole games, whatever generation its player is of, unless
	// the command line has it otherwise.
	c.SelfPlay.BackplayStart = 0
	if err := c.Set(set); err != nil {
		return c, usageError("%w", err)
	}
	if err := c.Set(own); err != nil {
		return c, usageError("%w", err)
	}
	var last []string
	if player.Kind == agent.Net {
		// A cheap search is never wider than a full one.
		last = append(last, fmt.Sprintf("selfplay.simulations=%d", player.Nodes),
			fmt.Sprintf("selfplay.cheap_simulations=%d", min(player.Nodes, c.SelfPlay.CheapSimulations)), "bootstrap.games=0",
			"selfplay.simulations_growth=0")
		if player.Cache > 0 {
			last = append(last, fmt.Sprintf("search.cache_mb=%d", player.Cache))
		}
	} else {
		last = append(last, "bootstrap.player="+player.String(), fmt.Sprintf("bootstrap.games=%d", c.SelfPlay.Games))
	}
	if err := c.Set(last); err != nil {
		return c, usageError("%w", err)
	}
	return c, nil
}

// play makes the games that the folder does not hold yet.
func (o *selfplayOptions) play(e env) (err error) {
	spec := selfplay.Spec{Run: o.cfg.Name, Seed: o.cfg.Seed, Rules: o.rules, Build: loop.Build(), ConfigHash: configs.Hash(o.cfg),
		Cap: loop.CapRule(o.cfg.Cap, o.cfg.Cap.Max), Settings: loop.Settings(o.cfg)}
	used := new(caches)
	work, err := o.work(&spec, used)
	if err != nil {
		return err
	}
	if o.cfg.SelfPlay.BackplayStart > 0 && spec.Settings.Backplay.Over(spec.Generation) {
		fmt.Fprintf(e.talk, "selfplay.backplay_start has no effect: all games of %s, of generation %d, begin at the start position\n", o.name, spec.Generation)
	}
	folder, err := openOutput(o.out, o.cfg, spec.Model)
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, folder.Close()) }()
	writer := dataset.NewWriter(o.out, arrowio.Codec{RulesID: o.cfg.RulesID}, folder.manifest, spec.Generation, o.cfg.SelfPlay.ShardGames)
	fmt.Fprintf(e.talk, "rules %s, seed %d\n", configs.DescribeRules(o.rules), o.cfg.Seed)
	bar := progress.New(e.talk, "games of "+o.name, int64(o.cfg.SelfPlay.Games))
	defer bar.Done()
	err = selfplay.Fill(e.ctx, writer, selfplay.Batch{Spec: spec, Games: o.cfg.SelfPlay.Games, Workers: o.workers, Work: work,
		Progress: func(games int) { bar.Set(int64(games)) }})
	bar.Done()
	used.print(e.talk)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(e.talk, "stopped; the same command goes on with %s, %d of %d games are stored there\n", o.out, folder.manifest.Games(spec.Generation), o.cfg.SelfPlay.Games)
	}
	if err != nil {
		return err
	}
	return o.print(e, folder.manifest, spec)
}

// work is the player's work. It completes the spec with the player's name and,
// for a network, its generation; used takes up the caches of its workers.
func (o *selfplayOptions) work(spec *selfplay.Spec, used *caches) (selfplay.Work, error) {
	if o.player.Kind != agent.Net {
		spec.Model = o.player.String()
		return selfplay.BotWork(func() (selfplay.Bot, error) { return o.player.New(nil) }), nil
	}
	network, err := pretrained.Load(o.player.File)
	if err != nil {
		return nil, err
	}
	if spec.Model, err = network.Hash(); err != nil {
		return nil, err
	}
	spec.Generation = network.Provenance.Generation
	net, err := nn.New(network)
	if err != nil {
		return nil, fmt.Errorf("network %s: %w", o.player.File, err)
	}
	if _, err := agent.NewEvaluator(net, o.rules); err != nil {
		return nil, fmt.Errorf("network %s: %w", o.player.File, err)
	}
	return selfplay.NetWork(func() (mcts.Evaluator, error) {
		eval, err := agent.NewCachedEvaluator(net, o.rules, o.cfg.Search.CacheMB)
		used.add(eval)
		return eval, err
	}, spec.Settings, spec.Cap, o.cfg.SelfPlay.Lockstep), nil
}

// caches are the evaluation caches of the workers.
type caches struct {
	mu  sync.Mutex
	all []*agent.Cache
}

// add takes an evaluator up, if it is a cache.
func (c *caches) add(eval mcts.Evaluator) {
	if cache, ok := eval.(*agent.Cache); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.all = append(c.all, cache)
	}
}

// print says how many evaluations the caches have saved, if there are any. The
// workers must have ended.
func (c *caches) print(w io.Writer) {
	var sum agent.CacheStats
	for _, cache := range c.all {
		s := cache.Stats()
		sum.Leaves += s.Leaves
		sum.Hits += s.Hits
	}
	if sum.Leaves > 0 {
		fmt.Fprintf(w, "caches answered %.1f %% of %d evaluations\n", 100*float64(sum.Hits)/float64(sum.Leaves), sum.Leaves)
	}
}

// print says what the folder holds.
func (o *selfplayOptions) print(e env, m *dataset.Manifest, spec selfplay.Spec) error {
	rows := 0
	for _, s := range m.Shards() {
		rows += s.Rows
	}
	if o.asJSON {
		return printJSON(e.out, struct {
			Dir       string `json:"dir"`
			Rules     string `json:"rules"`
			RulesID   string `json:"rules_id"`
			RulesHash string `json:"rules_hash"`
			Player    string `json:"player"`
			Model     string `json:"model"`
			Seed      uint64 `json:"seed"`
			Games     int    `json:"games"`
			Positions int    `json:"positions"`
			Shards    int    `json:"shards"`
			Dataset   string `json:"dataset"`
		}{o.out, o.rules.Ref(), o.rules.ID(), o.rules.Hash(), o.player.String(), spec.Model, spec.Seed, m.Games(spec.Generation), rows, len(m.Shards()), m.Hash()})
	}
	_, err := fmt.Fprintf(e.out, "%d shards, %d games, %d positions in %s\ndataset %s\n", len(m.Shards()), m.Games(spec.Generation), rows, o.out, m.Hash())
	return err
}
