package classical

import (
	"math/rand/v2"

	"halmazero/engine"
)

// searchSelectively is the selective search to ever greater depths.
func (b *Bot) searchSelectively(p *engine.Position, rng *rand.Rand) Result {
	s := b.deep
	s.begin(p, b.frames[0].buf, rng)
	r := Result{Move: s.move(s.root[0].step)}
	var scores [MaxDepth + 1]int
	for depth := 1; depth <= b.cfg.Depth; depth++ {
		if depth > 1 {
			s.stop = b.stop
			if b.cfg.Nodes > 0 {
				s.limit = b.cfg.Nodes
			}
			if s.nodes >= s.limit || s.stop != nil && s.stop() {
				break
			}
			if m, ok := s.finish(s.nodes); ok {
				return b.raced(r, m)
			}
			if s.stopped {
				break
			}
		}
		alpha, beta := -infinity, infinity
		if depth > 3 && !decided(scores[depth-2]) && s.without&Aspiration == 0 {
			alpha, beta = scores[depth-2]-s.window, scores[depth-2]+s.window
		}
		move, score := s.iterate(depth, alpha, beta)
		if move != 0 {
			r.Move, r.Score = s.move(move), score
			s.first(move)
		}
		r.Nodes = s.nodes
		if s.stopped {
			break
		}
		scores[depth], r.Depth = score, depth
		s.table.store(s.key(), toTable(score, 0), uint16(move), depth, exact)
		if b.report != nil {
			b.report(b.withLine(r))
		}
		if decided(score) && Mate-max(score, -score) <= depth || len(s.root) == 1 {
			break // nothing better can be found, or nothing else
		}
	}
	r.Nodes = s.nodes
	return b.withLine(r)
}

// raced is the result of a race whose end is known. It is a win for certain if
// the other seat has at least as many cells to fill.
func (b *Bot) raced(r Result, m step) Result {
	s := b.deep
	r.Move, r.Depth, r.Nodes = s.move(m), s.race.moves, s.nodes
	if int(s.st.open[s.st.mover&1^1]) >= s.race.moves {
		r.Score = Mate - (2*s.race.moves - 1)
	}
	if b.report != nil {
		b.report(b.withLine(r))
	}
	return b.withLine(r)
}

// iterate searches to a depth, with wider windows until the score is inside.
func (s *selective) iterate(depth, alpha, beta int) (best step, score int) {
	for width := s.window; ; {
		move, v := s.searchRoot(depth, alpha, beta)
		if move != 0 {
			score = v
		}
		switch {
		case s.stopped:
			if move != 0 {
				best = move
			}
			return best, score
		case score <= alpha:
			width *= 4
			alpha = max(score-width, -infinity)
			if decided(score) {
				alpha = -infinity
			}
		case score >= beta:
			width *= 4
			best = move
			s.first(move)
			beta = min(score+width, infinity)
			if decided(score) {
				beta = infinity
			}
		default:
			return move, score
		}
	}
}

// move is a step in cells.
func (s *selective) move(m step) engine.Move {
	return engine.NewMove(s.t.board.CellOf(m.from()), s.t.board.CellOf(m.to()))
}
