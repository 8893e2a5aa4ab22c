package engine

import (
	"fmt"
	"sort"
	"sync"
)

// Board is the geometry of one board: cells, names, neighbours, camps. Boards
// are immutable and shared; a Rules holds the one it is played on.
//
// Only square boards with two seats are built so far. Nothing but the layout
// (which bit a cell has) and the jump masks in movegen.go knows that a board
// is square: stars and further seats add a constructor and their own masks.
type Board struct {
	id    string // "sq8"
	rows  int
	cols  int
	cells int
	seats int

	all   Bits                      // every cell
	bit   [MaxCells]uint8           // cell -> layout index
	cell  [MaxCells]uint8           // layout index -> cell
	steps [MaxCells]Bits            // layout index -> adjacent cells
	home  [MaxSeats]Bits            // seat -> own camp
	goal  [MaxSeats]Bits            // seat -> target camp
	dist  [MaxCells][MaxCells]uint8 // step distance by cell
	view  [MaxSeats][MaxCells]uint8 // seat -> cell -> cell in the seat's own view
	keys  zobristKeys
}

// squareDirs are the directions of a square board in canonical order
// N, NE, E, SE, S, SW, W, NW, as (row, column).
var squareDirs = [8][2]int{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}

// campRows are the row lengths of a camp by the side of a two-seat square board.
var campRows = map[int][]int{
	8:  {4, 3, 2, 1},
	10: {5, 4, 3, 2, 1},
	16: {5, 5, 4, 3, 2},
}

// squareBoards builds each square board by its side when it is first asked
// for. A board is a constant: building it takes a hundred times longer than
// reading a position.
var squareBoards = map[int]func() *Board{
	8:  sync.OnceValue(func() *Board { return newSquare(8) }),
	10: sync.OnceValue(func() *Board { return newSquare(10) }),
	16: sync.OnceValue(func() *Board { return newSquare(16) }),
}

// newSquare builds the square board of the given side (8, 10 or 16) for two
// seats: seat 0 at home in the north-west, seat 1 in the south-east.
//
// The layout puts the cells whose (row, column) have the same parities into one
// word: word = 2*(row%2) + column%2, bit = 8*(row/2) + column/2. The stride is
// 8 on every side, so that all sides share one move generator.
func newSquare(side int) *Board {
	b := &Board{id: fmt.Sprintf("sq%d", side), rows: side, cols: side, cells: side * side, seats: 2}
	for c := range b.cells {
		row, col := c/side, c%side
		i := uint8((row%2*2+col%2)<<6 | (row/2*8 + col/2))
		b.bit[c], b.cell[i] = i, uint8(c)
		b.all.Set(i)
	}
	for c := range b.cells {
		for _, d := range squareDirs {
			if n, ok := b.neighbour(c, d); ok {
				b.steps[b.bit[c]].Set(b.bit[n])
			}
		}
		for e := range b.cells {
			b.dist[c][e] = uint8(max(abs(c/side-e/side), abs(c%side-e%side)))
		}
		b.view[0][c], b.view[1][c] = uint8(c), uint8(b.cells-1-c)
	}
	for row, n := range campRows[side] {
		for col := range n {
			c := row*side + col
			b.home[0].Set(b.bit[c])
			b.home[1].Set(b.bit[b.cells-1-c])
		}
	}
	b.goal[0], b.goal[1] = b.home[1], b.home[0]
	b.keys = newZobristKeys()
	return b
}

// neighbour is the cell next to c in direction d, and whether it is on the board.
func (b *Board) neighbour(c int, d [2]int) (int, bool) {
	row, col := c/b.cols+d[0], c%b.cols+d[1]
	if row < 0 || row >= b.rows || col < 0 || col >= b.cols {
		return 0, false
	}
	return row*b.cols + col, true
}

func abs(x int) int { return max(x, -x) }

// ID names the board: sq8, sq10, sq16.
func (b *Board) ID() string { return b.id }

// Rows, Cols and Cells are the size of the board; Seats the players on it.
func (b *Board) Rows() int  { return b.rows }
func (b *Board) Cols() int  { return b.cols }
func (b *Board) Cells() int { return b.cells }
func (b *Board) Seats() int { return b.seats }

// Steps appends the cells adjacent to c, in direction order.
func (b *Board) Steps(dst []int, c int) []int {
	for _, d := range squareDirs {
		if n, ok := b.neighbour(c, d); ok {
			dst = append(dst, n)
		}
	}
	return dst
}

// Distance is the number of steps between two cells of the empty board.
func (b *Board) Distance(c, e int) int { return int(b.dist[c][e]) }

// Home is the camp of a seat and Goal its target camp, as ascending cells.
func (b *Board) Home(seat int) []int { return b.list(&b.home[seat]) }
func (b *Board) Goal(seat int) []int { return b.list(&b.goal[seat]) }

// InHome and InGoal report whether a cell belongs to a seat's camps.
func (b *Board) InHome(seat, cell int) bool { return b.home[seat].Has(b.bit[cell]) }
func (b *Board) InGoal(seat, cell int) bool { return b.goal[seat].Has(b.bit[cell]) }

// View maps each cell to where the seat itself sees it: the board turned so
// that the seat's home is in the first (north-west) corner. It is its own
// inverse for two seats. The array is shared: read only.
func (b *Board) View(seat int) *[MaxCells]uint8 { return &b.view[seat] }

// Mirror maps each cell to its reflection in the diagonal from the first to
// the last cell, which keeps both camps in place.
func (b *Board) Mirror(cell int) int { return cell%b.cols*b.cols + cell/b.cols }

func (b *Board) list(s *Bits) []int {
	var cells []int
	for _, i := range s.appendIndices(nil) {
		cells = append(cells, int(b.cell[i]))
	}
	sort.Ints(cells)
	return cells
}
