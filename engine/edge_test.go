package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

// put sets up a position from a list such as "R h8, B i8 h9": R is seat 1 at
// home in the north-west, B seat 2. Seat 1 is to move unless mover says 1. The
// counters are those of move 1 of an earlier game, so that nothing is refused.
func put(t testing.TB, rules, pieces string, mover int, made ...int) engine.Position {
	t.Helper()
	r := mustRules(t, rules)
	s := engine.SetUp{Cells: make([]uint8, r.Board().Cells()), Mover: mover}
	for i, n := range made {
		s.Made[i] = n
		s.Ply += n
	}
	seat := uint8(0)
	for _, word := range strings.Fields(strings.ReplaceAll(pieces, ",", " ")) {
		switch word {
		case "R":
			seat = 1
		case "B":
			seat = 2
		default:
			c, err := r.Board().ParseCell(word)
			if err != nil {
				t.Fatal(err)
			}
			if s.Cells[c] != 0 {
				t.Fatalf("%s is named twice", word)
			}
			s.Cells[c] = seat
		}
	}
	p, err := engine.NewPosition(r, s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// destinations are the cells that the piece on a cell can reach, as sorted
// names. Steps and jumps are told apart by distance.
func destinations(b *engine.Board, moves []engine.Move, from string) (steps, jumps []string) {
	for _, m := range moves {
		switch {
		case b.CellName(m.From()) != from:
		case b.Distance(m.From(), m.To()) == 1:
			steps = append(steps, b.CellName(m.To()))
		default:
			jumps = append(jumps, b.CellName(m.To()))
		}
	}
	slices.Sort(steps)
	slices.Sort(jumps)
	return steps, jumps
}

func sorted(list string) []string {
	words := strings.Fields(list)
	slices.Sort(words)
	return words
}

func TestEdgeCaseDestinations(t *testing.T) {
	cases := []struct {
		name, rules, pieces string
		from, steps, jumps  string
	}{
		{"alone in the corner", "plyyard", "R a1", "a1", "a2 b1 b2", ""},
		{"alone at the edge", "plyyard", "R h1", "h1", "g1 i1 g2 h2 i2", ""},
		{"alone in the middle", "plyyard", "R e5", "e5", "d4 d5 d6 e4 e6 f4 f5 f6", ""},
		{"squeeze between two", "plyyard", "R h8, B i8 h9", "h8", "g7 g8 g9 h7 i7 i9", "h10 j8"},
		{"no jump over a gap", "plyyard", "R h8, B j8", "h8", "g7 g8 g9 h7 h9 i7 i8 i9", ""},
		{"no jump over two", "plyyard", "R h8, B i8 j8", "h8", "g7 g8 g9 h7 h9 i7 i9", ""},
		{"no jump off the board", "plyyard", "R o8, B p8", "o8", "n7 n8 n9 o7 o9 p7 p9", ""},
		{"two routes, one move, none back", "plyyard", "R e5, B f5 g6 f7 e6", "e5", "d4 e4 f4 d5 d6 f6", "g5 g7 e7"},
		{"no step then jump", "plyyard", "R e5, B g5", "e5", "d4 d5 d6 e4 e6 f4 f5 f6", ""},
		{"no jump then step", "plyyard", "R e5, B f5", "e5", "d4 d5 d6 e4 e6 f4 f6", "g5"},
		{"own piece as support", "plyyard", "R e5 f5", "e5", "d4 d5 d6 e4 e6 f4 f6", "g5"},
		{"backwards", "plyyard", "R e5, B d5", "e5", "d4 d6 e4 e6 f4 f5 f6", "c5"},
		{"a single jump out", "plyyard", "R a1, B b1 a2 b2 c1 a3", "a1", "", "c3"},
		{"may leave the target, none", "plyyard", "R o12", "o12", "n11 n12 n13 o11 o13 p11 p12 p13", ""},
		{"may not leave the target, end", "plyyard,lock=end", "R o12", "o12", "n13 o13 p12 p13", ""},
		{"may not leave the target, path", "plyyard,lock=path", "R o12", "o12", "n13 o13 p12 p13", ""},
		{"may not leave the target, endpass", "plyyard,lock=endpass", "R o12", "o12", "n13 o13 p12 p13", ""},
		{"out and in again, none", "plyyard,lock=none", "R n13, B m13 l14", "n13", "m12 n12 o12 o13 m14 n14 o14", "l13 l15"},
		{"out and in again, end", "plyyard,lock=end", "R n13, B m13 l14", "n13", "o12 o13 m14 n14 o14", "l15"},
		{"out and in again, path", "plyyard,lock=path", "R n13, B m13 l14", "n13", "o12 o13 m14 n14 o14", ""},
		{"out and in again, endpass", "plyyard,lock=endpass", "R n13, B m13 l14", "n13", "o12 o13 m14 n14 o14", "l15"},
		{"through the target, end", "plyyard,lock=end", "R n11, B n12 m13", "n11", "m10 n10 o10 m11 o11 m12 o12", "n13 l13"},
		{"through the target, path", "plyyard,lock=path", "R n11, B n12 m13", "n11", "m10 n10 o10 m11 o11 m12 o12", "n13 l13"},
		{"not through the target, endpass", "plyyard,lock=endpass", "R n11, B n12 m13", "n11", "m10 n10 o10 m11 o11 m12 o12", "n13"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := put(t, c.rules, c.pieces, 0)
			for _, kind := range players {
				steps, jumps := destinations(p.Board(), kind.new(p).Moves(), c.from)
				if !slices.Equal(steps, sorted(c.steps)) || !slices.Equal(jumps, sorted(c.jumps)) {
					t.Errorf("%s: steps %v jumps %v, want steps %s jumps %s", kind.name, steps, jumps, c.steps, c.jumps)
				}
			}
		})
	}
}

func TestEdgeCaseMoveTexts(t *testing.T) {
	const ring = "R e5, B f5 g6 f7 e6"
	cases := []struct {
		name, pieces, text string
		want               string // canonical text, or "" for a refusal
		reason             string // of the refusal
	}{
		{"a long way alone", "R e5", "e5-e7", "", "e5-e7 is no jump"},
		{"a long way alone, short", "R e5", "e5>e7", "", "no step or chain"},
		{"step into the squeeze", "R h8, B i8 h9", "h8-i9", "h8-i9", ""},
		{"step in the short form", "R h8, B i8 h9", "h8>i9", "h8-i9", ""},
		{"route", ring, "e5-g5-g7", "e5-g5-g7", ""},
		{"the other route", ring, "e5-e7-g7", "e5-g5-g7", ""},
		{"short", ring, "e5>g7", "e5-g5-g7", ""},
		{"back to the origin", ring, "e5-g5-e5", "", "g5-e5 lands twice on a cell, or where the move began"},
		{"round to the origin", ring, "e5-g5-g7-e7-e5", "", "e7-e5 lands twice on a cell, or where the move began"},
		{"twice on a cell", ring, "e5-g5-g7-g5", "", "g7-g5 lands twice"},
		{"short to the origin", ring, "e5>e5", "", "e5 is occupied"},
		{"a segment left out", ring, "e5-g7", "", "e5-g7 is no jump"},
		{"step then jump", "R e5, B g5", "e5-f5-h5", "", "e5-f5 is a step within a chain"},
		{"jump then step", "R e5, B f5", "e5-g5-h5", "", "g5-h5 is a step within a chain"},
		{"over the origin", "R e5, B f5 g5", "e5-g5", "", "no jump"},
		{"from an empty cell", "R e5", "e6-e7", "", "e6 is empty"},
		{"with another's piece", "R e5, B f5", "f5-f6", "", "f5 holds another seat's piece"},
		{"onto a piece", "R e5, B f5", "e5-f5", "", "f5 is occupied"},
		{"off the board", "R e5", "e5-q5", "", `"q5" is not a cell`},
		{"row off the board", "R p16", "p16-p17", "", `"p17" is not a cell`},
		{"nothing", "R e5", "", "", "want from-to"},
		{"one cell", "R e5", "e5", "", "want from-to"},
		{"no name", "R e5", "e5-", "", `"" is not a cell`},
		{"two ways of writing", "R e5, B f5", "e5-g5>g7", "", "is not a cell"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := put(t, "plyyard", c.pieces, 0)
			before := p
			m, err := p.ParseMove(c.text)
			if c.want != "" {
				if err != nil {
					t.Fatal(err)
				}
				if got := p.MoveText(m); got != c.want {
					t.Errorf("canonical text %s, want %s", got, c.want)
				}
				return
			}
			if err == nil || !errors.Is(err, engine.ErrIllegal) || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("error %v, want ErrIllegal with %q", err, c.reason)
			}
			if p != before {
				t.Error("a refused move changed the position")
			}
		})
	}
}

// Moves that are no text: their cells may lie anywhere.
func TestEdgeCaseIllegalMoves(t *testing.T) {
	for _, rules := range []string{"wiki-8", "wiki-10", "wiki-2"} {
		p := put(t, rules, "R e5, B f5 f6", 0)
		before := p
		legal := (&fast{p}).Moves()
		twin := ref.New(p)
		for m := range 1 << 16 {
			m := engine.Move(m)
			_, want := slices.BinarySearch(legal, m)
			err := p.Legal(m)
			if (err == nil) != want || err != nil && !errors.Is(err, engine.ErrIllegal) {
				t.Fatalf("%s: legal %v, want %t", rules, err, want)
			}
			if twin.Legal(m) != want {
				t.Fatalf("%s: the twin finds %#x legal: %t", rules, m, !want)
			}
		}
		if p != before {
			t.Error("Legal changed the position")
		}
	}
}

func TestEdgeCaseEndings(t *testing.T) {
	const fullButL16 = "p16 o16 n16 m16 p15 o15 n15 m15 l15 p14 o14 n14 m14 p13 o13 n13 p12 o12"
	cases := []struct {
		name, rules, pieces string
		mover               int
		made                []int
		move                string
		result              string
		cause               engine.Cause
		next                int
	}{
		{"a blocked seat is skipped, not lost", "plyyard", "R a1, B b1 a2 b2 c1 a3 c3 h8", 1, nil, "h8-h9", "", 0, 1},
		{"a seat with one way out is not skipped", "plyyard", "R a1, B b1 a2 b2 c1 a3 h8", 1, nil, "h8-h9", "", 0, 0},
		{"the last jump wins", "plyyard", "R j16 " + fullButL16 + ", B k16 a1", 0, nil, "j16-l16", "win:1", engine.Goal, 1},
		{"no win on the old board", "plyyard", "R j16 " + fullButL16 + ", B k16 a1", 0, nil, "j16-j15", "", 0, 1},
		{"an opponent's piece on the last cell", "plyyard", "R k16 l16 " + strings.Replace(fullButL16, "p16 ", "", 1) + ", B p16 a1",
			0, nil, "k16-k15", "", 0, 1},
		{"piece at home at the deadline", "wiki-8-d30", "R a4 e5, B d4", 0, []int{29, 29}, "e5-e6", "win:2", engine.Deadline, 1},
		{"piece at home before the deadline", "wiki-8-d30", "R a4 e5, B d4", 0, []int{28, 28}, "e5-e6", "", 0, 1},
		{"the last piece leaves at the deadline", "wiki-8-d30", "R a4 e5, B d4", 0, []int{29, 29}, "a4-a5", "", 0, 1},
		{"back home after the deadline", "wiki-8-d30", "R a5 e5, B d4", 0, []int{30, 30}, "a5-a4", "win:2", engine.Deadline, 1},
		{"the other seat's deadline", "wiki-8-d30", "R e5, B h5 d4", 1, []int{30, 29}, "d4-d3", "win:1", engine.Deadline, 0},
		{"only the own move counts", "wiki-8-d30", "R e5, B h5 d4", 0, []int{29, 29}, "e5-e6", "", 0, 1},
		{"a win comes before the deadline", "wiki-8-d30", "R a1 g4 h8 h7 h6 g8 g7 g6 f8 f7 e8, B d4", 0, []int{29, 29}, "g4-h5",
			"win:1", engine.Goal, 1},
		{"the deadline comes before the turn limit", "wiki-8-d30,turn_limit=59", "R a4 e5, B d4", 0, []int{29, 29}, "e5-e6",
			"win:2", engine.Deadline, 1},
		{"the turn limit", "wiki-8,turn_limit=59", "R a4 e5, B d4", 0, []int{29, 29}, "e5-e6", "draw:turns", engine.Turns, 1},
		{"one move before the turn limit", "wiki-8,turn_limit=60", "R a4 e5, B d4", 0, []int{29, 29}, "e5-e6", "", 0, 1},
		{"a win on the last move is a win", "wiki-8,turn_limit=59", "R g4 h8 h7 h6 g8 g7 g6 f8 f7 e8, B d4", 0, []int{29, 29},
			"g4-h5", "win:1", engine.Goal, 1},
		{"nobody can move", "wiki-10,lock=path", "R a1, B e1 d1 b1 c1 d2 c2 a2 a3 b3 a4 b4 c3 a5 b2", 1, nil, "", "draw:immobile",
			engine.Immobile, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := put(t, c.rules, c.pieces, c.mover, c.made...)
			for _, kind := range players {
				s := kind.new(p)
				if c.move != "" {
					m, err := p.ParseMove(c.move)
					if err != nil {
						t.Fatal(err)
					}
					if err := s.Play(m); err != nil {
						t.Fatal(err)
					}
				}
				if r := s.Result(); r.String() != c.result || r.Cause != c.cause {
					t.Errorf("%s: result %q (%s), want %q (%s)", kind.name, r, r.Cause, c.result, c.cause)
				}
				if s.Mover() != c.next {
					t.Errorf("%s: seat %d to move, want %d", kind.name, s.Mover()+1, c.next+1)
				}
				if s.Result().Over() && len(s.Moves()) > 0 {
					t.Errorf("%s: a finished game has moves", kind.name)
				}
			}
		})
	}
}

// The squares have a sealed draw only by option. The corner piece of a camp of
// which the other seat holds all the rest never moves again where the lock
// keeps every landing inside, and where the camp is deep enough for every jump
// from the corner to end inside.
func TestSealed(t *testing.T) {
	const ten = "a1 b1 c1 d1 e1 a2 b2 c2 d2 a3 b3 c3 a4 b4 a5"
	const sixteen = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 a4 b4 c4 a5 b5"
	const eight = "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"
	fill := func(camp, hole string) string {
		rest := strings.Replace(strings.TrimPrefix(camp, "a1 "), hole, "", 1)
		return "R a1 h8, B " + rest
	}
	cases := []struct {
		name, rules, pieces, move string
		sealed                    bool
	}{
		{"10, path", "wiki-10,lock=path,sealed_draw=on", fill(ten, "e1") + " f1", "f1-e1", true},
		{"10, path, option off", "wiki-10,lock=path", fill(ten, "e1") + " f1", "f1-e1", false},
		{"10, end: a jump may come back", "wiki-10,lock=end,sealed_draw=on", fill(ten, "e1") + " f1", "f1-e1", false},
		{"10, none", "wiki-10,lock=none,sealed_draw=on", fill(ten, "e1") + " f1", "f1-e1", false},
		{"10, a hole in reach", "wiki-10,lock=path,sealed_draw=on", fill(ten, "c1") + " h4", "h4-h5", false},
		{"10, an owner's piece at the mouth", "wiki-10,lock=path,sealed_draw=on", strings.Replace(fill(ten, "e1"), "h8", "e1", 1) + " h4", "h4-h5", false},
		{"16, path", "plyyard,lock=path,sealed_draw=on", fill(sixteen, "e2") + " f2", "f2-e2", true},
		{"8, path: a jump from the corner leaves the camp", "wiki-8,lock=path,sealed_draw=on", fill(eight, "d1") + " e1", "e1-d1", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := put(t, c.rules, c.pieces, 1)
			m, err := p.ParseMove(c.move)
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range players {
				s := kind.new(p)
				if s.Result().Over() {
					t.Fatalf("%s: over before the move: %s", kind.name, s.Result())
				}
				if err := s.Play(m); err != nil {
					t.Fatal(err)
				}
				want := ""
				if c.sealed {
					want = "draw:sealed"
				}
				if s.Result().String() != want {
					t.Errorf("%s: result %q, want %q", kind.name, s.Result(), want)
				}
			}
		})
	}
}

func TestSetUpResults(t *testing.T) {
	const camp = "h8 h7 h6 h5 g8 g7 g6 f8 f7 e8"
	full := "wiki-8 ......../......../......../......../.......1/......11/.....111/....1111 "
	if _, err := engine.ParsePosition(full + "1 0 0,0 a,a"); err == nil || !strings.Contains(err.Error(), "seat 1 already fills") {
		t.Errorf("a full camp before the first move: %v", err)
	}
	cases := []struct {
		name     string
		p        engine.Position
		want     string
		wantNext int
	}{
		{"a full camp after the last mover's move", mustParse(t, full+"2 1 1,0 a,a"), "win:1", 1},
		{"a full camp of the seat to move", mustParse(t, full+"1 2 1,1 a,a"), "win:1", 0},
		{"deadline missed by the last mover", put(t, "wiki-8-d30", "R a4, B d4", 1, 30, 29), "win:2", 1},
		{"deadline not the other's", put(t, "wiki-8-d30", "R a4, B d4", 0, 30, 30), "", 0},
		{"counts that are no game's", mustParse(t, "wiki-8-d30 ......../......../......../1......./.......2/......../......../........ 2 9 30,30 a,a"), "", 1},
		{"turn limit", put(t, "wiki-8,turn_limit=10", "R a4, B d4", 0, 5, 5), "draw:turns", 0},
		{"goal before turn limit", put(t, "wiki-8,turn_limit=10", "R "+camp+", B d4", 0, 5, 5), "win:1", 0},
		{"an empty board", put(t, "wiki-8", "", 0), "draw:immobile", 0},
		{"only the other seat can move", put(t, "wiki-8", "B d4", 0), "", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, kind := range players {
				s := kind.new(c.p)
				if s.Result().String() != c.want || s.Mover() != c.wantNext {
					t.Errorf("%s: %q, seat %d to move; want %q, %d", kind.name, s.Result(), s.Mover()+1, c.want, c.wantNext+1)
				}
			}
			again := mustParse(t, c.p.String())
			if !again.Equal(&c.p) {
				t.Errorf("%s reads as another position", c.p.String())
			}
		})
	}
}

func TestTruncate(t *testing.T) {
	p := mustRules(t, "wiki-8").Start(0)
	p.Truncate()
	if r := p.Result(); r.String() != "truncated" || r.Cause != engine.Cap || !r.Over() || p.CountMoves() != 0 {
		t.Errorf("after Truncate: %v with %d moves", r, p.CountMoves())
	}
	won := put(t, "wiki-8", "R h8 h7 h6 h5 g8 g7 g6 f8 f7 e8, B d4", 1, 30, 30)
	won.Truncate()
	if won.Result().String() != "win:1" {
		t.Errorf("Truncate changed a win to %q", won.Result())
	}
}

func TestResultTexts(t *testing.T) {
	for _, text := range []string{"", "win:1", "win:2", "draw:turns", "draw:sealed", "draw:immobile", "truncated"} {
		r, err := engine.ParseResult(text)
		if err != nil || r.String() != text {
			t.Errorf("%q reads as %q, %v", text, r, err)
		}
	}
	for _, text := range []string{"win", "win:", "win:0", "win:7", "win:01", "win:+1", "win:1 ", "draw:", "draw:goal", "draw:cap", "Truncated"} {
		if r, err := engine.ParseResult(text); err == nil {
			t.Errorf("%q reads as %v", text, r)
		}
	}
	values := map[string]string{"win:1": "[1 -1]", "win:2": "[-1 1]", "draw:turns": "[0 0]", "truncated": "[0 0]", "": "[0 0]"}
	for text, want := range values {
		r, _ := engine.ParseResult(text)
		if v := r.Values(); fmt.Sprint(v[:2]) != want {
			t.Errorf("%q: values %v, want %s", text, v[:2], want)
		}
	}
}
