package usc_test

import (
	"errors"
	"testing"

	"halmazero/engine"
	"halmazero/engine/interchange"
	"halmazero/engine/interchange/usc"
)

// Any text is either an input, which is written and read again as the same, or
// refused with a place.
func FuzzParseInput(f *testing.F) {
	for _, text := range []string{
		"SINGLE\nWHITE\n100.0\n" + start,
		"GAME\nBLACK\n1e2\n" + start,
		"GAME\r\nBLACK\r\n0.5\r\n" + withPieces([][2]int{{3, 4}}, [][2]int{{5, 5}}),
		start,
		"GAME\nBLACK\n1.0\nBBBBB",
		"\n\n\n\n",
	} {
		f.Add(text)
	}
	rules := mustRules(f, "wiki-2")
	f.Fuzz(func(t *testing.T, text string) {
		in, err := usc.ParseInput(rules, text, engine.SetUp{Ply: 1})
		if err != nil {
			var at *interchange.LineError
			if !errors.As(err, &at) || at.Line < 1 {
				t.Errorf("without a place: %v", err)
			}
			return
		}
		again, err := in.Text()
		if err != nil {
			t.Fatal(err)
		}
		back, err := usc.ParseInput(rules, again, engine.SetUp{Ply: 1})
		if err != nil || back.Mode != in.Mode || back.Seconds != in.Seconds || !back.Position.Equal(&in.Position) {
			t.Errorf("%q is written as %q, which is read as %+v, %v", text, again, back, err)
		}
	})
}

// A board text has one spelling, but for its line ends.
func FuzzParseBoard(f *testing.F) {
	f.Add(start)
	f.Add(withPieces([][2]int{{15, 15}}, [][2]int{{0, 0}}))
	f.Add(start[:100])
	rules := mustRules(f, "plyyard")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := usc.ParseBoard(rules, text, engine.SetUp{Ply: 1})
		if err != nil {
			return
		}
		again, err := usc.BoardText(&p)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for _, line := range interchange.Lines(text) {
			want += line + "\n"
		}
		if again != want {
			t.Errorf("%q is written as %q", text, again)
		}
	})
}

// Any text is either a legal move, which is written and read again as the
// same, or an illegal one.
func FuzzParseMove(f *testing.F) {
	p := mustBoard(f, mustRules(f, "wiki-2"), withPieces([][2]int{{4, 4}, {6, 5}, {14, 12}, {13, 12}}, [][2]int{{5, 4}, {5, 6}, {4, 5}, {7, 7}}),
		engine.SetUp{})
	for _, m := range p.Moves(nil) {
		text, err := usc.MoveText(&p, m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{"", "E 4,4", "J 4,4 6,4\nJ 6,4 4,4\n", "E 4,4 -3,99999999999999999999", "J 4,4 6,4\r\nJ 6,4 6,6\r\n", "E 15,15 16,16"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := usc.ParseMove(&p, text)
		if err != nil {
			if !errors.Is(err, engine.ErrIllegal) {
				t.Errorf("unexpected error: %v", err)
			}
			return
		}
		again, err := usc.MoveText(&p, m)
		if err != nil {
			t.Fatalf("%q is read as %v: %v", text, m, err)
		}
		if back, err := usc.ParseMove(&p, again); err != nil || back != m {
			t.Errorf("%q is written as %q, which is read as %v, %v", text, again, back, err)
		}
	})
}
