package classical

import "halmazero/engine"

// The evaluation's weights. The unit is a sixteenth of what one row or column
// of progress is worth to a piece far ahead.
const (
	// weightProgress is for each row or column between a piece and the far
	// corner of its target; weightStraggler for the square of that number, so
	// that the last pieces hurt most.
	weightProgress  = 16
	weightStraggler = 1
	// weightCentre is for each cell of distance from the diagonal that joins
	// the two camps, along which the jumps are.
	weightCentre = 4
	// weightTempo is for the turn.
	weightTempo = 12
	// weightNearest is for each step of remaining distance (see
	// engine.Position.Remaining) once at most lastPieces are outside the
	// target: the table does not know which target cells are still empty.
	weightNearest = 48
	lastPieces    = 2
	// A piece at home costs weightDeadline for each own move by which the
	// spare moves before the deadline fall short of spareMoves. A deadline
	// that can no longer be met costs weightLate besides.
	weightDeadline = 12
	spareMoves     = 6
	weightLate     = 4000
)

// evaluator knows the table of one board.
type evaluator struct {
	board *engine.Board
	table [2][engine.MaxCells]int32 // by seat and cell
}

// prepare builds the tables of the board unless they are there.
func (e *evaluator) prepare(b *engine.Board) {
	if e.board == b {
		return
	}
	e.board = b
	for seat := range e.table {
		view := b.View(seat)
		for c := range b.Cells() {
			row, col := int(view[c])/b.Cols(), int(view[c])%b.Cols()
			left := b.Rows() + b.Cols() - 2 - row - col
			off := max(row-col, col-row)
			e.table[seat][c] = int32(-weightProgress*left - weightStraggler*left*left - weightCentre*off)
		}
	}
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

// extras is what a seat's table sum leaves out.
func extras(p *engine.Position, seat int) int {
	total := 0
	if p.PieceCount(seat)-p.InGoal(seat) <= lastPieces {
		total -= weightNearest * p.Remaining(seat)
	}
	if deadline := p.Rules().Deadline(); deadline > 0 {
		total -= lateness(deadline-p.Made(seat), p.AtHome(seat))
	}
	return total
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
