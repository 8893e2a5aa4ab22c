package engine_test

import (
	"strings"
	"testing"

	"halmazero/engine"
)

func TestReplay(t *testing.T) {
	const blocked = "R a1, B b1 a2 b2 c1 a3 c3 h8" // seat 1 until c3 is free
	leapstone, teams := put(t, "leapstone-4", nearlyDone, 0), put(t, "wiki-4-teams", nearlyDone, 0)
	misses := put(t, "leapstone-2", "1 b1 a2 b2 c1 a3 c3 h8, 2 a1", 0)
	far := put(t, outside, supports, 2)
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
		{"no text of a move", mustRules(t, "wiki-8").Start(0), "c1-e1 pass", 1, 1, "move 2: illegal move"},
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
		{"four seats", mustRules(t, "wiki-4").Start(3), "a13>c13 c1>e1 m1-l1 p13-p12", 4, 3, ""},
		{"six seats", mustRules(t, "star-121-6").Start(0), "K4-K5 N8>N6", 1, 1, "move 2: illegal move N8>N6: "},
		{"star", mustRules(t, "star-121-2").Start(0), "K4-K5 F14-F13 L2>N4", 2, 0, `move 3: illegal move "L2>N4": "N4" is not a cell of star121 (M1 to E17)`},
		{"resigning on another's turn", leapstone, "l16-k16 resign:1 e16-f16", 2, 2, ""},
		{"resigning on the own turn", leapstone, "l16-k16 resign:2 e1-f1", 2, 3, ""},
		{"resigning before the first move", leapstone, "resign:1 resign:2 e1-f1", 1, 3, ""},
		{"resigning to the end", leapstone, "resign:1 resign:2 resign:3", 0, 2, ""},
		{"an event after the end", leapstone, "resign:1 resign:2 resign:3 resign:4", 0, 2, "move 1: event not allowed: the game is over (places:4,3,2,1)"},
		{"resigning twice", leapstone, "l16-k16 resign:4 e16-f16 resign:4", 2, 2, "move 3: event not allowed: seat 4 resigns, but no longer plays"},
		{"resigning of nobody", leapstone, "resign:5", 0, 0, `move 1: event not allowed: "resign:5", want resign:SEAT with a seat from 1 to 4`},
		{"resigning without a seat", leapstone, "resign", 0, 0, "want resign:SEAT"},
		{"no resigning", mustRules(t, "wiki-8").Start(0), "c1-e1 resign:1", 1, 1, "move 2: event not allowed: wiki-8 has no resigning (resign=on)"},
		{"no time-outs", mustRules(t, "plyyard").Start(0), "timeout", 0, 0, "move 1: event not allowed: plyyard has no time-outs (timeout=N)"},
		{"no agreed draw", mustRules(t, "leapstone-2").Start(0), "draw", 0, 0, "move 1: event not allowed: leapstone-2 has no draw by agreement (agreed_draw=on)"},
		{"an agreed draw", mustRules(t, "plyyard").Start(0), "e1-f1 draw", 1, 1, ""},
		{"time-outs", leapstone, "timeout e16-f16 timeout timeout timeout", 1, 1, ""},
		{"a third time-out resigns", leapstone, "timeout timeout timeout timeout timeout timeout timeout timeout timeout l16-k16", 0, 1,
			"move 1: illegal move l16-k16: l16 is empty"},
		{"a third time-out in a row only", leapstone, "timeout timeout timeout timeout timeout timeout timeout timeout l16-k16 timeout e1-f1 l1-k1 timeout",
			3, 2, ""},
		{"a time-out of a blocked game", misses, "h8-h9 timeout", 1, 0, ""},
		{"a skip after a time-out told", misses, "h8-h9 skip timeout skip h9-h10 skip", 2, 0, ""},
		{"a skip after a time-out left out", misses, "h8-h9 timeout h9-h10", 2, 0, ""},
		{"a skip after a time-out told twice", misses, "h8-h9 timeout skip skip", 1, 0, "move 2: illegal move skip: seat 1 can move"},
		{"a skip of nobody after a time-out", leapstone, "timeout skip", 0, 1, "move 1: illegal move skip: seat 2 can move"},
		{"a skip after resigning, told", far, "resign:2 skip M13-M14", 1, 0, ""},
		{"a skip after resigning, left out", far, "resign:2 M13-M14", 1, 0, ""},
		{"skips after resigning, told", far, "resign:2 skip M13-M14 skip M14-M13 skip", 2, 0, ""},
		{"a skip after resigning, told twice", far, "resign:2 skip skip", 0, 0, "seat 1 can move"},
		{"a skip after resigning of one who has missed turns", mustParse(t, far.String()+" 0,0,2"), "resign:2 skip M13-M14", 1, 0, ""},
		{"no skip after resigning on the own turn", far, "resign:3 skip", 0, 0, "seat 1 can move"},
		{"a full seat of a team is skipped, left out", teams, "l16-m16 e16-f16 e1-f1 l1-k1 f16-e16", 5, 2, ""},
		{"a full seat of a team is skipped, told", teams, "l16-m16 e16-f16 e1-f1 l1-k1 skip f16-e16", 5, 2, ""},
		{"a full seat of a team has no move", teams, "l16-m16 e16-f16 e1-f1 l1-k1 m16-l16", 4, 1, "move 5: illegal move m16-l16: m16 holds another seat's piece"},
		{"two full seats of two teams", teams, "l16-m16 e16-d16 e1-f1 l1-k1 skip skip f1-e1 k1-l1 skip f1-e1", 6, 2, "move 7: illegal move f1-e1: f1 is empty"},
		{"a finished seat is no skip", leapstone, "l16-m16 e16-f16 e1-f1 l1-k1 skip", 4, 1, "move 5: illegal move skip: seat 2 can move"},
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
			case c.reason != "" && (err == nil || !engine.Refused(err) || !strings.Contains(err.Error(), c.reason)):
				t.Errorf("error %v, want %q", err, c.reason)
			}
			if c.start != before {
				t.Error("the start changed")
			}
		})
	}
}
