package selfplay

import (
	"math"
	"slices"
	"testing"

	"halmazero/engine"
)

func TestDecisiveOutcome(t *testing.T) {
	for _, x := range []struct {
		name, text string
		squat      bool
		want       [2]float32
	}{
		{"level", "wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 1 30 15,15 a,a", false, [2]float32{0, 0}},
		{"seat 1 ahead by 2", "wiki-8 ......../......../......../......../....1.2./......../......../........ 1 30 15,15 a,a", false, [2]float32{1, -1}},
		// Seat 1's piece is 6 steps away, seat 2's 5.
		{"seat 2 ahead by 1", "wiki-8 ......../......../......../..1.2.../......../......../......../........ 1 30 15,15 a,a", false, [2]float32{-1, 1}},
		{"the one ahead squats", "wiki-8 ......../......../......../..1...../......../......../.....2../......2. 1 30 15,15 a,a", true, [2]float32{1, -1}},
		{"both at home", "wiki-8 1......./......../......../......../......../......../......../.......2 1 30 15,15 a,a", true, [2]float32{0, 0}},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := position(t, x.text)
			v := CapRule{Plies: 30, SquatLoss: x.squat, Decisive: true}.Outcome(&p)
			if [2]float32(v[:2]) != x.want {
				t.Errorf("outcome %v, want %v (distances %d and %d)", v[:2], x.want, p.Remaining(0), p.Remaining(1))
			}
		})
	}
}

// closer plays the move of the seat to move that brings it closest.
func closer(t *testing.T, p *engine.Position) {
	t.Helper()
	seat := p.Mover()
	least := p.Remaining(seat)
	var best engine.Move
	for _, m := range p.Moves(nil) {
		q := *p
		if q.Play(m); q.Remaining(seat) < least {
			least, best = q.Remaining(seat), m
		}
	}
	if least == p.Remaining(seat) {
		t.Fatalf("no move brings seat %d closer", seat+1)
	}
	p.Play(best)
}

// The win goes to one side as a whole, or is shared by those that are level.
func TestDecisiveOutcomeOfManySeats(t *testing.T) {
	const third = -1. / 3
	for _, x := range []struct {
		ref   string
		moves int // made from the start, each seat one; by symmetry all as long
		want  []float32
	}{
		{"star-121-3", 0, []float32{third, third, third}},
		{"star-121-3", 1, []float32{1, -1, -1}},
		{"star-121-3", 2, []float32{0, 0, -1}},
		{"wiki-4", 0, []float32{-.5, -.5, -.5, -.5}},
		{"wiki-4", 1, []float32{1, -1, -1, -1}},
		{"wiki-4", 3, []float32{third, third, third, -1}},
		{"wiki-4-teams", 0, []float32{0, 0, 0, 0}},
		{"wiki-4-teams", 1, []float32{1, -1, 1, -1}},
		{"wiki-4-teams", 2, []float32{0, 0, 0, 0}},
		{"wiki-4-teams", 3, []float32{1, -1, 1, -1}},
		{"leapstone-4", 0, []float32{0, 0, 0, 0}},
		{"leapstone-4", 1, []float32{1, third, third, third}},
		{"leapstone-4", 3, []float32{-third, -third, -third, -1}},
	} {
		r, err := engine.ParseRules(x.ref)
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start(0)
		for range x.moves {
			closer(t, &p)
		}
		v := CapRule{Decisive: true}.Outcome(&p)
		for s, want := range x.want {
			if math.Abs(float64(v[s]-want)) > 1e-6 {
				t.Errorf("%s after %d moves: %v, want %v", x.ref, x.moves, v[:len(x.want)], x.want)
				break
			}
		}
	}
}

// A squatter is last whatever its lead, and its partner with it.
func TestDecisiveSquatter(t *testing.T) {
	for _, x := range []struct {
		ref      string
		squatter int
	}{{"star-121-3", 1}, {"wiki-4-teams", 1}, {"leapstone-4", 1}} {
		r, err := engine.ParseRules(x.ref)
		if err != nil {
			t.Fatal(err)
		}
		b := r.Board()
		set := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: 0, Ply: 200}
		for s := range b.Seats() {
			set.Made[s] = 50
			cells := slices.Clone(b.Goal(s))
			if s == x.squatter { // all but one piece are there, and that one is far from it
				cells[0] = b.Home(s)[0]
			} else { // out of its camp with every piece, and further away in sum
				cells = nil
				for c := range b.Cells() {
					if !b.InHome(s, c) && !b.InGoal(s, c) && set.Cells[c] == 0 && len(cells) < len(b.Home(s)) {
						cells = append(cells, c)
					}
				}
			}
			for _, c := range cells {
				set.Cells[c] = uint8(s + 1)
			}
		}
		p, err := engine.NewPosition(r, set)
		if err != nil {
			t.Fatalf("%s: %v", x.ref, err)
		}
		if v := (CapRule{Decisive: true}).Outcome(&p); v[x.squatter] != 1 {
			t.Errorf("%s: the seat that is ahead has %v", x.ref, v[x.squatter])
		}
		v := CapRule{SquatLoss: true, Decisive: true}.Outcome(&p)
		if v[x.squatter] != -1 || slices.Max(v[:b.Seats()]) != 1 && r.Finish() != engine.FinishFirst {
			t.Errorf("%s: with a squatter %v", x.ref, v[:b.Seats()])
		}
	}
}

// Whoever is ahead is so by either rule, and every outcome that a rule gives is
// among those that a verifier knows.
func TestDecisiveOutcomesAreKnown(t *testing.T) {
	s := spec(t, "wiki-8", 20)
	s.Cap.Decisive = true
	decided := 0
	for _, g := range games(t, s, 6, 2) {
		p := position(t, g.Start)
		for _, m := range g.Moves {
			p.Play(m)
		}
		want := s.Cap.Outcome(&p)
		if g.Result != "truncated" || g.Cause != engine.Cap || g.Outcome[0] != want[0] || g.Outcome[1] != want[1] {
			t.Errorf("game %s: %s by %s, outcome %v, want %v", g.ID, g.Result, g.Cause, g.Outcome, want[:2])
		}
		if a, b := s.Cap.Ahead(&p), (CapRule{Plies: 20}).Ahead(&p); a != b {
			t.Errorf("game %s: seat %d is ahead, by the other rule %d", g.ID, a, b)
		} else if a >= 0 {
			decided++
			if g.Outcome[a] != 1 {
				t.Errorf("game %s: seat %d is ahead, outcome %v", g.ID, a+1, g.Outcome)
			}
		}
		if !slices.Contains(CapOutcomes(&p), want) {
			t.Errorf("game %s: %v is not among %v", g.ID, want, CapOutcomes(&p))
		}
	}
	if decided == 0 {
		t.Error("all games are level: no test")
	}
}
