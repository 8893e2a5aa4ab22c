package features

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

func TestValuesAndTargetsTurnSeatsTheSameWay(t *testing.T) {
	for _, ref := range []string{"wiki-8", "star-121-3", "star-121-6"} {
		r := rules(t, ref)
		seats := r.Seats()
		for mover := range seats {
			p, e := r.Start(mover), For(r)
			for k := range seats {
				winner := (mover + k) % seats
				// A network that is sure of a winner.
				logits := make([]float32, seats)
				logits[k] = 50
				v := e.Values(logits, &p)
				outcome := make([]float32, seats)
				for seat := range outcome {
					outcome[seat] = -1
					if seat == winner {
						outcome[seat] = 1
					}
					if v[seat] != outcome[seat] {
						t.Errorf("%s, mover %d, winner %d: values %v", ref, mover, winner, v[:seats])
					}
				}
				target := make([]float32, seats)
				e.Target(target, outcome, &p)
				for j, share := range target {
					if want := flag(j == k); share != want {
						t.Errorf("%s, mover %d, winner %d: target %v, want mover first", ref, mover, winner, target)
					}
				}
			}
		}
	}
}

// TestValuesUndoTargets learns every result by heart: a network whose softmax
// is the target answers the outcome.
func TestValuesUndoTargets(t *testing.T) {
	ranked := engine.Result{Kind: engine.Ranked, Order: [engine.MaxSeats]uint8{2, 4, 1, 3}}
	for _, test := range []struct {
		name, rules string
		result      engine.Result
	}{
		{"a draw of two", "wiki-8", engine.Result{Kind: engine.Draw}},
		{"a draw of two on a star", "star-121-2", engine.Result{Kind: engine.Draw}},
		{"a win among five", "star-253-5", engine.Result{Kind: engine.Win, Seat: 3}},
		{"places", "leapstone-4", ranked},
		{"a draw of places", "leapstone-4", engine.Result{Kind: engine.Draw}},
		{"a team", "wiki-4-teams", engine.Result{Kind: engine.TeamWin, Seat: 1}},
		{"a draw of teams", "wiki-4-teams", engine.Result{Kind: engine.Draw}},
	} {
		r := rules(t, test.rules)
		e, seats := For(r), r.Seats()
		for mover := range seats {
			p := r.Start(mover)
			outcome := test.result.Values()
			target, logits := make([]float32, seats), make([]float32, seats)
			e.Target(target, outcome[:seats], &p)
			for k, share := range target {
				logits[k] = float32(math.Log(float64(share) + 1e-30))
			}
			got := e.Values(logits, &p)
			for seat := range seats {
				if math.Abs(float64(got[seat]-outcome[seat])) > 1e-5 {
					t.Errorf("%s, mover %d: values %v, want %v", test.name, mover, got[:seats], outcome[:seats])
					break
				}
			}
		}
	}
}

// A draw where one of three would have won: the one difference between what is
// learned and the outcome.
func TestDrawAmongManyIsAnEqualShare(t *testing.T) {
	r := rules(t, "star-121-3")
	p, e := r.Start(1), For(r)
	target := make([]float32, 3)
	e.Target(target, []float32{0, 0, 0}, &p)
	for _, share := range target {
		if math.Abs(float64(share)-1./3) > 1e-6 {
			t.Errorf("target %v", target)
		}
	}
	if v := e.Values([]float32{1, 1, 1}, &p); math.Abs(float64(v[0])+1./3) > 1e-6 {
		t.Errorf("values %v", v)
	}
}

func TestPlacedSeatsHaveTheirValues(t *testing.T) {
	r := rules(t, "leapstone-4")
	rng := rand.New(rand.NewPCG(1, 2))
	p := walk(rules(t, "leapstone-4,resign=off"), 10, rng)
	p = withRules(t, r, &p)
	if err := p.Resign(2); err != nil {
		t.Fatal(err)
	}
	e := For(r)
	v := e.Values([]float32{9, 9, 9, 9}, &p)
	if v[2] != -1 {
		t.Errorf("the last one's value is %v", v[2])
	}
	for seat, x := range v[:4] {
		if x > 1 || seat != 2 && x != 0 {
			t.Errorf("values %v", v[:4])
		}
	}
	x := encode(&p, false)
	here := x[e.board[0]:][:e.planes.count]
	for k := 1; k < 4; k++ {
		seat := (p.Mover() + k) % 4
		if here[e.planes.playing+k-1] != flag(seat != 2) || here[e.planes.placed+k-1] != 0 {
			t.Errorf("seat %d: plays %v, place %v", seat+1, here[e.planes.playing+k-1], here[e.planes.placed+k-1])
		}
	}
}

// withRules is the position under other rules of the same board.
func withRules(t *testing.T, r *engine.Rules, p *engine.Position) engine.Position {
	t.Helper()
	s := engine.SetUp{Cells: p.Cells(nil), Mover: p.Mover(), Ply: p.Ply()}
	for seat := range r.Seats() {
		s.Made[seat] = p.Made(seat)
	}
	q, err := engine.NewPosition(r, s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestClocks reads the clocks of positions whose texts tell them.
func TestClocks(t *testing.T) {
	for _, test := range []struct {
		name, text string
		plane      func(*planes) int
		want       float32
	}{
		{"plies of a turn limit", "star-121-2,turn_limit=200", func(l *planes) int { return l.turns }, 0.25},
		{"no turn limit", "star-121-2,turn_limit=0", func(l *planes) int { return l.turns }, 0},
		{"own moves before a deadline", "star-121-2,deadline=50", func(l *planes) int { return l.deadline }, 0.5},
		{"the other's", "star-121-2,deadline=50", func(l *planes) int { return l.deadline + 1 }, 0.5},
		{"behind the deadline", "star-121-2,deadline=20", func(l *planes) int { return l.deadline }, 0},
		{"a deadline", "star-121-2,deadline=20", func(l *planes) int { return l.deadline + 2 }, 1},
		{"no deadline", "star-121-2", func(l *planes) int { return l.deadline + 2 }, 0},
		{"all moves left without one", "star-121-2", func(l *planes) int { return l.deadline }, 1},
		{"teams", "wiki-4-teams", func(l *planes) int { return l.teams }, 1},
		{"no teams", "wiki-4", func(l *planes) int { return l.teams }, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rules(t, test.text)
			start := r.Start(0)
			s := engine.SetUp{Cells: start.Cells(nil), Ply: 50, Made: [engine.MaxSeats]int{25, 25}}
			p, err := engine.NewPosition(r, s)
			if err != nil {
				t.Fatal(err)
			}
			e, x := For(r), encode(&p, false)
			for _, at := range e.board {
				if got := x[int(at)+test.plane(&e.planes)]; got != test.want {
					t.Fatalf("%v, want %v", got, test.want)
				}
			}
		})
	}
}

// TestWhoStillPlays sets up a finisher among four, and a full partner in a team.
func TestWhoStillPlays(t *testing.T) {
	r := rules(t, "leapstone-4")
	start := r.Start(0)
	cells := start.Cells(nil)
	s := engine.SetUp{Cells: cells, Mover: 1, Ply: 40, Made: [engine.MaxSeats]int{10, 10, 10, 10}}
	s.Status[0] = engine.Status{State: engine.Finished, Place: 1}
	p, err := engine.NewPosition(r, s)
	if err != nil {
		t.Fatal(err)
	}
	e := For(r)
	if v := e.Values(make([]float32, 4), &p); v[0] != 1 || v[1] != 0 {
		t.Errorf("values %v", v[:4])
	}
	x := encode(&p, false)
	here := x[e.board[7]:][:e.planes.count]
	// Seat 1 is the last after seat 2.
	if got := here[e.planes.playing : e.planes.placed+3]; [6]float32(got) != [6]float32{1, 1, 0, 0, 0, 1} {
		t.Errorf("playing and placed: %v", got)
	}

	r = rules(t, "wiki-4-teams")
	b := r.Board()
	for i, c := range b.Goal(2) {
		cells[b.Home(2)[i]], cells[c] = 0, 3
	}
	for _, c := range b.Home(0) {
		cells[c] = 3
	}
	p, err = engine.NewPosition(r, engine.SetUp{Cells: cells, Mover: 1, Ply: 40, Made: [engine.MaxSeats]int{10, 10, 10, 10}})
	if err != nil {
		t.Fatal(err)
	}
	e = For(r)
	x = encode(&p, false)
	here = x[e.board[7]:][:e.planes.count]
	if got := here[e.planes.playing : e.planes.placed+3]; [6]float32(got) != [6]float32{0, 1, 1, 0, 0, 0} {
		t.Errorf("playing and placed: %v", got)
	}
}
