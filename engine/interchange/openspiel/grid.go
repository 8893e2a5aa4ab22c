package openspiel

// Cells is the number of cells, directions that of the neighbours of one.
const (
	Cells      = 121
	directions = 6
	rows       = 17
	cols       = 25
)

// rowLen is the number of cells in each row, from the north. Every row is
// centred on the middle column.
var rowLen = [rows]int{1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1}

// offsets are the directions as (row, doubled column).
var offsets = [directions][2]int{{-1, -1}, {-1, 1}, {0, -2}, {0, 2}, {1, -1}, {1, 1}}

// RowCol is the row and the doubled column of a cell from 0 to Cells-1, both
// from 0. CellAt is its inverse, false where there is no cell.
func RowCol(cell int) (row, col int) {
	for cell >= rowLen[row] {
		cell -= rowLen[row]
		row++
	}
	return row, firstCol(row) + 2*cell
}

// CellAt is the cell at a row and a doubled column.
func CellAt(row, col int) (cell int, ok bool) {
	if row < 0 || row >= rows {
		return 0, false
	}
	offset := col - firstCol(row)
	if offset < 0 || offset%2 != 0 || offset/2 >= rowLen[row] {
		return 0, false
	}
	for _, n := range rowLen[:row] {
		cell += n
	}
	return cell + offset/2, true
}

// firstCol is the doubled column of a row's first cell.
func firstCol(row int) int { return cols/2 - (rowLen[row] - 1) }

// ahead is the cell a number of steps away in a direction, false off the board.
func ahead(cell, direction, steps int) (int, bool) {
	row, col := RowCol(cell)
	d := offsets[direction]
	return CellAt(row+steps*d[0], col+steps*d[1])
}
