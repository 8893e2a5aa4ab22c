package dataset_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

// misshapen are games whose hashes can be right and whose seats or lengths
// cannot.
var misshapen = []struct {
	name    string
	harmful bool // to whoever counts or packs games
	change  func(g *dataset.Game, r *dataset.Row)
}{
	{"a seat too many", true, func(g *dataset.Game, r *dataset.Row) { r.Seat = 7 }},
	{"a seat below the first", true, func(g *dataset.Game, r *dataset.Row) { r.Seat = -1 }},
	{"no seats", true, func(g *dataset.Game, r *dataset.Row) { g.Seats = 0 }},
	{"nine seats", true, func(g *dataset.Game, r *dataset.Row) {
		g.Seats = 9
		g.FinalRemaining, g.FinalAtHome = make([]int, 9), make([]int, 9)
	}},
	{"three seats", true, func(g *dataset.Game, r *dataset.Row) { g.Seats = 3 }},
	{"nobody played", true, func(g *dataset.Game, r *dataset.Row) { g.Models = nil }},
	{"no outcome", true, func(g *dataset.Game, r *dataset.Row) { g.Outcome = nil }},
	{"no outcome in a row", true, func(g *dataset.Game, r *dataset.Row) { r.Outcome = nil }},
	{"root values of three", true, func(g *dataset.Game, r *dataset.Row) { r.RootValue = make([]float32, 3) }},
	{"a root value of one", true, func(g *dataset.Game, r *dataset.Row) { r.RootValue = make([]float32, 1) }},
	{"moves made by nobody", true, func(g *dataset.Game, r *dataset.Row) { r.Made = nil }},
	{"no final numbers", false, func(g *dataset.Game, r *dataset.Row) { g.FinalRemaining, g.FinalAtHome = nil, nil }},
	{"network values of three", false, func(g *dataset.Game, r *dataset.Row) { r.NetworkValue = make([]float32, 3) }},
	{"no cells", false, func(g *dataset.Game, r *dataset.Row) { r.Cells = nil }},
	{"distances of nobody", false, func(g *dataset.Game, r *dataset.Row) { r.Remaining = nil }},
	{"short values of one", false, func(g *dataset.Game, r *dataset.Row) { r.ShortValue = make([]float32, 1) }},
}

// A game of another shape is a fault of the audit and an error of whoever
// counts or packs it, and never the end of the program, in whichever row it is
// and whether or not the game was given up.
func TestMisshapenGames(t *testing.T) {
	for _, test := range misshapen {
		for _, resigned := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, resigned %v", test.name, resigned), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, 1))
				for i := range 20 {
					g := &datatest.Games(t, rules, 0, i, 1)[0]
					last := &g.Rows[len(g.Rows)-1]
					if resigned { // before the game is at its end
						g.Moves, g.Routes, g.Plies = g.Moves[:len(g.Moves)-2], g.Routes[:len(g.Routes)-2], g.Plies-2
						g.Rows = g.Rows[:len(g.Rows)-2]
						last = &g.Rows[len(g.Rows)-1]
						last.Flags |= dataset.FlagResign
						g.Cause, g.Result = engine.Resignation, fmt.Sprintf("win:%d", 2-last.Seat)
					}
					r := last
					if i > 0 {
						r = &g.Rows[rng.IntN(len(g.Rows))]
						r.Flags |= dataset.FlagResign
					}
					test.change(g, r)
					if a := audit([]dataset.Game{*g}); a.Err() == nil {
						t.Errorf("game %d passes the audit", i)
					}
					if err := dataset.NewStats().Add(g); test.harmful && err == nil {
						t.Errorf("game %d was counted", i)
					}
					w := dataset.NewWindow(mustRules())
					if err := w.Add([]dataset.Game{*g}); err == nil && w.Len() != len(g.Rows) {
						t.Errorf("game %d: %d of %d rows in the window", i, w.Len(), len(g.Rows))
					}
				}
			})
		}
	}
}
