package gorgonia

import "halmazero/model/nn/kernel"

// spans says where the meaningful rows of a matrix lie: n runs of count rows,
// the i-th from row first+i*step on. total is the number of all rows.
type spans struct {
	total, first, step, count, n int
}

// dense returns the spans of a plain matrix.
func dense(rows int) spans { return spans{total: rows, count: rows, n: 1} }

// start is the first row of span i.
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
// those beyond the edge are pads. Activations are zero in all pads; gradients
// may hold anything there, and operators clear or mask them.
type grid struct {
	boards, rows, cols int
}

// tileRows and tileCols are the numbers of tiles that cover a board.
func (g grid) tileRows() int { return (g.rows + kernel.TileSide - 1) / kernel.TileSide }
func (g grid) tileCols() int { return (g.cols + kernel.TileSide - 1) / kernel.TileSide }

// width is the number of matrix rows of a line.
func (g grid) width() int { return g.tileCols()*kernel.TileSide + 1 }

// spans has one span for each board: its lines with their pads.
func (g grid) spans() spans {
	w, lines := g.width(), g.tileRows()*kernel.TileSide+1
	return spans{
		total: g.boards*lines*w + w + 2,
		first: 1 + w,
		step:  lines * w,
		count: g.rows * w,
		n:     g.boards,
	}
}

// row is the row of a cell, counted from the start of its board's span.
func (g grid) row(cell int) int { return cell/g.cols*g.width() + cell%g.cols }

// fill copies the cells of board i from src, [cells, channels] row-major,
// into dst, a matrix in this arrangement. Pads are left alone.
func (g grid) fill(dst []float32, i int, src []float32, channels int) {
	line := g.cols * channels
	to := g.spans().start(i) * channels
	for y := range g.rows {
		copy(dst[to:to+line], src[y*line:(y+1)*line])
		to += g.width() * channels
	}
}
