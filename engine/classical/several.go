package classical

import (
	"math/rand/v2"
	"slices"

	"halmazero/engine"
)

// several searches the positions of more than two seats. What it shares with
// the selective search of two seats it takes from there: state, tables, memory
// and bounds.
//
// All scores but those of MaxN are of the searching seat, positive or negative
// by whose party's turn it is: a seat that does not search is an opponent,
// unless it is a partner.
type several struct {
	*selective
	turn
	how    Multi
	full   bool // every move is looked at; otherwise few where it matters little
	count  int  // of seats
	finish engine.Finish
	me     uint8 // the seat that searches
	party  seats // and its partner
	salt   uint64

	rivalShare int
	reached    [engine.MaxSeats]int             // scores of the seats that have finished in this search
	vector     [maxPly + 1][engine.MaxSeats]int // scores by ply and seat, of MaxN
}

// newSeveral makes a search with the memory of the selective one, or with its
// own where every move is looked at.
func newSeveral(shared *selective) *several {
	s := &several{selective: shared, rivalShare: rivalShare}
	if shared == nil {
		s.full = true
		s.selective = newSelective(Config{HashMB: plainTable >> 20})
		s.base.weights, s.base.turn = rung, 0
	}
	return s
}

// searchSeveral finds the best move in a game of more than two seats.
func (b *Bot) searchSeveral(p *engine.Position, rng *rand.Rand) Result {
	if b.several == nil {
		b.several = newSeveral(b.deep)
	}
	s := b.several
	s.prepare(b.cfg.Multi, p, b.frames[0].buf, rng)
	r := Result{Move: s.move(s.root[0].step)}
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
		move, score := s.deepen(depth)
		if move != 0 {
			r.Move, r.Score = s.move(move), score
			s.first(move)
		}
		r.Nodes = s.nodes
		if s.stopped {
			break
		}
		r.Depth = depth
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

// prepare begins the search of a position with these moves.
func (s *several) prepare(how Multi, p *engine.Position, moves []engine.Move, rng *rand.Rand) {
	r := p.Rules()
	s.how, s.count, s.finish = how.orDefault(), r.Seats(), r.Finish()
	if s.t == nil || s.t.rules != r && s.t.rules.Hash() != r.Hash() {
		s.t = newTerrain(r, &s.base.weights)
		s.params = s.base.on(s.t.pace)
		s.deadline = r.Deadline()
		s.limited = r.TurnLimit() > 0 || r.SealedDraw()
		s.past = make([]int16, s.count<<16)
		s.reset()
	}
	if s.full {
		s.reset() // what a plain search finds does not depend on those before
	}
	s.table.next()
	clear(s.past)
	s.st.set(s.t, p)
	s.me = s.st.mover
	s.party = s.partyOf(s.me)
	s.turn = turn{clock: s.st.ply, ours: true, free: true, mover: s.me}
	for seat := range s.count {
		if p.Status(seat).State == engine.Active {
			s.active |= 1 << seat
		}
	}
	s.salt = (uint64(s.me)<<8 | uint64(s.active) | uint64(s.how)<<16) * 0x9e3779b97f4a7c15
	s.nodes, s.stopped, s.limit, s.stop = 0, false, ^uint64(0), nil
	s.listRoot(p.Board(), moves, rng)
}

// listRoot lists the moves at the root by descending gain, equal ones in an
// order that the stream decides.
func (s *several) listRoot(b *engine.Board, moves []engine.Move, rng *rand.Rand) {
	s.root = s.root[:0]
	spots := &s.t.spots[s.me]
	for _, m := range moves {
		from, to := b.BitOf(m.From()), b.BitOf(m.To())
		s.root = append(s.root, rootMove{newStep(from, to), spots[to].value - spots[from].value})
	}
	if rng != nil {
		rng.Shuffle(len(s.root), func(i, j int) { s.root[i], s.root[j] = s.root[j], s.root[i] })
	}
	slices.SortStableFunc(s.root, func(a, b rootMove) int { return int(b.gain) - int(a.gain) })
}

// deepen is one iteration: the best move and its score. If the search is broken
// off, it is the best one among those whose score is known, 0 if there is none.
func (s *several) deepen(depth int) (best step, score int) {
	score = -infinity
	if s.visit(); s.stopped {
		return 0, score
	}
	for i := range s.root {
		m := s.root[i].step
		var v int
		if s.how == MaxN {
			v = s.tryForAll(m, 0, depth)
		} else {
			v = s.attempt(m, 0, depth-1, score, infinity, s.late(depth, i))
		}
		if s.stopped {
			break
		}
		if v > score {
			best, score = m, v
		}
	}
	return best, score
}

// late is by how many plies the move of an index is searched less deeply, -1
// for the first one.
func (s *several) late(depth, i int) int {
	switch {
	case i == 0:
		return -1
	case s.full || s.without&LateMoveReductions != 0:
		return 0
	}
	return int(s.reduce[depth][min(i, 63)])
}

// identity is the key of the position in the table: all that its score depends
// on, but for the clock where the turn limit is far.
func (s *several) identity() uint64 {
	k := uint64(s.active)<<8 | uint64(s.st.mover)
	if s.free {
		k |= 1 << 7
	}
	if limit := s.t.rules.TurnLimit(); limit > 0 && int(s.clock)+maxPly*s.count >= limit {
		k |= uint64(s.clock) << 16
	}
	return (s.st.key ^ s.salt ^ k*0xd6e8feb86659fd93) | 1
}
