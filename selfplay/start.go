package selfplay

import (
	"math/rand/v2"

	"halmazero/engine"
)

// nearGoal is a start near the end of a game, for a curriculum: every seat has
// the same number of pieces left, which is drawn from 1 to half of them, on
// cells that are no further from its target than a number that is drawn, too.
// The other pieces are in the target, on any of its cells. Nobody has made a move.
func nearGoal(r *engine.Rules, first int, rng *rand.Rand) engine.Position {
	b := r.Board()
	for {
		left := 1 + rng.IntN(max(1, len(b.Goal(0))/2))
		far := 1 + rng.IntN(max(b.Rows(), b.Cols())/2)
		set := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: first}
		for seat := range b.Seats() {
			goal := b.Goal(seat)
			for k, i := range rng.Perm(len(goal)) {
				if k >= left && set.Cells[goal[i]] == 0 { // extended camps share cells
					set.Cells[goal[i]] = uint8(seat + 1)
				}
			}
		}
		if !scatter(b, set.Cells, far, rng) {
			continue
		}
		p, err := engine.NewPosition(r, set)
		if err != nil {
			continue
		}
		if p.SkipBlocked(); !p.Result().Over() && p.Mover() == first {
			return p
		}
	}
}

// scatter puts the pieces that are still missing onto empty cells at most far
// from their target, in no camp of their own. It reports false if there is no
// room for them.
func scatter(b *engine.Board, cells []uint8, far int, rng *rand.Rand) bool {
	for seat := range b.Seats() {
		missing := len(b.Home(seat))
		var free []int
		for c, who := range cells {
			switch {
			case int(who) == seat+1:
				missing--
			case who == 0 && !b.InGoal(seat, c) && !b.InHome(seat, c) && toGoal(b, seat, c) <= far:
				free = append(free, c)
			}
		}
		if missing > len(free) {
			return false
		}
		for _, i := range rng.Perm(len(free))[:missing] {
			cells[free[i]] = uint8(seat + 1)
		}
	}
	return true
}

// toGoal is the number of steps from a cell to the nearest one of a seat's
// target.
func toGoal(b *engine.Board, seat, cell int) int {
	least := b.Cells()
	for _, c := range b.Goal(seat) {
		least = min(least, b.Distance(cell, int(c)))
	}
	return least
}
