package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"halmazero/engine"
)

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
		{"star, the turn limit", "star-121-2", "R I9, B E9", 0, []int{750, 749}, "I9-I8", "draw:turns", engine.Turns, 1},
		{"star, one move before the turn limit", "star-121-2", "R I9, B E9", 0, []int{749, 749}, "I9-I8", "", 0, 1},
		{"star, a win on the last move is a win", "star-121-2", "1 H13 E14 F14 G14 E15 F15 G15 E16 F16 E17, 2 I9", 0, []int{750, 749},
			"H13-H14", "win:1", engine.Goal, 1},
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

// A piece is sealed if the seat whose target the camp is has locked it in. The
// squares have this draw only by option: there the corner piece of a camp of
// which the other seat holds all the rest never moves again where the lock
// keeps every landing inside, and where the camp is deep enough for every jump
// from the corner to end inside.
func TestSealed(t *testing.T) {
	const (
		eight    = "1 a1 h8, 2 b1 c1 d1 a2 b2 c2 a3 b3 a4"
		ten      = "1 a1 h8, 2 b1 c1 d1 e1 a2 b2 c2 d2 a3 b3 c3 a4 b4 a5"
		sixteen  = "1 a1 h8, 2 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 a4 b4 c4 a5 b5"
		star     = "2 E17, 1 E16 F16 E15 F15 G15 E14 F14 G14 H14"
		star181  = "2 F21, 1 F20 G20 F19 G19 H19 F18 G18 H18 I18 F17 G17 H17 I17 J17"
		star253  = "2 G25, 1 G24 H24 G23 H23 I23 G22 H22 I22 J22 G21 H21 I21 J21 K21 G20 H20 I20 J20 K20 L20"
		extended = "2 E17, 1 E16 F16 E15 F15 G15 E14 F14 G14 H14 E13 F13 G13 H13 I13"
	)
	cases := []struct {
		name, rules, camp string
		from, move        string // the camp has from in place of where the move leads to
		seat              int    // to move
		sealed            bool
	}{
		{"10, path", "wiki-10,lock=path,sealed_draw=on", ten, "f1", "f1-e1", 2, true},
		{"10, path, option off", "wiki-10,lock=path", ten, "f1", "f1-e1", 2, false},
		{"10, end: a jump may come back", "wiki-10,lock=end,sealed_draw=on", ten, "f1", "f1-e1", 2, false},
		{"10, none", "wiki-10,lock=none,sealed_draw=on", ten, "f1", "f1-e1", 2, false},
		{"10, a hole in reach", "wiki-10,lock=path,sealed_draw=on", strings.Replace(ten, " c1", " h4", 1), "", "h4-h5", 2, false},
		{"10, an owner's piece at the mouth", "wiki-10,lock=path,sealed_draw=on",
			strings.Replace(strings.Replace(ten, " e1", " h4", 1), "h8", "e1", 1), "", "h4-h5", 2, false},
		{"16, path", "plyyard,lock=path,sealed_draw=on", sixteen, "f2", "f2-e2", 2, true},
		{"8, path: a jump from the corner leaves the camp", "wiki-8,lock=path,sealed_draw=on", eight, "e1", "e1-d1", 2, false},
		{"star", "star-121-2", star, "H13", "H13-H14", 1, true},
		{"star, six seats", "star-121-6", strings.Replace(star, "2 ", "4 ", 1), "H13", "H13-H14", 1, true},
		{"star, the owner not at the tip", "star-121-2", strings.NewReplacer("E17", "F16", "F16", "E17").Replace(star), "H13", "H13-H14", 1, true},
		{"star, option off", "star-121-2,sealed_draw=off", star, "H13", "H13-H14", 1, false},
		{"star, none", "star-121-2,lock=none", star, "H13", "H13-H14", 1, false},
		{"star, end: a jump may come back", "star-121-2,lock=end", star, "H13", "H13-H14", 1, false},
		{"star, a hole at the mouth", "star-121-2", strings.Replace(star, "H14", "H13", 1), "", "H13-I12", 1, false},
		{"star, a hole in the second row", "star-121-2", strings.Replace(star, "G15", "I9", 1), "H13", "H13-H14", 1, false},
		{"star, a hole behind the mouth", "star-121-2", strings.Replace(star, "F16", "I9", 1), "H13", "H13-H14", 1, false},
		{"star, the owner at the mouth", "star-121-2", strings.NewReplacer("E17", "F15", "F15", "E17").Replace(star), "H13", "H13-H14", 1, false},
		{"star, a seat of another target at the mouth", "star-121-3,seats=N+NE+S",
			strings.Replace(strings.Replace(star, " H14", ", 2 H14", 1), "2 E17", "3 E17", 1), "H13", "H13-H14", 2, false},
		{"181", "star-181-2", star181, "J16", "J16-J17", 1, true},
		{"253", "star-253-2", star253, "L19", "L19-L20", 1, true},
		{"extended camp", "wiki-star3,seats=N+S,lock=path,sealed_draw=on", extended, "J12", "J12-I13", 1, true},
		{"extended camp, end", "wiki-star3,seats=N+S,sealed_draw=on", extended, "J12", "J12-I13", 1, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			pieces := c.camp
			if c.from != "" {
				_, to, _ := strings.Cut(c.move, "-")
				pieces = strings.Replace(pieces, " "+to, " "+c.from, 1)
			}
			p := put(t, c.rules, pieces, c.seat-1)
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
				if s.Result().String() != want && !(want == "" && s.Result().Cause == engine.Immobile) {
					t.Errorf("%s: result %q, want %q", kind.name, s.Result(), want)
				}
			}
		})
	}
}

// The sealed draw is found after a move. A set-up before the first one is
// drawn by its first move, or at once if nobody can move.
func TestSealedSetUp(t *testing.T) {
	const camp = "2 E17, 1 E16 F16 E15 F15 G15 E14 F14 G14"
	cases := []struct {
		name, rules, pieces string
		made                []int
		result, afterMove   string // the latter after the first legal move, "none" without one
	}{
		{"nothing else on the board", "star-121-2", camp + " H14", nil, "draw:sealed", "none"},
		{"without a lock", "star-121-2,lock=none", camp + " H14", nil, "", ""},
		{"a hole at the mouth", "star-121-2", camp, nil, "", ""},
		{"others can move", "star-121-2", camp + " H14 I9", nil, "", "draw:sealed"},
		{"others could move, later", "star-121-2", camp + " H14 I9", []int{1, 1}, "draw:sealed", "none"},
		{"option off", "star-121-2,sealed_draw=off", camp + " H14", nil, "draw:immobile", "none"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := put(t, c.rules, c.pieces, 0, c.made...)
			for _, kind := range players {
				s := kind.new(p)
				if s.Result().String() != c.result {
					t.Errorf("%s: result %q, want %q", kind.name, s.Result(), c.result)
				}
				after := "none"
				if moves := s.Moves(); len(moves) > 0 {
					if err := s.Play(moves[len(moves)-1]); err != nil {
						t.Fatal(err)
					}
					after = s.Result().String()
				}
				if after != c.afterMove {
					t.Errorf("%s: after a move %q, want %q", kind.name, after, c.afterMove)
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

// hurry plays a move that brings the seat to move nearer to its target, with
// some chance in it.
func hurry(p *engine.Position, rng *rand.Rand, buf []engine.Move) {
	var best engine.Move
	least := 1 << 30
	seat := p.Mover()
	var q engine.Position
	for _, m := range p.Moves(buf[:0]) {
		q = *p
		q.Play(m)
		if d := 8*q.Remaining(seat) + rng.IntN(20); d < least {
			best, least = m, d
		}
	}
	p.Play(best)
}

func TestEarliestWin(t *testing.T) {
	for _, preset := range []string{"wiki-8", "plyyard", "star-121-2"} {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(22, 0))
			rules := mustRules(t, preset)
			buf := make([]engine.Move, 0, 512)
			const games = 200
			wins, quickest := 0, 1<<30
			for range games {
				p := rules.Start(rng.IntN(2))
				for !p.Result().Over() && p.Ply() < 400 {
					hurry(&p, rng, buf)
				}
				if p.Result().Cause != engine.Goal {
					continue
				}
				wins++
				quickest = min(quickest, p.Ply())
				if tooEarly(&fast{p}, rules.Board()) {
					t.Errorf("a win at ply %d: %s", p.Ply(), &p)
				}
			}
			if wins < games/2 || quickest > 4*earliestWin[rules.Board().ID()] {
				t.Errorf("%d wins in %d games, the quickest at ply %d: no hurry", wins, games, quickest)
			}
			t.Logf("%d wins in %d games, the quickest at ply %d", wins, games, quickest)
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
	for _, text := range []string{"", "win:1", "win:2", "win:6", "team:1", "team:2", "places:2,1", "places:1,3,2,4", "places:6,5,4,3,2,1",
		"draw:turns", "draw:sealed", "draw:immobile", "draw:agreed", "truncated"} {
		r, err := engine.ParseResult(text)
		if err != nil || r.String() != text || r.Over() != (text != "") {
			t.Errorf("%q reads as %q, %v", text, r, err)
		}
	}
	for _, text := range []string{"win", "win:", "win:0", "win:7", "win:01", "win:+1", "win:1 ", "draw:", "draw:goal", "draw:cap", "draw:resigned",
		"draw:deadline", "Truncated", "truncated:", "team", "team:0", "team:3", "places:", "places:1", "places:1,1", "places:1,3", "places:1,2,",
		"places:0,1", "places:1, 2", "places:1,2,3,4,5,6,7", "places:1;2", "over"} {
		if r, err := engine.ParseResult(text); err == nil {
			t.Errorf("%q reads as %v", text, r)
		}
	}
	values := map[string]string{
		"win:1": "[+1.00 -1.00 -1.00 -1.00]", "win:3": "[-1.00 -1.00 +1.00 -1.00]", "team:1": "[+1.00 -1.00 +1.00 -1.00]",
		"team:2": "[-1.00 +1.00 -1.00 +1.00]", "places:1,3,2,4": "[+1.00 -0.33 +0.33 -1.00]", "places:3,1,2": "[+0.00 -1.00 +1.00 +0.00]",
		"draw:turns": "[+0.00 +0.00 +0.00 +0.00]", "truncated": "[+0.00 +0.00 +0.00 +0.00]", "": "[+0.00 +0.00 +0.00 +0.00]"}
	winners := map[string]int{"win:1": 1, "win:3": 3, "places:1,3,2,4": 1, "places:3,1,2": 3}
	for text, want := range values {
		r, _ := engine.ParseResult(text)
		if v := r.Values(); fmt.Sprintf("%+.2f", v[:4]) != want {
			t.Errorf("%q: values %+.2f, want %s", text, v[:4], want)
		}
		if seat, ok := r.Winner(); ok != (winners[text] > 0) || ok && seat != winners[text]-1 {
			t.Errorf("%q: winner %d, %t", text, seat+1, ok)
		}
	}
}

func TestCauses(t *testing.T) {
	for c := range engine.Cause(engine.Causes) {
		if again, err := engine.ParseCause(c.String()); err != nil || again != c {
			t.Errorf("%q reads as %d, %v", c, again, err)
		}
	}
	if c, err := engine.ParseCause("won"); err == nil {
		t.Errorf("won reads as %d", c)
	}
}

// Results of set-ups in which seats are out of the game, or full.
func TestSetUpStatus(t *testing.T) {
	const (
		four  = "1 e5, 2 l5, 3 l12, 4 e12"
		full1 = "1 m16 n16 o16 p16 m15 n15 o15 p15 n14 o14 p14 o13 p13"
		full3 = "3 a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 a4 b4"
	)
	cases := []struct {
		name, rules, pieces string
		mover               int
		made                []int
		status              string
		result              string
		statusThen          string // with the place of the last one
	}{
		{"all play", "leapstone-4", four, 0, nil, "a,a,a,a", "", "a,a,a,a"},
		{"one has finished", "leapstone-4", "2 l5, 3 l12, 4 e12, " + full1, 1, []int{30, 30, 30, 30}, "f1,a,a,a", "", "f1,a,a,a"},
		{"order unknown", "leapstone-4", "2 l5, 4 e12", 1, nil, "f,a,r,a", "", "f,a,r,a"},
		{"one is left", "leapstone-4", "4 e12", 3, nil, "f1,r3,r4,a", "places:1,4,2,3", "f1,r3,r4,f2"},
		{"one is left of resigners", "leapstone-4", "2 e12", 1, nil, "r2,a,r4,r3", "places:2,1,4,3", "r2,f1,r4,r3"},
		{"over", "leapstone-4", "1 e12", 2, nil, "f1,f3,f2,f4", "places:1,3,2,4", "f1,f3,f2,f4"},
		{"over, order unknown", "leapstone-4", "2 e12", 2, nil, "r,f,f,r", "places:2,3,1,4", "r,f,f,r"},
		{"over, order partly known", "leapstone-4", "2 e12", 2, nil, "r3,f,f1,r", "places:3,2,1,4", "r3,f,f1,r"},
		{"two seats, one resigned", "leapstone-2", "2 e12", 1, nil, "r2,a", "win:2", "r2,a"},
		{"two seats, one resigned, place unknown", "plyyard", "1 e12", 0, nil, "a,r", "win:1", "a,r"},
		{"three of four resigned, first wins", "wiki-4,resign=on", "3 e12", 2, nil, "r4,r3,a,r2", "win:3", "r4,r3,a,r2"},
		{"resigned seats under a time-out rule alone", "wiki-4,timeout=2", "3 e12, 1 e5", 2, nil, "a,r3,a,r4", "", "a,r3,a,r4"},
		{"a finished seat's full camp before the first move", "leapstone-4", "2 l5, 3 l12, 4 e12, " + full1, 1, nil, "f1,a,a,a", "", "f1,a,a,a"},
		{"teams, a full camp before the first move", "wiki-4-teams", "2 l5, 3 l12, 4 e12, " + full1, 1, nil, "a,a,a,a", "", "a,a,a,a"},
		{"teams, full camps of both teams", "wiki-4-teams", "2 l5, 4 m1 n1 o1 p1 m2 n2 o2 p2 n3 o3 p3 o4 p4, 3 l12, " + full1, 1, []int{9, 9, 9, 9}, "a,a,a,a", "", "a,a,a,a"},
		{"teams, the last mover's team is full", "wiki-4-teams", "2 l5, 4 e12, " + full1 + ", " + full3, 1, []int{9, 8, 9, 8}, "a,a,a,a", "team:1", "a,a,a,a"},
		{"teams, the mover's team is full", "wiki-4-teams", "2 l5, 4 e12, " + full1 + ", " + full3, 0, []int{9, 9, 9, 9}, "a,a,a,a", "team:1", "a,a,a,a"},
		{"places, a full seat that has no place yet", "leapstone-4", "2 l5, 3 l12, 4 e12, " + full1, 1, []int{30, 29, 29, 29}, "a,a,a,a", "", "a,a,a,a"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := setUp(t, mustRules(t, c.rules).Board(), c.pieces, c.mover, c.made...)
			for seat, text := range strings.Split(c.status, ",") {
				s.Status[seat].State = engine.State(strings.IndexByte("afr", text[0]))
				if len(text) > 1 {
					s.Status[seat].Place = text[1] - '0'
				}
			}
			p, err := engine.NewPosition(mustRules(t, c.rules), s)
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range players {
				s := kind.new(p)
				if s.Result().String() != c.result || statusText(s, p.Board()) != c.statusThen {
					t.Errorf("%s: %q, %s; want %q, %s", kind.name, s.Result(), statusText(s, p.Board()), c.result, c.statusThen)
				}
			}
			again := mustParse(t, p.String())
			if !again.Equal(&p) {
				t.Errorf("%s reads as %s", &p, &again)
			}
		})
	}
}
