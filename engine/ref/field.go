package ref

import "sync"

// field is a board without players. Fields are constants: read only.
type field struct {
	cells    int
	next     [][]int           // cell, direction -> the adjacent cell, -1 off the board
	camps    map[string][]bool // corner, cell -> the cell is in the corner's camp
	opposite map[string]string // corner -> the one across the board
	distance [][]int           // cell, cell -> steps on the empty board
}

// A drawing is a field as a person would draw it: cells at (row, column) in
// reading order, and camps as places.
type drawing struct {
	places     [][2]int
	directions [][2]int
	camps      map[string][][2]int
	opposite   map[string]string
}

// drawings are all boards by the engine's names.
var drawings = map[string]func() drawing{
	"sq8":        func() drawing { return drawSquare(8, []int{4, 3, 2, 1}) },
	"sq10":       func() drawing { return drawSquare(10, []int{5, 4, 3, 2, 1}) },
	"sq16":       func() drawing { return drawSquare(16, []int{5, 5, 4, 3, 2}) },
	"sq16x4":     func() drawing { return drawSquare(16, []int{4, 4, 3, 2}) },
	"star121":    func() drawing { return drawStar(4, 4) },
	"star121x15": func() drawing { return drawStar(4, 5) },
	"star181":    func() drawing { return drawStar(5, 5) },
	"star253":    func() drawing { return drawStar(6, 6) },
}

var fields sync.Map // by name; what has been made once is kept

// fieldOf is the field of a board. It panics on a board that the rules do not
// know.
func fieldOf(board string) *field {
	if f, ok := fields.Load(board); ok {
		return f.(*field)
	}
	draw, ok := drawings[board]
	if !ok {
		panic("ref: unknown board " + board)
	}
	f, _ := fields.LoadOrStore(board, newField(draw()))
	return f.(*field)
}

func newField(d drawing) *field {
	f := &field{cells: len(d.places), camps: make(map[string][]bool), opposite: d.opposite}
	cellAt := make(map[[2]int]int)
	for c, place := range d.places {
		cellAt[place] = c
	}
	for _, place := range d.places {
		var next []int
		for _, step := range d.directions {
			n, ok := cellAt[[2]int{place[0] + step[0], place[1] + step[1]}]
			if !ok {
				n = -1
			}
			next = append(next, n)
		}
		f.next = append(f.next, next)
	}
	for corner, places := range d.camps {
		f.camps[corner] = make([]bool, f.cells)
		for _, place := range places {
			f.camps[corner][cellAt[place]] = true
		}
	}
	for c := range f.cells {
		f.distance = append(f.distance, f.stepsFrom(c))
	}
	return f
}

// stepsFrom counts the steps from a cell to every other, walking.
func (f *field) stepsFrom(cell int) []int {
	steps := make([]int, f.cells)
	queue := []int{cell}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, n := range f.next[c] {
			if n >= 0 && n != cell && steps[n] == 0 {
				steps[n] = steps[c] + 1
				queue = append(queue, n)
			}
		}
	}
	return steps
}

// away is the cell next to c in a direction, or false off the board.
func (f *field) away(c, direction int) (int, bool) {
	to := f.next[c][direction]
	return to, to >= 0
}
