package selfplay

import (
	"math/rand/v2"

	"halmazero/dataset"
	"halmazero/engine"
)

// nudgePlies is the part of a standoff, in its limits, after which every move is a
// nudge.
const nudgePlies = 8

// standoff watches for games that have come to a stand: whoever moves the last
// piece home loses the race to the other one, both move about in their targets,
// and no rule ends it. Such a game is broken up by nudges: instead of a search, the
// mover makes a random move that brings it nearer to its target. Of the moves after
// limit plies of standing still that is one in eight, and ever more the longer it
// lasts. It is exploration, like the random moves of an opening: the policy is not
// trained on it, and the value learns who wins once somebody has to move, whom
// chance chooses.
type standoff struct {
	limit int                  // plies without progress that make a game stand still; 0: it never does
	least [engine.MaxSeats]int // the smallest remaining distance of each seat so far
	since int                  // plies since a seat came below its own by a searched move
	moves []engine.Move
}

func newStandoff(limit int, p *engine.Position) standoff {
	s := standoff{limit: limit}
	for seat := range p.Board().Seats() {
		s.least[seat] = p.Remaining(seat)
	}
	return s
}

// note takes in a move of a seat that led to p. Nudged ones are no sign that the
// game goes on.
func (s *standoff) note(p *engine.Position, seat int, nudged bool) {
	closer := p.Remaining(seat) < s.least[seat]
	if closer {
		s.least[seat] = p.Remaining(seat)
	}
	if closer && !nudged {
		s.since = 0
	} else {
		s.since++
	}
}

// nudge draws whether the mover is nudged, and by which move. In a game that does
// not stand still it draws nothing.
func (s *standoff) nudge(p *engine.Position, rng *rand.Rand) (engine.Move, bool) {
	if s.limit == 0 || s.since < s.limit || rng.Float64()*nudgePlies*float64(s.limit) >= float64(s.since) {
		return 0, false
	}
	seat := p.Mover()
	s.moves = p.Moves(s.moves[:0])
	nearer := s.moves[:0]
	for _, m := range s.moves {
		next := *p
		next.Play(m)
		if next.Remaining(seat) < p.Remaining(seat) {
			nearer = append(nearer, m)
		}
	}
	if len(nearer) == 0 {
		return 0, false
	}
	return nearer[rng.IntN(len(nearer))], true
}

// nudged makes a move without a search if the game stands still and chance has it
// so, and reports whether it did.
func (g *game) nudged() bool {
	m, ok := g.standoff.nudge(&g.pos, g.rng)
	if !ok {
		return false
	}
	r := newRow(&g.pos)
	r.Played, r.Flags = m, dataset.FlagRandom
	g.play(r)
	g.search.Reset(g.pos)
	return true
}
