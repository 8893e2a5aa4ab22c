package engine

import "math/bits"

// The layout gives every cell a bit of a Bits. Jumps move a piece by two in a
// direction, so they keep the parities of its row and column: the cells of one
// parity class form a board of half the size on which a jump is a step. A class
// is one word, and in it the cell at row r and column c (of the half-size
// board) is bit 8r+c, modulo 64. A jump then turns the word by 1 (east), 8
// (south, on stars south-east), 9 (south-east, squares only) or 7 (south-west)
// bits, or back. That the bits wrap around does no harm: on every board up to
// 181 cells no two cells of a class have the same bit, and masks keep a jump on
// the board.
//
// On star253 a class of one word does not exist: one has 73 cells. That board
// finds its jumps on two halves of each class (halves.go).

// stride is the distance of two rows of a class in a word.
const stride = 8

// layoutIndex is the bit of a cell, 64 times the class plus the bit in the word.
func (g *grid) layoutIndex(c int) uint8 {
	if g.halves != nil {
		return g.halvesIndex(c)
	}
	row, col := g.coord[c][0], g.coord[c][1]
	class := row&1<<1 | col&1
	return uint8(class<<6 | (stride*(row>>1)+col>>1)&63)
}

// jumpMasks are, for one class, the cells from which a jump goes to the cell 1,
// 8, 9 or 7 bits higher: in the board's tables those whose jump stays on the
// board, in a position those that also have a piece to cross. The same masks,
// seen from the landing cell, serve the four opposite directions.
type jumpMasks struct{ e, s, se, sw uint64 }

// setJumps finds the jumps and the steps that stay on the board.
func (g *grid) setJumps() {
	step := func(mask *uint64, c, row, col int) { // two of stepDirs are no steps on a star
		if n, ok := g.index[[2]int{g.coord[c][0] + row, g.coord[c][1] + col}]; ok && g.dist[c][n] == 1 {
			*mask |= 1 << (g.bit[c] & 63)
		}
	}
	jump := func(mask *uint64, c, row, col int) {
		_, on := g.index[[2]int{g.coord[c][0] + row, g.coord[c][1] + col}]
		_, lands := g.index[[2]int{g.coord[c][0] + 2*row, g.coord[c][1] + 2*col}]
		if on && lands {
			*mask |= 1 << (g.bit[c] & 63)
		}
	}
	for c := range g.cells {
		m := &g.jump[g.bit[c]>>6]
		jump(&m.e, c, 0, 1)
		jump(&m.s, c, 1, 0)
		if !g.star {
			jump(&m.se, c, 1, 1)
		}
		jump(&m.sw, c, 1, -1)
		on := &g.step[g.bit[c]>>6]
		for k, d := range stepDirs {
			step(&on[k], c, d[0], d[1])
		}
	}
}

// masks computes the jump masks of one class in a position. What a jump
// crosses is in another class, which the jumping piece never enters: so the
// masks hold for the whole chain of every piece of the class.
func (g *grid) masks(occ *Bits, class int) jumpMasks {
	row, col, on := class>>1, class&1, &g.jump[class]
	return jumpMasks{
		e:  bits.RotateLeft64(occ[class^1], -col) & on.e,
		s:  bits.RotateLeft64(occ[class^2], -stride*row) & on.s,
		se: bits.RotateLeft64(occ[class^3], -stride*row-col) & on.se,
		sw: bits.RotateLeft64(occ[class^3], -stride*row-col+1) & on.sw,
	}
}

// spread is every cell one jump away from the set.
func (m *jumpMasks) spread(set uint64) uint64 {
	return bits.RotateLeft64(set&m.e, 1) | bits.RotateLeft64(set, -1)&m.e |
		bits.RotateLeft64(set&m.s, 8) | bits.RotateLeft64(set, -8)&m.s |
		bits.RotateLeft64(set&m.se, 9) | bits.RotateLeft64(set, -9)&m.se |
		bits.RotateLeft64(set&m.sw, 7) | bits.RotateLeft64(set, -7)&m.sw
}

// flood is every cell that a chain of jumps from the cells of origin, none of
// them in free, reaches over cells of free.
func (m *jumpMasks) flood(origin, free uint64) uint64 {
	return flood(origin, free, m.e, m.s, m.se, m.sw)
}

// flood is (*jumpMasks).flood with the masks in registers. The sums are kept
// short in depth, since each round waits for the one before.
func flood(origin, free, e, s, se, sw uint64) uint64 {
	front, open := origin, free
	for {
		east := bits.RotateLeft64(front&e, 1) | bits.RotateLeft64(front, -1)&e
		south := bits.RotateLeft64(front&s, 8) | bits.RotateLeft64(front, -8)&s
		diagonal := bits.RotateLeft64(front&sw, 7) | bits.RotateLeft64(front, -7)&sw
		if se != 0 {
			diagonal |= bits.RotateLeft64(front&se, 9) | bits.RotateLeft64(front, -9)&se
		}
		front = (east | south | diagonal) & open
		if front == 0 {
			return free &^ open
		}
		open &^= front
	}
}

// stepMasks are, for one class, the cells that have a neighbour on the board in
// each direction, in the order of stepShifts.
type stepMasks [8]uint64

// stepDirs are the directions of stepMasks, as (row, column). Those of the first
// two lead to the class with the other column parity, the next two to the other
// row parity, the rest to both. Stars lack the last two.
var stepDirs = [8][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}, {1, 1}, {-1, -1}}

// stepShifts are, by class and direction, how many bits higher the neighbour
// lies in its own class.
var stepShifts = func() (all [4][8]int) {
	for class := range all {
		row, col := class>>1, class&1
		for k, d := range stepDirs {
			all[class][k] = stride*((row+d[0])>>1) + (col+d[1])>>1
		}
	}
	return all
}()
