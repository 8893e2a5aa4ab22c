package main

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"halmazero/configs"
	"halmazero/engine"
	"halmazero/internal/seed"
	"halmazero/mcts"
	"halmazero/model/features"
	"halmazero/model/nn"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/loop"
)

// Among several seats the others go on when the person has resigned, whatever
// they keep of the game before that.
func TestOthersGoOnAfterResigning(t *testing.T) {
	rules, err := engine.ParseRules("leapstone-4")
	if err != nil {
		t.Fatal(err)
	}
	c, err := configs.Load("defaults")
	if err == nil {
		err = c.Set([]string{"rules=leapstone-4", "network.blocks=1", "network.filters=16"})
	}
	if err != nil {
		t.Fatal(err)
	}
	network, _, err := loop.FirstNetwork(c, features.For(rules))
	if err != nil {
		t.Fatal(err)
	}
	net, err := nn.New(network)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{out: io.Discard, talk: io.Discard, in: bufio.NewScanner(strings.NewReader("")), rules: rules, rng: seed.New(1), now: rules.Start(0),
		players: make([]agent.Player, rules.Seats())}
	for seat := 1; seat < rules.Seats(); seat++ {
		spec := agent.Spec{Kind: agent.Net, File: "random", Nodes: 2}
		if g.players[seat], err = agent.NewNetPlayer(net, rules, mcts.Default(), spec); err != nil {
			t.Fatal(err)
		}
	}
	answers := func(n int) {
		for range n {
			if err := g.answer(); err != nil {
				t.Fatal(err)
			}
		}
	}
	g.made(g.now.Moves(nil)[0])
	answers(3)
	g.resign()
	if g.now.Status(0).State != engine.Resigned || g.now.Mover() != 1 {
		t.Fatalf("after resigning the position is %v", &g.now)
	}
	answers(6)
	if len(g.turns) != 11 {
		t.Errorf("%d turns, want 11", len(g.turns))
	}
}
