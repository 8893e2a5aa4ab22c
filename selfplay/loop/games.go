package loop

import (
	"context"
	"fmt"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/model"
	"halmazero/model/nn"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
)

// Check says whether a valid configuration can be run: its player specs have to
// be right and to know its rules.
func Check(c configs.Config) error {
	rules, err := c.Ruleset()
	if err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	return checkPlayers(c, rules)
}

// checkPlayers parses the player specs of a configuration.
func checkPlayers(c configs.Config, rules *engine.Rules) error {
	specs := map[string]string{}
	for i, o := range c.Ladder.Opponents {
		specs[fmt.Sprintf("ladder.opponents[%d]", i)] = o
	}
	if c.Bootstrap.Games > 0 {
		specs["bootstrap.player"] = c.Bootstrap.Player
	}
	for key, text := range specs {
		s, err := agent.ParseSpec(text)
		if err == nil {
			err = s.CheckRepeatable()
		}
		if err == nil && s.Kind == agent.Net {
			err = fmt.Errorf("player %q: a run measures itself against bots only", text)
		}
		if err == nil {
			err = s.CheckRules(rules)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// makeNetwork writes the first network.
func (d *Driver) makeNetwork() (Event, error) {
	n, growth, err := FirstNetwork(d.cfg, d.code)
	if err != nil {
		return Event{}, err
	}
	n.Provenance.Run, n.Provenance.Rules, n.Provenance.Seed, n.Provenance.Build = d.cfg.Name, d.cfg.Rules, d.cfg.Seed, d.build
	if growth != nil {
		n.Provenance.Note = growth.String()
		d.note("the first network %v", growth)
	}
	e, err := d.saveModel(n, 0)
	e.Sources, e.Growth = d.sources, growth
	return e, err
}

func (d *Driver) saveModel(n *model.Network, generation int) (Event, error) {
	hash, err := n.Hash()
	if err != nil {
		return Event{}, err
	}
	return Event{Model: hash}, n.Save(d.folder.modelPath(generation))
}

// botPlays reports whether the present generation's games are a bot's.
func (d *Driver) botPlays() bool { return d.state.Generation == 1 && d.cfg.Bootstrap.Games > 0 }

// bootstraps reports whether the present generation is trained on games that
// the run's networks have not played.
func (d *Driver) bootstraps() bool {
	return d.botPlays() || d.state.Generation == 1 && len(d.cfg.Bootstrap.Data) > 0
}

// cap is the training cap of the present generation's games.
func (d *Driver) cap() selfplay.CapRule { return capOf(d.cfg, d.state.Generation) }

// capOf is the training cap of a generation's games; those of a bot have the
// largest.
func capOf(cfg configs.Config, generation int) selfplay.CapRule {
	c := cfg.Cap
	plies := min(c.Max, c.Start+c.Growth*(generation-1))
	if generation == 1 && cfg.Bootstrap.Games > 0 {
		plies = c.Max
	}
	return CapRule(c, plies)
}

// CapRule is the rule of games that are capped at so many plies: what may be
// decisive is the largest cap, as games below it were too short to end.
func CapRule(c configs.Cap, plies int) selfplay.CapRule {
	return selfplay.CapRule{Plies: plies, SquatLoss: c.SquatLoss, Decisive: c.Decisive && plies >= c.Max}
}

// Settings is how a configuration chooses the moves of self-play.
func Settings(c configs.Config) selfplay.Settings {
	s, search := c.SelfPlay, Search(c)
	search.ForcedPlayouts = s.ForcedPlayouts
	return selfplay.Settings{Search: search, FullSimulations: s.Simulations, CheapSimulations: s.CheapSimulations,
		FullShare: s.FullShare, Growth: s.SimulationsGrowth, MaxSimulations: s.SimulationsMax,
		OpeningPlies: s.OpeningPlies, NearGoalShare: s.NearGoalShare, Backplay: backplay(c), StandoffPlies: s.StandoffPlies, Temperature: s.Temperature,
		HalfLife: s.TemperatureHalfLife, Floor: s.TemperatureFloor, Resign: s.Resign, ResignPlayOn: s.ResignPlayOn,
		BotNoise: c.Bootstrap.Noise}
}

// backplay is where the games of a configuration begin. Unless it says
// otherwise, what starts from a bot's games or from another network begins at the
// start position: it knows more than the end of the game already.
func backplay(c configs.Config) selfplay.Backplay {
	random := c.Bootstrap.Games == 0 && len(c.Bootstrap.Data) == 0 && c.Network.From == ""
	if c.SelfPlay.BackplayFor == "random" && !random {
		return selfplay.Backplay{}
	}
	return selfplay.Backplay{Start: c.SelfPlay.BackplayStart, Growth: c.SelfPlay.BackplayGrowth}
}

// makeGames plays the games of the generation that are not stored yet.
func (d *Driver) makeGames(ctx context.Context) (Event, error) {
	// First of all, so that games from elsewhere are refused before any is played.
	l, err := d.learn(ctx)
	if err != nil {
		return Event{}, err
	}
	writer := dataset.NewWriter(d.opt.Dir, d.codec(), d.manifest, d.state.Generation, d.cfg.SelfPlay.ShardGames)
	games := d.cfg.SelfPlay.Games
	spec := selfplay.Spec{Run: d.cfg.Name, Seed: d.cfg.Seed, Generation: d.state.Generation, Rules: d.rules,
		Build: d.build, ConfigHash: d.hash, Cap: d.cap(), Settings: Settings(d.cfg)}
	var work selfplay.Work
	if d.botPlays() {
		games, work = d.cfg.Bootstrap.Games, d.botWork(&spec)
	} else if work, err = d.netWork(&spec); err != nil {
		return Event{}, err
	}
	bar := d.bar("games", games)
	defer bar.Done()
	err = selfplay.Fill(ctx, writer, selfplay.Batch{Spec: spec, Games: games, Workers: d.opt.Workers, Work: work,
		Progress: func(games int) { bar.Set(int64(games)) }})
	if err != nil {
		return Event{}, err
	}
	measured, err := l.take(d.state.Generation)
	return Event{SelfPlay: measured, Dataset: d.manifest.Hash()}, err
}

// netWork is the work of the best network.
func (d *Driver) netWork(spec *selfplay.Spec) (selfplay.Work, error) {
	network, err := d.folder.loadModel(d.state.Best)
	if err != nil {
		return nil, err
	}
	if spec.Model, err = network.Hash(); err != nil {
		return nil, err
	}
	net, err := nn.New(network)
	if err != nil {
		return nil, err
	}
	return selfplay.NetWork(func() (mcts.Evaluator, error) { return agent.NewCachedEvaluator(net, d.rules, d.cfg.Search.CacheMB) },
		spec.Settings, spec.Cap, d.cfg.SelfPlay.Lockstep), nil
}

// botWork is the work of the bot that the first network learns from.
func (d *Driver) botWork(spec *selfplay.Spec) selfplay.Work {
	spec.Model = d.cfg.Bootstrap.Player
	return selfplay.BotWork(func() (selfplay.Bot, error) {
		player, err := agent.ParseSpec(d.cfg.Bootstrap.Player)
		if err != nil {
			return nil, err
		}
		return player.New(nil)
	})
}
