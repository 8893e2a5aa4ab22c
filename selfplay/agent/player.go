package agent

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"halmazero/engine"
)

// Player picks moves. It may keep state between the moves of a game, which
// Reset clears and Observe updates; it is not safe for concurrent use.
type Player interface {
	// Choose picks a legal move of the seat to move. p is not changed and not
	// kept. rng is the game's own stream. Where there is no legal move the
	// error wraps ErrNoMove.
	Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error)
	// Reset is called when a new game begins.
	Reset()
	// Observe is called after every move of the game, whoever made it. Nothing
	// else is told: where a seat has resigned, the next move may not fit to those
	// before it, and Choose is given another position than they lead to.
	Observe(m engine.Move)
}

// ErrNoMove is wrapped when a player is asked for a move in a position that
// has none: the game is over, or the seat to move is blocked and was not
// skipped.
var ErrNoMove = errors.New("no legal move")

func noMove(p *engine.Position) error {
	if r := p.Result(); r.Over() {
		return fmt.Errorf("%w: the game is over (%s)", ErrNoMove, r)
	}
	return fmt.Errorf("%w: seat %d is blocked", ErrNoMove, p.Mover()+1)
}

// memoryless is embedded by players that keep nothing between moves.
type memoryless struct{}

func (memoryless) Reset()              {}
func (memoryless) Observe(engine.Move) {}
