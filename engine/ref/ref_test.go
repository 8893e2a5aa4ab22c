package ref_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

func state(t *testing.T, text string) *ref.State {
	t.Helper()
	p, err := engine.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return ref.New(p)
}

// Moves searches cells; Routes walks every chain and judges it as a whole by
// the words of the lock. Both lead to the same ends.
func TestMovesAreEndsOfRoutes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, board := range []string{"wiki-8", "wiki-10", "wiki-2", "wiki-4", "wiki-star3", "star-121-6", "star-181-3", "star-253-2"} {
		for _, lock := range []string{"none", "end", "path", "endpass"} {
			rules, err := engine.ParseRules(board + ",lock=" + lock)
			if err != nil {
				t.Fatal(err)
			}
			for range 30 {
				cells := make([]uint8, rules.Board().Cells())
				for c := range cells {
					if rng.IntN(5) == 0 {
						cells[c] = uint8(1 + rng.IntN(rules.Seats()))
					}
				}
				p, err := engine.NewPosition(rules, engine.SetUp{Cells: cells, Mover: rng.IntN(rules.Seats())})
				if err != nil {
					t.Fatal(err)
				}
				s := ref.New(p)
				ends := make(map[engine.Move]bool)
				for from := range cells {
					for route := range s.Routes(from) {
						ends[engine.NewMove(from, route[len(route)-1])] = true
					}
				}
				if want := slices.Sorted(maps.Keys(ends)); !slices.Equal(s.Moves(), want) {
					t.Fatalf("%s: moves %v, routes lead to %v", &p, s.Moves(), want)
				}
			}
		}
	}
}

// The camps of the start position, as a person would draw them.
func TestStart(t *testing.T) {
	counts := map[int]string{2: " 0,0 a,a", 3: " 0,0,0 a,a,a", 4: " 0,0,0,0 a,a,a,a", 6: " 0,0,0,0,0,0 a,a,a,a,a,a"}
	for rules, rows := range map[string]string{
		"wiki-8":  "1111..../111...../11....../1......./.......2/......22/.....222/....2222",
		"wiki-10": "11111...../1111....../111......./11......../1........./.........2/........22/.......222/......2222/.....22222",
		"plyyard": "11111.........../11111.........../1111............/111............./11............../................/................/................/" +
			"................/................/................/..............22/.............222/............2222/...........22222/...........22222",
		"leapstone-4": "1111........2222/1111........2222/111..........222/11............22/................/................/................/................/" +
			"................/................/................/................/44............33/444..........333/4444........3333/4444........3333",
		"star-121-6":             "1/11/111/1111/6666.....2222/666......222/66.......22/6........2/........./5........3/55.......33/555......333/5555.....3333/4444/444/44/4",
		"star-121-2,seats=NE+SW": "./../.../..../.........1111/.........111/.........11/.........1/........./2........./22........./222........./2222........./..../.../../.",
		"wiki-star3": "1/11/111/1111/....11111..../............/.........../........../3.......2/33......22/333.....222/3333....2222/33333...22222/" +
			"..../.../../.",
		"star-181-3": "1/11/111/1111/11111/................/.............../............../............./............/.........../3..........2/33.........22/" +
			"333........222/3333.......2222/33333......22222/...../..../.../../.",
		"star-253-2": "1/11/111/1111/11111/111111/.................../................../................./................/.............../............../" +
			"............./............../.............../................/................./................../.................../222222/22222/2222/222/22/2",
	} {
		r, err := engine.ParseRules(rules)
		if err != nil {
			t.Fatal(err)
		}
		want := state(t, rules+" "+rows+" 2 0"+counts[r.Seats()])
		s := ref.Start(r, 1)
		if !slices.Equal(s.Cells(), want.Cells()) || s.Mover() != 1 || s.Result().Over() || s.Ply() != 0 {
			t.Errorf("%s starts with %v", rules, s.Cells())
		}
		for seat := range r.Seats() {
			if n := strings.Count(rows, string(rune('1'+seat))); s.AtHome(seat) != n || s.InGoal(seat) != 0 {
				t.Errorf("%s: seat %d has %d of %d pieces at home", rules, seat+1, s.AtHome(seat), n)
			}
		}
	}
}

func TestPlayRoute(t *testing.T) {
	const ring = "wiki-8 ......../......../......../......../...12.../...2.2../....2.../........ 1 0 0,0 a,a"
	const over = "wiki-8,turn_limit=2 1......./......../......../......../......../......../......../.......2 1 2 1,1 a,a"
	const d5, e5, f5, d7, f7, e6 = 35, 36, 37, 51, 53, 44
	cases := []struct {
		name, text string
		route      []int
		ok         bool
	}{
		{"jump", ring, []int{d5, f5}, true},
		{"two jumps", ring, []int{d5, f5, f7}, true},
		{"two jumps, the other way", ring, []int{d5, d7, f7}, true},
		{"step", ring, []int{d5, 26}, true},
		{"step onto a piece", ring, []int{d5, e5}, false},
		{"step within a chain", ring, []int{d5, f5, 38}, false},
		{"segment left out", ring, []int{d5, f7}, false},
		{"back to the origin", ring, []int{d5, f5, d5}, false},
		{"twice on a cell", ring, []int{d5, f5, f7, f5}, false},
		{"no landing", ring, []int{d5}, false},
		{"nothing", ring, nil, false},
		{"off the board", ring, []int{d5, 64}, false},
		{"below the board", ring, []int{-1, d5}, false},
		{"another's piece", ring, []int{e5, e6}, false},
		{"an empty cell", ring, []int{0, 1}, false},
		{"after the end", over, []int{0, 1}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := state(t, c.text)
			before := s.Cells()
			err := s.PlayRoute(c.route)
			if (err == nil) != c.ok || err != nil && !errors.Is(err, engine.ErrIllegal) {
				t.Fatalf("error %v, want accepted: %t", err, c.ok)
			}
			if !c.ok {
				if !slices.Equal(s.Cells(), before) || s.Ply() != s.Made(0)+s.Made(1) {
					t.Error("a refused route changed the state")
				}
				return
			}
			before[c.route[0]], before[c.route[len(c.route)-1]] = 0, 1
			if !slices.Equal(s.Cells(), before) || s.Mover() != 1 || s.Ply() != 1 || s.Made(0) != 1 {
				t.Errorf("cells %v, seat %d to move", s.Cells(), s.Mover()+1)
			}
		})
	}
}

func TestPlayRefuses(t *testing.T) {
	s := state(t, "wiki-8 1......./......../......../......../......../......../......../.......2 1 0 0,0 a,a")
	if err := s.Play(engine.NewMove(0, 2)); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("a jump over nothing: %v", err)
	}
	if err := s.Play(engine.NewMove(63, 62)); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("a move out of turn: %v", err)
	}
	if s.Ply() != 0 || s.Mover() != 0 {
		t.Error("a refused move changed the state")
	}
}

func TestSkips(t *testing.T) {
	// Seat 1 is shut in the corner until seat 2 opens it.
	s := state(t, "wiki-8,lock=none 122...../22....../2.2...../......../......../......../......../.......2 2 0 0,0 a,a")
	c := s.Clone()
	if err := s.Play(engine.NewMove(63, 62)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Skips(), []int{0}) || s.Mover() != 1 || s.Ply() != 1 {
		t.Errorf("skipped %v, seat %d to move", s.Skips(), s.Mover()+1)
	}
	if err := s.Play(engine.NewMove(18, 27)); err != nil {
		t.Fatal(err)
	}
	if len(s.Skips()) != 0 || s.Mover() != 0 {
		t.Errorf("skipped %v, seat %d to move", s.Skips(), s.Mover()+1)
	}
	if c.Ply() != 0 || c.Cells()[63] != 2 {
		t.Error("a clone shares the board")
	}
}

// A game of places in which everything happens that is no move.
func TestEvents(t *testing.T) {
	s := state(t, "leapstone-4 1..............2/"+strings.Repeat("................/", 14)+"4..............3 1 0 0,0,0,0 a,a,a,a")
	step := func(what string, err error, mover int, status string) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		var got []string
		for seat := range 4 {
			got = append(got, s.Status(seat).String())
		}
		if s.Mover() != mover-1 || strings.Join(got, ",") != status {
			t.Fatalf("after %s seat %d is to move, status %v; want %d, %s", what, s.Mover()+1, got, mover, status)
		}
	}
	step("a missed turn", s.Timeout(), 2, "a,a,a,a")
	step("a move", s.Play(engine.NewMove(15, 14)), 3, "a,a,a,a")
	step("resigning on another's turn", s.Resign(3), 3, "a,a,a,r4")
	step("a missed turn", s.Timeout(), 1, "a,a,a,r4")
	step("a missed turn, the second", s.Timeout(), 2, "a,a,a,r4")
	if s.Missed(0) != 2 || s.Missed(1) != 0 || s.Missed(2) != 1 || s.Cells()[240] != 0 {
		t.Errorf("missed %d, %d, %d; south-west holds %d", s.Missed(0), s.Missed(1), s.Missed(2), s.Cells()[240])
	}
	before := s.Clone()
	for what, err := range map[string]error{
		"resigning twice": s.Resign(3), "nobody resigns": s.Resign(-1), "a fifth seat resigns": s.Resign(4), "a draw": s.AgreeDraw(),
	} {
		if !errors.Is(err, engine.ErrEvent) || !slices.Equal(s.Cells(), before.Cells()) || s.Mover() != before.Mover() {
			t.Errorf("%s: error %v", what, err)
		}
	}
	step("a move", s.Play(engine.NewMove(14, 13)), 3, "a,a,a,r4")
	step("a move", s.Play(engine.NewMove(255, 254)), 1, "a,a,a,r4")
	if s.Missed(2) != 0 {
		t.Errorf("after a move %d turns are missed", s.Missed(2))
	}
	step("the third missed turn", s.Timeout(), 2, "r3,a,a,r4")
	step("resigning on the own turn, which ends the game", s.Resign(1), 2, "r3,r2,f1,r4")
	if r := s.Result(); r.String() != "places:3,2,1,4" || r.Cause != engine.Resignation {
		t.Errorf("the game ends with %v", r)
	}
	if err := s.Timeout(); !errors.Is(err, engine.ErrEvent) {
		t.Errorf("a turn is missed after the end: %v", err)
	}
}

func TestAgreedDraw(t *testing.T) {
	rules, err := engine.ParseRules("plyyard")
	if err != nil {
		t.Fatal(err)
	}
	s := ref.Start(rules, 0)
	if err := s.Timeout(); !errors.Is(err, engine.ErrEvent) {
		t.Errorf("a turn is missed: %v", err)
	}
	if err := s.AgreeDraw(); err != nil || s.Result().String() != "draw:agreed" || len(s.Moves()) > 0 {
		t.Errorf("error %v, result %q, %d moves", err, s.Result(), len(s.Moves()))
	}
}

func TestRemaining(t *testing.T) {
	for text, want := range map[string][2]int{
		"wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 1 0 0,0 a,a": {47, 47},
		"wiki-8 1......./......../......../......../......../......../......../.......1 1 0 0,0 a,a": {6, 0},
	} {
		s := state(t, text)
		if got := [2]int{s.Remaining(0), s.Remaining(1)}; got != want {
			t.Errorf("%s: remaining %v, want %v", text, got, want)
		}
	}
}
