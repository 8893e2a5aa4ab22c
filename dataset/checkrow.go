package dataset

import (
	"math"
	"slices"

	"halmazero/engine"
)

// shortSlack is how far a short value may be from what follows from the later
// rows: files of schema version 1 do not round it, and half a step of each row
// adds up to three steps at most.
const shortSlack = 4.0 / float64(ValueGrid)

// row compares one decision with the replay.
func (c *checker) row(r *Row, played engine.Move, short []float32) {
	s, ply := c.state, r.Ply
	if r.Seat != s.Mover() {
		c.fault(CheckSeat, ply, "the row is of seat %d, in the replay seat %d is to move", r.Seat+1, s.Mover()+1)
	}
	if r.Hash != c.fast.Hash() {
		c.fault(CheckPosition, ply, "hash %016x, the replay has %016x", r.Hash, c.fast.Hash())
	}
	if !slices.Equal(r.Cells, s.Cells()) {
		c.fault(CheckPosition, ply, "cells differ from the replay's")
	}
	if r.Played != played {
		c.fault(CheckPolicy, ply, "played move is not the game's")
	}
	for seat := range c.g.Seats {
		if len(r.Made) != c.g.Seats || len(r.Remaining) != c.g.Seats {
			c.fault(CheckSeat, ply, "%d moves made and %d distances for %d seats", len(r.Made), len(r.Remaining), c.g.Seats)
			break
		}
		if r.Made[seat] != s.Made(seat) || r.Remaining[seat] != s.Remaining(seat) {
			c.fault(CheckPosition, ply, "seat %d has made %d moves and has distance %d, the replay says %d and %d", seat+1, r.Made[seat], r.Remaining[seat], s.Made(seat), s.Remaining(seat))
		}
	}
	if !slices.Equal(r.Outcome, c.g.Outcome) || r.PliesLeft != len(c.g.Moves)-c.played {
		c.fault(CheckOutcome, ply, "outcome %v and %d plies left differ from the game's end", r.Outcome, r.PliesLeft)
	}
	if !slices.EqualFunc(r.ShortValue, short, func(a, b float32) bool { return math.Abs(float64(a-b)) <= shortSlack }) {
		c.fault(CheckShort, ply, "short value is %v, the later rows give %v", r.ShortValue, short)
	}
	c.policy(r)
	c.numbers(r)
}

// policy checks the moves of a row's policy, their priors and their visits.
func (c *checker) policy(r *Row) {
	c.order = c.fast.Moves(c.order[:0])
	c.from = -1
	visits, onPlayed, last := 0, 0, -1
	c.seen = slices.Grow(c.seen[:0], len(c.order))[:len(c.order)]
	clear(c.seen)
	prior := 0.0
	for _, v := range r.Policy {
		at := slices.Index(c.order, v.Move)
		switch {
		case at < 0 || !c.legal(v.Move):
			c.fault(CheckPolicy, r.Ply, "policy has the illegal move %s", c.fast.Board().ShortText(v.Move))
		case c.seen[at]:
			c.fault(CheckPolicy, r.Ply, "policy has the move %s twice", c.fast.Board().ShortText(v.Move))
		case at < last:
			c.fault(CheckPolicy, r.Ply, "policy is not in the engine's order at %s", c.fast.Board().ShortText(v.Move))
		}
		if at >= 0 {
			c.seen[at] = true
			last = at
		}
		visits += int(v.Visits)
		prior += float64(v.Prior)
		if v.Move == r.Played {
			onPlayed += int(v.Visits)
		}
		if !(v.Prior >= 0 && v.Prior <= 1) {
			c.fault(CheckPrior, r.Ply, "prior %v out of range", v.Prior)
		}
		if !(v.Q >= -1.001 && v.Q <= 1.001) {
			c.fault(CheckValue, r.Ply, "Q %v out of range", v.Q)
		}
	}
	if slack := 0.001 + float64(len(r.Policy))/float64(2*PriorGrid); prior > 1+slack {
		c.fault(CheckPrior, r.Ply, "priors sum to %v", prior)
	}
	c.visits(r, visits, onPlayed)
}

// legal reports whether the twin, if there is one, takes a move for legal. Moves
// come by origin, whose ends are kept.
func (c *checker) legal(m engine.Move) bool {
	if c.twin == nil {
		return true // the engine has been asked
	}
	if m.From() != c.from {
		c.from, c.ends = m.From(), c.twin.Ends(m.From())
	}
	return slices.Contains(c.ends, m.To())
}

// visits checks the sum of the visits and those of the played move. A search
// adds its simulations to what it inherits: the visits below the move that was
// played before, less the one that evaluated it. In a graph other
// moves may have led there as well, so that all simulations of the game are the
// bound. Weights are no visits.
func (c *checker) visits(r *Row, visits, onPlayed int) {
	if r.Flags&FlagShaped != 0 {
		if !slices.ContainsFunc(r.Policy, func(v Visit) bool { return v.Move == r.Played }) {
			c.fault(CheckVisits, r.Ply, "the played move is none of those that were searched")
		}
		c.inherits = max(0, r.Simulations+c.inherits-1) // all that is known of the played move's visits
		return
	}
	random, teacher := r.Flags&FlagRandom != 0, r.Flags&FlagTeacher != 0
	most := r.Simulations + c.inherits
	switch {
	case visits < r.Simulations:
		c.fault(CheckVisits, r.Ply, "%d visits from %d simulations", visits, r.Simulations)
	case visits > most && !teacher:
		c.fault(CheckVisits, r.Ply, "%d visits, no more than %d can come from %d simulations and the tree before them", visits, most, r.Simulations)
	case !random && onPlayed == 0:
		c.fault(CheckVisits, r.Ply, "the played move was never visited")
	case r.Full && random:
		c.fault(CheckPolicy, r.Ply, "a random move that would train the policy")
	}
	c.inherits = max(0, onPlayed-1)
	if r.Flags&FlagGraph != 0 {
		c.inherits = most
	}
}

// numbers checks ranges.
func (c *checker) numbers(r *Row) {
	for _, vector := range [][]float32{r.RootValue, r.NetworkValue, r.Outcome, r.ShortValue} {
		if len(vector) != 0 && len(vector) != c.g.Seats {
			c.fault(CheckSeat, r.Ply, "%d values for %d seats", len(vector), c.g.Seats)
		}
		for _, v := range vector {
			if !(v >= -1.001 && v <= 1.001) {
				c.fault(CheckValue, r.Ply, "value %v out of range", v)
			}
		}
	}
	if r.Weight < 0 || r.Temperature < 0 {
		c.fault(CheckRecord, r.Ply, "weight %v or temperature %v is negative", r.Weight, r.Temperature)
	}
	for _, x := range []float32{r.Weight, r.Temperature, r.Surprise} {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			c.fault(CheckRecord, r.Ply, "%v is no number", x)
		}
	}
	if r.Flags&^knownFlags != 0 {
		c.fault(CheckRecord, r.Ply, "unknown flags %b", r.Flags)
	}
}
