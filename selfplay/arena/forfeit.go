package arena

import (
	"fmt"

	"halmazero/engine"
	"halmazero/selfplay/agent"
)

// Forfeit is a game lost by a player that gave no usable answer, as it is
// stored.
//
// Between two sides the game ends there, and the other side has won; the
// record's cause is the reason. Where more seats play, each for itself, and the
// rules know resigning, the seat resigns and the others play on. By rules
// without resigning the game ends there: the seat has the last place, and the
// others share the first.
type Forfeit struct {
	Seat     int    `json:"seat"` // from 1
	Reason   string `json:"reason"`
	Detail   string `json:"detail,omitempty"`
	Ply      int    `json:"ply"`
	Position string `json:"position"` // in which the player was asked
}

// forfeit ends the game of the seat to move, or the whole one.
func (g *Game) forfeit(p *engine.Position, f *agent.Forfeit) (over bool, err error) {
	seat := p.Mover()
	g.Forfeits = append(g.Forfeits, Forfeit{Seat: seat + 1, Reason: f.Reason, Detail: f.Detail, Ply: p.Ply(), Position: p.String()})
	r := p.Rules()
	if !Paired(r) && r.Resign() {
		g.Moves = append(g.Moves, fmt.Sprintf("resign:%d", seat+1))
		return false, p.Resign(seat)
	}
	return true, nil
}

// forfeited is the result of a game that the last forfeit has ended, and the
// merits of its seats.
func forfeited(r *engine.Rules, loser int) (result string, merit []int) {
	merit = make([]int, r.Seats())
	for seat := range merit {
		if seat != loser && !(r.Finish() == engine.FinishTeams && seat%2 == loser%2) {
			merit[seat] = meritWinner
		}
	}
	switch {
	case r.Finish() == engine.FinishTeams:
		return engine.Result{Kind: engine.TeamWin, Seat: uint8(1 - loser%2)}.String(), merit
	case r.Seats() == 2:
		return engine.Result{Kind: engine.Win, Seat: uint8(1 - loser)}.String(), merit
	}
	return fmt.Sprintf("forfeit:%d", loser+1), merit
}
