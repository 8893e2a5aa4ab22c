package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is how a game stands or ended.
type Kind uint8

// The kinds of result. Truncated is never produced by the rules: a training
// cap on plies stops a game from outside.
const (
	Ongoing Kind = iota
	Win
	Draw
	Truncated
	TeamWin
	Ranked
)

// Cause is why a game ended.
type Cause uint8

// The causes, by kind: goal, deadline and resigned win; turns, sealed, immobile
// and agreed draw; cap truncates.
const (
	NoCause Cause = iota
	Goal
	Deadline
	Turns
	Sealed
	Immobile
	Cap
	Resignation
	Agreed
	numCauses
)

var causeNames = [numCauses]string{"", "goal", "deadline", "turns", "sealed", "immobile", "cap", "resigned", "agreed"}

// Causes is the number of causes, NoCause included.
const Causes = int(numCauses)

// String is the cause's name, as in the files.
func (c Cause) String() string { return causeNames[c] }

// ParseCause reads what String writes.
func ParseCause(s string) (Cause, error) {
	for i, n := range causeNames {
		if n == s {
			return Cause(i), nil
		}
	}
	return 0, fmt.Errorf("unknown cause %q", s)
}

// draws reports whether games are drawn for the cause.
func (c Cause) draws() bool { return c >= Turns && c <= Immobile || c == Agreed }

// Result is the state of a game: Ongoing, or how and why it ended.
type Result struct {
	Kind  Kind
	Cause Cause
	// Seat is the winner of a Win, the team of a TeamWin (0: seats 0 and 2 of
	// the four, 1: seats 1 and 3), 0 otherwise.
	Seat uint8
	// Order is the seats of a Ranked game by place, best first, counted from
	// 1; 0 behind the last.
	Order [MaxSeats]uint8
}

// Over reports whether the game has ended.
func (r Result) Over() bool { return r.Kind != Ongoing }

// Winner is the seat that won alone; ok is false if none did. In a ranked game
// it is the first.
func (r Result) Winner() (seat int, ok bool) {
	switch r.Kind {
	case Win:
		return int(r.Seat), true
	case Ranked:
		return int(r.Order[0]) - 1, true
	}
	return 0, false
}

// String is win:SEAT, team:TEAM, places:SEAT,SEAT,... (numbers from 1),
// draw:turns, draw:sealed, draw:immobile, draw:agreed, truncated, or "" while
// the game goes on.
func (r Result) String() string {
	switch r.Kind {
	case Win:
		return fmt.Sprintf("win:%d", r.Seat+1)
	case TeamWin:
		return fmt.Sprintf("team:%d", r.Seat+1)
	case Ranked:
		var sb strings.Builder
		sep := "places:"
		for _, s := range r.Order {
			if s > 0 {
				sb.WriteString(sep)
				sb.WriteByte('0' + s)
				sep = ","
			}
		}
		return sb.String()
	case Draw:
		return "draw:" + r.Cause.String()
	case Truncated:
		return "truncated"
	}
	return ""
}

// ParseResult reads what String writes. The cause of a win is not in the text.
func ParseResult(s string) (Result, error) {
	kind, value, _ := strings.Cut(s, ":")
	switch {
	case s == "":
		return Result{}, nil
	case s == "truncated":
		return Result{Kind: Truncated, Cause: Cap}, nil
	case kind == "win":
		if n, ok := parseDigit(value, MaxSeats); ok {
			return Result{Kind: Win, Seat: n - 1}, nil
		}
	case kind == "team":
		if n, ok := parseDigit(value, 2); ok {
			return Result{Kind: TeamWin, Seat: n - 1}, nil
		}
	case kind == "places":
		if order, ok := parseOrder(value); ok {
			return Result{Kind: Ranked, Order: order}, nil
		}
	case kind == "draw":
		if c, err := ParseCause(value); err == nil && c.draws() {
			return Result{Kind: Draw, Cause: c}, nil
		}
	}
	return Result{}, fmt.Errorf("unknown result %q", s)
}

// parseDigit reads one digit from 1 to most.
func parseDigit(s string, most int) (uint8, bool) {
	n, err := strconv.Atoi(s)
	return uint8(n), err == nil && len(s) == 1 && n >= 1 && n <= most
}

// parseOrder reads each of the seats 1 to n, two or more, once.
func parseOrder(s string) (order [MaxSeats]uint8, ok bool) {
	parts := strings.Split(s, ",")
	if len(parts) < 2 || len(parts) > MaxSeats {
		return order, false
	}
	seen := 0
	for i, part := range parts {
		n, ok := parseDigit(part, len(parts))
		if !ok || seen>>n&1 != 0 {
			return order, false
		}
		seen |= 1 << n
		order[i] = n
	}
	return order, true
}

// Values is the outcome by seat in [-1,1]: +1 for the winner or both of the
// winning team, -1 for the others, places spread evenly from +1 to -1, 0 for
// all in a draw. It is zero for games without a result of the rules, truncated
// ones included.
func (r Result) Values() (v [MaxSeats]float32) {
	switch r.Kind {
	case Win:
		for s := range v {
			v[s] = -1
		}
		v[r.Seat] = 1
	case TeamWin:
		for s := range v {
			v[s] = -1
			if s%2 == int(r.Seat) {
				v[s] = 1
			}
		}
	case Ranked:
		n := 0
		for n < MaxSeats && r.Order[n] > 0 {
			n++
		}
		for place, s := range r.Order[:n] {
			v[s-1] = 1 - 2*float32(place)/float32(n-1)
		}
	}
	return v
}
