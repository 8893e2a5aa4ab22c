package engine

// Move is a piece's way from one cell to another, cells in reading order:
// from<<8 | to. The route between them never matters to the position.
type Move uint16

// NewMove is the move between two cells.
func NewMove(from, to int) Move { return Move(from<<8 | to) }

// From is the cell that the piece leaves.
func (m Move) From() int { return int(m >> 8) }

// To is the cell that it reaches.
func (m Move) To() int { return int(m & 0xff) }
