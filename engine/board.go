package engine

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// Board is a grid with players: which corners are seats, in playing order, and
// so every seat's camps and its view of the board. Boards are immutable and
// shared; a Rules holds the one it is played on.
type Board struct {
	*grid
	seats  int
	corner [MaxSeats]int // seat -> corner, clockwise from the first

	home   [MaxSeats]Bits            // seat -> own camp
	goal   [MaxSeats]Bits            // seat -> target camp
	view   [MaxSeats][MaxCells]uint8 // seat -> cell -> cell in the seat's own view
	unview [MaxSeats][MaxCells]uint8 // and back
	near   [MaxSeats]nearTable       // distance.go
	seals  [MaxSeats]seal            // sealed.go
	same   []Symmetry                // symmetry.go
}

// boardKey is what boards differ in: the grid, and the corners that are seats,
// one bit each.
type boardKey struct {
	grid  string
	seats uint8
}

var (
	boardsMu sync.Mutex
	boards   = make(map[boardKey]*Board) // built when first asked for; constants
)

// boardOf is the board of a grid and a set of its corners, or an error if they
// cannot be played together.
func boardOf(id string, seats uint8) (*Board, error) {
	g := grids[id]()
	if err := g.checkSeats(seats); err != nil {
		return nil, err
	}
	boardsMu.Lock()
	defer boardsMu.Unlock()
	key := boardKey{id, seats}
	if boards[key] == nil {
		boards[key] = newBoard(g, seats)
	}
	return boards[key], nil
}

// checkSeats says whether a set of corners can be the seats of a grid. Squares
// have the sets for which their camps are made; a star has any two to six
// whose camps share no cell.
func (g *grid) checkSeats(seats uint8) error {
	text := seatText(g, seats)
	if !g.star {
		if want := seatText(g, usualSeats(g.id, 0)); text != want {
			return fmt.Errorf("%s is played by %s, not by %s", g.id, want, text)
		}
		return nil
	}
	if n := bits.OnesCount8(seats); n < 2 {
		return fmt.Errorf("%s needs two to six seats, %q has %d", g.id, text, n)
	}
	for i := range g.corners {
		j := (i + 1) % len(g.corners)
		if seats>>i&1 == 0 || seats>>j&1 == 0 {
			continue
		}
		for _, c := range g.camp[i] {
			if slices.Contains(g.camp[j], c) {
				return fmt.Errorf("on %s the camps of %s and %s share a cell, so both cannot be seats", g.id, g.corners[i], g.corners[j])
			}
		}
	}
	return nil
}

// usualSeats is the set of corners that n players usually take on a board, one
// bit each. Square boards have only one set, and a star has one for every n.
func usualSeats(id string, n int) uint8 {
	switch {
	case id == "sq16x4":
		return 0b1111
	case !grids[id]().star:
		return 0b0101
	}
	return usualStarSeats[n]
}

func seatText(g *grid, seats uint8) string {
	var names []string
	for i, n := range g.corners {
		if seats>>i&1 != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, "+")
}

// seatText is the corners of the seats, as the option seats names them.
func (b *Board) seatText() string {
	seats := uint8(0)
	for s := range b.seats {
		seats |= 1 << b.corner[s]
	}
	return seatText(b.grid, seats)
}

func newBoard(g *grid, seats uint8) *Board {
	b := &Board{grid: g}
	for corner := range g.corners {
		if seats>>corner&1 == 0 {
			continue
		}
		s := b.seats
		b.seats++
		b.corner[s] = corner
		for _, c := range g.camp[corner] {
			b.home[s].Set(g.bit[c])
		}
		for _, c := range g.camp[b.opposite(corner)] {
			b.goal[s].Set(g.bit[c])
		}
		// The seat's view turns its corner onto the first.
		for c := range g.cells {
			at := g.coord[c]
			for range (len(g.corners) - corner) % len(g.corners) {
				at = g.turn(at)
			}
			v := g.index[at]
			b.view[s][c], b.unview[s][v] = uint8(v), uint8(c)
		}
		b.near[s] = newNearTable(g, &b.goal[s])
	}
	for s := range b.seats {
		b.seals[s] = newSeal(b, s)
	}
	b.same = symmetries(b)
	return b
}

func (g *grid) opposite(corner int) int { return (corner + len(g.corners)/2) % len(g.corners) }

// ID names the grid: sq8, sq10, sq16, sq16x4 (four seats), star121,
// star121x15 (extended camps), star181, star253.
func (b *Board) ID() string { return b.id }

// Star reports whether the board is a star with six directions and not a
// square with eight.
func (b *Board) Star() bool { return b.star }

// Rows and Cols are the size of the smallest grid that holds the board: of a
// star, that of its axial coordinates r and q. Cells is the number of cells,
// Seats that of the players.
func (b *Board) Rows() int  { return b.rows }
func (b *Board) Cols() int  { return b.cols }
func (b *Board) Cells() int { return b.cells }
func (b *Board) Seats() int { return b.seats }

// Corner is the name of the corner or point where a seat is at home: NW, NE,
// SE, SW on squares, N, NE, SE, S, SW, NW on stars.
func (b *Board) Corner(seat int) string { return b.corners[b.corner[seat]] }

// Coord is the place of a cell: row and column from 0 on squares, on stars the
// axial coordinates r (downwards) and q around the centre. CellAt is its
// inverse, false where there is no cell.
func (b *Board) Coord(cell int) (row, col int) { return b.coord[cell][0], b.coord[cell][1] }

// CellAt is the cell at a place, as Coord gives it.
func (b *Board) CellAt(row, col int) (cell int, ok bool) {
	cell, ok = b.index[[2]int{row, col}]
	return cell, ok
}

// RowLen is the number of cells in a row of the board, from 0 in the north.
func (b *Board) RowLen(row int) int {
	if row == 0 {
		return b.rowEnd[0]
	}
	return b.rowEnd[row] - b.rowEnd[row-1]
}

// Steps appends the cells adjacent to c, in direction order.
func (b *Board) Steps(dst []int, c int) []int {
	for d := range b.dirs {
		if n := b.next[c][d]; n >= 0 {
			dst = append(dst, int(n))
		}
	}
	return dst
}

// Distance is the number of steps between two cells of the empty board.
func (b *Board) Distance(c, e int) int { return int(b.dist[c][e]) }

// Home is the camp of a seat and Goal its target camp, as ascending cells.
func (b *Board) Home(seat int) []int { return slices.Clone(b.camp[b.corner[seat]]) }

// Goal is the camp opposite to a seat's own, as ascending cells.
func (b *Board) Goal(seat int) []int { return slices.Clone(b.camp[b.opposite(b.corner[seat])]) }

// InHome and InGoal report whether a cell belongs to a seat's camps.
func (b *Board) InHome(seat, cell int) bool { return b.home[seat].Has(b.bit[cell]) }

// InGoal reports whether a cell belongs to a seat's target camp.
func (b *Board) InGoal(seat, cell int) bool { return b.goal[seat].Has(b.bit[cell]) }

// View maps each cell to where the seat itself sees it: the board turned so
// that the seat's home is in the first corner, north-west on squares, north on
// stars. Unview is the inverse. The arrays are shared: read only.
func (b *Board) View(seat int) *[MaxCells]uint8 { return &b.view[seat] }

// Unview maps each cell of a seat's view to the cell itself.
func (b *Board) Unview(seat int) *[MaxCells]uint8 { return &b.unview[seat] }

// Mirror maps each cell to its reflection in the axis through the first
// corner: the diagonal of a square, the vertical axis of a star. It keeps the
// first corner's camp and the opposite one in place.
func (b *Board) Mirror(cell int) int { return int(b.mirror[cell]) }

func sortCells(cells []int) { slices.Sort(cells) }
