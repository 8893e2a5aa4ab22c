package ugi

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"halmazero/engine"
)

// Limits bound the search of one move; all that are given hold. The zero value
// leaves it to the player. Times are whole milliseconds.
type Limits struct {
	MoveTime time.Duration // for this move, 0 for none
	Nodes    int           // positions or simulations, 0 for none
	Depth    int           // plies, 0 for none
	Infinite bool          // until stop, whatever the player would do by itself
	// Clocks, if there are any, are what each seat has left for the rest of
	// the game, and Increments what it gains with every move.
	Clocked    bool
	Clocks     [engine.MaxSeats]time.Duration
	Increments [engine.MaxSeats]time.Duration
}

// maxMillis bounds times, so that they fit a time.Duration: about 11 days.
const maxMillis = 1e9

// maxCount bounds nodes and depths.
const maxCount = 1 << 48

// String is the words behind go, "" for no limits.
func (l Limits) String() string {
	var words []string
	add := func(name string, n int64) { words = append(words, name, strconv.FormatInt(n, 10)) }
	if l.Clocked {
		for seat, t := range l.Clocks {
			if t > 0 || seat < 2 {
				add(fmt.Sprintf("p%dtime", seat+1), t.Milliseconds())
			}
		}
		for seat, t := range l.Increments {
			if t > 0 {
				add(fmt.Sprintf("p%dinc", seat+1), t.Milliseconds())
			}
		}
	}
	if l.MoveTime > 0 {
		add("movetime", l.MoveTime.Milliseconds())
	}
	if l.Nodes > 0 {
		add("nodes", int64(l.Nodes))
	}
	if l.Depth > 0 {
		add("depth", int64(l.Depth))
	}
	if l.Infinite {
		words = append(words, "infinite")
	}
	return strings.Join(words, " ")
}

// parseLimits reads the words behind go. A word that is given twice counts
// once, the last time.
func parseLimits(words []string) (Limits, error) {
	var l Limits
	for i := 0; i < len(words); i++ {
		name := words[i]
		if name == "infinite" {
			l.Infinite = true
			continue
		}
		store := l.slot(name)
		if store == nil {
			return Limits{}, fmt.Errorf("go: unknown limit %s; known: movetime, nodes, depth, p1time, p1inc and so on by seat, infinite", quote(name))
		}
		i++
		if i == len(words) {
			return Limits{}, fmt.Errorf("go: nothing follows %s", name)
		}
		n, err := strconv.ParseInt(words[i], 10, 64)
		if err != nil {
			return Limits{}, fmt.Errorf("go: %s is %s, want a whole number", name, quote(words[i]))
		}
		if err := store(n); err != nil {
			return Limits{}, fmt.Errorf("go: %s is %d, want %w", name, n, err)
		}
	}
	return l, nil
}

// slot is how the value of a limit is stored, nil for an unknown one.
func (l *Limits) slot(name string) func(n int64) error {
	switch name {
	case "movetime":
		return func(n int64) error {
			l.MoveTime = time.Duration(n) * time.Millisecond
			return inRange(n, 1, maxMillis)
		}
	case "nodes":
		return func(n int64) error {
			l.Nodes = int(n)
			return inRange(n, 1, maxCount)
		}
	case "depth":
		return func(n int64) error {
			l.Depth = int(n)
			return inRange(n, 1, maxCount)
		}
	}
	if len(name) < 5 || name[0] != 'p' || name[1] < '1' || name[1] > '0'+engine.MaxSeats {
		return nil
	}
	seat := name[1] - '1'
	var times *[engine.MaxSeats]time.Duration
	switch name[2:] {
	case "time":
		times = &l.Clocks
	case "inc":
		times = &l.Increments
	default:
		return nil
	}
	return func(n int64) error {
		// A clock that has run out may be told as less than nothing.
		l.Clocked = true
		times[seat] = time.Duration(max(n, 0)) * time.Millisecond
		return inRange(n, -maxMillis, maxMillis)
	}
}

// inRange is nil, or an error that names the range.
func inRange(n, low, high int64) error {
	if n < low || n > high {
		return fmt.Errorf("%d to %d", low, high)
	}
	return nil
}

// The shares of a clock that a move may take: so much of what is left, the
// greater part of the increment, and never the last of it.
const (
	clockShare     = 25
	clockReserve   = 20 * time.Millisecond
	incrementShare = 0.75
)

// Time is the time for a move of the given seat: that of the move itself, or
// what its clock allows, whichever is less; 0 if nothing bounds it. A clock
// always allows a millisecond.
func (l Limits) Time(seat int) time.Duration {
	if !l.Clocked {
		return l.MoveTime
	}
	left := l.Clocks[seat]
	t := left/clockShare + time.Duration(incrementShare*float64(l.Increments[seat]))
	t = max(min(t, left-clockReserve), time.Millisecond).Truncate(time.Millisecond)
	if l.MoveTime > 0 {
		t = min(t, l.MoveTime)
	}
	return t
}
