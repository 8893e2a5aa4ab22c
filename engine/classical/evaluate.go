package classical

import "halmazero/engine"

// The evaluation's weights. The unit is a sixteenth of what one row or column
// of progress is worth to a piece far ahead.
const (
	// weightProgress is for each row or column between a piece and the far
	// corner of its target; weightStraggler for the square of that number, so
	// that the last pieces hurt most.
	weightProgress  = 16
	weightStraggler = 2
	// weightCentre is for each cell of distance from the diagonal that joins
	// the two camps, along which the jumps are.
	weightCentre = 4
	// weightTempo is for the turn.
	weightTempo = 12
	// weightLast is for each step that the last pieces outside the target
	// still need to its empty cells, which the table does not know; it counts
	// from when at most lastPieces are outside, and up to lastSteps. More
	// pieces outside cost as much as lastSteps, so that going in never costs
	// anything.
	weightLast = 24
	lastPieces = 2
	lastSteps  = 12
	// A piece at home costs weightDeadline for each own move by which the
	// spare moves before the deadline fall short of spareMoves. A deadline
	// that can no longer be met costs weightLate besides.
	weightDeadline = 12
	spareMoves     = 6
	weightLate     = 4000
)

// evaluator knows the table and the target cells of one board.
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
			left, off := way(b, int(view[c]))
			e.table[seat][c] = int32(-weightProgress*left - weightStraggler*left*left - weightCentre*off)
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
	total := -weightLast * steps
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

// lateness is the cost of pieces at home when the deadline is the given number
// of own moves away. Each move takes at most one piece out.
func lateness(moves, home int) int {
	spare := moves - home
	if home == 0 || spare >= spareMoves {
		return 0
	}
	cost := home * weightDeadline * (spareMoves - spare)
	if spare < 0 {
		cost += weightLate
	}
	return cost
}
