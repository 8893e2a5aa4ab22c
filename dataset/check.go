package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"halmazero/engine"
	"halmazero/engine/ref"
)

// checker holds a stored game against a replay by the slow twin.
type checker struct {
	g      *Game
	state  *ref.State      // the replay, by the slow twin
	fast   engine.Position // the same by the engine, for its hashes
	rows   []Row           // still to be compared
	played int             // moves of the game that the replay has made
	faults []Fault
}

func (c *checker) fault(ply int, format string, args ...any) {
	c.faults = append(c.faults, Fault{Ply: ply, Reason: fmt.Sprintf(format, args...)})
}

// checkGame returns what is wrong with a game. File and Game of the faults are
// left to the caller.
func checkGame(g *Game, o VerifyOptions) []Fault {
	c := &checker{g: g, rows: g.Rows}
	if hash, err := g.ContentHash(); err != nil || hash != g.Hash {
		c.fault(-1, "content hash is %s, stored is %s", hash, g.Hash)
	}
	if want := GameID(g.Run, g.Generation, g.Index); g.ID != want {
		c.fault(-1, "id should be %s", want)
	}
	if !c.start() || !c.replay() {
		return c.faults
	}
	c.end(o)
	return c.faults
}

// start checks rules and start position, and reports whether a replay makes sense.
func (c *checker) start() bool {
	g := c.g
	var err error
	if c.fast, err = engine.ParsePosition(g.Start); err != nil {
		c.fault(-1, "start: %v", err)
		return false
	}
	rules := c.fast.Rules()
	if rules.Ref() != g.Rules || rules.Hash() != g.RulesHash || rules.Seats() != g.Seats {
		c.fault(-1, "rules %s (%s) with %d seats, the start position says %s (%s) with %d", g.Rules, g.RulesHash, g.Seats, rules.Ref(), rules.Hash(), rules.Seats())
		return false
	}
	if first := rules.Start(c.fast.Mover()); g.StartKind != SetUpStart && !first.Equal(&c.fast) {
		c.fault(-1, "a %s start that is not the rules' own", g.StartKind)
	}
	if g.OpeningPlies < 0 || g.OpeningPlies > len(g.Moves) || g.StartKind == StandardStart && g.OpeningPlies > 0 || g.StartKind == OpeningStart && g.OpeningPlies == 0 {
		c.fault(-1, "a %s start with %d random plies of %d moves", g.StartKind, g.OpeningPlies, len(g.Moves))
	}
	if len(g.Models) != g.Seats || len(g.Outcome) != g.Seats || len(g.Routes) != len(g.Moves) || g.Plies != len(g.Moves) {
		c.fault(-1, "%d models, %d outcomes, %d routes and %d plies for %d seats and %d moves", len(g.Models), len(g.Outcome), len(g.Routes), g.Plies, g.Seats, len(g.Moves))
		return false
	}
	c.state = ref.New(c.fast)
	return true
}

// replay plays every move by its route and compares the rows on the way.
func (c *checker) replay() bool {
	short := shortValues(c.g)
	for i, m := range c.g.Moves {
		ply := c.state.Ply()
		if len(c.rows) > 0 && c.rows[0].Ply == ply {
			c.row(&c.rows[0], m, short[len(c.g.Rows)-len(c.rows)])
			c.rows = c.rows[1:]
		} else if i >= c.g.OpeningPlies {
			c.fault(ply, "has no row")
		}
		route, err := parseRoute(c.fast.Board(), c.g.Routes[i])
		if err == nil && (route[0] != m.From() || route[len(route)-1] != m.To()) {
			err = fmt.Errorf("is not a route of %s", c.fast.Board().ShortText(m))
		}
		if err == nil {
			err = c.state.PlayRoute(route)
		}
		if err != nil {
			c.fault(ply, "route %q: %v", c.g.Routes[i], err)
			return false
		}
		c.fast.Play(m)
		c.played++
	}
	if len(c.rows) > 0 {
		c.fault(c.rows[0].Ply, "row belongs to no ply of the game, or stands out of order")
	}
	return true
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

// row compares one decision with the replay.
func (c *checker) row(r *Row, played engine.Move, short []float32) {
	s, ply := c.state, r.Ply
	if r.Seat != s.Mover() || r.Hash != c.fast.Hash() {
		c.fault(ply, "seat %d and hash %016x, the replay has %d and %016x", r.Seat, r.Hash, s.Mover(), c.fast.Hash())
	}
	if !slices.Equal(r.Cells, s.Cells()) {
		c.fault(ply, "cells differ from the replay's")
	}
	if r.Played != played {
		c.fault(ply, "played move is not the game's")
	}
	for seat := range c.g.Seats {
		if len(r.Made) != c.g.Seats || len(r.Remaining) != c.g.Seats {
			c.fault(ply, "%d moves made and %d distances for %d seats", len(r.Made), len(r.Remaining), c.g.Seats)
			break
		}
		if r.Made[seat] != s.Made(seat) || r.Remaining[seat] != s.Remaining(seat) {
			c.fault(ply, "seat %d has made %d moves and has distance %d, the replay says %d and %d", seat+1, r.Made[seat], r.Remaining[seat], s.Made(seat), s.Remaining(seat))
		}
	}
	if !slices.Equal(r.Outcome, c.g.Outcome) || r.PliesLeft != len(c.g.Moves)-c.played {
		c.fault(ply, "outcome %v and %d plies left differ from the game's end", r.Outcome, r.PliesLeft)
	}
	if !slices.Equal(r.ShortValue, short) {
		c.fault(ply, "short value is %v, the later rows give %v", r.ShortValue, short)
	}
	c.policy(r)
	c.numbers(r)
}

// policy checks moves and visits of a row.
func (c *checker) policy(r *Row) {
	legal := c.state.Moves()
	order := c.fast.Moves(nil)
	visits, played, last := 0, false, -1
	seen := make(map[engine.Move]bool)
	prior := 0.0
	for _, v := range r.Policy {
		if !slices.Contains(legal, v.Move) {
			c.fault(r.Ply, "policy has the illegal move %s", c.fast.Board().ShortText(v.Move))
		}
		if seen[v.Move] {
			c.fault(r.Ply, "policy has the move %s twice", c.fast.Board().ShortText(v.Move))
		}
		if at := slices.Index(order, v.Move); at >= 0 && !seen[v.Move] {
			if at < last {
				c.fault(r.Ply, "policy is not in the engine's order at %s", c.fast.Board().ShortText(v.Move))
			}
			last = at
		}
		seen[v.Move] = true
		visits += int(v.Visits)
		prior += float64(v.Prior)
		played = played || v.Move == r.Played && v.Visits > 0
		if !(v.Prior >= 0 && v.Prior <= 1) || !(v.Q >= -1.001 && v.Q <= 1.001) {
			c.fault(r.Ply, "prior %v or Q %v out of range", v.Prior, v.Q)
		}
	}
	switch {
	case prior > 1.001:
		c.fault(r.Ply, "priors sum to %v", prior)
	case visits < r.Simulations:
		c.fault(r.Ply, "%d visits from %d simulations", visits, r.Simulations)
	case r.Flags&FlagRandom == 0 && !played:
		c.fault(r.Ply, "the played move was never visited")
	case r.Full && r.Flags&FlagRandom != 0:
		c.fault(r.Ply, "a random move that would train the policy")
	}
}

// numbers checks ranges.
func (c *checker) numbers(r *Row) {
	for _, vector := range [][]float32{r.RootValue, r.NetworkValue, r.Outcome, r.ShortValue} {
		if len(vector) != 0 && len(vector) != c.g.Seats {
			c.fault(r.Ply, "%d values for %d seats", len(vector), c.g.Seats)
		}
		for _, v := range vector {
			if !(v >= -1.001 && v <= 1.001) {
				c.fault(r.Ply, "value %v out of range", v)
			}
		}
	}
	if r.Weight < 0 || r.Temperature < 0 {
		c.fault(r.Ply, "weight %v or temperature %v is negative", r.Weight, r.Temperature)
	}
	for _, x := range []float32{r.Weight, r.Temperature, r.Surprise} {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			c.fault(r.Ply, "%v is no number", x)
		}
	}
	if r.Flags&^knownFlags != 0 {
		c.fault(r.Ply, "unknown flags %b", r.Flags)
	}
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
func (c *checker) end(o VerifyOptions) {
	g, s := c.g, c.state
	r := s.Result()
	if g.Cap > 0 && s.Ply() > g.Cap {
		c.fault(-1, "%d plies, the training cap is %d", s.Ply(), g.Cap)
	}
	if want := places(r); !slices.Equal(g.Places, want) {
		c.fault(-1, "places %v, the replay says %v", g.Places, want)
	}
	if r.Over() {
		if g.Result != r.String() || g.Cause != r.Cause {
			c.fault(-1, "result %q by %s, the replay says %q by %s", g.Result, g.Cause, r, r.Cause)
		}
		want := r.Values()
		if !slices.Equal(g.Outcome, want[:g.Seats]) {
			c.fault(-1, "outcome %v, the result says %v", g.Outcome, want[:g.Seats])
		}
	} else {
		c.truncated(o)
	}
	for seat := range g.Seats {
		if len(g.FinalRemaining) != g.Seats || len(g.FinalAtHome) != g.Seats {
			c.fault(-1, "%d and %d final numbers for %d seats", len(g.FinalRemaining), len(g.FinalAtHome), g.Seats)
			return
		}
		if g.FinalRemaining[seat] != s.Remaining(seat) || g.FinalAtHome[seat] != s.AtHome(seat) {
			c.fault(-1, "seat %d ends with distance %d and %d pieces at home, the replay says %d and %d", seat+1, g.FinalRemaining[seat], g.FinalAtHome[seat], s.Remaining(seat), s.AtHome(seat))
		}
	}
}

// truncated checks a game that the rules would let go on.
func (c *checker) truncated(o VerifyOptions) {
	g := c.g
	if g.Result != "truncated" || g.Cause != engine.Cap || g.Cap == 0 || c.state.Ply() < g.Cap {
		c.fault(-1, "result %q by %q after %d of %d plies, but the rules let the game go on", g.Result, g.Cause, c.state.Ply(), g.Cap)
		return
	}
	if o.CapOutcomes == nil {
		return
	}
	for _, v := range o.CapOutcomes(&c.fast) {
		if slices.Equal(g.Outcome, v[:g.Seats]) {
			return
		}
	}
	c.fault(-1, "outcome %v is not that of the position at the training cap", g.Outcome)
}
