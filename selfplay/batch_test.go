package selfplay

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"halmazero/dataset"
	"halmazero/engine"
)

// thinker is a bot that ends the context in its third search, which goes on for
// as long as nobody stops it.
type thinker struct {
	stepper
	searches int
	end      context.CancelFunc
	stop     func() bool
}

func (b *thinker) StopWhen(stop func() bool) { b.stop = stop }

func (b *thinker) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	if b.searches++; b.searches == 3 {
		for b.end(); !b.stop(); {
		}
	}
	return b.stepper.Choose(p, rng)
}

// A game of a bot ends within a search, and what it has is no game.
func TestBotWorkStops(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	s := spec(t, "wiki-8", 60)
	s.Settings.BotNoise = 0
	bot := &thinker{end: end}
	work := BotWork(func() (Bot, error) { return bot, nil })
	err := work(ctx, func() (Spec, bool) { return s, true }, func(dataset.Game) error {
		t.Error("a game was finished")
		return nil
	})
	if !errors.Is(err, context.Canceled) || bot.searches != 3 {
		t.Errorf("error %v after %d searches, want that of the context after 3", err, bot.searches)
	}
}
