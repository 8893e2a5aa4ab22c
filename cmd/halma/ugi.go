package main

import (
	"halmazero/engine"
	"halmazero/internal/buildinfo"
	"halmazero/mcts"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/ugi/server"
)

func ugiCommand() command {
	c := command{name: "ugi", args: "[--player SPEC] [--preset P]",
		about: "play in the universal game interface: requests on stdin, answers on stdout (docs/ugi.md)"}
	c.whole = true
	c.run = func(e env, args []string) error {
		f := options(c, e)
		player := f.String("player", "", "who plays: "+playerForms+" (default "+server.DefaultPlayer+")")
		preset := f.String("preset", server.DefaultPreset, "ruleset reference to begin with, or the path of a ruleset file")
		if err := parse(f, args, 0, 0); err != nil {
			return err
		}
		rules, err := parsePreset(*preset)
		if err != nil {
			return err
		}
		if given(f, "player") && *player == "" {
			return usageError("--player is empty")
		}
		s, err := server.New(server.Config{
			Name:   "Halma Zero " + buildinfo.Get().Version,
			Preset: rules.Ref(),
			Player: *player,
			Nets:   func(rules *engine.Rules) agent.NetLoader { return agent.LoadNets(rules, mcts.Default()) },
		}, e.out)
		if err != nil {
			return usageError("--player: %w", err)
		}
		return s.Run(e.in)
	}
	return c
}
