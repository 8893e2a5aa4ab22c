package engine_test

import (
	"testing"

	"halmazero/engine"
)

// What a search does at every node allocates nothing.
func TestNoAllocations(t *testing.T) {
	texts := map[string]string{
		"start":   startText,
		"options": "wiki-8,lock=path,sealed_draw=on,deadline=40,turn_limit=900 1.1...../.12...../..1...1./...12.../..2.1.../...2.1../...2..2./....2..1 1 20 10,10 a,a",
	}
	for _, board := range boards {
		p := mustRules(t, board).Start(1)
		texts[board] = p.String()
	}
	buf := make([]engine.Move, 0, 512)
	cells := make([]uint8, 0, engine.MaxCells)
	for name, text := range texts {
		p := mustParse(t, text)
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
		for what, f := range cases {
			if n := testing.AllocsPerRun(20, f); n > 0 {
				t.Errorf("%s, %s: %v allocations", name, what, n)
			}
		}
		if sink == 0 {
			t.Error("nothing was done")
		}
	}
}
