package engine_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

var long = flag.Bool("long", false, "run perft to the last depth of the data, for minutes")

// perftCase is one position of perft.json.
type perftCase struct {
	Name     string
	Position string
	Perft    []uint64 // by depth, from 1
	Moves    map[string][]int
	Routes   int            // routes of all legal moves, 0 if not counted
	After1   map[string]int `json:"after_1"` // results after one move, or the seat to move
	Trail    [][2]int       // moves from the start position
}

func perftCases(t *testing.T) (cases []perftCase) {
	t.Helper()
	readJSON(t, "perft.json", &cases)
	return cases
}

func slowPerft(s *ref.State, depth int) uint64 {
	moves := s.Moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		q := s.Clone()
		if err := q.Play(m); err != nil {
			panic(err)
		}
		n += slowPerft(q, depth-1)
	}
	return n
}

func TestPerft(t *testing.T) {
	fastLimit, slowLimit := uint64(1e7), uint64(5e3)
	if *long {
		fastLimit, slowLimit = 1<<63, 1e6
	}
	for _, c := range perftCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			p := mustParse(t, c.Position)
			for i, want := range c.Perft {
				if want <= fastLimit {
					if got := p.Perft(i + 1); got != want {
						t.Errorf("perft %d = %d, want %d", i+1, got, want)
					}
				}
				if want <= slowLimit {
					if got := slowPerft(ref.New(p), i+1); got != want {
						t.Errorf("ref: perft %d = %d, want %d", i+1, got, want)
					}
				}
			}
			if p.Perft(0) != 1 {
				t.Errorf("perft 0 = %d, want 1", p.Perft(0))
			}
		})
	}
}

func TestPerftPositions(t *testing.T) {
	for _, c := range perftCases(t) {
		p := mustParse(t, c.Position)
		for _, kind := range players {
			t.Run(c.Name+"/"+kind.name, func(t *testing.T) {
				s := kind.new(p)
				moves := s.Moves()
				sameMoves(t, p.Board(), moves, moveList(t, c.Moves))
				if c.After1 == nil {
					return
				}
				after := make(map[string]int)
				for _, m := range moves {
					s := kind.new(p)
					if err := s.Play(m); err != nil {
						t.Fatal(err)
					}
					if r := s.Result(); r.Over() {
						after[r.String()]++
					} else {
						after[fmt.Sprintf("turn:%d", s.Mover()+1)]++
					}
				}
				if fmt.Sprint(after) != fmt.Sprint(c.After1) {
					t.Errorf("after one move %v, want %v", after, c.After1)
				}
			})
		}
		if c.Routes > 0 {
			if got := countRoutes(ref.New(p)); got != c.Routes {
				t.Errorf("%s: %d routes, want %d", c.Name, got, c.Routes)
			}
		}
	}
}

func countRoutes(s *ref.State) int {
	n := 0
	for from := range s.Cells() {
		for range s.Routes(from) {
			n++
		}
	}
	return n
}

// The start positions and middle games of the data are reached from the start
// by the moves given with them.
func TestTrails(t *testing.T) {
	trails, starts := 0, 0
	for _, c := range perftCases(t) {
		want := mustParse(t, c.Position)
		switch {
		case len(c.Trail) > 0:
			trails++
		case want.Ply() == 0:
			starts++
		default:
			continue
		}
		for _, kind := range players {
			s := kind.new(want.Rules().Start(0))
			for ply, m := range c.Trail {
				if err := s.Play(engine.NewMove(m[0], m[1])); err != nil {
					t.Fatalf("%s, %s, ply %d: %v", c.Name, kind.name, ply, err)
				}
			}
			if start := want.Rules().Start(0); want.Ply() == 0 && start.String() != c.Position {
				t.Errorf("%s: the start is\n%s, want\n%s", c.Name, &start, c.Position)
			}
			same := slices.Equal(s.Cells(), want.Cells(nil)) && s.Mover() == want.Mover() && s.Ply() == want.Ply()
			for seat := range want.Board().Seats() {
				same = same && s.Made(seat) == want.Made(seat) && s.Status(seat) == want.Status(seat)
			}
			if !same {
				t.Errorf("%s, %s: another position at the end of the trail", c.Name, kind.name)
			}
		}
	}
	if trails < 10 || starts < 20 {
		t.Errorf("%d trails and %d starts in the data", trails, starts)
	}
}
