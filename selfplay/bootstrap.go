package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"

	"halmazero/dataset"
	"halmazero/engine"
)

// Bot picks the moves of bootstrap games; package agent has some.
type Bot interface {
	Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error)
	Reset()
	Observe(m engine.Move)
}

// PlayBot plays a bootstrap game: the bot against itself, with a random move
// instead of its own now and then. The bot's moves are the policy to learn;
// the random ones only lead to positions that the bot would not reach. When ctx
// ends, its error is returned, and the game is none.
func PlayBot(ctx context.Context, spec Spec, bot Bot) (dataset.Game, error) {
	rng := spec.stream(dataset.Bootstrap)
	p, g := spec.open(dataset.Bootstrap, rng)
	bot.Reset()
	var moves []engine.Move
	for !p.Result().Over() && !spec.Cap.Reached(&p) {
		r := newRow(&p)
		if rng.Float64() < spec.Settings.BotNoise {
			moves = p.Moves(moves[:0])
			r.Played = moves[rng.IntN(len(moves))]
			r.Flags = dataset.FlagRandom
		} else {
			m, err := bot.Choose(&p, rng)
			if err := ctx.Err(); err != nil {
				return g, err // the move may be that of a search that was broken off
			}
			if err != nil {
				return g, fmt.Errorf("game %s, ply %d: %w", dataset.GameID(spec.Run, spec.Generation, spec.Index), p.Ply(), err)
			}
			r.Played, r.Full, r.Flags = m, true, dataset.FlagTeacher
			r.Policy = []dataset.Visit{{Move: m, Visits: 1}}
		}
		g.Rows = append(g.Rows, r)
		g.Moves = append(g.Moves, r.Played)
		p.Play(r.Played)
		bot.Observe(r.Played)
	}
	err := spec.close(p, -1, &g)
	return g, err
}
