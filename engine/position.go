package engine

import "fmt"

// Position is a game's state: pieces, seat to move, counters, result. It is a
// plain value: copy it to keep it. Seats are counted from 0 here and printed
// from 1. A Position is made by Rules.Start, NewPosition or ParsePosition.
type Position struct {
	rules     *Rules
	pieces    [MaxSeats]Bits
	hash      uint64
	ply       int32
	made      [MaxSeats]int32
	open      [MaxSeats]uint32 // target cells without an own piece (see nearTable)
	remaining [MaxSeats]uint16
	home      [MaxSeats]uint8 // pieces in the own camp
	status    [MaxSeats]Status
	missed    [MaxSeats]uint8 // turns missed in a row
	mover     uint8
	// crowded says that more than half of the cells are occupied: on a star,
	// perhaps all outside the camps. No game has so many pieces, but a set-up may.
	crowded bool
	result  Result
}

// Start is the start position with the given seat to move.
func (r *Rules) Start(first int) Position {
	p := Position{rules: r, mover: uint8(first)}
	copy(p.pieces[:], r.board.home[:])
	p.recount()
	return p
}

// SetUp describes any position. Cells holds one entry per cell in reading
// order: 0 empty, otherwise the seat number from 1.
type SetUp struct {
	Cells  []uint8
	Mover  int // seat to move, from 0
	Ply    int // moves made by all
	Made   [MaxSeats]int
	Status [MaxSeats]Status
	Missed [MaxSeats]int // turns missed in a row
}

// NewPosition builds a position and decides whether it is over: a seat whose
// target is filled has won, the last mover may have missed the deadline, and
// the turn limit, the sealed draw and general immobility are applied. Before
// the first ply a filled target is refused instead, and a sealed piece draws
// only after a move, or if nobody can make one. A blocked seat to move is not
// skipped yet: see SkipBlocked.
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
	p.recount()
	p.setCrowded()
	if err := p.setStatus(s); err != nil {
		return p, err
	}
	return p, p.settle()
}

// statusError is an error about who is out or has missed turns.
type statusError struct{ reason string }

func (e *statusError) Error() string { return e.reason }

func statusErrorf(format string, args ...any) error {
	return &statusError{fmt.Sprintf(format, args...)}
}

// setStatus takes over who is out and who has missed turns, if the rules and
// the pieces allow it.
func (p *Position) setStatus(s SetUp) error {
	r := p.rules
	seats := r.board.seats
	placed := 0
	for seat, st := range s.Status[:seats] {
		switch {
		case st.State > Resigned || int(st.Place) > seats:
			return statusErrorf("seat %d has the status %d with place %d", seat+1, st.State, st.Place)
		case st.State == Active && st.Place > 0:
			return statusErrorf("seat %d is active and has place %d", seat+1, st.Place)
		case st.State == Finished && r.finish != FinishPlaces:
			return statusErrorf("seat %d has finished, but finish=%s has no places", seat+1, r.finish)
		case st.State == Resigned && !r.resign && r.timeout == 0:
			return statusErrorf("seat %d has resigned, but the ruleset has neither resign=on nor a timeout", seat+1)
		case st.State == Resigned && !p.pieces[seat].Empty():
			return statusErrorf("seat %d has resigned, but still has pieces on the board", seat+1)
		case placed>>st.Place&1 != 0 && st.Place > 0:
			return statusErrorf("seat %d has place %d, as another seat", seat+1, st.Place)
		case s.Missed[seat] < 0 || s.Missed[seat] > max(r.timeout-1, 0):
			return statusErrorf("seat %d has missed %d turns, want 0 to %d", seat+1, s.Missed[seat], max(r.timeout-1, 0))
		}
		if lowest, highest := p.placesOf(st.State, &s); st.Place > 0 && (int(st.Place) < lowest || int(st.Place) > highest) {
			return statusErrorf("seat %d has place %d, want %d to %d", seat+1, st.Place, lowest, highest)
		}
		placed |= 1 << st.Place
		p.status[seat], p.missed[seat] = st, uint8(s.Missed[seat])
	}
	switch n := p.count(Active); {
	case n == 0 && r.finish != FinishPlaces || n == 0 && p.count(Finished) == 0:
		return statusErrorf("no seat is active")
	case n > 0 && p.status[p.mover].State != Active:
		return statusErrorf("seat %d is to move, but no longer plays", p.mover+1)
	}
	return nil
}

// placesOf is the places that seats of a state share: the first ones for those
// that have finished, the last ones for those that have resigned.
func (p *Position) placesOf(state State, s *SetUp) (lowest, highest int) {
	seats, n := p.rules.board.seats, 0
	for _, st := range s.Status[:seats] {
		if st.State == state {
			n++
		}
	}
	if state == Finished {
		return 1, n
	}
	return seats - n + 1, seats
}

// settle decides the result of a position that was set up.
func (p *Position) settle() error {
	b := p.rules.board
	if p.lastOne() {
		return nil
	}
	last := p.previous(int(p.mover))
	seat := last
	for range b.seats {
		if p.open[seat] == 0 && p.status[seat].State == Active && p.rules.finish != FinishTeams {
			if p.ply == 0 {
				return fmt.Errorf("seat %d already fills its target camp before the first move", seat+1)
			}
			if p.rules.finish == FinishFirst {
				p.result = Result{Kind: Win, Cause: Goal, Seat: uint8(seat)}
				return nil
			}
		}
		seat = p.previous(seat)
	}
	switch {
	case p.rules.finish == FinishTeams && p.ply > 0 && p.teamFull(last):
		p.result = Result{Kind: TeamWin, Cause: Goal, Seat: uint8(last & 1)}
	case p.rules.finish == FinishTeams && p.ply > 0 && p.teamFull(int(p.mover)):
		p.result = Result{Kind: TeamWin, Cause: Goal, Seat: p.mover & 1}
	case p.ply > 0 && p.late(last) && p.countsAgree():
		p.result = Result{Kind: Win, Cause: Deadline, Seat: uint8(1 - last)}
	case p.ply > 0 && p.rules.sealedDraw && p.sealed():
		p.result = Result{Kind: Draw, Cause: Sealed}
	case p.ply > 0 && p.pastLimit():
		p.result = Result{Kind: Draw, Cause: Turns}
	}
	q := *p // whose turn passes on, if nobody can move all round
	q.SkipBlocked()
	p.result = q.result
	if p.result.Cause == Immobile && p.rules.sealedDraw && p.sealed() {
		p.result.Cause = Sealed
	}
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

// PieceCount is the number of a seat's pieces.
func (p *Position) PieceCount(seat int) int { return p.pieces[seat].Count() }

func (p *Position) setCrowded() {
	occ := p.occupied()
	p.crowded = occ.Count() > p.rules.board.cells/2
}

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
