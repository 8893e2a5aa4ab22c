package engine

import "math/bits"

// MaxCells and MaxSeats bound every board: 256 bits hold any of them.
const (
	MaxCells = 256
	MaxSeats = 6
)

// Bits is a set of cells in a board's layout: four words, one per parity class
// of the board (see doc.go). Bit i of word w is layout index 64*w+i. A Bits is
// meaningful only together with its Board.
type Bits [4]uint64

// Has reports whether layout index i is in the set.
func (b *Bits) Has(i uint8) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Set adds layout index i.
func (b *Bits) Set(i uint8) { b[i>>6] |= 1 << (i & 63) }

// Clear removes layout index i.
func (b *Bits) Clear(i uint8) { b[i>>6] &^= 1 << (i & 63) }

// Count is the number of cells in the set.
func (b *Bits) Count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// Empty reports whether the set has no cell.
func (b *Bits) Empty() bool { return b[0]|b[1]|b[2]|b[3] == 0 }

// Meets reports whether the two sets share a cell.
func (b *Bits) Meets(o *Bits) bool {
	return b[0]&o[0]|b[1]&o[1]|b[2]&o[2]|b[3]&o[3] != 0
}

// Covers reports whether every cell of o is in b.
func (b *Bits) Covers(o *Bits) bool {
	return o[0]&^b[0]|o[1]&^b[1]|o[2]&^b[2]|o[3]&^b[3] == 0
}

// And is the intersection of b and o.
func (b *Bits) And(o *Bits) Bits {
	return Bits{b[0] & o[0], b[1] & o[1], b[2] & o[2], b[3] & o[3]}
}

// Or is the union of b and o.
func (b *Bits) Or(o *Bits) Bits {
	return Bits{b[0] | o[0], b[1] | o[1], b[2] | o[2], b[3] | o[3]}
}

// Without is b less o.
func (b *Bits) Without(o *Bits) Bits {
	return Bits{b[0] &^ o[0], b[1] &^ o[1], b[2] &^ o[2], b[3] &^ o[3]}
}

// appendIndices appends the layout indices of the set in ascending order.
func (b *Bits) appendIndices(dst []uint8) []uint8 {
	for w, word := range b {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, uint8(w<<6|bits.TrailingZeros64(word)))
		}
	}
	return dst
}
