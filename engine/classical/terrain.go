package classical

import (
	"math/rand/v2"

	"halmazero/engine"
)

// spot is what a cell means to a seat.
type spot struct {
	key   uint64 // of a piece of the seat here, for the position's key
	value int32  // of a piece here: the table of weights.go
	home  uint8  // 1 in the own camp
	goal  uint8  // 1 in the target camp
	left  uint8  // rows or columns to the far corner of the target
}

// terrain is the tables of a board, by seat and layout index. It holds for any
// number of seats and is read only.
type terrain struct {
	rules *engine.Rules
	board *engine.Board
	spots [engine.MaxSeats][engine.MaxCells]spot
	// ahead is, for each cell, those that are worth more.
	ahead [engine.MaxSeats][engine.MaxCells]engine.Bits
	goal  [engine.MaxSeats]engine.Bits
	cells [engine.MaxSeats]int // of the target camp
	turn  [engine.MaxSeats]uint64
	// pace is about what a move gains on the way from camp to camp.
	pace int
}

// newTerrain builds the tables. The keys are the same for every terrain.
func newTerrain(r *engine.Rules, w *weights) *terrain {
	b := r.Board()
	t := &terrain{rules: r, board: b}
	rng := rand.New(rand.NewPCG(0x48616c6d61, 1))
	for seat := range b.Seats() {
		view := b.View(seat)
		for c := range b.Cells() {
			s := &t.spots[seat][b.BitOf(c)]
			s.key = rng.Uint64()
			left, off := way(b, int(view[c]))
			s.value, s.left = int32(w.worth(left, off)), uint8(left)
			if b.InHome(seat, c) {
				s.home = 1
			}
			if b.InGoal(seat, c) {
				s.goal = 1
			}
		}
		for c := range b.Cells() {
			for d := range b.Cells() {
				if i, j := b.BitOf(c), b.BitOf(d); t.spots[seat][j].value > t.spots[seat][i].value {
					t.ahead[seat][i].Set(j)
				}
			}
		}
		t.goal[seat] = b.GoalBits(seat)
		t.cells[seat] = t.goal[seat].Count()
		t.turn[seat] = rng.Uint64()
	}
	t.pace = pace(b, w)
	return t
}

// pace is about what a move gains. On the way from camp to camp the pieces come
// forward by about four rows and columns a move in good games on squares, and
// by two and a half rows on stars.
func pace(b *engine.Board, w *weights) int {
	mean := func(cells []int) float64 {
		total := 0
		for _, c := range cells {
			left, _ := way(b, int(b.View(0)[c]))
			total += left
		}
		return float64(total) / float64(len(cells))
	}
	rows := 4.0
	if b.Star() {
		rows = 2.5
	}
	return int(rows * (float64(w.progress) + float64(w.straggler)*(mean(b.Home(0))+mean(b.Goal(0)))))
}
