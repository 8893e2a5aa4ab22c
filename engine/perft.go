package engine

// Perft is the number of sequences of exactly depth moves from the position;
// a finished game has no continuation, and a skip is not a move. Perft of
// depth 0 is 1.
func (p *Position) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	var buf [512]Move
	var n uint64
	var q Position // outside the loop, or it would be allocated
	for _, m := range p.Moves(buf[:0]) {
		q = *p
		q.play(m)
		if q.result.Over() {
			continue
		}
		leaves := q.Perft(depth - 1)
		if leaves == 0 && q.SkipBlocked() > 0 { // a blocked seat has no moves either
			leaves = q.Perft(depth - 1)
		}
		n += leaves
	}
	return n
}
