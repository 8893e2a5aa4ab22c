package classical

import (
	"math/rand/v2"

	"halmazero/engine"
)

// aspiration is the half width of the first window of an iteration.
const aspiration = 40

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
		}
		alpha, beta := -infinity, infinity
		if depth > 3 && !decided(scores[depth-2]) && s.without&Aspiration == 0 {
			alpha, beta = scores[depth-2]-aspiration, scores[depth-2]+aspiration
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

// iterate searches to a depth, with wider windows until the score is inside.
func (s *selective) iterate(depth, alpha, beta int) (best step, score int) {
	for width := aspiration; ; {
		var move step
		move, score = s.searchRoot(depth, alpha, beta)
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
