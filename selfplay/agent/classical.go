package agent

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"halmazero/engine"
	"halmazero/engine/classical"
)

// MaxDepth is the largest depth of a classical player.
const MaxDepth = classical.MaxDepth

// searcher plays the classical search's move.
type searcher struct {
	bot  *classical.Bot
	time time.Duration // 0: the clock is not looked at
	stop func() bool   // from outside, nil for none
}

func newClassical(s Spec) (Player, error) {
	bot, err := classical.New(classical.Config{Depth: s.Depth, Nodes: uint64(s.Nodes),
		Selective: s.Selective, HashMB: s.Hash, Without: s.Without, Multi: s.Multi})
	if err != nil {
		return nil, err
	}
	c := &searcher{bot: bot, time: s.Time}
	if s.Noise == 0 {
		return c, nil
	}
	return &noisy{Player: c, probability: s.Noise}, nil
}

func (c *searcher) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	c.bot.StopWhen(c.condition())
	r, err := c.bot.Search(p, rng)
	switch {
	case errors.Is(err, classical.ErrNoMove):
		return 0, noMove(p)
	case err != nil:
		return 0, fmt.Errorf("classical search: %w", err)
	}
	return r.Move, nil
}

// condition is what ends the search that begins now: the clock, or the
// condition from outside.
func (c *searcher) condition() func() bool {
	if c.time == 0 {
		return c.stop
	}
	end, stop := time.Now().Add(c.time), c.stop
	return func() bool { return !time.Now().Before(end) || stop != nil && stop() }
}

// Reset forgets the game before.
func (c *searcher) Reset() { c.bot.Reset() }

// Observe is of no use: every search is given the whole position.
func (c *searcher) Observe(engine.Move) {}

// StopWhen makes the player a Stopper.
func (c *searcher) StopWhen(stop func() bool) { c.stop = stop }

// OnInfo makes the player a Reporter.
func (c *searcher) OnInfo(report func(Info)) {
	if report == nil {
		c.bot.OnIteration(nil)
		return
	}
	c.bot.OnIteration(func(r classical.Result) { report(infoOf(r)) })
}

// infoOf is what a search has found in the words of all players.
func infoOf(r classical.Result) Info {
	i := Info{Depth: r.Depth, Nodes: int64(r.Nodes), Line: slices.Clone(r.Line)}
	if plies, ok := classical.PliesToEnd(r.Score); ok {
		i.Score, i.Unit = plies, Plies
	} else {
		i.Score, i.Unit = r.Score*100/classical.StepWorth, Hundredths
	}
	return i
}
