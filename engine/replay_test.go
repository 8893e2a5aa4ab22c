package engine_test

import (
	"errors"
	"strings"
	"testing"

	"halmazero/engine"
)

func TestReplay(t *testing.T) {
	const blocked = "R a1, B b1 a2 b2 c1 a3 c3 h8" // seat 1 until c3 is free
	cases := []struct {
		name  string
		start engine.Position
		moves string
		// What is reached, and the reason of the error that stops it, if any.
		played, mover int
		reason        string
	}{
		{"nothing", mustRules(t, "wiki-8").Start(1), "", 0, 1, ""},
		{"moves in all forms", mustRules(t, "wiki-8").Start(0), "c1-e1 f8>d8 b3-b4", 3, 1, ""},
		{"illegal move", mustRules(t, "wiki-8").Start(0), "c1-e1 f8-d8 c1-c2", 2, 0, "move 3: illegal move c1-c2: "},
		{"no text of a move", mustRules(t, "wiki-8").Start(0), "c1-e1 timeout", 1, 1, "move 2: illegal move"},
		{"a skip of a seat that can move", mustRules(t, "wiki-8").Start(0), "c1-e1 skip", 1, 1, "move 2: illegal move skip: seat 2 can move"},
		{"a skip left out", put(t, "plyyard", blocked, 1), "h8-h9 h9-h10", 2, 1, ""},
		{"a skip told", put(t, "plyyard", blocked, 1), "h8-h9 skip h9-h10", 2, 1, ""},
		{"a skip told at the end", put(t, "plyyard", blocked, 1), "h8-h9 skip", 1, 1, ""},
		{"a skip told twice", put(t, "plyyard", blocked, 1), "h8-h9 skip skip", 1, 1, "move 2: illegal move skip: seat 2 can move"},
		{"a skip at the start left out", put(t, "plyyard", blocked, 0), "h8-h9", 1, 1, ""},
		{"a skip at the start told", put(t, "plyyard", blocked, 0), "skip h8-h9", 1, 1, ""},
		{"a start of which the turn passes on", put(t, "plyyard", blocked, 0), "", 0, 1, ""},
		{"no skip once the way is free", put(t, "plyyard", blocked, 1), "c3-d4 skip", 1, 0, "seat 1 can move"},
		{"a move after the end", put(t, "wiki-8,turn_limit=2", "R a1, B h8", 0), "a1-b2 h8-g7 b2-c3", 2, 0, "move 3: illegal move b2-c3: the game is over (draw:turns)"},
		{"a skip after the end", put(t, "wiki-8,turn_limit=2", "R a1, B h8", 0), "a1-b2 h8-g7 skip", 2, 0, "the game is over (draw:turns)"},
		{"an earlier skip after the end", put(t, "plyyard,turn_limit=1", blocked, 0), "h8-h9 skip", 1, 0, "the game is over (draw:turns)"},
		{"a start that is over", put(t, "wiki-8,turn_limit=2", "R a1, B h8", 0, 1, 1), "", 0, 0, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			before := c.start
			p, played, err := engine.Replay(c.start, strings.Fields(c.moves))
			if played != c.played || p.Ply() != c.start.Ply()+played || p.Mover() != c.mover {
				t.Errorf("%d moves, ply %d, seat %d to move; want %d moves and seat %d", played, p.Ply(), p.Mover()+1, c.played, c.mover+1)
			}
			switch {
			case c.reason == "" && err != nil:
				t.Error(err)
			case c.reason != "" && (err == nil || !errors.Is(err, engine.ErrIllegal) || !strings.Contains(err.Error(), c.reason)):
				t.Errorf("error %v, want %q", err, c.reason)
			}
			if c.start != before {
				t.Error("the start changed")
			}
		})
	}
}
