package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
)

const startText = "wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 1 0 0,0 a,a"

func TestPositionTexts(t *testing.T) {
	start := mustRules(t, "wiki-8").Start(0)
	if start.String() != startText {
		t.Errorf("start position\n%s, want\n%s", &start, startText)
	}
	p := mustParse(t, startText)
	if !p.Equal(&start) || p.Hash() != start.Hash() {
		t.Error("the start position reads as another")
	}
	everyGridAndLock(t, func(t *testing.T, grid, lock string, rng *rand.Rand) {
		for range 30 {
			p := randomPosition(t, rng, randomRules(t, rng, grid, lock))
			q := mustParse(t, p.String())
			if q.String() != p.String() || !q.Equal(&p) || q.Hash() != p.Hash() || q.Rules().Ref() != p.Rules().Ref() {
				t.Fatalf("%s\nreads as\n%s", &p, &q)
			}
		}
	})
}

func TestPositionTextErrors(t *testing.T) {
	rows := strings.Fields(startText)[1]
	cases := []struct {
		name, text, field string
		column            int
		reason            string
	}{
		{"nothing", "", "rows", 1, "missing"},
		{"only the ruleset", "wiki-8", "rows", 7, "missing"},
		{"no status", "wiki-8 " + rows + " 1 0 0,0", "status", 87, "missing"},
		{"unknown preset", "wiki-9 " + rows + " 1 0 0,0 a,a", "ruleset", 1, `unknown preset "wiki-9"; known: leapstone-2, leapstone-4, plyyard, star-121-2,`},
		{"unknown option", "wiki-8,looks=none " + rows + " 1 0 0,0 a,a", "ruleset", 1, `unknown option "looks"; known: agreed_draw, board, deadline, finish, first, lock, resign, sealed_draw, seats, timeout, turn_limit`},
		{"unknown value", "wiki-8,lock=all " + rows + " 1 0 0,0 a,a", "ruleset", 1, `lock is "all", want none, end, path, endpass`},
		{"a short row", "wiki-8 1111.../" + rows[9:] + " 1 0 0,0 a,a", "rows", 8, "row 1 has 7 cells, sq8 has 8"},
		{"a long row", "wiki-8 1111...../" + rows[9:] + " 1 0 0,0 a,a", "rows", 8, "row 1 has 9 cells"},
		{"a row too few", "wiki-8 " + rows[:62] + " 1 0 0,0 a,a", "rows", 70, "7 rows, sq8 has 8"},
		{"a row too many", "wiki-8 " + rows + "/........ 1 0 0,0 a,a", "rows", 80, "9 rows"},
		{"an unknown seat", "wiki-8 1111...3" + rows[8:] + " 1 0 0,0 a,a", "rows", 15, "'3' is neither"},
		{"no seat to move", "wiki-8 " + rows + " 0 0 0,0 a,a", "seat to move", 80, `"0" is not a seat from 1 to 2`},
		{"third seat to move", "wiki-8 " + rows + " 3 0 0,0 a,a", "seat to move", 80, `"3" is not a seat from 1 to 2`},
		{"plies", "wiki-8 " + rows + " 1 x 0,0 a,a", "plies", 82, `"x" is not a number`},
		{"plies with zeros", "wiki-8 " + rows + " 1 00 0,0 a,a", "plies", 82, `"00" is not a number`},
		{"negative plies", "wiki-8 " + rows + " 1 -1 0,0 a,a", "plies", 82, `"-1" is not a number`},
		{"moves made", "wiki-8 " + rows + " 1 0 0,x a,a", "moves made", 86, `"x" is not a number`},
		{"moves made of one", "wiki-8 " + rows + " 1 0 0 a,a", "moves made", 84, "1 entries, want one for each of 2 seats"},
		{"finished seat", "wiki-8 " + rows + " 1 0 0,0 a,f1", "status", 88, "seat 2 has finished, but finish=first has no places"},
		{"resigned seat", "wiki-8 " + rows + " 1 0 0,0 a,r2", "status", 88, "seat 2 has resigned, but the ruleset has neither resign=on nor a timeout"},
		{"no word of a status", "wiki-8 " + rows + " 1 0 0,0 a,x", "status", 90, `"x" is no status: want a, f or r`},
		{"no status of a seat", "wiki-8 " + rows + " 1 0 0,0 ,a", "status", 88, `"" is no status`},
		{"an active seat with a place", "wiki-8 " + rows + " 1 0 0,0 a1,a", "status", 88, `"a1" is no status`},
		{"status of three", "wiki-8 " + rows + " 1 0 0,0 a,a,a", "status", 88, "3 entries"},
		{"missed turns", "wiki-8 " + rows + " 1 0 0,0 a,a 0,1", "missed turns", 92, "no time-out rule"},
		{"more text", "wiki-8 " + rows + " 1 0 0,0 a,a 0,0 x", "end", 96, "text after the last field"},
		{"two spaces", "wiki-8  " + rows + " 1 0 0,0 a,a", "rows", 8, "row 1 has 0 cells"},
		{"full target", "wiki-8 ......../......../......../......../.......1/......11/.....111/....1111 1 0 0,0 a,a", "rows", 8, "seat 1 already fills"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := engine.ParsePosition(c.text)
			var bad *engine.TextError
			if !errors.As(err, &bad) {
				t.Fatalf("error %v, want a TextError", err)
			}
			if bad.Field != c.field || bad.Column != c.column || !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("%s, column %d: %s; want %s, column %d: %s", bad.Field, bad.Column, bad.Reason, c.field, c.column, c.reason)
			}
		})
	}
}

// Faults of texts of other boards, each in one field of a good text.
func TestPositionTextErrorsByField(t *testing.T) {
	start := func(rules string) string {
		p := mustRules(t, rules).Start(0)
		return p.String()
	}
	pieces := func(rules, pieces string) string {
		p := put(t, rules, pieces, 0)
		return p.String()
	}
	four, star, places := start("wiki-4"), start("star-121-3"), pieces("leapstone-4", "1 e5, 2 l5")
	const rows, seat, made, status, missed = 1, 2, 4, 5, 6
	starRows := strings.Fields(star)[rows]
	cases := []struct {
		name, text string
		field      int
		value      string
		offset     int // of the column, within the value
		reason     string
	}{
		{"row of a square in a star", star, rows, "........./" + starRows[2:], 0, "row 1 has 9 cells, star121 has 1"},
		{"a star's row too short", star, rows, strings.Replace(starRows, "/............./", "/............/", 1), 14, "row 5 has 12 cells, star121 has 13"},
		{"a star's rows too few", star, rows, starRows[:len(starRows)-2], len(starRows) - 2, "16 rows, star121 has 17"},
		{"a star's rows too many", star, rows, starRows + "/.", len(starRows) + 1, "18 rows, star121 has 17"},
		{"an empty star", star, rows, "", 0, "row 1 has 0 cells, star121 has 1"},
		{"a fourth seat of three", star, rows, "4" + starRows[1:], 0, "'4' is neither . nor a seat from 1 to 3"},
		{"no letter of a seat", star, rows, "x" + starRows[1:], 0, "'x' is neither"},
		{"a fifth seat of four to move", four, seat, "5", 0, `"5" is not a seat from 1 to 4`},
		{"moves made of two of three", star, made, "0,0", 0, "2 entries, want one for each of 3 seats"},
		{"moves made of five of four", four, made, "0,0,0,0,0", 0, "5 entries, want one for each of 4 seats"},
		{"the last moves made", four, made, "0,0,0,-1", 6, `"-1" is not a number from 0 to`},
		{"a trailing comma", four, made, "0,0,0,0,", 8, `"" is not a number`},
		{"statuses of two of four", places, status, "a,a", 0, "2 entries, want one for each of 4 seats"},
		{"a place beyond the seats", places, status, "a,a,a,f5", 6, `"f5" is no status: want a, f or r, the latter two with a place from 1 to 4 or none`},
		{"place 0", places, status, "a,a,r0,a", 4, `"r0" is no status`},
		{"a place with a zero", places, status, "a,a,r01,a", 4, `"r01" is no status`},
		{"a word", places, status, "a,a,active,a", 4, `"active" is no status`},
		{"another letter", places, status, "a,a,F1,a", 4, `"F1" is no status`},
		{"two seats with one place", places, status, "a,a,f1,f1", 0, "seat 4 has place 1, as another seat"},
		{"one place for two ways out", places, status, "a,a,r3,f3", 0, "seat 3 has place 3, want 4 to 4"},
		{"a finisher behind the finishers", places, status, "a,a,a,f2", 0, "seat 4 has place 2, want 1 to 1"},
		{"a resigner before the resigners", places, status, "a,a,a,r3", 0, "seat 4 has place 3, want 4 to 4"},
		{"a resigner of two too good", places, status, "a,a,r2,r4", 0, "seat 3 has place 2, want 3 to 4"},
		{"resigned with pieces", places, status, "a,r4,a,a", 0, "seat 2 has resigned, but still has pieces on the board"},
		{"the seat to move has resigned", pieces("leapstone-4", "2 l5"), status, "r4,a,a,a", 0, "seat 1 is to move, but no longer plays"},
		{"the seat to move has finished", places, status, "f1,a,a,a", 0, "seat 1 is to move, but no longer plays"},
		{"everybody has resigned", pieces("leapstone-4", ""), status, "r4,r3,r2,r1", 0, "no seat is active"},
		{"both have resigned", pieces("plyyard", ""), status, "r1,r2", 0, "no seat is active"},
		{"finished where the first to fill wins", pieces("leapstone-2", "1 e5, 2 l5"), status, "a,f1", 0, "seat 2 has finished, but finish=first has no places"},
		{"finished in a game of teams", four, status, "a,a,a,a,a", 0, "5 entries"},
		{"finished in teams", start("wiki-4-teams"), status, "a,a,a,f1", 0, "seat 4 has finished, but finish=teams has no places"},
		{"resigned in teams", start("wiki-4-teams"), status, "a,a,a,r", 0, "seat 4 has resigned, but the ruleset has neither"},
		{"resigned on a star", star, status, "a,r3,a", 0, "seat 2 has resigned, but the ruleset has neither"},
		{"missed turns of two of four", places, missed, "1,0", 0, "2 entries, want one for each of 4 seats"},
		{"as many missed turns as make a seat resign", places, missed, "0,3,0,0", 2, `"3" is not a number from 0 to 2`},
		{"missed turns of none", places, missed, "0,0,0,0", 0, "no turn was missed: leave the field out"},
		{"missed turns without a rule", start("plyyard"), missed, "1,0", 0, "plyyard has no time-out rule"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			fields := strings.Fields(c.text)
			column := 1 + c.offset
			for _, f := range fields[:c.field] {
				column += len(f) + 1
			}
			fields = append(fields[:c.field], append([]string{c.value}, fields[min(c.field+1, len(fields)):]...)...)
			p, err := engine.ParsePosition(strings.Join(fields, " "))
			var bad *engine.TextError
			if !errors.As(err, &bad) {
				t.Fatalf("error %v, want a TextError: %s", err, &p)
			}
			if bad.Column != column || !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("%s, column %d: %s; want column %d: %s", bad.Field, bad.Column, bad.Reason, column, c.reason)
			}
		})
	}
}

// Set-ups that no text can say.
func TestSetUpErrors(t *testing.T) {
	const out = engine.Resigned + 1
	cases := []struct {
		name   string
		change func(*engine.SetUp)
		reason string // "" for none
	}{
		{"nothing wrong", func(*engine.SetUp) {}, ""},
		{"cells of another board", func(s *engine.SetUp) { s.Cells = s.Cells[:64] }, "position has 64 cells, the board 256"},
		{"no cells", func(s *engine.SetUp) { s.Cells = nil }, "position has 0 cells"},
		{"a fifth seat of four", func(s *engine.SetUp) { s.Cells[17] = 5 }, "cell b2 holds seat 5, want 1 to 4"},
		{"a fifth seat to move", func(s *engine.SetUp) { s.Mover = 4 }, "seat to move is 5, want 1 to 4"},
		{"no seat to move", func(s *engine.SetUp) { s.Mover = -1 }, "seat to move is 0, want 1 to 4"},
		{"negative plies", func(s *engine.SetUp) { s.Ply = -1 }, "plies is -1, want 0 to 1073741824"},
		{"too many plies", func(s *engine.SetUp) { s.Ply = 1<<30 + 1 }, "plies is 1073741825"},
		{"negative moves", func(s *engine.SetUp) { s.Made[3] = -1 }, "moves made by seat 4 is -1"},
		{"too many moves", func(s *engine.SetUp) { s.Made[0] = 1 << 31 }, "moves made by seat 1 is 2147483648"},
		{"an unknown state", func(s *engine.SetUp) { s.Status[1].State = out }, "seat 2 has the status 3 with place 0"},
		{"a place beyond the seats", func(s *engine.SetUp) { s.Status[1] = engine.Status{State: engine.Finished, Place: 5} }, "seat 2 has the status 1 with place 5"},
		{"an active seat with a place", func(s *engine.SetUp) { s.Status[1].Place = 1 }, "seat 2 is active and has place 1"},
		{"negative missed turns", func(s *engine.SetUp) { s.Missed[0] = -1 }, "seat 1"},
		{"too many missed turns", func(s *engine.SetUp) { s.Missed[0] = 3 }, "seat 1"},
		{"something of a seat that the board does not have", func(s *engine.SetUp) { s.Made[5], s.Status[5].State, s.Missed[4] = -1, out, 9 }, ""},
	}
	rules := mustRules(t, "leapstone-4")
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := setUp(t, rules.Board(), "1 e5, 2 l5, 3 l12, 4 e12", 0)
			c.change(&s)
			_, err := engine.NewPosition(rules, s)
			if (err == nil) != (c.reason == "") || err != nil && !strings.Contains(err.Error(), c.reason) {
				t.Errorf("error %v, want %q", err, c.reason)
			}
		})
	}
}

// Statuses and missed turns that are read, and written as they were.
func TestStatusTexts(t *testing.T) {
	const four = "leapstone-4 ................/................/................/................/....1.........../................/................/................/" +
		"................/................/................/................/................/................/................/................ 1 8 "
	for _, fields := range []string{
		"2,2,2,2 a,a,a,a", "2,2,2,2 a,r4,a,a", "2,2,2,2 a,r3,r4,a", "2,2,2,2 a,r,a,r", "2,2,2,2 a,r,a,r3", "2,2,2,2 a,f1,a,a",
		"2,2,2,2 a,f,a,r", "2,2,2,2 a,f2,f1,a", "2,2,2,2 a,f2,f,a", "9,0,0,0 a,a,a,a 1,0,2,1", "2,2,2,2 a,f1,a,r4 1,0,2,0",
	} {
		text := four + fields
		p := mustParse(t, text)
		if p.String() != text {
			t.Errorf("%s\nis written\n%s", text, &p)
		}
		for seat, want := range strings.Split(strings.Fields(fields)[1], ",") {
			if got := p.Status(seat).String(); got != want {
				t.Errorf("%s: seat %d has status %s", fields, seat+1, got)
			}
		}
	}
}

func TestCells(t *testing.T) {
	bad := map[bool][]string{ // by whether it is a star
		false: {"", "a", "1", "a0", "a01", "a+1", "A1", "a-1", "a17", "q1", "a1 ", "aa1", "é1", "a1000", "cell#1"},
		true:  {"", "M", "1", "M0", "M01", "m1", "A1", "N1", "L1", "E18", "Z9", "a1", "M1 ", "@9", "I+9"},
	}
	for _, preset := range []string{"wiki-8", "wiki-10", "wiki-2", "wiki-4", "star-121-2", "star-181-3", "star-253-6", "wiki-star3"} {
		b := mustRules(t, preset).Board()
		for c := range b.Cells() {
			if got, err := b.ParseCell(b.CellName(c)); err != nil || got != c {
				t.Errorf("%s: %s reads as %d, %v", b.ID(), b.CellName(c), got, err)
			}
		}
		for _, name := range bad[b.Star()] {
			c, err := b.ParseCell(name)
			if err == nil && b.CellName(c) != name {
				t.Errorf("%s: %q reads as %s", b.ID(), name, b.CellName(c))
			}
			if err == nil && (b.ID() == "sq8" || b.ID() == "star121") {
				t.Errorf("%s: %q reads as cell %d", b.ID(), name, c)
			}
		}
		for _, c := range []int{-1, b.Cells(), 1 << 20} {
			if name := b.CellName(c); name != fmt.Sprintf("cell#%d", c) {
				t.Errorf("%s: cell %d is called %s", b.ID(), c, name)
			}
		}
	}
	for preset, names := range map[string]string{ // the first and last cell, and the middle one of stars
		"wiki-8": "a1 h8", "wiki-2": "a1 p16", "star-121-2": "M1 E17 I9", "star-181-2": "P1 F21 K11", "star-253-2": "S1 G25 M13", "wiki-star3": "M1 E17 I9",
	} {
		b := mustRules(t, preset).Board()
		want := strings.Fields(names)
		got := []string{b.CellName(0), b.CellName(b.Cells() - 1)}
		if b.Star() {
			got = append(got, b.CellName(b.Cells()/2))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", preset, got, want)
		}
	}
}
