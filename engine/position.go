package engine

import "fmt"

// Position is a game's state: pieces, seat to move, counters, result. It is a
// plain value: copy it to keep it. Seats are counted from 0 here and printed
// from 1. A Position is made by Rules.Start, NewPosition or ParsePosition.
type Position struct {
	rules  *Rules
	pieces [MaxSeats]Bits
	hash   uint64
	ply    int32
	made   [MaxSeats]int32
	mover  uint8
	result Result
}

// Start is the start position with the given seat to move.
func (r *Rules) Start(first int) Position {
	p := Position{rules: r, mover: uint8(first)}
	copy(p.pieces[:], r.board.home[:])
	p.rehash()
	return p
}

// SetUp describes any position. Cells holds one entry per cell in reading
// order: 0 empty, otherwise the seat number from 1.
type SetUp struct {
	Cells []uint8
	Mover int // seat to move, from 0
	Ply   int // moves made by all
	Made  [MaxSeats]int
}

// NewPosition builds a position and decides whether it is over: a seat whose
// target is filled has won, the last mover may have missed the deadline, and
// the turn limit, the sealed draw and general immobility are applied. Before
// the first ply a filled target is refused instead. A blocked seat to move is
// not skipped yet: see SkipBlocked.
func NewPosition(r *Rules, s SetUp) (Position, error) {
	b := r.board
	p := Position{rules: r}
	if len(s.Cells) != b.cells {
		return p, fmt.Errorf("position has %d cells, the board %d", len(s.Cells), b.cells)
	}
	if s.Mover < 0 || s.Mover >= b.seats {
		return p, fmt.Errorf("seat to move is %d, want 1 to %d", s.Mover+1, b.seats)
	}
	if s.Ply < 0 || s.Ply > 1<<30 {
		return p, fmt.Errorf("plies is %d, want 0 to %d", s.Ply, 1<<30)
	}
	for c, v := range s.Cells {
		if int(v) > b.seats {
			return p, fmt.Errorf("cell %s holds seat %d, want 1 to %d", b.CellName(c), v, b.seats)
		}
		if v > 0 {
			p.pieces[v-1].Set(b.bit[c])
		}
	}
	for seat := range b.seats {
		if s.Made[seat] < 0 || s.Made[seat] > 1<<30 {
			return p, fmt.Errorf("moves made by seat %d is %d, want 0 to %d", seat+1, s.Made[seat], 1<<30)
		}
		p.made[seat] = int32(s.Made[seat])
	}
	p.mover, p.ply = uint8(s.Mover), int32(s.Ply)
	p.rehash()
	return p, p.settle()
}

// settle decides the result of a position that was set up.
func (p *Position) settle() error {
	b := p.rules.board
	last := (int(p.mover) + b.seats - 1) % b.seats
	for i := range b.seats {
		seat := (last + b.seats - i) % b.seats
		if !p.pieces[seat].Covers(&b.goal[seat]) {
			continue
		}
		if p.ply == 0 {
			return fmt.Errorf("seat %d already fills its target camp before the first move", seat+1)
		}
		p.result = Result{Kind: Win, Cause: Goal, Seat: uint8(seat)}
		return nil
	}
	if p.ply > 0 {
		p.result = p.ending(last, p.late(last) && p.countsAgree())
	} else if p.rules.sealedDraw && p.sealed() {
		p.result = Result{Kind: Draw, Cause: Sealed}
	}
	q := *p // whose turn passes on, if nobody can move all round
	q.SkipBlocked()
	p.result = q.result
	return nil
}

// countsAgree reports whether the moves made by the seats add up to the plies,
// as they do in every game.
func (p *Position) countsAgree() bool {
	sum := int64(0)
	for _, n := range p.made {
		sum += int64(n)
	}
	return sum == int64(p.ply)
}

func (p *Position) rehash() {
	k := &p.rules.board.keys
	p.hash = k.mover[p.mover]
	for seat := range p.rules.board.seats {
		for _, i := range p.pieces[seat].appendIndices(nil) {
			p.hash ^= k.piece[seat][i]
		}
	}
}

// Rules and Board are what is played, and on what.
func (p *Position) Rules() *Rules { return p.rules }
func (p *Position) Board() *Board { return p.rules.board }

// Mover is the seat to move, from 0. Ply is the number of moves made by all,
// Made by one seat; skips do not count.
func (p *Position) Mover() int        { return int(p.mover) }
func (p *Position) Ply() int          { return int(p.ply) }
func (p *Position) Made(seat int) int { return int(p.made[seat]) }

// Result is the state of the game.
func (p *Position) Result() Result { return p.result }

// Hash is the Zobrist hash of pieces and mover. Counters are not part of it.
func (p *Position) Hash() uint64 { return p.hash }

// At is what stands on a cell: 0 nothing, otherwise the seat number from 1.
func (p *Position) At(cell int) int {
	i := p.rules.board.bit[cell]
	for seat := range p.rules.board.seats {
		if p.pieces[seat].Has(i) {
			return seat + 1
		}
	}
	return 0
}

// Cells appends one byte per cell in reading order: 0 empty, otherwise the
// seat number from 1.
func (p *Position) Cells(dst []uint8) []uint8 {
	start := len(dst)
	for range p.rules.board.cells {
		dst = append(dst, 0)
	}
	var buf [MaxCells]uint8
	for seat := range p.rules.board.seats {
		for _, c := range p.Pieces(buf[:0], seat) {
			dst[start+int(c)] = uint8(seat + 1)
		}
	}
	return dst
}

// Pieces appends the cells of a seat's pieces, in layout order.
func (p *Position) Pieces(dst []uint8, seat int) []uint8 {
	start := len(dst)
	dst = p.pieces[seat].appendIndices(dst)
	for i := start; i < len(dst); i++ {
		dst[i] = p.rules.board.cell[dst[i]]
	}
	return dst
}

// AtHome is the number of a seat's pieces in its own camp; InGoal in its target.
func (p *Position) AtHome(seat int) int {
	s := p.pieces[seat].And(&p.rules.board.home[seat])
	return s.Count()
}

// InGoal is the number of a seat's pieces in its target camp.
func (p *Position) InGoal(seat int) int {
	s := p.pieces[seat].And(&p.rules.board.goal[seat])
	return s.Count()
}

// PieceCount is the number of a seat's pieces.
func (p *Position) PieceCount(seat int) int { return p.pieces[seat].Count() }

func (p *Position) occupied() Bits {
	occ := p.pieces[0]
	for seat := 1; seat < p.rules.board.seats; seat++ {
		occ = occ.Or(&p.pieces[seat])
	}
	return occ
}

// Equal reports whether two positions are the same state of the same rules.
func (p *Position) Equal(q *Position) bool {
	a, b := *p, *q
	if a.rules.Hash() != b.rules.Hash() {
		return false
	}
	a.rules, b.rules = nil, nil
	return a == b
}
