package classical

import "halmazero/engine"

// frontier is the score of a position with one ply to go, in the view of its
// mover, fail-soft towards beta.
//
// A move's score is the static one and its gain, less the mover's extras after
// the move, which are never negative costs. So the move of the greatest gain
// is the best if it leaves no extras; and if it does leave some, the next is
// tried only while its gain alone could still do better. Moves whose extras
// are known to be zero are not made at all. Only where a move may win, or may
// end the game as a draw, is every one made.
func (b *Bot) frontier(ply, beta, static int) int {
	f := &b.frames[ply]
	seat := f.pos.Mover()
	base := static - extras(&f.pos, 1-seat) - weightTempo
	c := newCounts(&f.pos, seat)
	f.buf = f.pos.Moves(f.buf[:0])
	if !c.mayEnd {
		m, gain := b.greatestGain(f, seat)
		if c.noExtras(&f.pos, seat, m) {
			return base + gain
		}
	}
	b.weigh(f)
	best := -infinity
	for i := range f.moves {
		pickBest(f.moves[i:])
		m := f.moves[i]
		v := base + int(m.gain)
		if !c.mayEnd && v <= best {
			break
		}
		if c.mayEnd || !c.noExtras(&f.pos, seat, m.move) {
			v = b.try(ply, m, 1, best, beta, static)
		}
		if best = max(best, v); best >= beta {
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
	outside  int  // pieces outside the target
	home     int  // pieces at home
	moves    int  // own moves to the deadline after this one
	deadline bool // there is one
	mayEnd   bool // a move may win or draw
}

func newCounts(p *engine.Position, seat int) counts {
	r := p.Rules()
	c := counts{
		outside:  p.PieceCount(seat) - p.InGoal(seat),
		deadline: r.Deadline() > 0,
	}
	if c.deadline {
		c.home = p.AtHome(seat)
		c.moves = r.Deadline() - p.Made(seat) - 1
	}
	limit := r.TurnLimit()
	c.mayEnd = c.outside <= 1 || r.SealedDraw() || limit > 0 && p.Ply()+1 >= limit
	return c
}

// noExtras reports whether the mover certainly has no extras, and has not lost
// by the deadline, after the move.
func (c *counts) noExtras(p *engine.Position, seat int, m engine.Move) bool {
	b := p.Board()
	if c.outside <= lastPieces+1 && c.outside-b2i(b.InGoal(seat, m.To()))+b2i(b.InGoal(seat, m.From())) <= lastPieces {
		return false
	}
	if !c.deadline {
		return true
	}
	home := c.home + b2i(b.InHome(seat, m.To())) - b2i(b.InHome(seat, m.From()))
	return home == 0 || c.moves-home >= spareMoves
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
