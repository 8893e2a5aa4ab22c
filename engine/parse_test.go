package engine_test

import (
	"errors"
	"math/rand/v2"
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
	everyBoardAndLock(t, func(t *testing.T, rules string, rng *rand.Rand) {
		for range 50 {
			p := randomPosition(t, rng, mustRules(t, randomOptions(rng, rules)))
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
		{"unknown preset", "wiki-9 " + rows + " 1 0 0,0 a,a", "ruleset", 1, `unknown preset "wiki-9"; known: plyyard`},
		{"unknown option", "wiki-8,looks=none " + rows + " 1 0 0,0 a,a", "ruleset", 1, `unknown option "looks"; known: deadline, first`},
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
		{"finished seat", "wiki-8 " + rows + " 1 0 0,0 a,f1", "status", 90, "every seat of this ruleset is active"},
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

func TestRules(t *testing.T) {
	for _, name := range engine.PresetNames() {
		r := mustRules(t, name)
		if r.Ref() != name {
			t.Errorf("%s is called %s", name, r.Ref())
		}
	}
	same := [][2]string{
		{"wiki-8-d30", "wiki-8,deadline=30"},
		{"plyyard", "wiki-2,lock=none,first=1"},
		{"wiki-10-d50,deadline=0,lock=path", "wiki-10,lock=path"},
		{"wiki-8,sealed_draw=on,turn_limit=9", "wiki-8,turn_limit=9,sealed_draw=on"},
	}
	for _, pair := range same {
		a, b := mustRules(t, pair[0]), mustRules(t, pair[1])
		if a.Hash() != b.Hash() || a.Canonical() != b.Canonical() || a.Ref() != pair[0] {
			t.Errorf("%s and %s differ: %s, %s", pair[0], pair[1], a.Canonical(), b.Canonical())
		}
	}
	hashes := make(map[string]string)
	for _, ref := range []string{"wiki-8", "wiki-10", "wiki-2", "plyyard", "wiki-8-d30", "wiki-8,lock=none", "wiki-8,lock=path",
		"wiki-8,lock=endpass", "wiki-8,first=1", "wiki-8,first=2", "wiki-8,turn_limit=1", "wiki-8,sealed_draw=on"} {
		h := mustRules(t, ref).Hash()
		if other, ok := hashes[h]; ok {
			t.Errorf("%s and %s have one hash", ref, other)
		}
		hashes[h] = ref
	}
	for ref, reason := range map[string]string{
		"":                               `unknown preset ""; known: plyyard, wiki-10,`,
		"wiki-8,":                        `option "" is not of the form name=value`,
		"wiki-8,lock":                    `option "lock" is not of the form`,
		"wiki-8,lock=":                   `lock is "", want none, end, path, endpass`,
		"wiki-8,lock=end,lock=end":       "option lock is given twice",
		"wiki-8,deadline=-1":             `deadline is "-1", want 0 to 9999`,
		"wiki-8,deadline=10000":          `deadline is "10000"`,
		"wiki-8,deadline=007":            `deadline is "007"`,
		"wiki-8,turn_limit=x":            `turn_limit is "x"`,
		"wiki-8,turn_limit=999999999999": `turn_limit is "999999999999"`,
		"wiki-8,first=0":                 `first is "0", want 1, 2, random`,
		"wiki-8,first=3":                 `first is "3"`,
		"wiki-8,sealed_draw=yes":         `sealed_draw is "yes", want on, off`,
		"wiki-8, lock=end":               `unknown option " lock"`,
	} {
		if _, err := engine.ParseRules(ref); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: error %v, want %q", ref, err, reason)
		}
	}
	if seat, random := mustRules(t, "wiki-8").First(); seat != 0 || !random {
		t.Errorf("wiki-8: first %d, random %t", seat, random)
	}
	if seat, random := mustRules(t, "wiki-8,first=2").First(); seat != 1 || random {
		t.Errorf("first=2: first %d, random %t", seat, random)
	}
}

func TestCells(t *testing.T) {
	for _, board := range boards {
		b := mustRules(t, board).Board()
		for c := range b.Cells() {
			if got, err := b.ParseCell(b.CellName(c)); err != nil || got != c {
				t.Errorf("%s reads as %d, %v", b.CellName(c), got, err)
			}
		}
		for _, name := range []string{"", "a", "1", "a0", "a01", "a+1", "A1", "a-1", "a17", "q1", "a1 ", "aa1", "é1", "a1000"} {
			if c, err := b.ParseCell(name); err == nil {
				t.Errorf("%s: %q reads as %d", b.ID(), name, c)
			}
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	f.Add(startText)
	f.Add("wiki-8-d30 1......./......../......../......../......../......../......../.......2 2 59 30,29 a,a")
	f.Add("wiki-10,lock=path,sealed_draw=on,turn_limit=5 1........./........../........../........../........../........../........../........../........../.........2 1 5 3,2 a,a")
	f.Add("plyyard  1 0 0,0 a,a")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := engine.ParsePosition(text)
		if err != nil {
			var bad *engine.TextError
			if !errors.As(err, &bad) || bad.Column < 1 || bad.Column > len(text)+1 {
				t.Errorf("%q: error %v", text, err)
			}
			return
		}
		if p.String() != text {
			t.Errorf("%q is written %q", text, &p)
		}
		p.SkipBlocked()
		for i, m := range p.Moves(nil) {
			if i == 10 {
				break
			}
			q := p
			q.Play(m)
		}
	})
}

func FuzzParseRules(f *testing.F) {
	for _, ref := range append(engine.PresetNames(), "wiki-8,lock=none", "wiki-10,lock=path,deadline=0", "wiki-2,first=random,sealed_draw=on,turn_limit=7", ",,", "wiki-8,=") {
		f.Add(ref)
	}
	f.Fuzz(func(t *testing.T, ref string) {
		r, err := engine.ParseRules(ref)
		if err != nil {
			return
		}
		if r.Ref() != ref {
			t.Errorf("%q is called %q", ref, r.Ref())
		}
		first, _ := r.First()
		p := r.Start(first)
		if q, err := engine.ParsePosition(p.String()); err != nil || !q.Equal(&p) {
			t.Errorf("%q: start position %s reads back with %v", ref, &p, err)
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"e5-f6", "e5-g5-g7", "e5>g7", "e5>g7>e5", "e5-", "-", ">", "e5-g5>g7", "a1-a1", "skip", "e5>\xff9"} {
		f.Add(text)
	}
	p := put(f, "plyyard", "R e5, B f5 g6 f7 e6", 0)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := p.ParseMove(text)
		if err != nil {
			if !errors.Is(err, engine.ErrIllegal) {
				t.Errorf("%q: %v is no ErrIllegal", text, err)
			}
			return
		}
		if p.Legal(m) != nil {
			t.Errorf("%q reads as the illegal %s", text, p.Board().ShortText(m))
		}
		if again, err := p.ParseMove(p.MoveText(m)); err != nil || again != m {
			t.Errorf("%q: canonical %s reads as %v, %v", text, p.MoveText(m), again, err)
		}
	})
}

func FuzzParseResult(f *testing.F) {
	for _, text := range []string{"", "win:1", "win:9", "draw:turns", "draw:", "truncated", "team:1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := engine.ParseResult(text); err == nil && r.String() != text {
			t.Errorf("%q reads as %q", text, r)
		}
	})
}

func FuzzReplay(f *testing.F) {
	f.Add("c1-e1 f8>d8 b3-b4")
	f.Add("skip")
	f.Add("c1-e1 skip c1")
	start := mustRules(f, "wiki-8,turn_limit=6").Start(0)
	f.Fuzz(func(t *testing.T, record string) {
		p, played, err := engine.Replay(start, strings.Fields(record))
		if p.Ply() != played || played > 6 || err != nil && !errors.Is(err, engine.ErrIllegal) {
			t.Errorf("%q: %d moves, ply %d, %v", record, played, p.Ply(), err)
		}
	})
}
