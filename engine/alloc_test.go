package engine_test

import (
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

// What a search does at every node, and what may happen in between, allocates
// nothing.
func TestNoAllocations(t *testing.T) {
	everyGridAndLock(t, func(t *testing.T, grid, lock string, rng *rand.Rand) {
		for range 3 {
			r := randomRules(t, rng, grid, lock)
			noAllocations(t, r.Start(rng.IntN(r.Seats())))
			p := randomPosition(t, rng, r)
			if p.SkipBlocked(); !p.Result().Over() && p.CountMoves() <= 256 { // no more pieces than in a game, or the buffers grow
				noAllocations(t, p)
			}
		}
		// Everything that may happen, and every test for an ending.
		const all = ",finish=places,resign=on,timeout=3,agreed_draw=on,sealed_draw=on,turn_limit=900"
		noAllocations(t, mustRules(t, "wiki-2,board="+grid+",lock="+lock+all).Start(0))
	})
}

func noAllocations(t *testing.T, p engine.Position) {
	t.Helper()
	buf := make([]engine.Move, 0, 1024)
	cells := make([]uint8, 0, engine.MaxCells)
	moves := p.Moves(nil)
	sink := 0
	cases := map[string]func(){
		"Moves":       func() { sink += len(p.Moves(buf[:0])) },
		"CountMoves":  func() { sink += p.CountMoves() },
		"Legal":       func() { _ = p.Legal(moves[0]) },
		"Cells":       func() { sink += len(p.Cells(cells[:0])) },
		"Pieces":      func() { sink += len(p.Pieces(cells[:0], 0)) },
		"Remaining":   func() { sink += p.Remaining(0) + p.Remaining(1) },
		"Perft":       func() { sink += int(p.Perft(2)) },
		"SkipBlocked": func() { q := p; sink += q.SkipBlocked() },
		"Result":      func() { v := p.Result().Values(); sink += int(v[0]) },
		"Play": func() {
			q := p
			for i := range 10 {
				moves := q.Moves(buf[:0])
				if len(moves) > 0 {
					q.Play(moves[i%len(moves)])
				}
			}
			sink += q.Ply()
		},
	}
	if p.Rules().Resign() {
		cases["Resign"] = func() { q := p; sink += must(q.Resign(q.Mover())) + q.Ply() }
	}
	if p.Rules().Timeout() > 0 {
		cases["Timeout"] = func() {
			q := p
			for range 4 {
				if !q.Result().Over() {
					sink += must(q.Timeout()) + 1
				}
			}
		}
	}
	if p.Rules().AgreedDraw() {
		cases["AgreeDraw"] = func() { q := p; sink += must(q.AgreeDraw()) + q.Ply() }
	}
	for what, f := range cases {
		if n := testing.AllocsPerRun(3, f); n > 0 {
			t.Errorf("%s, %s: %v allocations", &p, what, n)
		}
	}
	if sink == 0 {
		t.Error("nothing was done")
	}
}

// must is 0 if the event was allowed.
func must(err error) int {
	if err != nil {
		panic(err)
	}
	return 0
}
