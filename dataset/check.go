package dataset

import (
	"fmt"
	"slices"
	"strings"

	"halmazero/engine"
	"halmazero/engine/ref"
)

// CapOutcomes lists the outcomes that a game which the training cap ends in
// this position may have.
type CapOutcomes func(p *engine.Position) [][engine.MaxSeats]float32

// checker holds a stored game against a replay.
type checker struct {
	g        *Game
	state    referee         // the replay
	twin     *ref.State      // the same by the slow twin; nil if the engine is trusted
	fast     engine.Position // the same by the engine, for its hashes
	rows     []Row           // still to be compared
	played   int             // moves of the game that the replay has made
	inherits int             // most visits that the next search can find in its tree
	faults   []Fault

	order []engine.Move // of the position, for policy
	seen  []bool        // by order
	from  int           // the origin of the move that the twin was asked about last, -1: none
	ends  []int         // where the twin lets it end
}

func (c *checker) fault(check Check, ply int, format string, args ...any) {
	c.faults = append(c.faults, Fault{Check: check, Ply: ply, Reason: fmt.Sprintf(format, args...)})
}

// checkGame returns what is wrong with a game by the slow twin, its content
// hash included. File and Game of the faults are left to the caller.
func checkGame(g *Game, caps CapOutcomes) []Fault {
	c := &checker{g: g, rows: g.Rows}
	if hash, err := g.ContentHash(); err != nil || hash != g.Hash {
		c.fault(CheckRecord, -1, "content hash is %s, stored is %s", hash, g.Hash)
	}
	if c.start() {
		c.twin = ref.New(c.fast)
		c.state = c.twin
		c.run(caps)
	}
	return c.faults
}

// run plays the game through, and compares its end.
func (c *checker) run(caps CapOutcomes) {
	if c.replay() {
		c.end(caps)
	}
}

// start checks rules and start position, and reports whether a replay makes sense.
func (c *checker) start() bool {
	g := c.g
	if want := GameID(g.Run, g.Generation, g.Index); g.ID != want {
		c.fault(CheckRecord, -1, "id should be %s", want)
	}
	var err error
	if c.fast, err = engine.ParsePosition(g.Start); err != nil {
		c.fault(CheckRecord, -1, "start: %v", err)
		return false
	}
	rules := c.fast.Rules()
	if rules.Ref() != g.Rules || rules.Hash() != g.RulesHash || rules.Seats() != g.Seats {
		c.fault(CheckRecord, -1, "rules %s (%s) with %d seats, the start position says %s (%s) with %d", g.Rules, g.RulesHash, g.Seats, rules.Ref(), rules.Hash(), rules.Seats())
		return false
	}
	if first := rules.Start(c.fast.Mover()); g.StartKind != SetUpStart && !first.Equal(&c.fast) {
		c.fault(CheckRecord, -1, "a %s start that is not the rules' own", g.StartKind)
	}
	if g.OpeningPlies < 0 || g.OpeningPlies > len(g.Moves) || g.StartKind == StandardStart && g.OpeningPlies > 0 || g.StartKind == OpeningStart && g.OpeningPlies == 0 {
		c.fault(CheckRecord, -1, "a %s start with %d random plies of %d moves", g.StartKind, g.OpeningPlies, len(g.Moves))
	}
	if len(g.Models) != g.Seats || len(g.Outcome) != g.Seats || len(g.Routes) != len(g.Moves) || g.Plies != len(g.Moves) {
		c.fault(CheckRecord, -1, "%d models, %d outcomes, %d routes and %d plies for %d seats and %d moves", len(g.Models), len(g.Outcome), len(g.Routes), g.Plies, g.Seats, len(g.Moves))
		return false
	}
	return true
}

// replay plays every move and compares the rows on the way.
func (c *checker) replay() bool {
	short := shortValues(c.g)
	for i, m := range c.g.Moves {
		ply := c.state.Ply()
		if len(c.rows) > 0 && c.rows[0].Ply == ply {
			c.row(&c.rows[0], m, short[len(c.g.Rows)-len(c.rows)])
			c.rows = c.rows[1:]
		} else {
			c.inherits = 0
			if i >= c.g.OpeningPlies {
				c.fault(CheckRecord, ply, "has no row")
			}
		}
		if err := c.step(i, m); err != nil {
			c.fault(CheckReplay, ply, "%v", err)
			return false
		}
		c.fast.Play(m)
		c.played++
	}
	if len(c.rows) > 0 {
		c.fault(CheckRecord, c.rows[0].Ply, "row belongs to no ply of the game, or stands out of order")
	}
	return true
}

// step plays a move by its route on the twin, or asks the engine whether it is legal.
func (c *checker) step(i int, m engine.Move) error {
	if c.twin == nil {
		return c.fast.Legal(m)
	}
	route, err := parseRoute(c.fast.Board(), c.g.Routes[i])
	if err == nil && (route[0] != m.From() || route[len(route)-1] != m.To()) {
		err = fmt.Errorf("is not a route of %s", c.fast.Board().ShortText(m))
	}
	if err == nil {
		err = c.twin.PlayRoute(route)
	}
	if err != nil {
		return fmt.Errorf("route %q: %w", c.g.Routes[i], err)
	}
	return nil
}

func parseRoute(b *engine.Board, text string) ([]int, error) {
	var route []int
	for _, name := range strings.Split(text, "-") {
		cell, err := b.ParseCell(name)
		if err != nil {
			return nil, err
		}
		route = append(route, cell)
	}
	if len(route) < 2 {
		return nil, fmt.Errorf("goes nowhere")
	}
	return route, nil
}

// shortValues computes the short-horizon values of all rows from the end.
func shortValues(g *Game) [][]float32 {
	all := make([][]float32, len(g.Rows))
	next := g.Outcome
	for i := len(g.Rows) - 1; i >= 0; i-- {
		if root := g.Rows[i].RootValue; len(root) == 0 || len(root) == len(next) {
			all[i] = shortValue(root, next)
		}
		if all[i] != nil {
			next = all[i]
		}
	}
	return all
}

// end compares the result with the replay's.
func (c *checker) end(caps CapOutcomes) {
	g, s := c.g, c.state
	r := s.Result()
	if g.Cap > 0 && s.Ply() > g.Cap {
		c.fault(CheckRecord, -1, "%d plies, the training cap is %d", s.Ply(), g.Cap)
	}
	if want := places(r); !slices.Equal(g.Places, want) {
		c.fault(CheckOutcome, -1, "places %v, the replay says %v", g.Places, want)
	}
	if r.Over() {
		if g.Result != r.String() || g.Cause != r.Cause {
			c.fault(CheckOutcome, -1, "result %q by %s, the replay says %q by %s", g.Result, g.Cause, r, r.Cause)
		}
		want := r.Values()
		if !slices.Equal(g.Outcome, want[:g.Seats]) {
			c.fault(CheckOutcome, -1, "outcome %v, the result says %v", g.Outcome, want[:g.Seats])
		}
	} else if g.Cause == engine.Resignation {
		c.resigned()
	} else {
		c.truncated(caps)
	}
	for seat := range g.Seats {
		if len(g.FinalRemaining) != g.Seats || len(g.FinalAtHome) != g.Seats {
			c.fault(CheckRecord, -1, "%d and %d final numbers for %d seats", len(g.FinalRemaining), len(g.FinalAtHome), g.Seats)
			return
		}
		if g.FinalRemaining[seat] != s.Remaining(seat) || g.FinalAtHome[seat] != s.AtHome(seat) {
			c.fault(CheckRecord, -1, "seat %d ends with distance %d and %d pieces at home, the replay says %d and %d", seat+1, g.FinalRemaining[seat], g.FinalAtHome[seat], s.Remaining(seat), s.AtHome(seat))
		}
	}
}

// truncated checks a game that the rules would let go on.
func (c *checker) truncated(caps CapOutcomes) {
	g := c.g
	if g.Result != "truncated" || g.Cause != engine.Cap || g.Cap == 0 || c.state.Ply() < g.Cap {
		c.fault(CheckOutcome, -1, "result %q by %q after %d of %d plies, but the rules let the game go on", g.Result, g.Cause, c.state.Ply(), g.Cap)
		return
	}
	if caps == nil {
		return
	}
	for _, v := range caps(&c.fast) {
		if slices.Equal(g.Outcome, v[:g.Seats]) {
			return
		}
	}
	c.fault(CheckOutcome, -1, "outcome %v is not that of the position at the training cap", g.Outcome)
}
