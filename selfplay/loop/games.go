package loop

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/nn"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
)

// CheckPlayers parses the player specs of a configuration.
func CheckPlayers(c configs.Config) error {
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
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// makeNetwork writes the first, random network.
func (d *Driver) makeNetwork() (Event, error) {
	n, err := model.Random(d.spec(), seed.New(d.cfg.Seed, "network"))
	if err != nil {
		return Event{}, err
	}
	n.Provenance = model.Provenance{Run: d.cfg.Name, Rules: d.cfg.Rules, Seed: d.cfg.Seed, Build: d.build}
	return d.saveModel(n, 0)
}

func (d *Driver) saveModel(n *model.Network, generation int) (Event, error) {
	hash, err := n.Hash()
	if err != nil {
		return Event{}, err
	}
	return Event{Model: hash}, n.Save(d.folder.modelPath(generation))
}

// bootstraps reports whether the present generation's games are a bot's.
func (d *Driver) bootstraps() bool { return d.state.Generation == 1 && d.cfg.Bootstrap.Games > 0 }

// cap is the training cap of a generation's games.
func (d *Driver) cap() selfplay.CapRule {
	c := d.cfg.Cap
	plies := min(c.Max, c.Start+c.Growth*(d.state.Generation-1))
	if d.bootstraps() {
		plies = c.Max
	}
	return selfplay.CapRule{Plies: plies, SquatLoss: c.SquatLoss}
}

func (d *Driver) settings() selfplay.Settings {
	s := d.cfg.SelfPlay
	return selfplay.Settings{Search: d.search(), FullSimulations: s.Simulations, CheapSimulations: s.CheapSimulations,
		FullShare: s.FullShare, OpeningPlies: s.OpeningPlies, Temperature: s.Temperature,
		HalfLife: s.TemperatureHalfLife, Floor: s.TemperatureFloor, BotNoise: d.cfg.Bootstrap.Noise}
}

// makeGames plays the games of the generation that are not stored yet.
func (d *Driver) makeGames(ctx context.Context) (Event, error) {
	writer := dataset.NewWriter(d.opt.Dir, d.codec(), d.manifest, d.state.Generation, d.cfg.SelfPlay.ShardGames)
	games := d.cfg.SelfPlay.Games
	spec := selfplay.Spec{Run: d.cfg.Name, Seed: d.cfg.Seed, Generation: d.state.Generation, Rules: d.rules,
		Build: d.build, ConfigHash: d.hash, Cap: d.cap(), Settings: d.settings()}
	play, err := d.botWorker(&spec), error(nil)
	if d.bootstraps() {
		games = d.cfg.Bootstrap.Games
	} else if play, err = d.netWorker(&spec); err != nil {
		return Event{}, err
	}
	bar := d.bar("games", games)
	defer bar.Done()
	bar.Set(int64(writer.Next()))
	order := selfplay.NewOrder(writer.Next(), writer.Append)
	var index atomic.Int64
	index.Store(int64(writer.Next()))
	next := func() (selfplay.Spec, bool) {
		s := spec
		s.Index = int(index.Add(1)) - 1
		return s, s.Index < games
	}
	done := func(g dataset.Game) error {
		bar.Add(1)
		return order.Done(g)
	}
	group, ctx := errgroup.WithContext(ctx)
	for range d.opt.Workers {
		group.Go(func() error { return play(ctx, next, done) })
	}
	if err := group.Wait(); err != nil {
		return Event{}, err
	}
	if err := writer.Close(); err != nil {
		return Event{}, err
	}
	l, err := d.learn()
	if err != nil {
		return Event{}, err
	}
	measured, err := l.take(d.state.Generation)
	return Event{SelfPlay: measured, Dataset: d.manifest.Hash()}, err
}

// work plays games from next and hands them to done.
type work func(ctx context.Context, next func() (selfplay.Spec, bool), done func(dataset.Game) error) error

func (d *Driver) netWorker(spec *selfplay.Spec) (work, error) {
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
	return func(ctx context.Context, next func() (selfplay.Spec, bool), done func(dataset.Game) error) error {
		eval, err := agent.NewEvaluator(net, d.rules)
		if err != nil {
			return err
		}
		w, err := selfplay.NewWorker(eval, spec.Settings, spec.Cap, d.cfg.SelfPlay.Lockstep)
		if err != nil {
			return err
		}
		return w.Play(ctx, next, done)
	}, nil
}

func (d *Driver) botWorker(spec *selfplay.Spec) work {
	spec.Model = d.cfg.Bootstrap.Player
	return func(ctx context.Context, next func() (selfplay.Spec, bool), done func(dataset.Game) error) error {
		player, err := agent.ParseSpec(d.cfg.Bootstrap.Player)
		if err != nil {
			return err
		}
		bot, err := player.New(nil)
		if err != nil {
			return err
		}
		for {
			if err := ctx.Err(); err != nil {
				return err
			}
			s, ok := next()
			if !ok {
				return nil
			}
			g, err := selfplay.PlayBot(s, bot)
			if err != nil {
				return err
			}
			if err := done(g); err != nil {
				return err
			}
		}
	}
}
