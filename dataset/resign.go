package dataset

import (
	"fmt"
	"slices"
	"strings"

	"halmazero/engine"
)

// A game of self-play may end before its end: a side that has no hope gives up.
// The rules need not know resignation for that; like the training cap it belongs
// to the making of games, and only two sides can do it. Its last row is that of
// the side that gave up, with FlagResign.

// resigned checks a game that ended by resignation while the rules would let
// it go on.
func (c *checker) resigned() {
	g := c.g
	if g.Seats != 2 || len(g.Rows) == 0 {
		c.fault(CheckOutcome, -1, "resigned with %d seats and %d rows", g.Seats, len(g.Rows))
		return
	}
	last := &g.Rows[len(g.Rows)-1]
	if last.Seat < 0 || last.Seat >= g.Seats {
		c.fault(CheckSeat, last.Ply, "seat %d resigned, of %d", last.Seat+1, g.Seats)
		return
	}
	want := engine.Result{Kind: engine.Win, Cause: engine.Resignation, Seat: uint8(1 - last.Seat)}
	values := want.Values()
	if g.Result != want.String() || !slices.Equal(g.Outcome, values[:2]) {
		c.fault(CheckOutcome, -1, "result %q with outcome %v, but seat %d made the last move and resigned", g.Result, g.Outcome, last.Seat+1)
	}
	if last.Flags&FlagResign == 0 || len(last.RootValue) != 2 || last.RootValue[last.Seat] >= 0 {
		c.fault(CheckOutcome, last.Ply, "ends the game by resignation, with flags %b and root value %v", last.Flags, last.RootValue)
	}
}

// resignation counts games in which somebody gave up, or would have.
type resignation struct {
	Resigned int // games that ended so
	PlayedOn int // games that went on, to their end or to the cap, whose outcome says who was ahead
	Wrong    int // of those, the ones that the side did not lose
}

func (m *resignation) add(g *Game) {
	if g.Cause == engine.Resignation {
		m.Resigned++
		return
	}
	for i := range g.Rows {
		r := &g.Rows[i]
		if r.Flags&FlagResign == 0 {
			continue
		}
		m.PlayedOn++
		if g.Outcome[r.Seat] >= 0 {
			m.Wrong++
		}
		return // the first one decides
	}
}

// text is a line, or nothing where nobody would have given up.
func (m *resignation) text() string {
	if m.Resigned+m.PlayedOn == 0 {
		return ""
	}
	var sb strings.Builder
	fmt.Fprintf(&sb, "resigned   %d games; %d were played on", m.Resigned, m.PlayedOn)
	if m.PlayedOn > 0 {
		fmt.Fprintf(&sb, ", %.1f %% of which were not lost", 100*ratio(float64(m.Wrong), m.PlayedOn))
	}
	return sb.String() + "\n"
}
