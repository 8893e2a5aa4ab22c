package selfplay

import (
	"math"
	"testing"

	"halmazero/engine"
)

func position(t *testing.T, text string) engine.Position {
	t.Helper()
	p, err := engine.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCapOutcome(t *testing.T) {
	for _, x := range []struct {
		name, text string
		squat      bool
		want       [2]float64
		ahead      int
	}{
		{"even", "wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 1 30 15,15 a,a", false, [2]float64{0, 0}, -1},
		// Seat 1's only piece outside its goal is 3 steps away, seat 2's 5.
		{"seat 1 ahead by 2", "wiki-8 ......../......../......../......../....1.2./......../......../........ 1 30 15,15 a,a", false,
			[2]float64{.9 * math.Tanh(2./5), -.9 * math.Tanh(2./5)}, 0},
		{"seat 2 squats", "wiki-8 ......../......../......../....1.../......../......../.......2/........ 1 30 15,15 a,a", true, [2]float64{1, -1}, 0},
		{"both at home", "wiki-8 1......./......../......../......../......../......../......../.......2 1 30 15,15 a,a", true, [2]float64{0, 0}, -1},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := position(t, x.text)
			c := CapRule{Plies: 30, SquatLoss: x.squat}
			if !c.Reached(&p) || (CapRule{Plies: 31}).Reached(&p) || (CapRule{}).Reached(&p) {
				t.Error("reached at the wrong ply")
			}
			v := c.Outcome(&p)
			for s := range x.want {
				if math.Abs(float64(v[s])-x.want[s]) > 1e-6 {
					t.Errorf("outcome %v, want %v (distances %d and %d)", v[:2], x.want, p.Remaining(0), p.Remaining(1))
				}
			}
			if got := c.Ahead(&p); got != x.ahead {
				t.Errorf("ahead is %d, want %d", got, x.ahead)
			}
		})
	}
}

// A team is ahead with both of its seats, which are worth the same.
func TestTeamAhead(t *testing.T) {
	r, err := engine.ParseRules("wiki-4-teams")
	if err != nil {
		t.Fatal(err)
	}
	c := CapRule{Plies: 30}
	for mover := range 4 {
		p := r.Start(mover)
		if got := c.Ahead(&p); got != -1 {
			t.Errorf("at the start seat %d is ahead", got+1)
		}
		before := p.Remaining(mover)
		for _, m := range p.Moves(nil) {
			q := p
			if q.Play(m); q.Remaining(mover) >= before {
				continue
			}
			if got := c.Ahead(&q); got%2 != mover%2 || got < 0 {
				t.Errorf("after %s of seat %d the seat ahead is %d", p.MoveText(m), mover+1, got+1)
			}
		}
	}
}

func TestLeadScaleGrowsWithBoardAndPieces(t *testing.T) {
	for ref, want := range map[string]float64{"wiki-8": 5, "wiki-10": 5. * 15 * 9 / 70, "plyyard": 5. * 19 * 15 / 70, "star-121-2": 5. * 10 * 16 / 70, "star-253-2": 5. * 21 * 24 / 70} {
		r, err := engine.ParseRules(ref)
		if err != nil {
			t.Fatal(err)
		}
		if got := leadScale(r.Board()); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: scale %v, want %v", ref, got, want)
		}
	}
}

// A team that alone has pieces at home loses with both of its seats, wherever
// those pieces are; partners who both have some are one side.
func TestTeamSquats(t *testing.T) {
	r, err := engine.ParseRules("wiki-4-teams")
	if err != nil {
		t.Fatal(err)
	}
	b := r.Board()
	for _, x := range []struct {
		home []int // seats with a piece at home
		want [4]float32
	}{
		{[]int{1}, [4]float32{1, -1, 1, -1}},
		{[]int{3}, [4]float32{1, -1, 1, -1}},
		{[]int{1, 3}, [4]float32{1, -1, 1, -1}},
		{[]int{0, 2}, [4]float32{-1, 1, -1, 1}},
	} {
		set := engine.SetUp{Cells: make([]uint8, b.Cells()), Ply: 40, Made: [engine.MaxSeats]int{10, 10, 10, 10}}
		for seat := range 4 {
			cell, ok := b.CellAt(5+2*seat, 7)
			if !ok {
				t.Fatal("no such cell")
			}
			set.Cells[cell] = uint8(seat + 1)
		}
		for _, seat := range x.home {
			set.Cells[b.Home(seat)[0]] = uint8(seat + 1)
		}
		p, err := engine.NewPosition(r, set)
		if err != nil {
			t.Fatal(err)
		}
		c := CapRule{SquatLoss: true}
		v := c.Outcome(&p)
		if [4]float32(v[:4]) != x.want {
			t.Errorf("seats %v at home: %v, want %v", x.home, v[:4], x.want)
		}
		if got := c.Ahead(&p); got < 0 || v[got] != 1 {
			t.Errorf("seats %v at home: seat %d is ahead", x.home, got+1)
		}
	}
}
