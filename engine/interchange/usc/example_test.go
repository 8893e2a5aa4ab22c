package usc_test

import (
	"fmt"

	"halmazero/engine"
	"halmazero/engine/interchange/usc"
)

// A program that takes part in such a game reads its input and answers with
// move lines.
func Example() {
	const input = `GAME
WHITE
42.5
BBBBB...........
BBBBB...........
BBBB............
BB..............
BB..B...........
................
................
................
................
................
................
..............WW
.............WWW
............WWWW
...........WWWWW
...........WWWWW
`
	rules, err := engine.ParseRules("wiki-2")
	if err != nil {
		panic(err)
	}
	in, err := usc.ParseInput(rules, input, engine.SetUp{Ply: 1})
	if err != nil {
		panic(err)
	}
	p := &in.Position
	fmt.Println(in.Mode, in.Seconds, "seconds, seat", p.Mover()+1, "to move,", p.CountMoves(), "moves")
	m, err := p.ParseMove("m16>k14")
	if err != nil {
		panic(err)
	}
	output, err := usc.MoveText(p, m)
	if err != nil {
		panic(err)
	}
	fmt.Print(output)
	// Output:
	// GAME 42.5 seconds, seat 2 to move, 40 moves
	// J 12,15 10,13
}

func ExampleParseMove() {
	rules, err := engine.ParseRules("plyyard")
	if err != nil {
		panic(err)
	}
	p := rules.Start(usc.Black)
	m, err := usc.ParseMove(&p, "J 3,0 5,0")
	if err != nil {
		panic(err)
	}
	fmt.Println(p.MoveText(m))
	_, err = usc.ParseMove(&p, "J 3,0 5,0\nJ 5,0 7,0")
	fmt.Println(err)
	// Output:
	// d1-f1
	// usc: line 2: illegal move: there is no piece on 6,0 to jump over
}
