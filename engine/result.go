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
)

// Cause is why a game ended.
type Cause uint8

// The causes, by kind: goal and deadline win; turns, sealed, immobile draw; cap truncates.
const (
	NoCause Cause = iota
	Goal
	Deadline
	Turns
	Sealed
	Immobile
	Cap
)

var causeNames = [...]string{"", "goal", "deadline", "turns", "sealed", "immobile", "cap"}

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

// Result is the state of a game: Ongoing, or how and why it ended. Seat is the
// winner of a Win, 0 otherwise.
type Result struct {
	Kind  Kind
	Cause Cause
	Seat  uint8
}

// Over reports whether the game has ended.
func (r Result) Over() bool { return r.Kind != Ongoing }

// String is win:SEAT (seats from 1), draw:turns, draw:sealed, draw:immobile,
// truncated, or "" while the game goes on.
func (r Result) String() string {
	switch r.Kind {
	case Win:
		return fmt.Sprintf("win:%d", r.Seat+1)
	case Draw:
		return "draw:" + r.Cause.String()
	case Truncated:
		return "truncated"
	}
	return ""
}

// ParseResult reads what String writes. The cause of a win is not in the text.
func ParseResult(s string) (Result, error) {
	switch {
	case s == "":
		return Result{}, nil
	case s == "truncated":
		return Result{Kind: Truncated, Cause: Cap}, nil
	case strings.HasPrefix(s, "win:"):
		n, err := strconv.Atoi(s[4:])
		if err == nil && n >= 1 && n <= MaxSeats && strconv.Itoa(n) == s[4:] {
			return Result{Kind: Win, Seat: uint8(n - 1)}, nil
		}
	case strings.HasPrefix(s, "draw:"):
		if c, err := ParseCause(s[5:]); err == nil && c >= Turns && c <= Immobile {
			return Result{Kind: Draw, Cause: c}, nil
		}
	}
	return Result{}, fmt.Errorf("unknown result %q", s)
}

// Values is the outcome by seat in [-1,1]: +1 for the winner, -1 for the
// others, 0 for all in a draw. It is zero for games without a result of the
// rules, truncated ones included.
func (r Result) Values() (v [MaxSeats]float32) {
	if r.Kind == Win {
		for s := range v {
			v[s] = -1
		}
		v[r.Seat] = 1
	}
	return v
}
