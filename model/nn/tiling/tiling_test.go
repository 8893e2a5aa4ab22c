package tiling

import (
	"testing"

	"halmazero/model"
	"halmazero/model/nn/kernel"
)

// shapes are rectangles of all remainders, and all stars.
func shapes() []model.Spec {
	var all []model.Spec
	for rows := 4; rows <= 11; rows++ {
		for cols := 4; cols <= 11; cols++ {
			all = append(all, model.Spec{Rows: rows, Cols: cols})
		}
	}
	for n := 1; n <= 7; n++ {
		all = append(all, model.Spec{Rows: 4*n + 1, Cols: 4*n + 1, Star: n})
	}
	return all
}

// TestTilesHoldEachCellOnce counts how often each cell lies in a tile, and
// that what is not on the board lies in a gap.
func TestTilesHoldEachCellOnce(t *testing.T) {
	for _, s := range shapes() {
		tiling := New(s)
		held, first := make(map[[2]int]int), 0
		for _, run := range tiling.Runs {
			if run.First != first {
				t.Fatalf("%+v: run %+v does not begin at tile %d", s, run, first)
			}
			first += run.Tiles
			if run.Row+kernel.TileSide > tiling.Rows || run.Col+kernel.TileSide*run.Tiles > tiling.Cols {
				t.Errorf("%+v: run %+v leaves the grid of %dx%d", s, run, tiling.Rows, tiling.Cols)
			}
			for row := run.Row; row < run.Row+run.Rows; row++ {
				for col := run.Col; col < run.Col+run.Cols; col++ {
					held[[2]int{row, col}]++
				}
			}
			for _, g := range run.Gaps {
				for col := g.Col; col < g.Col+g.Cols; col++ {
					held[[2]int{g.Row, col}]--
				}
			}
		}
		if first != tiling.Tiles {
			t.Errorf("%+v: %d tiles in runs, %d in all", s, first, tiling.Tiles)
		}
		checkCells(t, s, "the tiles", held)
	}
}

func TestBlocksHoldEachCellOnce(t *testing.T) {
	for _, s := range shapes() {
		held := make(map[[2]int]int)
		for _, b := range New(s).Blocks {
			for row := b.Row; row < b.Row+b.Rows; row++ {
				for col := b.Col; col < b.Col+b.Cols; col++ {
					held[[2]int{row, col}]++
				}
			}
		}
		checkCells(t, s, "the blocks", held)
	}
}

// checkCells compares how often cells are held with the board.
func checkCells(t *testing.T, s model.Spec, what string, held map[[2]int]int) {
	t.Helper()
	for row := -1; row < s.Rows+kernel.TileSide; row++ {
		for col := -1; col < s.Cols+kernel.TileSide; col++ {
			want := 0
			if s.OnBoard(row, col) {
				want = 1
			}
			if got := held[[2]int{row, col}]; got != want {
				t.Errorf("%dx%d, star %d: %s hold row %d, column %d %d times, want %d", s.Rows, s.Cols, s.Star, what, row, col, got, want)
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		name          string
		spec          model.Spec
		tiles, blocks int
	}{
		{"8x8", model.Spec{Rows: 8, Cols: 8}, 4, 1},
		{"10x10", model.Spec{Rows: 10, Cols: 10}, 9, 1},
		{"16x16", model.Spec{Rows: 16, Cols: 16}, 16, 1},
		{"star121", model.Spec{Rows: 17, Cols: 17, Star: 4}, 13, 17},
		{"star181", model.Spec{Rows: 21, Cols: 21, Star: 5}, 16, 21},
		{"star253", model.Spec{Rows: 25, Cols: 25, Star: 6}, 23, 25},
	} {
		tiling := New(test.spec)
		if tiling.Tiles != test.tiles || len(tiling.Blocks) != test.blocks {
			t.Errorf("%s: %d tiles and %d blocks, want %d and %d", test.name, tiling.Tiles, len(tiling.Blocks), test.tiles, test.blocks)
		}
	}
}
