package classical

// attempt makes a move of the party to move and returns its score in that
// party's view, after so many more plies. late is by how many plies it is
// searched less deeply at first, -1 for a move that is given the whole window.
func (s *several) attempt(m step, ply, depth, alpha, beta, late int) int {
	seat, was := s.ownerOf(m), s.turn
	s.make(m, seat)
	v := 0
	if e := s.conclude(seat, ply+1); e != goesOn {
		if v = s.scoreOf(e, s.me, seat, ply+1); !was.ours {
			v = -v
		}
	} else {
		s.give(seat)
		switch {
		case late < 0:
			v = s.below(was.ours, ply+1, depth, alpha, beta)
		default:
			v = s.below(was.ours, ply+1, depth-late, alpha, alpha+1)
			if v > alpha && late > 0 && !s.stopped {
				v = s.below(was.ours, ply+1, depth, alpha, alpha+1)
			}
			if v > alpha && v < beta && !s.stopped {
				v = s.below(was.ours, ply+1, depth, alpha, beta)
			}
		}
	}
	s.unmake(m, seat, was)
	return v
}

// below is the score of the position after a move, in the view of the party
// that has moved, which may be to move again.
func (s *several) below(ours bool, ply, depth, alpha, beta int) int {
	if s.ours == ours {
		return s.look(ply, depth, alpha, beta)
	}
	return -s.look(ply, depth, -beta, -alpha)
}

// look is the score of the position in the view of the party to move,
// fail-soft. A position of which no ply is left is judged as it stands, but a
// round of opponents that has begun with its free move is played to its end.
func (s *several) look(ply, depth, alpha, beta int) int {
	follows := s.how == BestReplyPlus && !s.ours && !s.free
	switch {
	case depth <= 0 && !follows:
		s.nodes++
		return s.standing()
	case !s.full && (depth <= 0 || depth == 1 && !follows):
		return s.horizon(ply, beta)
	}
	if s.visit(); s.stopped {
		return 0
	}
	if ply >= MaxDepth {
		return s.standing()
	}
	// No way on is better than to win with the next move, or worse than to
	// have lost by now.
	alpha, beta = max(alpha, ply-Mate), min(beta, Mate-ply-1)
	if alpha >= beta {
		return alpha
	}
	if !s.full && depth <= s.marginDepth && s.without&MarginCut == 0 && !s.pressed() {
		if v := s.standing() - s.margin*(depth-1); v >= beta {
			return v
		}
	}
	key, first := s.identity(), step(0)
	if s.without&TranspositionTable == 0 {
		if e := s.table.find(key); e != nil {
			if score := plainScore(int(e.score), ply); int(e.depth) == depth || !s.full && int(e.depth) > depth {
				if is := e.bound(); is == exact || is == lower && score >= beta || is == upper && score <= alpha {
					return score
				}
			}
			first = step(e.move)
		}
	}
	var best int
	var move step
	if follows {
		best = s.follow(ply, depth, alpha, beta)
	} else {
		best, move = s.best(ply, depth, alpha, beta, first)
	}
	if s.stopped {
		return 0
	}
	is := boundOf(best, alpha, beta)
	if is == upper {
		move = 0
	}
	s.table.store(key, tableScore(best, ply), uint16(move), max(depth, 0), is)
	return best
}

// best is the best move of the party to move, and its score; where it has none,
// the score of the position after its skipped turn. first is tried before all
// others.
func (s *several) best(ply, depth, alpha, beta int, first step) (best int, move step) {
	movers := s.movers()
	if !s.belongs(first, movers) {
		first = 0
	}
	limit := 1 << 30
	if !s.full && depth < len(s.prune) && s.without&LateMovePruning == 0 {
		limit = s.prune[depth]
	}
	best, i := -infinity, 0
	floor := alpha
	p := picker{buf: s.buf[ply][:0], first: first, killer: s.killers[ply]}
	var wait step // the usual move, after which the free move is left to a later opponent
	if s.how == BestReplyPlus && !s.ours && !s.lastOfRound() {
		if wait = s.usual(s.turn.mover); wait != 0 {
			best, i = s.attempt(wait, ply, depth, floor, beta, -1), 1
			move = wait
			floor = max(floor, best)
		}
	}
	for best < beta && !s.stopped && (i < limit || best <= -MateBound) {
		m := s.choose(&p, movers)
		if m == 0 {
			break
		}
		if m == wait {
			continue
		}
		if wait != 0 {
			s.free = false
		}
		v := s.attempt(m, ply, depth-1, floor, beta, s.late(depth, i))
		if wait != 0 {
			s.free = true
		}
		i++
		if v > best {
			best, move = v, m
			floor = max(floor, v)
		}
	}
	s.buf[ply] = p.buf
	switch {
	case s.stopped:
		return 0, 0
	case i == 0:
		return s.passed(ply, depth, alpha, beta), 0
	case best >= beta:
		s.learn(move, ply, depth)
	}
	return best, move
}

// follow is the score after the usual move of an opponent, when another one
// has made the free move of the round.
func (s *several) follow(ply, depth, alpha, beta int) int {
	if m := s.usual(s.turn.mover); m != 0 {
		return s.attempt(m, ply, depth, alpha, beta, -1)
	}
	return s.passed(ply, depth, alpha, beta)
}

// passed is the score of a position whose movers are blocked: their turn is
// skipped. If nobody can move, the game is drawn.
func (s *several) passed(ply, depth, alpha, beta int) int {
	was, v := s.turn, 0
	if s.skip() {
		v = s.below(was.ours, ply+1, depth, alpha, beta)
	}
	s.restore(was)
	return v
}

// tableScore and plainScore turn the plies until a seat has finished from the
// root's to the node's, and back.
func tableScore(score, ply int) int {
	switch {
	case score > placed/2:
		return score + ply
	case score < -placed/2:
		return score - ply
	}
	return score
}

func plainScore(score, ply int) int { return tableScore(score, -ply) }

// belongs reports whether a move from the table is one of the movers'.
func (s *several) belongs(m step, movers seats) bool {
	if m == 0 || s.st.occ.Has(m.to()) {
		return false
	}
	for seat := range uint8(s.count) {
		if movers.has(seat) && s.st.pieces[seat].Has(m.from()) {
			return true
		}
	}
	return false
}

// learn teaches the order of moves a move that was good enough.
func (s *several) learn(m step, ply, depth int) {
	s.killers[ply] = m
	s.praise(int(s.ownerOf(m)), m, depth)
}
