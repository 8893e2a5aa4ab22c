package loop

import (
	"testing"

	"halmazero/selfplay/arena"
	"halmazero/selfplay/stats"
)

// Every game of a ladder counts once, also a capped one that was won because
// somebody had a place already.
func TestOpponentCountsEveryGameOnce(t *testing.T) {
	for _, r := range []arena.Result{
		{Tally: stats.Tally{Games: stats.WDL{Wins: 5, Draws: 4, Losses: 3}}, Truncated: 3, Even: 3},
		{Tally: stats.Tally{Games: stats.WDL{Wins: 12}}, Truncated: 6},
		{Tally: stats.Tally{Games: stats.WDL{Wins: 6, Draws: 2, Losses: 4}}, Truncated: 7, Even: 1},
	} {
		g := r.Tally.Games
		o := opponent("greedy", r)
		if o.Wins != g.Wins || o.Losses != g.Losses || o.Draws < 0 || o.Draws+o.Truncated != g.Draws || o.Truncated != r.Even {
			t.Errorf("%+v gives %+v", r, o)
		}
	}
}
