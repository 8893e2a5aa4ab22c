// Package tiling covers boards with the tiles of Winograd's convolution (see
// package kernel), for inference and for training.
//
// # Glossary
//
//   - Band: kernel.TileSide rows of the grid, from row 0 on.
//   - Run: tiles of a band that lie side by side, each with a cell of the board.
//   - Gap: cells that the tiles of a run hold and that are not on the board.
//   - Block: a rectangle of cells of the board.
package tiling

import (
	"halmazero/model"
	"halmazero/model/nn/kernel"
)

// Tiling says where the tiles of a board lie. It is immutable.
type Tiling struct {
	// Runs are the tiles from north to south and west to east, and Tiles is the
	// number of them all.
	Runs  []Run
	Tiles int
	// Rows and Cols are the grid that holds the tiles whole: as large as that
	// of the board, or larger.
	Rows, Cols int
	// Blocks are the cells of the board in reading order of their first ones:
	// one block of a rectangle, one for each row or a few of a star.
	Blocks []Block
}

// Run is tiles side by side.
type Run struct {
	// Row and Col are the first tile's north-west cell.
	Row, Col int
	// First is the number of tiles in the runs before, Tiles that of this one.
	First, Tiles int
	// Rows and Cols are how many rows and columns of the run lie in the grid of
	// the board.
	Rows, Cols int
	// Gaps are cells within Rows and Cols, in pieces of a row.
	Gaps []Block
}

// Block is Rows times Cols cells from a row and a column on.
type Block struct{ Row, Col, Rows, Cols int }

// New covers the board of a valid spec with the fewest tiles that bands from
// row 0 on allow: each run begins at the first cell that is not covered yet.
// The star of 121 cells takes 13 tiles of the 25 of its grid, that of 181 cells
// 16 of 36, that of 253 cells 23 of 49.
func New(s model.Spec) Tiling {
	t := Tiling{Rows: s.Rows, Cols: s.Cols}
	for row := 0; row < s.Rows; row += kernel.TileSide {
		t.addBand(s, row, min(kernel.TileSide, s.Rows-row))
		t.Rows = max(t.Rows, row+kernel.TileSide)
	}
	for row := range s.Rows {
		t.addRow(s, row)
	}
	return t
}

// addBand covers the band of rows from a row on.
func (t *Tiling) addBand(s model.Spec, row, rows int) {
	holds := func(col int) bool {
		for r := row; r < row+rows; r++ {
			if s.OnBoard(r, col) {
				return true
			}
		}
		return false
	}
	for col := 0; col < s.Cols; {
		if !holds(col) {
			col++
			continue
		}
		run := Run{Row: row, Col: col, First: t.Tiles, Rows: rows}
		for ; col < s.Cols && holds(col); col += kernel.TileSide {
			run.Tiles++
		}
		run.Cols = min(col, s.Cols) - run.Col
		run.Gaps = gaps(s, run)
		t.Runs = append(t.Runs, run)
		t.Tiles += run.Tiles
		t.Cols = max(t.Cols, col)
	}
}

// gaps are the cells of a run that are not on the board.
func gaps(s model.Spec, run Run) []Block {
	var all []Block
	for row := run.Row; row < run.Row+run.Rows; row++ {
		all = append(all, pieces(row, run.Col, run.Col+run.Cols, func(col int) bool { return !s.OnBoard(row, col) })...)
	}
	return all
}

// addRow adds the cells of a row to the blocks.
func (t *Tiling) addRow(s model.Spec, row int) {
	for _, b := range pieces(row, 0, s.Cols, func(col int) bool { return s.OnBoard(row, col) }) {
		if n := len(t.Blocks); n > 0 {
			if last := &t.Blocks[n-1]; last.Col == b.Col && last.Cols == b.Cols && last.Row+last.Rows == row {
				last.Rows++
				continue
			}
		}
		t.Blocks = append(t.Blocks, b)
	}
}

// pieces cuts the columns of a row from one to before another, of which is says
// which count, into blocks.
func pieces(row, from, to int, is func(col int) bool) []Block {
	var all []Block
	for col := from; col < to; col++ {
		switch n := len(all); {
		case !is(col):
		case n > 0 && all[n-1].Col+all[n-1].Cols == col:
			all[n-1].Cols++
		default:
			all = append(all, Block{row, col, 1, 1})
		}
	}
	return all
}
