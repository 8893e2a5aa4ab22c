package main

import (
	"testing"

	"halmazero/selfplay/arena"
)

// What a move has cost is told as far as the player knows it: a tree search has
// no depth, and a player that does not search has no nodes.
func TestEffortText(t *testing.T) {
	for _, test := range []struct {
		effort arena.Effort
		want   string
	}{
		{arena.Effort{MeanMS: 0.5, MaxMS: 2}, "0.50 ms on average, 2.00 at most"},
		{arena.Effort{MeanMS: 98.4, MaxMS: 100, Searched: 3, Nodes: 24000}, "98.40 ms on average, 100.00 at most, 24000 nodes"},
		{arena.Effort{MeanMS: 84, MaxMS: 101, Searched: 3, Depth: 12.41, Nodes: 143000}, "84.00 ms on average, 101.00 at most, depth 12.4, 143000 nodes"},
	} {
		if got := effortText(&test.effort); got != test.want {
			t.Errorf("%+v: %q, want %q", test.effort, got, test.want)
		}
	}
}
