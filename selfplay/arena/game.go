package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"halmazero/internal/seed"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/stats"
)

// Game is one finished game, as it is stored.
type Game struct {
	Match   string        `json:"match"`   // label of the meeting
	Pair    int           `json:"pair"`    // the group
	Half    int           `json:"half"`    // the game of the group; in a pair 0: A has the first seat, 1: B has
	Players []string      `json:"players"` // by seat
	Rules   string        `json:"rules"`
	First   int           `json:"first"`   // seat that starts, from 1
	Opening int           `json:"opening"` // moves of the opening, among Moves
	Moves   []string      `json:"moves"`   // and events, such as resign:3
	Result  string        `json:"result"`
	Cause   string        `json:"cause"`
	Plies   int           `json:"plies"`
	AtHome  []int         `json:"at_home"` // pieces in the own camp at the end, by seat
	Outcome stats.Outcome `json:"outcome"` // half points of A; of several seats: 2 if it scored more than 1/2

	Start    string    `json:"start,omitempty"`    // position before Moves, if it is none of the rules
	Sides    []int     `json:"sides,omitempty"`    // by seat; not between two seats
	Places   []int     `json:"places,omitempty"`   // by seat, where each plays for itself among several
	Scores   []float64 `json:"scores,omitempty"`   // by side, in these games
	Forfeits []Forfeit `json:"forfeits,omitempty"` // in the order of the game
	Effort   []Effort  `json:"effort,omitempty"`   // by seat, if it was measured
}

// Side is the side that has a seat.
func (g *Game) Side(seat int) int {
	if g.Sides == nil {
		return seat ^ g.Half
	}
	return g.Sides[seat]
}

// Score is what a side has scored.
func (g *Game) Score(side int) float64 {
	if g.Scores != nil {
		return g.Scores[side]
	}
	if side == 0 {
		return float64(g.Outcome) / 2
	}
	return 1 - float64(g.Outcome)/2
}

// Truncated says whether the game was stopped at the cap.
func (g *Game) Truncated() bool { return g.Result == "truncated" }

// FirstMover is what the seat that began has scored against the others, in
// [0,1]; of a team, what the team has.
func (g *Game) FirstMover() float64 {
	first := g.First - 1
	if g.Places == nil {
		return g.Score(g.Side(first))
	}
	apart := make([]int, len(g.Places)) // the first seat against all others
	apart[first] = 1
	return scores(g.Places, apart)[1]
}

// AtHomeBySide says for each of the given number of sides whether it still has
// a piece in an own camp at the end.
func (g *Game) AtHomeBySide(sides int) []bool {
	home := make([]bool, sides)
	for seat, pieces := range g.AtHome {
		if pieces > 0 {
			home[g.Side(seat)] = true
		}
	}
	return home
}

// game plays one game of a group. players are those of the seats.
func (c *contest) game(ctx context.Context, m *meeting, j job, seating []int, players []agent.Player) (Game, error) {
	g := Game{Match: m.label, Pair: j.group, Half: j.game, Rules: c.rules.Ref(), Players: make([]string, len(seating))}
	p, opening, err := c.open(m.label, j.group)
	if err != nil {
		return g, err
	}
	g.First, g.Opening, g.Moves, g.Start = opening.First+1, len(opening.Moves), opening.Moves, opening.Start
	entrants := m.table(j.group).entrants
	for seat, side := range seating {
		g.Players[seat] = c.entrants[entrants[side]].Name
	}
	if c.rules.Seats() > 2 {
		g.Sides = slices.Clone(seating)
	}
	rng := seed.New(c.seed, m.label, "game", j.group, j.game)
	meter := newMeter(c.clock, len(seating))
	for _, player := range players {
		player.Reset()
		agent.StopWhen(player, func() bool { return ctx.Err() != nil })
		meter.listen(player)
	}
	over := false
	for !over && !p.Result().Over() && !(c.cap > 0 && p.Ply() >= c.cap) {
		seat := p.Mover()
		meter.begin()
		move, err := players[seat].Choose(&p, rng)
		meter.end(seat)
		if err := ctx.Err(); err != nil {
			return g, err // and the move may be that of a search that was broken off
		}
		if forfeit := (*agent.Forfeit)(nil); errors.As(err, &forfeit) {
			over, err = g.forfeit(&p, forfeit)
			if err != nil {
				return g, err
			}
			continue
		}
		if err == nil {
			err = p.Legal(move)
		}
		if err != nil {
			return g, fmt.Errorf("%s in %s: %w", g.Players[seat], p.String(), err)
		}
		g.Moves = append(g.Moves, p.MoveText(move))
		p.Play(move)
		for _, player := range players {
			player.Observe(move)
		}
	}
	var merit []int
	if over {
		last := g.Forfeits[len(g.Forfeits)-1]
		g.Result, merit = forfeited(c.rules, last.Seat-1)
		g.Cause = last.Reason
	} else {
		p.Truncate()
		r := p.Result()
		g.Result, g.Cause = r.String(), r.Cause.String()
		merit = merits(&p, c.ahead)
	}
	g.Plies, g.Effort = p.Ply(), meter.efforts
	for seat := range seating {
		g.AtHome = append(g.AtHome, p.AtHome(seat))
	}
	g.score(merit, seating, Paired(c.rules))
	return g, nil
}

// score fills in what the merits of the seats mean for the sides.
func (g *Game) score(merit, seating []int, pair bool) {
	placed := places(merit)
	s := scores(placed, seating)
	if g.Outcome = outcome(s[0]); !pair {
		g.Places, g.Scores = placed, s
	}
}
