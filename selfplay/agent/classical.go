package agent

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"halmazero/engine"
	"halmazero/engine/classical"
)

// MaxDepth is the largest depth of a classical player.
const MaxDepth = classical.MaxDepth

// searcher plays the classical search's move. Every search starts afresh.
type searcher struct {
	memoryless
	bot *classical.Bot
}

func newClassical(s Spec) (Player, error) {
	bot, err := classical.New(classical.Config{Depth: s.Depth})
	if err != nil {
		return nil, err
	}
	if s.Noise == 0 {
		return &searcher{bot: bot}, nil
	}
	return &noisy{Player: &searcher{bot: bot}, probability: s.Noise}, nil
}

func (c *searcher) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	r, err := c.bot.Search(p, rng)
	switch {
	case errors.Is(err, classical.ErrNoMove):
		return 0, noMove(p)
	case err != nil:
		return 0, fmt.Errorf("classical search: %w", err)
	}
	return r.Move, nil
}
