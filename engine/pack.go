package engine

import "math/bits"

// The eight neighbours of a cell lie in the three other classes: two in the one
// with the other column parity, at the same bit and at the next one up or down;
// two with the other row parity, at the same bit and a row up or down; four with
// both, at the corners of a square of bits. The surroundings of a cell are these
// eight bits in one byte:
//
//	bit 0, 1         other column: lower, higher
//	bit 2, 5         other row: lower, higher
//	bit 3, 4, 6, 7   both: the corners, lower to higher
//
// Which direction a bit stands for depends on the class.

// surroundings reads, for the cells of one class, which neighbours are in a set.
type surroundings struct {
	w1, w2, w3 uint64 // the set in the other classes
	o1, o2     int    // bits from a cell to its lower neighbours in them
}

func newSurroundings(class int, set *Bits) surroundings {
	row, col := class>>1, class&1
	return surroundings{w1: set[class^1], w2: set[class^2], w3: set[class^3], o1: col - 1, o2: stride * (row - 1)}
}

// of is the surroundings of the cell at bit k. Cells of a wrapped-around row
// are among them: see exits.
func (s *surroundings) of(k uint) uint {
	x := bits.RotateLeft64(s.w1, -int(k)-s.o1)&0b11 |
		bits.RotateLeft64(s.w2, -int(k)-s.o2)&(1|1<<stride)<<2 |
		bits.RotateLeft64(s.w3, -int(k)-s.o1-s.o2)&(0b11|0b11<<stride)<<3
	return uint(x|x>>(stride-3)) & 0xff
}

// stepPack is up to eight steps in 16-bit lanes.
type stepPack [2]uint64

// stepPacks hold the steps of a piece ready to be written: table[at[i]+a] are
// those of a piece at layout index i to the surroundings a, in ascending order
// of the bits, less the lanes of add[i]. On squares a direction leads from any
// cell of a class to the cell a fixed number further on, so a class shares its
// packs and add is from all cells alike; on stars, whose rows have different
// lengths, every cell has packs of its own. Lanes behind the last step are not
// to be used.
type stepPacks struct {
	exits [MaxCells]uint8 // layout index -> surroundings that are on the board
	at    [MaxCells]uint32
	add   [MaxCells]uint64
	table []stepPack
}

// setPacks fills the tables.
func (g *grid) setPacks() {
	p := &g.packs
	for c := range g.cells {
		i := g.bit[c]
		class, k := int(i>>6), uint(i&63)
		var move [8]uint16 // bit of the surroundings -> the step
		for d := range g.dirs {
			n := int(g.next[c][d])
			if n < 0 {
				continue
			}
			var only Bits
			only.Set(g.bit[n])
			around := newSurroundings(class, &only)
			bit := bits.TrailingZeros(around.of(k))
			p.exits[i] |= 1 << bit
			move[bit] = uint16(NewMove(c, n))
		}
		if !g.star {
			// An inner cell of the class stands for all, by differences.
			p.at[i] = uint32(class) * 256
			p.add[i] = uint64(NewMove(c, c)) * 0x0001_0001_0001_0001
			if p.exits[i] != 0xff || len(p.table) > class*256 {
				continue
			}
		} else {
			p.at[i] = uint32(len(p.table))
		}
		for a := range 256 {
			var pack stepPack
			n := 0
			for bit, m := range move {
				if a>>bit&1 != 0 {
					m -= uint16(p.add[i])
					pack[n/4] |= uint64(m) << (n % 4 * 16)
					n++
				}
			}
			p.table = append(p.table, pack)
		}
	}
}

// addLanes adds 16-bit lanes without a carry from one to the next.
func addLanes(a, b uint64) uint64 {
	const high = 0x8000_8000_8000_8000
	return (a&^high + b&^high) ^ (a^b)&high
}
