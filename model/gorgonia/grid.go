package gorgonia

import (
	"halmazero/model"
	"halmazero/model/nn/tiling"
)

// spans says where the meaningful rows of a matrix lie: in n boards, that of
// index i from row first+i*step on, each with the same runs of consecutive
// rows. total is the number of all rows.
type spans struct {
	total, first, step, n int
	runs                  []run
}

// run is count rows, of which the first is so many rows from the start of the
// board.
type run struct{ first, count int }

// dense returns the spans of a plain matrix.
func dense(rows int) spans { return spans{total: rows, n: 1, runs: []run{{0, rows}}} }

// start is the first row of board i.
func (s spans) start(i int) int { return s.first + i*s.step }

// grid is the arrangement of a batch of boards in the rows of a matrix. The
// lines of a board are padded to whole tiles of Winograd's convolution and one
// pad more, the lines of a batch likewise, and one pad line and one pad row
// precede the first board, one pad row follows the last:
//
//	.              guard
//	. . . . .      pad line
//	c c c . .      first board of a 2x3 grid, c = cell, . = pad
//	c c c . .
//	. . . . .      up to a whole tile
//	. . . . .
//	. . . . .      pad line, below the first board and above the second
//	...
//	.              guard
//
// So the neighbours of the row of a cell lie at -width-1 ... +width+1, and
// those beyond the edge are pads. So are the cells of a star's grid that are
// not on the board. Activations are zero in all pads; gradients may hold
// anything there, and operators clear or mask them.
type grid struct {
	boards, rows, cols int
	// cells is the number of cells of a board, without pads.
	cells  int
	tiling tiling.Tiling
	spans  spans // the runs of all boards
	// pads are those within the runs of the spans.
	pads []run
}

// newGrid is the grid for boards of a valid spec. The spans of a rectangle have
// one run for each board: all its lines, with the few pads at their ends. Those
// of a star have one for each line, without its many pads.
func newGrid(s model.Spec, boards int) grid {
	g := grid{boards: boards, rows: s.Rows, cols: s.Cols, cells: s.BoardCells(), tiling: tiling.New(s)}
	w, lines := g.width(), g.tiling.Rows+1
	g.spans = spans{total: boards*lines*w + w + 2, first: 1 + w, step: lines * w, n: boards}
	if s.Star == 0 {
		g.spans.runs = []run{{0, g.rows * w}}
		for row := range g.rows {
			g.pads = append(g.pads, run{row*w + g.cols, w - g.cols})
		}
		return g
	}
	for _, b := range g.tiling.Blocks {
		for row := b.Row; row < b.Row+b.Rows; row++ {
			g.spans.runs = append(g.spans.runs, run{row*w + b.Col, b.Cols})
		}
	}
	return g
}

// width is the number of matrix rows of a line.
func (g grid) width() int { return g.tiling.Cols + 1 }

// row is the row of a cell, counted from the start of its board's span.
func (g grid) row(cell int) int { return cell/g.cols*g.width() + cell%g.cols }

// fill copies the cells of board i from src, [cells, channels] row-major,
// into dst, a matrix in this arrangement. Pads are left alone.
func (g grid) fill(dst []float32, i int, src []float32, channels int) {
	board := dst[g.spans.start(i)*channels:]
	for _, b := range g.tiling.Blocks {
		for row := b.Row; row < b.Row+b.Rows; row++ {
			from, to := (row*g.cols+b.Col)*channels, (row*g.width()+b.Col)*channels
			copy(board[to:to+b.Cols*channels], src[from:])
		}
	}
}
