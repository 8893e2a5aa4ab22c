package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

// put is the position of a set-up.
func put(t testing.TB, rules, pieces string, mover int, made ...int) engine.Position {
	t.Helper()
	r := mustRules(t, rules)
	p, err := engine.NewPosition(r, setUp(t, r.Board(), pieces, mover, made...))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// setUp reads a list of pieces such as "R h8, B i8 h9": R is seat 1, B seat 2,
// and a digit any seat. The moves made, which add up to the plies, may be left
// out.
func setUp(t testing.TB, b *engine.Board, pieces string, mover int, made ...int) engine.SetUp {
	t.Helper()
	s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: mover}
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
		case "1", "2", "3", "4", "5", "6":
			seat = word[0] - '0'
		default:
			c, err := b.ParseCell(word)
			if err != nil {
				t.Fatal(err)
			}
			if s.Cells[c] != 0 {
				t.Fatalf("%s is named twice", word)
			}
			s.Cells[c] = seat
		}
	}
	return s
}

// firstNamed is the seat that a list of pieces begins with.
func firstNamed(pieces string) int {
	if pieces[0] == 'R' {
		return 0
	}
	return int(pieces[0] - '1')
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
		name, rules, pieces string // the seat named first is to move
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
		{"star, may leave the target, none", "star-121-2,lock=none", "2 J4", "J4", "I5 J5 K3 K4", ""},
		{"star, may not leave the target, path", "star-121-2", "2 J4", "J4", "K3 K4", ""},
		{"star, may not leave the target, end", "star-121-2,lock=end", "2 J4", "J4", "K3 K4", ""},
		{"star, four supports", "star-121-6", "4 E9 I6, 1 F9, 2 H8", "E9", "D10 E8 E10 F8", "G9 I5 I7"},
		{"star, centre", "star-121-2", "2 I9", "I9", "H9 H10 I8 I10 J8 J9", ""},
		{"star, tip", "star-121-2", "2 E17", "E17", "E16 F16", ""},
		{"star, no jump over the edge", "star-121-2", "2 E16, 1 E17", "E16", "E15 F15 F16", ""},
		{"star, out and in again, none", "star-121-2,lock=none", "2 J4, 1 J5 K5", "J4", "I5 K3 K4", "J6 L4"},
		{"star, out and in again, end", "star-121-2,lock=end", "2 J4, 1 J5 K5", "J4", "K3 K4", "L4"},
		{"star, out and in again, path", "star-121-2", "2 J4, 1 J5 K5", "J4", "K3 K4", ""},
		{"star, through the target, path", "star-121-2", "2 I6, 1 J5 K5", "I6", "H6 H7 I5 I7 J6", "K4 K6"},
		{"star, through the target, endpass", "star-121-2,lock=endpass", "2 I6, 1 J5 K5", "I6", "H6 H7 I5 I7 J6", "K4"},
		{"extended camp, a corner that two camps share", "wiki-star3", "2 E5", "E5", "E6 F5", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := put(t, c.rules, c.pieces, firstNamed(c.pieces))
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
	for rules, pieces := range map[string]string{"wiki-8": "R e5, B f5 f6", "wiki-10": "R e5, B f5 f6", "wiki-2": "R e5, B f5 f6",
		"wiki-4": "R e5, 2 f5, 3 f6", "star-121-3": "1 I9, 2 I8, 3 J8", "star-181-6": "1 K11, 6 K10", "star-253-2": "1 M13, 2 M12",
		"wiki-star3": "1 I9, 3 I8"} {
		p := put(t, rules, pieces, 0)
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

// While an opponent's piece stands on the last cell of the target no move wins.
func TestNoWinWithAGuestInTheTarget(t *testing.T) {
	for rules, pieces := range map[string]string{
		"plyyard":    "1 k16 l16 o16 n16 m16 p15 o15 n15 m15 l15 p14 o14 n14 m14 p13 o13 n13 p12 o12, 2 p16 a1",
		"wiki-8":     "1 d8 h7 h6 h5 g8 g7 g6 f8 f7 e8, 2 h8 a1",
		"star-121-2": "1 E16 F16 E15 F15 G15 E14 F14 G14 H14 H13, 2 E17 I9",
	} {
		p := put(t, rules+",sealed_draw=off", pieces, 0)
		for _, kind := range players {
			moves := kind.new(p).Moves()
			if len(moves) == 0 {
				t.Errorf("%s, %s: no moves", rules, kind.name)
			}
			for _, m := range moves {
				s := kind.new(p)
				if err := s.Play(m); err != nil || s.Result().Over() {
					t.Errorf("%s, %s: after %s %q, %v", rules, kind.name, p.Board().ShortText(m), s.Result(), err)
				}
			}
		}
	}
}
