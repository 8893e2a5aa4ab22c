package engine

import (
	"fmt"
	"sync"
)

// grid is the geometry of a board without players: cells, coordinates, names,
// neighbours, camps by corner, and the layout of cells in a Bits. Grids are
// immutable and shared.
type grid struct {
	id    string
	star  bool
	rows  int // of the bounding box; a star's is that of its axial coordinates
	cols  int
	cells int
	shift int // what is added to a coordinate to count rows and columns from 0

	coord   [MaxCells][2]int          // cell -> row, column; of a star r, q around the centre
	index   map[[2]int]int            // and back
	rowEnd  []int                     // row -> number of cells up to its end, for reading order
	dirs    [][2]int                  // directions in canonical order, as (row, column)
	next    [MaxCells][8]int16        // cell -> direction -> adjacent cell, -1 off the board
	corners []string                  // names of the camps, clockwise
	camp    [6][]int                  // corner -> cells, ascending
	all     Bits                      // every cell
	bit     [MaxCells]uint8           // cell -> layout index
	cell    [cellTable]uint8          // layout index -> cell
	mirror  [MaxCells]uint8           // cell -> its reflection
	steps   [MaxCells]Bits            // layout index -> adjacent cells
	dist    [MaxCells][MaxCells]uint8 // step distance by cell
	jump    [4]jumpMasks              // class -> cells whose jump lands on the board
	step    [4]stepMasks              // class -> cells whose step stays on the board
	packs   stepPacks                 // pack.go
	halves  *halvesTables             // halves.go; nil where a class fits a word
	keys    *zobristKeys
}

// cellTable is the length of the table from layout index to cell: one class
// more than there are, so that an index past the last bit of a word reads
// something.
const cellTable = 5 * 64

// squareDirs are the directions of a square board in canonical order
// N, NE, E, SE, S, SW, W, NW, as (row, column); starDirs those of a star,
// NE, E, SE, SW, W, NW, as (r, q).
var (
	squareDirs = [][2]int{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}
	starDirs   = [][2]int{{-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}}
)

var (
	squareCorners = []string{"NW", "NE", "SE", "SW"}
	starCorners   = []string{"N", "NE", "SE", "S", "SW", "NW"}
)

// gridIDs names the grids in the order in which they are listed.
var gridIDs = []string{"sq8", "sq10", "sq16", "sq16x4", "star121", "star121x15", "star181", "star253"}

// grids builds each grid when it is first asked for. A grid is a constant:
// building it takes a hundred times longer than reading a position.
var grids = map[string]func() *grid{
	"sq8":        sync.OnceValue(func() *grid { return newSquare("sq8", 8, []int{4, 3, 2, 1}) }),
	"sq10":       sync.OnceValue(func() *grid { return newSquare("sq10", 10, []int{5, 4, 3, 2, 1}) }),
	"sq16":       sync.OnceValue(func() *grid { return newSquare("sq16", 16, []int{5, 5, 4, 3, 2}) }),
	"sq16x4":     sync.OnceValue(func() *grid { return newSquare("sq16x4", 16, []int{4, 4, 3, 2}) }),
	"star121":    sync.OnceValue(func() *grid { return newStar("star121", 4, false) }),
	"star121x15": sync.OnceValue(func() *grid { return newStar("star121x15", 4, true) }),
	"star181":    sync.OnceValue(func() *grid { return newStar("star181", 5, false) }),
	"star253":    sync.OnceValue(func() *grid { return newStar("star253", 6, false) }),
}

// newSquare builds a square grid; campRows are the row lengths of the camp in
// the north-west corner.
func newSquare(id string, side int, campRows []int) *grid {
	g := &grid{id: id, rows: side, cols: side, dirs: squareDirs, corners: squareCorners}
	for row := range side {
		for col := range side {
			g.addCell(row, col)
		}
	}
	for row, n := range campRows {
		for col := range n {
			c := [2]int{row, col}
			for corner := range g.corners {
				g.camp[corner] = append(g.camp[corner], g.index[c])
				c = g.turn(c)
			}
		}
	}
	g.finish()
	return g
}

// newStar builds the star whose points have n rows: the hexagram of the cells
// whose three axial coordinates q, r, -q-r are all at most n or all at least
// -n. Its camps are the points; extended ones hold one row more, of n+1 cells,
// whose ends two neighbouring camps share.
func newStar(id string, n int, extended bool) *grid {
	g := &grid{id: id, star: true, rows: 4*n + 1, cols: 4*n + 1, shift: 2 * n, dirs: starDirs, corners: starCorners}
	for r := -2 * n; r <= 2*n; r++ {
		for q := -2 * n; q <= 2*n; q++ {
			if s := -q - r; max(q, r, s) <= n || min(q, r, s) >= -n {
				g.addCell(r, q)
			}
		}
	}
	if n > 5 {
		g.halves = new(halvesTables)
	}
	edge := -n - 1
	if extended {
		edge = -n
	}
	for c := range g.cells {
		at := g.coord[c]
		if r, q := at[0], at[1]; r > edge || q > n || -q-r > n {
			continue
		}
		for corner := range g.corners {
			g.camp[corner] = append(g.camp[corner], g.index[at])
			at = g.turn(at)
		}
	}
	g.finish()
	return g
}

func (g *grid) addCell(row, col int) {
	if g.index == nil {
		g.index = make(map[[2]int]int)
		g.rowEnd = make([]int, g.rows)
	}
	g.coord[g.cells] = [2]int{row, col}
	g.index[[2]int{row, col}] = g.cells
	g.cells++
	g.rowEnd[row+g.shift] = g.cells
}

// turn is where a clockwise turn of the board takes a coordinate: by a right
// angle on squares, by 60 degrees on stars. It takes each corner to the next.
func (g *grid) turn(c [2]int) [2]int {
	if g.star {
		r, q := c[0], c[1]
		return [2]int{q + r, -r}
	}
	return [2]int{c[1], g.rows - 1 - c[0]}
}

// reflect is the reflection that keeps the first corner in place: in the
// diagonal of a square, in the vertical axis of a star.
func (g *grid) reflect(c [2]int) [2]int {
	if g.star {
		r, q := c[0], c[1]
		return [2]int{r, -q - r}
	}
	return [2]int{c[1], c[0]}
}

// distance is the number of steps between two coordinates: Chebyshev's on
// squares, hexagonal on stars.
func (g *grid) distance(a, b [2]int) int {
	row, col := a[0]-b[0], a[1]-b[1]
	d := max(abs(row), abs(col))
	if g.star {
		d = max(d, abs(row+col))
	}
	return d
}

// finish fills the tables once the cells and camps are known.
func (g *grid) finish() {
	for corner := range g.corners {
		sortCells(g.camp[corner])
	}
	for c := range g.cells {
		i := g.layoutIndex(c)
		if g.all.Has(i) {
			panic(fmt.Sprintf("engine: two cells of %s have the layout index %d", g.id, i))
		}
		g.bit[c], g.cell[i] = i, uint8(c)
		g.all.Set(i)
	}
	for c := range g.cells {
		g.mirror[c] = uint8(g.index[g.reflect(g.coord[c])])
		for d := range g.next[c] {
			g.next[c][d] = -1
		}
		for d, step := range g.dirs {
			n, ok := g.index[[2]int{g.coord[c][0] + step[0], g.coord[c][1] + step[1]}]
			if ok {
				g.next[c][d] = int16(n)
				g.steps[g.bit[c]].Set(g.bit[n])
			}
		}
		for e := range g.cells {
			g.dist[c][e] = uint8(g.distance(g.coord[c], g.coord[e]))
		}
	}
	g.keys = zobrist()
	if g.halves != nil {
		g.setHalves()
	} else {
		g.setJumps()
		g.setPacks()
	}
}

func abs(x int) int { return max(x, -x) }
