package agent

import (
	"math/rand/v2"

	"halmazero/engine"
)

// random plays every legal move with equal probability.
type random struct {
	memoryless
	moves []engine.Move
}

func (r *random) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	r.moves = p.Moves(r.moves[:0])
	if len(r.moves) == 0 {
		return 0, noMove(p)
	}
	return r.moves[rng.IntN(len(r.moves))], nil
}

// greedy plays the move after which its own remaining distance is smallest,
// each of the best with equal probability. A move that wins leaves distance
// zero; what loses, and what the others do, it does not see.
type greedy struct {
	memoryless
	moves []engine.Move
	after engine.Position
}

func (g *greedy) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	g.moves = p.Moves(g.moves[:0])
	if len(g.moves) == 0 {
		return 0, noMove(p)
	}
	best, ties := int(^uint(0)>>1), 0
	for _, m := range g.moves {
		g.after = *p
		g.after.Play(m)
		d := g.after.Remaining(p.Mover())
		if d < best {
			best, ties = d, 0
		}
		if d == best {
			g.moves[ties] = m // at most as many ties as moves seen: nothing unread is overwritten
			ties++
		}
	}
	return g.moves[rng.IntN(ties)], nil
}

// noisy plays a uniformly random legal move with the given probability and
// the inner player's otherwise.
type noisy struct {
	Player
	probability float64
	random      random
}

func (n *noisy) inner() Player { return n.Player }

func (n *noisy) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	if rng.Float64() < n.probability {
		return n.random.Choose(p, rng)
	}
	return n.Player.Choose(p, rng)
}
