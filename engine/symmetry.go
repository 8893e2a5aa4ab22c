package engine

// Symmetry is a way to lay the board onto itself that changes nothing about
// the game: Cells maps each cell to its image, Seats each seat to the one whose
// camps its own camps fall on. Both camps of every seat fall on those of its
// image, and the seats stay in playing order: whoever followed in turn still
// does. A reflection therefore is one only between two seats.
type Symmetry struct {
	Cells [MaxCells]uint8
	Seats [MaxSeats]uint8
}

// Symmetries are all symmetries of the board with its seats, the identity
// first. The slice is shared: read only.
func (b *Board) Symmetries() []Symmetry { return b.same }

func symmetries(b *Board) []Symmetry {
	var all []Symmetry
	for turns := range 2 * len(b.corners) {
		mirrored := turns >= len(b.corners)
		image := func(c int) int {
			at := b.coord[c]
			if mirrored {
				at = b.reflect(at)
			}
			for range turns % len(b.corners) {
				at = b.turn(at)
			}
			return b.index[at]
		}
		if s, ok := b.symmetry(image); ok {
			all = append(all, s)
		}
	}
	return all
}

// symmetry makes one of a map of cells, if it keeps the seats in order.
func (b *Board) symmetry(image func(int) int) (s Symmetry, ok bool) {
	for c := range b.cells {
		s.Cells[c] = uint8(image(c))
	}
	for seat := range b.seats {
		var moved Bits
		for _, i := range b.home[seat].appendIndices(nil) {
			moved.Set(b.bit[image(int(b.cell[i]))])
		}
		found := false
		for other := range b.seats {
			if moved == b.home[other] {
				s.Seats[seat], found = uint8(other), true
			}
		}
		if !found || seat > 0 && int(s.Seats[seat]) != (int(s.Seats[seat-1])+1)%b.seats {
			return s, false
		}
	}
	return s, true
}

// Image is the position as the symmetry lays it: a position of the same rules
// in which everything that can happen is the image of what can happen in p.
func (p *Position) Image(s *Symmetry) Position {
	b := p.rules.board
	q := *p
	for seat := range b.seats {
		to := s.Seats[seat]
		q.pieces[to] = Bits{}
		for _, i := range p.pieces[seat].appendIndices(nil) {
			q.pieces[to].Set(b.bit[s.Cells[b.cell[i]]])
		}
		q.made[to], q.status[to], q.missed[to] = p.made[seat], p.status[seat], p.missed[seat]
	}
	q.mover = s.Seats[p.mover]
	q.result = p.result.image(s)
	q.recount()
	return q
}

// image is the result with its seats exchanged.
func (r Result) image(s *Symmetry) Result {
	switch r.Kind {
	case Win:
		r.Seat = s.Seats[r.Seat]
	case TeamWin: // the team of seat 0 is that of its image
		r.Seat = (r.Seat + s.Seats[0]) % 2
	case Ranked:
		for i, seat := range r.Order {
			if seat > 0 {
				r.Order[i] = s.Seats[seat-1] + 1
			}
		}
	}
	return r
}

// Image is the move as the symmetry lays it.
func (m Move) Image(s *Symmetry) Move {
	return NewMove(int(s.Cells[m.From()]), int(s.Cells[m.To()]))
}
