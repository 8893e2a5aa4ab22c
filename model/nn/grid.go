package nn

import (
	"halmazero/model"
	"halmazero/model/nn/tiling"
)

// grid is the geometry of a board in memory: the smallest grid that holds its
// tiles whole, and around it a halo of one cell. Cells of a tile that are not
// on the board are cleared after each layer; what no tile holds is never
// written. So all but the cells of the board stays zero.
type grid struct {
	tiling.Tiling
	rowCells     int // from a row of cells to the next
	cells        int // of a position, with the halo
	group        int // positions computed together
	groupedTiles int
}

// Tiles of a group: too few waste the kernels, too many leave the cache. A
// group is up to maxGroup positions, as long as they have no more tiles.
const (
	maxGroup = 4
	maxTiles = 36
)

func newGrid(s model.Spec) grid {
	g := grid{Tiling: tiling.New(s)}
	g.rowCells = g.Cols + 2
	g.cells = (g.Rows + 2) * g.rowCells
	g.group = max(1, min(maxGroup, maxTiles/g.Tiles))
	g.groupedTiles = g.group * g.Tiles
	return g
}

// cell is the index in memory of a cell of position i of a group. That of row
// -1 and column -1 is the corner of the halo.
func (g *grid) cell(i, row, col int) int { return i*g.cells + (row+1)*g.rowCells + col + 1 }

// window is the index of the north-west cell of the window of a run's first
// tile.
func (g *grid) window(i int, r *tiling.Run) int { return g.cell(i, r.Row-1, r.Col-1) }

// tile is the index of a run's first tile among those of a group.
func (g *grid) tile(i int, r *tiling.Run) int { return i*g.Tiles + r.First }
