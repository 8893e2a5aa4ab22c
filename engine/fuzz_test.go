package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
)

// fuzzTexts are positions of every kind of board and ruleset, some of them
// late ones, blocked ones, and ones with seats that are out.
func fuzzTexts(f *testing.F) []string {
	var texts []string
	for _, name := range engine.PresetNames() {
		p := mustRules(f, name).Start(0)
		texts = append(texts, p.String())
	}
	for _, s := range []struct{ rules, pieces string }{
		{"leapstone-4", nearlyDone}, {"wiki-4-teams", nearlyDone}, {outside, supports}, {"leapstone-2", "1 b1 a2 b2 c1 a3 c3 h8, 2 a1"},
		{"star-121-2", "2 E17, 1 E16 F16 E15 F15 G15 E14 F14 G14 H13"}, {"star-253-2,lock=endpass", "1 M13, 2 M12 M14 O14 O12"},
		{"plyyard", "R e5, B f5 g6 f7 e6"}, {"wiki-star3,lock=path", "1 I9 M5, 2 I8 H9 I10, 3 J9"},
	} {
		p := put(f, s.rules, s.pieces, 0)
		texts = append(texts, p.String())
	}
	return texts
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range fuzzTexts(f) {
		f.Add(text)
	}
	const places = "leapstone-4 ................/................/................/................/....1.........../................/................/................/" +
		"................/................/................/................/................/................/................/................ 1 8 "
	for _, fields := range []string{"2,2,2,2 a,f1,a,r4 1,0,2,0", "2,2,2,2 a,r,a,f", "2,2,2,2 a,r4,r3,r2", "8,0,0,0 f1,f2,f4,f3", "8,0,0,0 a,a,a,a 1,0,0,0 0"} {
		f.Add(places + fields)
	}
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
			// The last seat of a game of places has its place at once.
			again, err := engine.ParsePosition(p.String())
			if p.Result().Kind != engine.Ranked || err != nil || !again.Equal(&p) {
				t.Errorf("%q is written %q", text, &p)
			}
		}
		wear(t, p)
	})
}

// FuzzSetUp is FuzzParsePosition for set-ups of one kind of board each, which a
// random text hardly ever is: pieces by cell, then who is out, are taken from
// the bytes.
func FuzzSetUp(f *testing.F) {
	refs := append(engine.PresetNames(), outside, "star-181-6,finish=places,timeout=2,resign=on", "star-121-4,finish=teams,lock=endpass", "wiki-star3,sealed_draw=on,lock=path")
	for i := range refs {
		f.Add(uint8(i), uint8(i), uint16(i), []byte("\x01\x00\x02\x00\x00\x03\x01\x02\x00\x00\x00\x04\x05\x06\x00\x02\x01"))
	}
	f.Fuzz(func(t *testing.T, rules, mover uint8, ply uint16, bytes []byte) {
		r := mustRules(t, refs[int(rules)%len(refs)])
		seats := r.Seats()
		s := engine.SetUp{Cells: make([]uint8, r.Board().Cells()), Mover: int(mover) % seats, Ply: int(ply)}
		at := func(i int) int {
			if len(bytes) == 0 {
				return 0
			}
			return int(bytes[i%len(bytes)])
		}
		for seat := range seats {
			s.Made[seat] = s.Ply / seats
			b := at(len(s.Cells) + seat)
			s.Status[seat] = engine.Status{State: engine.State(b >> 6 % 3), Place: uint8(b >> 3 & 7)}
			s.Missed[seat] = b & 3
		}
		for c := range s.Cells {
			seat := at(c) % 12
			if seat <= seats && (seat == 0 || s.Status[seat-1].State != engine.Resigned) {
				s.Cells[c] = uint8(seat)
			}
		}
		p, err := engine.NewPosition(r, s)
		if err != nil {
			return
		}
		again := mustParse(t, p.String())
		if !again.Equal(&p) || again.String() != p.String() {
			t.Errorf("%s reads as %s", &p, &again)
		}
		wear(t, p)
	})
}

// wear plays some moves and events from a position that has been read.
func wear(t *testing.T, p engine.Position) {
	t.Helper()
	p.SkipBlocked()
	moves := p.Moves(nil)
	if (len(moves) == 0) != p.Result().Over() {
		t.Errorf("%s: %d moves, result %q", &p, len(moves), p.Result())
	}
	for i, m := range moves {
		if i == 10 {
			break
		}
		q := p
		q.Play(m)
		if again, err := p.ParseMove(p.MoveText(m)); err != nil || again != m {
			t.Errorf("%s: %s reads as %v, %v", &p, p.MoveText(m), again, err)
		}
	}
	for _, event := range []string{"timeout", "draw", "resign:1", "resign:2", "resign:6"} {
		q := p
		if _, err := q.PlayEvent(event); err != nil && (!errors.Is(err, engine.ErrEvent) || q != p) {
			t.Errorf("%s: %s: %v", &p, event, err)
		}
	}
}

func FuzzParseRules(f *testing.F) {
	for _, ref := range append(engine.PresetNames(), "wiki-8,lock=none", "wiki-10,lock=path,deadline=0", "wiki-2,first=random,sealed_draw=on,turn_limit=7",
		",,", "wiki-8,=", "star-121-3,seats=N+S+SW,lock=end,sealed_draw=off,turn_limit=0", "star-253-6,seats=NE+NW,first=2", "wiki-star3,seats=N+NE",
		"wiki-8,board=star181,finish=places,resign=on,timeout=3,agreed_draw=on", "wiki-4-teams,resign=on", "leapstone-4,board=sq8,seats=NW+SE") {
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
	texts := fuzzTexts(f)
	for _, text := range []string{"e5-f6", "e5-g5-g7", "e5>g7", "e5>g7>e5", "e5-", "-", ">", "e5-g5>g7", "a1-a1", "skip", "e5>\xff9",
		"M13-M14", "M13>O13", "M13-M11-O13", "K4-K5", "I9>I7", "N6-N8-P8-R8-R6", "l16-m16", "resign:1"} {
		for i := range texts {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, position uint8, text string) {
		p := mustParse(t, texts[int(position)%len(texts)])
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
	for _, text := range []string{"", "win:1", "win:9", "draw:turns", "draw:", "truncated", "team:1", "team:3", "places:1,3,2,4", "places:1,1", "places:6,5,4,3,2,1", "draw:agreed"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := engine.ParseResult(text); err == nil && r.String() != text {
			t.Errorf("%q reads as %q", text, r)
		}
	})
}

func FuzzReplay(f *testing.F) {
	texts := fuzzTexts(f)
	for i := range texts {
		f.Add(uint8(i), "timeout skip draw resign:1 resign:9 skip")
	}
	f.Add(uint8(slices.Index(engine.PresetNames(), "wiki-8")), "c1-e1 f8>d8 b3-b4 skip c1")
	f.Add(uint8(slices.Index(engine.PresetNames(), "star-121-2")), "K4-K5 F14-F13 L3>J5")
	f.Add(uint8(len(engine.PresetNames())), "l16-m16 resign:3 timeout l1-m1 skip")
	f.Add(uint8(len(engine.PresetNames())+1), "l16-m16 e16-f16 e1-f1 l1-k1 skip f16-e16")
	f.Add(uint8(len(engine.PresetNames())+2), "M13-M14 skip resign:2 skip M14-M13")
	f.Fuzz(func(t *testing.T, start uint8, record string) {
		p := mustParse(t, texts[int(start)%len(texts)])
		entries := strings.Fields(record)
		end, played, err := engine.Replay(p, entries)
		if end.Ply() != p.Ply()+played || played > len(entries) || err != nil && !engine.Refused(err) {
			t.Errorf("%q: %d moves, ply %d, %v", record, played, end.Ply(), err)
		}
		if again := mustParse(t, end.String()); end.Result().Cause != engine.Agreed && !again.Equal(&end) {
			t.Errorf("%q ends at %s, which reads as %s", record, &end, &again)
		}
	})
}
