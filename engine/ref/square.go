package ref

// directions are N, NE, E, SE, S, SW, W, NW as (row, column).
var directions = [8][2]int{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}

// campShape is the number of camp cells in each row from the corner on.
func campShape(side int) []int {
	switch side {
	case 8:
		return []int{4, 3, 2, 1}
	case 10:
		return []int{5, 4, 3, 2, 1}
	case 16:
		return []int{5, 5, 4, 3, 2}
	}
	panic("ref: no two-seat board has this side")
}

// square is a board without pieces.
type square struct {
	side  int
	camps [2][]bool // by seat, by cell: the cell is in the seat's camp
}

func newSquare(side int) square {
	q := square{side: side}
	for seat := range q.camps {
		q.camps[seat] = make([]bool, side*side)
	}
	for row, n := range campShape(side) {
		for col := range n {
			q.camps[0][row*side+col] = true
			q.camps[1][(side-1-row)*side+(side-1-col)] = true
		}
	}
	return q
}

func (q square) cells() int { return q.side * q.side }

func (q square) inHome(seat, cell int) bool { return q.camps[seat][cell] }
func (q square) inGoal(seat, cell int) bool { return q.camps[1-seat][cell] }

// away is the cell n cells from c in a direction, or false off the board.
func (q square) away(c int, direction [2]int, n int) (int, bool) {
	row, col := c/q.side+n*direction[0], c%q.side+n*direction[1]
	if row < 0 || row >= q.side || col < 0 || col >= q.side {
		return 0, false
	}
	return row*q.side + col, true
}

// steps is the number of king's steps between two cells.
func (q square) steps(a, b int) int {
	rows, cols := a/q.side-b/q.side, a%q.side-b%q.side
	return max(rows, -rows, cols, -cols)
}
