package classical

// try makes a move and returns its score in the view of the seat that makes it.
// narrow searches first with a null window, at a reduced depth.
func (s *selective) try(m step, ply, depth, alpha, beta int, narrow bool, reduction int) int {
	me := s.st.mover & 1
	s.st.do(s.t, m, me^1)
	v, over := s.outcome(me, ply+1)
	if !over {
		if narrow {
			v = -s.node(ply+1, depth-1-reduction, -alpha-1, -alpha)
			if v > alpha && reduction > 0 && !s.stopped {
				v = -s.node(ply+1, depth-1, -alpha-1, -alpha)
			}
			if v > alpha && v < beta && !s.stopped {
				v = -s.node(ply+1, depth-1, -beta, -alpha)
			}
		} else {
			v = -s.node(ply+1, depth-1, -beta, -alpha)
		}
	}
	s.st.undo(s.t, m, me)
	return v
}

// outcome is the score of a game that the seat's last move has ended, in its
// view.
func (s *selective) outcome(me uint8, ply int) (score int, over bool) {
	if s.st.open[me] == 0 {
		return Mate - ply, true
	}
	if s.deadline > 0 && s.st.home[me] > 0 && int(s.st.made[me]) >= s.deadline {
		return ply - Mate, true
	}
	if s.limited {
		if s.t.rules.Sealed(&s.st.pieces) {
			return 0, true
		}
		if limit := s.t.rules.TurnLimit(); limit > 0 && int(s.st.ply) >= limit {
			return 0, true
		}
	}
	return 0, false
}

// node is the score of the position in the view of its mover, fail-soft.
func (s *selective) node(ply, depth, alpha, beta int) int {
	if depth <= 1 {
		return s.frontier(ply, beta)
	}
	if s.visit(); s.stopped {
		return 0
	}
	if ply >= maxPly-1 {
		return s.static()
	}
	// No way on is better than to win with the next move, or worse than to
	// have lost by now.
	alpha, beta = max(alpha, ply-Mate), min(beta, Mate-ply-1)
	if alpha >= beta {
		return alpha
	}
	if s.calm(depth) {
		if v := s.static() - s.margin*(depth-1); v >= beta {
			return v
		}
	}
	key := s.key()
	first, v, known := s.known(key, ply, depth, alpha, beta)
	if known {
		return v
	}
	if depth >= s.probeDepth && s.without&ProbCut == 0 && beta-alpha == 1 && !decided(alpha) && !decided(beta) {
		if v, ok := s.probe(ply, depth, beta); ok || s.stopped {
			return v
		}
	}
	return s.expand(ply, depth, alpha, beta, key, first)
}

// calm reports whether a static score well above beta can be trusted so many
// plies before the end.
func (s *selective) calm(depth int) bool {
	me := s.st.mover & 1
	return depth <= s.marginDepth && s.without&MarginCut == 0 && !s.pressed(me) && !s.pressed(me^1)
}

// known looks the position up: a move to try first, 0 for none, and the score
// if that is all that the window asks.
func (s *selective) known(key uint64, ply, depth, alpha, beta int) (first step, score int, ok bool) {
	if s.without&TranspositionTable != 0 {
		return 0, 0, false
	}
	e := s.table.find(key)
	if e == nil {
		return 0, 0, false
	}
	score = fromTable(int(e.score), ply)
	if int(e.depth) >= depth {
		switch is := e.bound(); {
		case is == exact, is == lower && score >= beta, is == upper && score <= alpha:
			return 0, score, true
		}
	}
	first = step(e.move)
	if !s.st.pieces[s.st.mover&1].Has(first.from()) || s.st.occ.Has(first.to()) {
		first = 0 // of another position with the same key
	}
	return first, 0, false
}

// expand searches the moves of a position.
func (s *selective) expand(ply, depth, alpha, beta int, key uint64, first step) int {
	limit := 1 << 30
	if depth < len(s.prune) && s.without&LateMovePruning == 0 {
		limit = s.prune[depth]
	}
	p := picker{buf: s.buf[ply][:0], first: first, killer: s.killers[ply], split: depth <= 3}
	best, move, floor, i := -infinity, step(0), alpha, 0
	for ; i < limit || best <= -MateBound; i++ {
		m := s.pick(&p)
		if m == 0 {
			break
		}
		v := s.try(m, ply, depth, floor, beta, i > 0, s.reduction(depth, i))
		if s.stopped {
			break
		}
		if v > best {
			best, move = v, m
			if v >= beta {
				s.remember(m, ply, depth)
				break
			}
			floor = max(floor, v)
		}
	}
	s.buf[ply] = p.buf
	switch {
	case s.stopped:
		return 0
	case best == -infinity:
		return s.blocked(ply, depth, alpha, beta)
	}
	is := boundOf(best, alpha, beta)
	if is == upper {
		move = 0
	}
	s.table.store(key, toTable(best, ply), uint16(move), depth, is)
	return best
}

// reduction is by how many plies the move of this index is searched less
// deeply.
func (s *selective) reduction(depth, i int) int {
	if i == 0 || s.without&LateMoveReductions != 0 {
		return 0
	}
	return int(s.reduce[depth][min(i, 63)])
}

// probe guesses from a shallower search that the deep one would be outside the
// null window below beta by far (Buro 1995, ProbCut).
func (s *selective) probe(ply, depth, beta int) (score int, ok bool) {
	shallow := depth - s.probeLess
	static := s.static()
	if bound := beta + s.probeMargin; static >= beta {
		if v := s.node(ply, shallow, bound-1, bound); v >= bound && !s.stopped {
			return v - s.probeMargin, true
		}
	} else if bound := beta - 1 - s.probeMargin; !s.stopped {
		if v := s.node(ply, shallow, bound, bound+1); v <= bound && !s.stopped {
			return v + s.probeMargin, true
		}
	}
	return 0, false
}

// toTable and fromTable turn the plies to a win from the root's to the node's.
func toTable(score, ply int) int {
	switch {
	case score > MateBound:
		return score + ply
	case score < -MateBound:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score > MateBound:
		return score - ply
	case score < -MateBound:
		return score + ply
	}
	return score
}

// blocked is the score of a position whose mover has no move: it is skipped,
// and if the other seat has none either, the game is drawn.
func (s *selective) blocked(ply, depth, alpha, beta int) int {
	me := s.st.mover & 1
	s.reach.Start(s.t.rules, int(me^1), &s.st.pieces[me^1], &s.st.occ)
	for s.reach.Next() {
		if !s.reach.To.Empty() {
			s.st.pass(s.t, me^1)
			v := -s.node(ply+1, depth-1, -beta, -alpha)
			s.st.pass(s.t, me)
			return v
		}
	}
	return 0
}

// remember teaches the order of moves a move that was good enough.
func (s *selective) remember(m step, ply, depth int) {
	s.killers[ply] = m
	s.praise(int(s.st.mover&1), m, depth)
}

// historyMax bounds what the history says of a move.
const historyMax = 1 << 11

// praise notes in the history that a move of the seat was good enough. What it
// says of a move tends to historyMax and forgets at the same rate.
func (s *selective) praise(seat int, m step, depth int) {
	bonus := min(depth*depth, historyMax/8)
	h := &s.past[seat<<16|int(m)]
	*h += int16(bonus - int(*h)*bonus/historyMax)
}
