package classical

import (
	"fmt"
	"math/rand/v2"

	"halmazero/engine"
)

// Search finds the best move of the seat to move. rng
// decides between equal moves; without one (nil) the first in the order of
// engine.Position.Moves is taken. The position is not changed.
func (b *Bot) Search(p *engine.Position, rng *rand.Rand) (Result, error) {
	root := &b.frames[0]
	root.buf = p.Moves(root.buf[:0])
	if len(root.buf) == 0 {
		return Result{}, fmt.Errorf("classical: %w", ErrNoMove)
	}
	if p.Rules().Seats() > 2 {
		return b.searchSeveral(p, rng), nil
	}
	if b.deep != nil {
		return b.searchSelectively(p, rng), nil
	}
	return b.searchPlainly(p, rng), nil
}

// searchPlainly looks at every move.
func (b *Bot) searchPlainly(p *engine.Position, rng *rand.Rand) Result {
	b.eval.prepare(p.Board())
	if b.table != nil {
		b.table.clear()
	}
	b.nodes, b.rootPly = 0, p.Ply()
	root := &b.frames[0]
	root.pos = *p
	b.weigh(root)
	if rng != nil {
		rng.Shuffle(len(root.moves), func(i, j int) {
			root.moves[i], root.moves[j] = root.moves[j], root.moves[i]
		})
	}
	sortByGain(root.moves)
	b.stopped, b.asking, b.limit = false, false, ^uint64(0)
	r := Result{Move: root.moves[0].move}
	for depth := 1; depth <= b.cfg.Depth; depth++ {
		if depth > 1 {
			if b.cfg.Nodes > 0 {
				b.limit = b.cfg.Nodes
			}
			b.asking = true
			if b.nodes >= b.limit || b.stop != nil && b.stop() {
				break
			}
		}
		move, score := b.searchRoot(depth)
		if b.stopped {
			if move != 0 {
				r.Move, r.Score = move, score
			}
			break
		}
		r.Move, r.Score, r.Depth = move, score, depth
		toFront(root.moves, r.Move)
		r.Nodes = b.nodes
		if b.report != nil {
			b.report(b.withLine(r))
		}
		if decided(r.Score) {
			break // the whole way was seen: a deeper search finds the same
		}
	}
	r.Nodes = b.nodes
	return b.withLine(r)
}

// withLine adds the line, which is the move alone.
func (b *Bot) withLine(r Result) Result {
	b.line = append(b.line[:0], r.Move)
	r.Line = b.line
	return r
}

// askEvery is how many nodes pass between two looks at the stop condition.
const askEvery = 1024

// visit counts a node and finds out whether the search is to be broken off.
func (b *Bot) visit() {
	b.nodes++
	if b.nodes >= b.limit {
		b.stopped = true
	} else if b.nodes%askEvery == 0 && b.stop != nil && b.asking && b.stop() {
		b.stopped = true
	}
}

// decided reports whether a score is that of a game won or lost.
func decided(score int) bool { return score > MateBound || score < -MateBound }

// searchRoot is one iteration: the first best move of the root's order, and
// its score. If the search is broken off, it is the best of the moves whose
// score is known, and 0 if there is none.
func (b *Bot) searchRoot(depth int) (best engine.Move, score int) {
	if b.visit(); b.stopped {
		return 0, 0
	}
	root := &b.frames[0]
	seat := root.pos.Mover()
	static := b.eval.sum(&root.pos, seat) - b.eval.sum(&root.pos, 1-seat)
	score = -infinity
	for _, m := range root.moves {
		v := b.try(0, m, depth, score, infinity, static)
		if b.stopped {
			break
		}
		if v > score {
			best, score = m.move, v
		}
	}
	return best, score
}

// try makes a move at the given ply and returns its score, in the view of the
// seat that makes it, after depth plies with this one among them. static is
// the table sum before the move, own less the other's.
func (b *Bot) try(ply int, m scoredMove, depth, alpha, beta, static int) int {
	from, to := &b.frames[ply].pos, &b.frames[ply+1].pos
	seat := from.Mover()
	*to = *from
	to.Play(m.move)
	static += int(m.gain)
	result := to.Result()
	switch {
	case result.Kind == engine.Win:
		mate := Mate - (to.Ply() - b.rootPly)
		if int(result.Seat) != seat {
			return -mate
		}
		return mate
	case result.Over() && (depth > 1 || result.Cause != engine.Immobile):
		return 0
	case depth == 1:
		b.nodes++
		return static + b.eval.extras(to, seat) - b.eval.extras(to, 1-seat) - rung.tempo
	case to.Mover() == seat: // the other seat is blocked
		return b.node(ply+1, depth-1, alpha, beta, static)
	}
	return -b.node(ply+1, depth-1, -beta, -alpha, -static)
}

// node is the score of the position at the given ply in the view of its mover,
// fail-soft: at most alpha it is an upper bound, at least beta a lower one.
func (b *Bot) node(ply, depth, alpha, beta, static int) int {
	if b.visit(); b.stopped {
		return alpha
	}
	if depth == 1 {
		return b.frontier(ply, beta, static)
	}
	f := &b.frames[ply]
	var key uint64
	var first engine.Move
	if b.table != nil {
		key = plainKey(&f.pos)
		if e := b.table.find(key); e != nil {
			if int(e.depth) == depth && e.settles(alpha, beta) {
				return int(e.score)
			}
			first = engine.Move(e.move)
		}
	}
	b.generate(f)
	toFront(f.moves, first)
	best, move, floor := -infinity, engine.Move(0), alpha
	for i := range f.moves {
		if i > 0 || first == 0 {
			pickBest(f.moves[i:])
		}
		v := b.try(ply, f.moves[i], depth, floor, beta, static)
		if b.stopped {
			return alpha
		}
		if v > best {
			best, move = v, f.moves[i].move
			if best >= beta {
				break
			}
			floor = max(floor, best)
		}
	}
	if b.table != nil {
		b.table.store(key, best, uint16(move), depth, boundOf(best, alpha, beta))
	}
	return best
}

// plainKey is all that a score depends on: pieces and mover from the position's
// hash, and the moves made by each seat, on which the deadline and the distance
// from the root depend.
func plainKey(p *engine.Position) uint64 {
	made := uint64(p.Made(0))<<16 | uint64(p.Made(1))
	return (p.Hash()^made*0x9e3779b97f4a7c15)*0xd6e8feb86659fd93 | 1
}
