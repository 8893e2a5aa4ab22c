package engine

// Remaining is the remaining distance of a seat: the sum, over its pieces
// outside the target, of the step distance to the nearest target cell that no
// own piece holds. Pieces are not matched to cells: several may count the same
// one. Labels, data columns and the greedy player use this measure.
func (p *Position) Remaining(seat int) int {
	b := p.rules.board
	open := b.goal[seat].Without(&p.pieces[seat])
	outside := p.pieces[seat].Without(&b.goal[seat])
	var goals, pieces [MaxCells]uint8
	targets := open.appendIndices(goals[:0])
	sum := 0
	for _, i := range outside.appendIndices(pieces[:0]) {
		from := &b.dist[b.cell[i]]
		best := uint8(255)
		for _, g := range targets {
			best = min(best, from[b.cell[g]])
		}
		if len(targets) > 0 {
			sum += int(best)
		}
	}
	return sum
}
