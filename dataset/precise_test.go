package dataset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

// whole is the ply of a fault that concerns a whole game.
const whole = -1

// An injection puts one wrong thing into a game that agrees with itself in all
// else, so that a single check can find it. It returns the ply that the fault
// should name.
type injection struct {
	name   string
	ending string // of the games in which it is possible: win, truncated, or "" for all
	inject func(t *testing.T, g *dataset.Game) (ply int)
	want   string
}

func searched(r *dataset.Row) bool { return len(r.Policy) > 1 }
func drawn(r *dataset.Row) bool    { return r.Flags&dataset.FlagRandom != 0 }

// inGame changes the game.
func inGame(change func(g *dataset.Game)) func(*testing.T, *dataset.Game) int {
	return func(t *testing.T, g *dataset.Game) int {
		change(g)
		return whole
	}
}

// resealed changes the game and derives anew what follows from it.
func resealed(change func(g *dataset.Game)) func(*testing.T, *dataset.Game) int {
	return func(t *testing.T, g *dataset.Game) int {
		change(g)
		if err := g.Seal(); err != nil {
			t.Fatal(err)
		}
		return whole
	}
}

// inRow changes a row in the second half of the game.
func inRow(which func(*dataset.Row) bool, change func(r *dataset.Row)) func(*testing.T, *dataset.Game) int {
	return func(t *testing.T, g *dataset.Game) int {
		r := &g.Rows[find(g, which)]
		ply := r.Ply
		change(r)
		return ply
	}
}

func find(g *dataset.Game, which func(*dataset.Row) bool) int {
	for i := len(g.Rows) / 2; ; i++ {
		if which(&g.Rows[i]) {
			return i
		}
	}
}

// other is a visit of another move than the played one.
func other(r *dataset.Row) *dataset.Visit {
	if r.Policy[0].Move == r.Played {
		return &r.Policy[1]
	}
	return &r.Policy[0]
}

func swap(v []float32) []float32 { return []float32{v[1], v[0]} }

var injections = []injection{
	{"outcome", "win", resealed(func(g *dataset.Game) { g.Outcome = swap(g.Outcome) }), "the result says"},
	{"outcome at the cap", "truncated", resealed(func(g *dataset.Game) { g.Outcome = swap(g.Outcome) }), "training cap"},
	{"result", "win", inGame(func(g *dataset.Game) { g.Result = "draw:turns" }), "result"},
	{"result at the cap", "truncated", inGame(func(g *dataset.Game) { g.Result = "win:1" }), "let the game go on"},
	{"cause", "win", inGame(func(g *dataset.Game) { g.Cause = engine.Sealed }), "by sealed"},
	{"no cap", "truncated", inGame(func(g *dataset.Game) { g.Cap = 0 }), "let the game go on"},
	{"stopped before the cap", "truncated", inGame(func(g *dataset.Game) { g.Cap++ }), "let the game go on"},
	{"went on behind the cap", "truncated", inGame(func(g *dataset.Game) { g.Cap-- }), "the training cap is"},
	{"opening that was none", "", inGame(func(g *dataset.Game) { g.StartKind, g.OpeningPlies = dataset.StandardStart, 2 }), "random plies"},
	{"opening longer than the game", "", inGame(func(g *dataset.Game) { g.StartKind, g.OpeningPlies = dataset.OpeningStart, 1000 }), "random plies"},
	{"last move lost", "win", resealed(func(g *dataset.Game) {
		g.Moves, g.Rows = g.Moves[:len(g.Moves)-1], g.Rows[:len(g.Rows)-1]
	}), "let the game go on"},
	{"final distance", "", inGame(func(g *dataset.Game) { g.FinalRemaining[1]++ }), "ends with distance"},
	{"final pieces at home", "", inGame(func(g *dataset.Game) { g.FinalAtHome[0]++ }), "pieces at home"},
	{"id", "", inGame(func(g *dataset.Game) { g.ID += "0" }), "id should be"},

	{"missing row", "", func(t *testing.T, g *dataset.Game) int {
		i := find(g, drawn) // it has no part in the short values
		ply := g.Rows[i].Ply
		g.Rows = slices.Delete(g.Rows, i, i+1)
		return ply
	}, "has no row"},
	{"row behind the end", "", func(t *testing.T, g *dataset.Game) int {
		r := g.Rows[find(g, drawn)]
		r.Ply = 1000
		g.Rows = append(g.Rows, r)
		return r.Ply
	}, "no ply of the game"},
	{"route", "", func(t *testing.T, g *dataset.Game) int { g.Routes[0] = "d4-d5"; return 0 }, "not a route of"},

	{"seat", "", inRow(searched, func(r *dataset.Row) { r.Seat = 1 - r.Seat }), "seat"},
	{"hash", "", inRow(searched, func(r *dataset.Row) { r.Hash++ }), "hash"},
	{"cells", "", inRow(searched, func(r *dataset.Row) { r.Cells[27] ^= 1 }), "cells differ"},
	{"played move", "", inRow(searched, func(r *dataset.Row) { r.Played = other(r).Move }), "played move is not"},
	{"illegal policy move", "", inRow(searched, func(r *dataset.Row) { other(r).Move = engine.NewMove(0, 63) }), "illegal move a1>h8"},
	{"policy out of order", "", inRow(searched, func(r *dataset.Row) { r.Policy[0], r.Policy[1] = r.Policy[1], r.Policy[0] }), "engine's order"},
	{"negative weight", "", inRow(searched, func(r *dataset.Row) { r.Weight = -1 }), "is negative"},
	{"moves made", "", inRow(searched, func(r *dataset.Row) { r.Made[0]++ }), "has made"},
	{"distance", "", inRow(searched, func(r *dataset.Row) { r.Remaining[1]++ }), "has distance"},
	{"plies left", "", inRow(searched, func(r *dataset.Row) { r.PliesLeft++ }), "plies left"},
	{"outcome of a row", "win", inRow(searched, func(r *dataset.Row) { r.Outcome = swap(r.Outcome) }), "outcome"},
	{"short value", "", inRow(searched, func(r *dataset.Row) { r.ShortValue = swap(r.ShortValue) }), "short value"},
	{"visits", "", inRow(searched, func(r *dataset.Row) { other(r).Visits-- }), "visits from"},
	{"flags", "", inRow(searched, func(r *dataset.Row) { r.Flags |= 1 << 9 }), "unknown flags"},
	{"random move that trains", "", inRow(drawn, func(r *dataset.Row) { r.Full = true }), "random move"},
}

// ended is the first game of the first generation in which it ends so.
func ended(t *testing.T, result string) *dataset.Game {
	t.Helper()
	for generation := range 20 {
		g := datatest.Games(t, rules, generation, 0, 1)[0]
		if strings.HasPrefix(g.Result, result) {
			return &g
		}
	}
	t.Fatalf("no game ends as %s", result)
	return nil
}

// Each single fault gives a single line, which names its file, game and ply.
func TestVerifyIsPrecise(t *testing.T) {
	for _, test := range injections {
		t.Run(test.name, func(t *testing.T) {
			g := ended(t, test.ending)
			ply := test.inject(t, g)
			var err error
			if g.Hash, err = g.ContentHash(); err != nil {
				t.Fatal(err)
			}
			info := dataset.ShardInfo{Generation: g.Generation, Games: 1, Rows: len(g.Rows)}
			dir := forge(t, info, []dataset.Game{*g})
			file := fmt.Sprintf("games/gen-%04d/0000.positions.arrow", g.Generation)
			if ply == whole {
				file = fmt.Sprintf("games/gen-%04d/0000.games.arrow", g.Generation)
			}
			faults := verify(t, dir).Faults
			if len(faults) != 1 {
				t.Fatalf("%d faults, want one: %v", len(faults), faults)
			}
			if f := faults[0]; f.File != file || f.Game != g.ID || f.Ply != ply || !strings.Contains(f.Reason, test.want) {
				t.Errorf("fault %q, want %q in %s, game %s, ply %d", f, test.want, file, g.ID, ply)
			}
		})
	}
}
