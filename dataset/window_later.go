package dataset

import (
	"fmt"
	"slices"

	"halmazero/engine"
)

// packedGame is what rows of one game share.
type packedGame struct {
	rows      int // rows of the chunk before the game's end
	end       int // ply at the end
	truncated bool
	// remaining is the remaining distance by seat at the end, if known.
	remaining [engine.MaxSeats]uint16
	known     bool
}

// endGame closes the game, which has the rules' seats, whose rows were added
// last, and relates the surprise of each to the mean of all.
func (c *chunk) endGame(g *Game, seats int) {
	p := packedGame{rows: len(c.rows), truncated: g.Result == (engine.Result{Kind: engine.Truncated}).String()}
	if n := len(g.Rows); n > 0 {
		p.end = g.Rows[n-1].Ply + g.Rows[n-1].PliesLeft
	}
	if len(g.FinalRemaining) == seats {
		p.known = true
		for s, d := range g.FinalRemaining {
			p.remaining[s] = uint16(d)
		}
	}
	c.games = append(c.games, p)
	c.relateSurprise(c.rows[len(c.rows)-len(g.Rows):])
}

// relateSurprise divides the surprise of rows that train the policy by their
// weighted mean, and sets all others to 1. Without any surprise all are 1. So a
// weight that is multiplied by it stays the same in all of a game, as in
// KataGo's policy surprise weighting.
func (c *chunk) relateSurprise(rows []packedRow) {
	var sum, weight float64
	for i := range rows {
		if r := &rows[i]; r.moves > 0 {
			sum += float64(r.weight) * float64(max(0, r.surprise))
			weight += float64(r.weight)
		}
	}
	for i := range rows {
		r := &rows[i]
		if r.moves == 0 || !(sum > 0) {
			r.surprise = 1
			continue
		}
		r.surprise = float32(float64(max(0, r.surprise)) * weight / sum)
	}
}

// Later is how a game went on after a row. Values and distances are by absolute
// seat.
type Later struct {
	// PliesLeft is the number of moves to the end, that of the row included.
	PliesLeft int
	// Truncated says that the training cap ended the game, so that PliesLeft
	// tells more about the cap than about the position.
	Truncated bool
	// Remaining is the remaining distance of each seat at the end, in steps;
	// empty if it is not known.
	Remaining []int
	// ShortValues has the value of each seat for each horizon, one horizon
	// after another; empty for a row without a search.
	ShortValues []float32
	// Reply are the legal moves of the next decision, whoever's it is, and
	// ReplyVisits is what each is worth: its visits if that row trains the
	// policy, and otherwise 1 for the move that was played. Empty if there is no
	// row of the next ply, or if its move was random.
	Reply       []engine.Move
	ReplyVisits []float32
}

// Later fills l, whose slices are used again, with what followed the sample in
// its game. The window must not have changed since Window.At.
//
// The value of a short horizon h is the mean of the root values of the game's
// searches from the sample on, with weights that fall by 1-1/h a row, and with
// the outcome for all that would lie behind the last one, as KataGo's short-term
// values: the search that counts is h rows away on average.
func (s *Sample) Later(horizons []int, l *Later) error {
	c := s.chunk
	r := &c.rows[s.index]
	g := &c.games[r.game]
	l.PliesLeft, l.Truncated = g.end-int(r.ply), g.truncated
	l.Remaining, l.ShortValues = l.Remaining[:0], l.ShortValues[:0]
	seats := s.Position.Board().Seats()
	if g.known {
		for _, d := range g.remaining[:seats] {
			l.Remaining = append(l.Remaining, int(d))
		}
	}
	if r.searched {
		for _, h := range horizons {
			l.ShortValues = c.shortValues(l.ShortValues, c.rows[s.index:g.rows], 1-1/float64(h), seats)
		}
	}
	return c.reply(s, g, l)
}

// shortValues appends the values of a horizon by seat, for the first of the
// rows, which are those to the end of the game.
func (c *chunk) shortValues(dst []float32, rows []packedRow, decay float64, seats int) []float32 {
	var sum [engine.MaxSeats]float64
	weight := 1.0
	for i := range rows {
		if !rows[i].searched {
			continue
		}
		for s := range seats {
			sum[s] += weight * (1 - decay) * float64(rows[i].root[s])
		}
		weight *= decay
	}
	for s := range seats {
		dst = append(dst, float32(sum[s]+weight*float64(rows[0].outcome[s])))
	}
	return dst
}

// reply sets the decision that followed a sample's.
func (c *chunk) reply(s *Sample, g *packedGame, l *Later) error {
	l.Reply, l.ReplyVisits = l.Reply[:0], l.ReplyVisits[:0]
	i := s.index + 1
	if i >= g.rows || c.rows[i].ply != c.rows[s.index].ply+1 || c.rows[i].random {
		return nil
	}
	next := &c.rows[i]
	p, err := c.position(s.Position.Rules(), i)
	if err != nil {
		return err
	}
	l.Reply = p.Moves(l.Reply)
	if l.ReplyVisits, err = c.visits(l.ReplyVisits, next, &p, l.Reply); err != nil || next.moves > 0 {
		return err
	}
	at := slices.Index(l.Reply, next.played)
	if at < 0 {
		return fmt.Errorf("row of the replay window: the move played is not legal in %s", p.String())
	}
	l.ReplyVisits[at] = 1
	return nil
}
