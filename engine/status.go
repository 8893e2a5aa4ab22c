package engine

import "strconv"

// State is whether a seat still plays.
type State uint8

// The states of a seat.
const (
	Active State = iota
	Finished
	Resigned
)

// Status is the state of a seat and, once it is out, its place from 1; 0 where
// the place is not known.
type Status struct {
	State State
	Place uint8
}

// String is a for active, f1 for finished first, r4 for resigned with place 4,
// f or r where the place is not known.
func (s Status) String() string {
	if s.State == Active {
		return "a"
	}
	text := string(".fr"[s.State])
	if s.Place > 0 {
		text += strconv.Itoa(int(s.Place))
	}
	return text
}

// parseStatus reads what String writes, for a board with the given seats.
func parseStatus(s string, seats int) (Status, bool) {
	if s == "a" {
		return Status{}, true
	}
	var st Status
	if s == "" {
		return st, false
	}
	switch s[0] {
	case 'f':
		st.State = Finished
	case 'r':
		st.State = Resigned
	default:
		return st, false
	}
	if len(s) > 1 {
		place, ok := parseDigit(s[1:], seats)
		if !ok {
			return st, false
		}
		st.Place = place
	}
	return st, true
}

// Status is whether a seat still plays, and its place when it is out.
func (p *Position) Status(seat int) Status { return p.status[seat] }

// Missed is the number of turns that a seat has missed in a row.
func (p *Position) Missed(seat int) int { return int(p.missed[seat]) }

// count is the number of seats in a state.
func (p *Position) count(state State) int {
	n := 0
	for seat := range p.rules.board.seats {
		if p.status[seat].State == state {
			n++
		}
	}
	return n
}

// ranked is the result of a game of places that is over: the seats by place.
// Seats whose place is not known take the places that are left, finished ones
// before resigned ones, in playing order.
func (p *Position) ranked(cause Cause) Result {
	r := Result{Kind: Ranked, Cause: cause}
	seats := p.rules.board.seats
	known := 0 // bit s: seat s has its place
	for seat := range seats {
		place := p.status[seat].Place
		if p.status[seat].State != Active && place > 0 && r.Order[place-1] == 0 {
			r.Order[place-1] = uint8(seat + 1)
			known |= 1 << seat
		}
	}
	for _, state := range []State{Finished, Active, Resigned} {
		for seat := range seats {
			if p.status[seat].State == state && known>>seat&1 == 0 {
				place := 0
				for r.Order[place] != 0 {
					place++
				}
				r.Order[place] = uint8(seat + 1)
			}
		}
	}
	return r
}
