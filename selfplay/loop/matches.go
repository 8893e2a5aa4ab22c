package loop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"

	"halmazero/configs"
	"halmazero/engine"
	"halmazero/internal/fsx"
	"halmazero/model"
	"halmazero/model/nn"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/arena"
	"halmazero/selfplay/gate"
	"halmazero/selfplay/report"
	"halmazero/selfplay/stats"
)

// netMaker makes players of a generation's network.
func (d *Driver) netMaker(generation, simulations int) (func() (agent.Player, error), error) {
	network, err := d.folder.loadModel(generation)
	if err != nil {
		return nil, err
	}
	return netPlayers(d.cfg, d.rules, network, d.folder.modelPath(generation), simulations)
}

// netPlayers makes players of a network that search as a configuration says.
func netPlayers(c configs.Config, rules *engine.Rules, network *model.Network, file string, simulations int) (func() (agent.Player, error), error) {
	net, err := nn.New(network)
	if err != nil {
		return nil, err
	}
	spec := agent.Spec{Kind: agent.Net, File: file, Nodes: simulations, Cache: c.Search.CacheMB}
	return func() (agent.Player, error) { return agent.NewNetPlayer(net, rules, Search(c), spec) }, nil
}

func generationName(g int) string { return fmt.Sprintf("gen-%04d", g) }

// gateMatch is the match that a generation's candidate has to win, without its
// players. Its games have the generation's training cap, and a capped one goes
// to the seat that is ahead. Without that the first networks, which reach
// nothing within the rules yet, would be told apart by nothing but the deadline,
// and none would ever be promoted. While backplay lasts, they begin where the
// generation's games of self-play do: of the whole game the networks know but
// the end. A bot's games are whole games, and so are those of their gate.
func gateMatch(c configs.Config, rules *engine.Rules, generation int) arena.Match {
	rule, cap := gateRule(c.Gate), capOf(c, generation)
	m := arena.Match{Rules: rules, Seed: c.Seed, Label: "gate " + generationName(generation), OpeningPlies: c.Gate.OpeningPlies, Pairs: c.Gate.MaxPairs,
		Cap: cap.Plies, Ahead: cap.Ahead,
		Stop:       gate.Watch(rule).Add,
		StopGroups: func(groups stats.Groups) bool { return gate.DecideGroups(rule, groups).Action != gate.Continue }}
	if back := gateBackplay(c, generation); !back.Over(generation) {
		m.SetUp = func(first int, rng *rand.Rand) (engine.Position, bool) {
			return back.Draw(rules, generation, first, cap.Plies, rng)
		}
	}
	return m
}

// gateBackplay is where the games of a generation's gate begin.
func gateBackplay(c configs.Config, generation int) selfplay.Backplay {
	if generation == 1 && c.Bootstrap.Games > 0 {
		return selfplay.Backplay{}
	}
	return backplay(c)
}

func gateRule(c configs.Gate) gate.Config {
	rule := gate.Config{Test: stats.SPRT{Elo0: c.Elo0, Elo1: c.Elo1, Alpha: c.Alpha, Beta: c.Beta}, MaxPairs: c.MaxPairs}
	if c.Undecided == "likelier" {
		rule.Undecided = gate.Likelier
	}
	return rule
}

// gateVerdict is the verdict on a match that gateMatch has described.
func gateVerdict(c configs.Gate, rules *engine.Rules, r arena.Result) gate.Verdict {
	if arena.Paired(rules) {
		return gate.Decide(gateRule(c), r.Pairs)
	}
	return gate.DecideGroups(gateRule(c), r.Groups)
}

// gate plays the candidate against the best network until the test decides.
func (d *Driver) gate(ctx context.Context) (Event, error) {
	m := gateMatch(d.cfg, d.rules, d.state.Generation)
	m.NameA, m.NameB = generationName(d.state.Generation), generationName(d.state.Best)
	var err error
	if m.NewA, err = d.netMaker(d.state.Generation, d.cfg.Gate.Simulations); err != nil {
		return Event{}, err
	}
	if m.NewB, err = d.netMaker(d.state.Best, d.cfg.Gate.Simulations); err != nil {
		return Event{}, err
	}
	result, err := d.match(ctx, m)
	if err != nil {
		return Event{}, err
	}
	if err := d.saveMatches("gate", result.Games); err != nil {
		return Event{}, err
	}
	v := gateVerdict(d.cfg.Gate, d.rules, result)
	return Event{Gate: &report.Gate{Pairs: v.Pairs, Elo: v.Elo, Verdict: v.Action.String(), Promoted: v.Action == gate.Accept}}, nil
}

// ladder measures the best network against the fixed opponents.
func (d *Driver) ladder(ctx context.Context) (Event, error) {
	opponents, games, err := d.climb(ctx, "ladder "+generationName(d.state.Generation), d.cfg.Ladder.Pairs)
	if err != nil {
		return Event{}, err
	}
	return Event{Opponents: opponents}, d.saveMatches("ladder", games)
}

func (d *Driver) climb(ctx context.Context, label string, pairs int) (all []report.Opponent, games []arena.Game, err error) {
	c := d.cfg.Ladder
	if pairs == 0 {
		return nil, nil, nil
	}
	best, err := d.netMaker(d.state.Best, c.Simulations)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range c.Opponents {
		spec, err := agent.ParseSpec(name)
		if err != nil {
			return nil, nil, err
		}
		r, err := d.match(ctx, arena.Match{Label: label + " " + name, OpeningPlies: c.OpeningPlies, Pairs: pairs,
			NameA: generationName(d.state.Best), NewA: best,
			NameB: name, NewB: func() (agent.Player, error) { return spec.New(nil) }})
		if err != nil {
			return nil, nil, err
		}
		all = append(all, opponent(name, r))
		games = append(games, r.Games...)
	}
	return all, games, nil
}

// conclude plays the final matches: the ladder, and the run's first network.
func (d *Driver) conclude(ctx context.Context) (Event, error) {
	c := d.cfg.Ladder
	if c.FinalPairs == 0 {
		return Event{}, nil
	}
	all, games, err := d.climb(ctx, "final", c.FinalPairs)
	if err != nil {
		return Event{}, err
	}
	best, err := d.netMaker(d.state.Best, c.Simulations)
	if err != nil {
		return Event{}, err
	}
	first, err := d.netMaker(0, c.Simulations)
	if err != nil {
		return Event{}, err
	}
	r, err := d.match(ctx, arena.Match{Label: "final first network", OpeningPlies: c.OpeningPlies, Pairs: c.FinalPairs,
		NameA: generationName(d.state.Best), NewA: best, NameB: generationName(0), NewB: first})
	if err != nil {
		return Event{}, err
	}
	all = append(all, opponent("first network", r))
	return Event{Opponents: all}, d.saveMatches("final", append(games, r.Games...))
}

// match fills in what all matches of a run have in common.
func (d *Driver) match(ctx context.Context, m arena.Match) (arena.Result, error) {
	m.Rules, m.Seed, m.Workers = d.rules, d.cfg.Seed, d.opt.Workers
	if m.Cap == 0 {
		m.Cap = d.cfg.Cap.Max
	}
	bar := d.bar(m.NameA+" against "+m.NameB+", games", m.Pairs*len(arena.Seatings(d.rules)))
	defer bar.Done()
	m.Progress = func(games int) { bar.Set(int64(games)) }
	return arena.Play(ctx, m)
}

func opponent(name string, r arena.Result) report.Opponent {
	w := r.Tally.Games
	score, elo := r.Groups.Score(), r.Groups.Elo()
	if len(r.Pairs) > 0 {
		score, elo = r.Tally.Pairs.Score(), r.Tally.Pairs.Elo()
	}
	return report.Opponent{Name: name, Wins: w.Wins, Draws: w.Draws - r.Even, Losses: w.Losses, Truncated: r.Even,
		Score: score, Elo: elo, HomeOwn: r.Home[0], HomeOther: r.Home[1]}
}

// matchLine is a line of a matches file.
type matchLine struct {
	Part string `json:"part"` // gate, ladder or final
	arena.Game
}

// saveMatches writes the generation's matches file anew, with the games of one
// part replaced. It is written whole, so that a part that is played again
// after a kill is not there twice.
func (d *Driver) saveMatches(part string, games []arena.Game) error {
	path := d.folder.path("matches", generationName(d.state.Generation)+".jsonl")
	lines, err := fsx.ReadLog(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var buf bytes.Buffer
	add := func(v any) error {
		line, err := fsx.EncodeLine(v)
		buf.Write(line)
		return err
	}
	for i, line := range lines {
		var old matchLine
		if err := json.Unmarshal(line, &old); err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		if old.Part != part {
			if err := add(line); err != nil {
				return err
			}
		}
	}
	for _, g := range games {
		if err := add(matchLine{part, g}); err != nil {
			return err
		}
	}
	return fsx.WriteFile(path, buf.Bytes())
}
