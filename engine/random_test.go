package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"halmazero/engine"
)

// Rulesets and positions at random, for the tests that hold for all of them.

// grids are all boards by name.
var grids = []string{"sq8", "sq10", "sq16", "sq16x4", "star121", "star121x15", "star181", "star253"}

var locks = []string{"none", "end", "path", "endpass"}

// everyGridAndLock runs a test for each board, with a random source of its own.
func everyGridAndLock(t *testing.T, f func(t *testing.T, grid, lock string, rng *rand.Rand)) {
	for i, grid := range grids {
		for j, lock := range locks {
			t.Run(grid+"/"+lock, func(t *testing.T) {
				f(t, grid, lock, rand.New(rand.NewPCG(uint64(i), uint64(j))))
			})
		}
	}
}

// randomEndings are options for endings that short games meet; a deadline is
// for two seats alone.
func randomEndings(rng *rand.Rand, seats int) string {
	options := ""
	if seats == 2 && rng.IntN(3) == 0 {
		options += fmt.Sprintf(",deadline=%d", 1+rng.IntN(40))
	}
	if rng.IntN(3) == 0 {
		options += fmt.Sprintf(",turn_limit=%d", 1+rng.IntN(80))
	}
	if rng.IntN(2) == 0 {
		options += ",sealed_draw=on"
	}
	return options
}

// randomRules draws what a board and a lock leave open: seats, finish, and the
// options.
func randomRules(t testing.TB, rng *rand.Rand, grid, lock string) *engine.Rules {
	t.Helper()
	ref, seats := "wiki-2,board="+grid+",lock="+lock, 2
	if strings.HasPrefix(grid, "star") {
		sets := seatSets(grid)
		set := sets[rng.IntN(len(sets))]
		ref += ",seats=" + set
		seats = 1 + strings.Count(set, "+")
	} else if grid == "sq16x4" {
		seats = 4
	}
	finishes := []string{"first", "first", "places"}
	if seats == 4 {
		finishes = append(finishes, "teams")
	}
	finish := finishes[rng.IntN(len(finishes))]
	ref += ",finish=" + finish
	if finish != "teams" {
		ref += []string{"", ",resign=on"}[rng.IntN(2)]
		ref += fmt.Sprintf(",timeout=%d", rng.IntN(4))
	}
	ref += []string{"", ",agreed_draw=on"}[rng.IntN(2)]
	return mustRules(t, ref+randomEndings(rng, seats))
}

// starCorners are the points of a star, clockwise.
var starCorners = []string{"N", "NE", "SE", "S", "SW", "NW"}

// seatSets are all sets of two to six points of a star, extended camps only
// where no two of them touch.
func seatSets(grid string) []string {
	var sets []string
	for set := range 1 << len(starCorners) {
		var names []string
		touch := false
		for i, name := range starCorners {
			if set>>i&1 != 0 {
				names = append(names, name)
				touch = touch || set>>((i+1)%6)&1 != 0
			}
		}
		if len(names) >= 2 && !(touch && grid == "star121x15") {
			sets = append(sets, strings.Join(names, "+"))
		}
	}
	return sets
}

// randomPosition scatters pieces over the board: few or many, sometimes most
// of them in the camps, so that locks, blocks and endings are met; and takes
// seats out of the game where the rules allow it. No position is one that a
// game would have ended before.
func randomPosition(t testing.TB, rng *rand.Rand, rules *engine.Rules) engine.Position {
	t.Helper()
	for {
		s := randomPieces(rng, rules)
		randomStatus(rng, rules, &s)
		if p, err := engine.NewPosition(rules, s); err == nil && !overdue(&p) {
			return p
		}
	}
}

// randomPieces draws everything but the statuses.
func randomPieces(rng *rand.Rand, rules *engine.Rules) engine.SetUp {
	b := rules.Board()
	seats := b.Seats()
	s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(seats), Ply: rng.IntN(60)}
	if rng.IntN(8) == 0 {
		s.Ply = 0
	}
	left := s.Ply
	for seat := range seats - 1 {
		s.Made[seat] = rng.IntN(left + 1)
		left -= s.Made[seat]
	}
	s.Made[seats-1] = left
	density := rng.Float64()
	switch rng.IntN(8) {
	case 0:
		density = 1 - density*0.03
	case 1, 2, 3, 4:
		density *= 0.3
	}
	for c := range s.Cells {
		if rng.Float64() < density {
			s.Cells[c] = uint8(1 + rng.IntN(seats))
		}
	}
	for seat := range seats {
		inCamp := rng.Float64()
		if density > 0.95 || rng.IntN(3) == 0 {
			inCamp = 1 - inCamp*inCamp*0.1 // full, or nearly so
		}
		for _, c := range b.Goal(seat) {
			s.Cells[c] = 0
			if rng.Float64() < inCamp {
				s.Cells[c] = uint8(1 + rng.IntN(seats))
			}
			if rng.Float64() < inCamp {
				s.Cells[c] = uint8(1 + seat)
			}
		}
	}
	return s
}

// randomStatus takes seats out of the game, with their places or without, and
// makes others miss turns.
func randomStatus(rng *rand.Rand, rules *engine.Rules, s *engine.SetUp) {
	seats := rules.Board().Seats()
	finished, resigned := 0, 0
	for _, seat := range rng.Perm(seats) {
		s.Missed[seat] = rng.IntN(max(rules.Timeout(), 1))
		if rng.IntN(4) > 0 {
			continue
		}
		if rng.IntN(2) == 0 && rules.Finish() == engine.FinishPlaces {
			finished++
			s.Status[seat] = engine.Status{State: engine.Finished, Place: uint8(finished)}
		} else if rules.Resign() || rules.Timeout() > 0 {
			s.Status[seat] = engine.Status{State: engine.Resigned, Place: uint8(seats - resigned)}
			resigned++
			for c, v := range s.Cells {
				if int(v) == seat+1 {
					s.Cells[c] = 0
				}
			}
		}
		if rng.IntN(4) == 0 {
			s.Status[seat].Place = 0
		}
		s.Missed[seat] = 0
	}
}

// overdue reports whether a game would have ended before it came to this
// position, though the position does not show when: the seat to move has missed
// the deadline by an earlier move, or a team was full before the first.
func overdue(p *engine.Position) bool {
	r, b := p.Rules(), p.Board()
	if p.Result().Over() {
		return false
	}
	full := func(seat int) bool { return p.InGoal(seat) == len(b.Goal(seat)) }
	return r.Deadline() > 0 && p.Made(p.Mover()) >= r.Deadline() && p.AtHome(p.Mover()) > 0 ||
		r.Finish() == engine.FinishTeams && (full(0) && full(2) || full(1) && full(3))
}
