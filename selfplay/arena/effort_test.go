package arena

import (
	"math"
	"testing"
	"time"
)

// clockwork is a clock that goes on by a millisecond whenever it is read. It is
// for one worker.
func clockwork() func() time.Time {
	now := time.Unix(0, 0)
	return func() time.Time { now = now.Add(time.Millisecond); return now }
}

func TestEffortOfAMatch(t *testing.T) {
	m := match(t, "classical:depth=2", "greedy")
	m.Workers, m.Clock, m.Pairs = 1, clockwork(), 2
	r := play(t, m)
	moves := [2]int{}
	for _, g := range r.Games {
		if len(g.Effort) != 2 || g.Effort[0].Moves+g.Effort[1].Moves != g.Plies-g.Opening {
			t.Errorf("%d plies, %d of the opening, effort %v", g.Plies, g.Opening, g.Effort)
		}
		for seat, e := range g.Effort {
			moves[g.Side(seat)] += e.Moves
		}
	}
	a, b := r.Effort[0], r.Effort[1]
	for side, e := range r.Effort {
		if e.Moves != moves[side] || math.Abs(e.MeanMS-1) > 1e-9 || math.Abs(e.MaxMS-1) > 1e-9 {
			t.Errorf("effort of side %d is %+v, want %d moves of 1 ms", side, e, moves[side])
		}
	}
	if a.Searched != a.Moves || a.Depth <= 1.5 || a.Depth > 2 || a.Nodes < 10 {
		t.Errorf("effort of a search is %+v", a)
	}
	if b.Searched != 0 || b.Depth != 0 || b.Nodes != 0 {
		t.Errorf("effort of a player that says nothing is %+v", b)
	}
	m.Clock = nil
	for i, g := range play(t, m).Games {
		g.Effort = r.Games[i].Effort
		if g.Result != r.Games[i].Result || len(g.Moves) != len(r.Games[i].Moves) {
			t.Errorf("game %d is another one when it is measured", i)
		}
	}
}

func TestEffortsAddUp(t *testing.T) {
	var sum Effort
	sum.Add(Effort{Moves: 1, MeanMS: 4, MaxMS: 4})
	sum.Add(Effort{})
	sum.Add(Effort{Moves: 3, MeanMS: 8, MaxMS: 12, Searched: 2, Depth: 3, Nodes: 10})
	sum.Add(Effort{Moves: 4, MeanMS: 1, MaxMS: 2, Searched: 6, Depth: 7, Nodes: 30})
	if want := (Effort{Moves: 8, MeanMS: 4, MaxMS: 12, Searched: 8, Depth: 6, Nodes: 25}); sum != want {
		t.Errorf("%+v, want %+v", sum, want)
	}
}
