package nn

import "halmazero/model/nn/kernel"

// grid is the geometry of a board in memory: its rows and columns, cut into
// tiles, and around them a halo of one cell. Where the tiles reach beyond the
// board, the halo is wider; it is never written and stays zero.
type grid struct {
	rows, cols   int
	tileRows     int
	tileCols     int
	tiles        int // of a position
	rowCells     int // from a row of cells to the next
	cells        int // of a position, with the halo
	firstCell    int // index of the board's first cell
	group        int // positions computed together
	groupedTiles int
}

// Tiles of a group: too few waste the kernels, too many leave the cache. Small
// boards take up to maxGroup positions, as long as they have no more tiles.
const (
	maxGroup = 4
	maxTiles = 36
)

func newGrid(rows, cols int) grid {
	g := grid{rows: rows, cols: cols}
	g.tileRows = (rows + kernel.TileSide - 1) / kernel.TileSide
	g.tileCols = (cols + kernel.TileSide - 1) / kernel.TileSide
	g.tiles = g.tileRows * g.tileCols
	g.rowCells = kernel.TileSide*g.tileCols + 2
	g.cells = (kernel.TileSide*g.tileRows + 2) * g.rowCells
	g.firstCell = g.rowCells + 1
	g.group = 1
	if maxGroup*g.tiles <= maxTiles {
		g.group = maxGroup
	}
	g.groupedTiles = g.group * g.tiles
	return g
}
