package classical

import "halmazero/engine"

// evaluator knows the table and the target cells of one board, for the plain
// search.
type evaluator struct {
	board *engine.Board
	table [2][engine.MaxCells]int32 // by seat and cell
	goal  [2][]int
}

// prepare builds the tables of the board unless they are there.
func (e *evaluator) prepare(b *engine.Board) {
	if e.board == b {
		return
	}
	e.board = b
	for seat := range e.table {
		e.goal[seat] = b.Goal(seat)
		view := b.View(seat)
		for c := range b.Cells() {
			e.table[seat][c] = int32(rung.worth(way(b, int(view[c]))))
		}
	}
}

// way is how far the far corner of the target is from a cell, both as a seat
// sees them: left is the rows and columns between them on squares, the rows on
// stars; off is the distance from the line that joins the two camps, two for
// each step across it.
func way(b *engine.Board, view int) (left, off int) {
	row, col := b.Coord(view)
	if b.Star() {
		off = 2*col + row
		return (b.Rows()-1)/2 - row, max(off, -off)
	}
	return b.Rows() + b.Cols() - 2 - row - col, max(row-col, col-row)
}

// sum is the table sum of a seat's pieces.
func (e *evaluator) sum(p *engine.Position, seat int) int {
	var buf [engine.MaxCells]uint8
	total := 0
	for _, c := range p.Pieces(buf[:0], seat) {
		total += int(e.table[seat][c])
	}
	return total
}

// gain is by how much a move of the seat raises its table sum.
func (e *evaluator) gain(seat int, m engine.Move) int {
	return int(e.table[seat][m.To()] - e.table[seat][m.From()])
}

// extras is what a seat's table sum leaves out, never above zero.
func (e *evaluator) extras(p *engine.Position, seat int) int {
	steps := lastSteps
	if p.PieceCount(seat)-p.InGoal(seat) <= lastPieces {
		steps = min(steps, e.stepsLeft(p, seat))
	}
	total := -rung.last * steps
	if deadline := p.Rules().Deadline(); deadline > 0 {
		total -= lateness(deadline-p.Made(seat), p.AtHome(seat))
	}
	return total
}

// stepsLeft is the least number of steps, on an empty board, that bring the
// seat's pieces outside the target, at most two, to cells of it that no own
// piece holds, each to its own.
func (e *evaluator) stepsLeft(p *engine.Position, seat int) int {
	var buf [engine.MaxCells]uint8
	var last [lastPieces]int
	outside := 0
	for _, c := range p.Pieces(buf[:0], seat) {
		if !e.board.InGoal(seat, int(c)) {
			last[outside] = int(c)
			outside++
		}
	}
	if outside == 0 {
		return 0
	}
	const far = 1 << 16
	// Over the cells so far: the least for the first piece, for the second,
	// and for both.
	first, second, both := far, far, far
	for _, g := range e.goal[seat] {
		if p.At(g) == seat+1 {
			continue
		}
		d := e.board.Distance(last[0], g)
		if outside == 2 {
			d2 := e.board.Distance(last[1], g)
			both = min(both, first+d2, second+d)
			second = min(second, d2)
		}
		first = min(first, d)
	}
	if outside == 2 {
		return both
	}
	return first
}
