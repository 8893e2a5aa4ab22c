package classical

import "halmazero/engine"

// frontier is the score of a position with one ply to go, in the view of its
// mover, fail-soft towards beta.
//
// A move's score is the static one and its gain, and the mover's extras after
// the move, which are never above zero. So where most pieces are outside and no
// deadline is near the move of the greatest gain is the best, and none is
// made. Elsewhere moves are tried in the order of their gain, only while the
// gain alone could still do better; and every one is made only where a move
// may win, or may end the game as a draw.
func (b *Bot) frontier(ply, beta, static int) int {
	f := &b.frames[ply]
	seat := f.pos.Mover()
	base := static - b.eval.extras(&f.pos, 1-seat) - rung.tempo
	c := newCounts(&f.pos, seat)
	f.buf = f.pos.Moves(f.buf[:0])
	if c.many {
		if m, gain := b.greatestGain(f, seat); c.noneLate(f.pos.Board(), seat, m) {
			return base + gain - rung.last*lastSteps
		}
	}
	b.weigh(f)
	best := -infinity
	for i := range f.moves {
		pickBest(f.moves[i:])
		m := f.moves[i]
		if !c.mayEnd && base+int(m.gain) <= best {
			break
		}
		best = max(best, b.try(ply, m, 1, best, beta, static))
		if best >= beta {
			break
		}
	}
	return best
}

// greatestGain is the move with the greatest gain in the frame's buffer.
func (b *Bot) greatestGain(f *frame, seat int) (best engine.Move, gain int) {
	gain = -infinity
	for _, m := range f.buf {
		if g := b.eval.gain(seat, m); g > gain {
			best, gain = m, g
		}
	}
	return best, gain
}

// counts says, before the mover's last ply, what its extras will depend on.
type counts struct {
	many   bool // more than lastPieces stay outside the target, and no move ends the game but by the deadline
	mayEnd bool // a move may win or draw
	home   int  // pieces at home
	moves  int  // own moves to the deadline after this one; large without one
}

func newCounts(p *engine.Position, seat int) counts {
	r := p.Rules()
	outside := p.PieceCount(seat) - p.InGoal(seat)
	limit := r.TurnLimit()
	c := counts{
		mayEnd: outside <= 1 || r.SealedDraw() || limit > 0 && p.Ply()+1 >= limit,
		moves:  1 << 16,
	}
	c.many = !c.mayEnd && outside > lastPieces+1
	if r.Deadline() > 0 {
		c.home = p.AtHome(seat)
		c.moves = r.Deadline() - p.Made(seat) - 1
	}
	return c
}

// noneLate reports whether the deadline certainly costs the mover nothing
// after the move.
func (c *counts) noneLate(b *engine.Board, seat int, m engine.Move) bool {
	home := c.home
	if b.InHome(seat, m.From()) {
		home--
	}
	if b.InHome(seat, m.To()) {
		home++
	}
	return lateness(c.moves, home) == 0 && (home == 0 || c.moves > 0)
}
