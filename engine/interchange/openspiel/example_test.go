package openspiel_test

import (
	"fmt"

	"halmazero/engine"
	"halmazero/engine/interchange/openspiel"
)

// A game that OpenSpiel recorded is played again.
func Example() {
	rules, err := openspiel.Rules(2, 1000)
	if err != nil {
		panic(err)
	}
	actions, err := openspiel.ParseHistory("58, 679, 17, 726")
	if err != nil {
		panic(err)
	}
	p := rules.Start(0)
	moves, _, err := openspiel.Replay(p, actions)
	if err != nil {
		panic(err)
	}
	for _, m := range moves {
		turn, err := openspiel.ActionsOf(&p, m)
		if err != nil {
			panic(err)
		}
		fmt.Println(p.MoveText(m), turn)
		p.Play(m)
	}
	// Output:
	// M4-L5 [58]
	// G14-H13 [679]
	// M2-M4 [17 726]
}

func ExampleParseState() {
	rules, err := openspiel.Rules(3, 1000)
	if err != nil {
		panic(err)
	}
	const text = `            1
           1 1
          1 1 1
         1 1 1 .
. . . . . . . . 1 . . . .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . . . . . . . . . .
    . . . . . . . . .
   3 . . . . . . . . 2
  3 3 . . . . . . . 2 2
 3 3 3 . . . . . . 2 2 2
3 3 3 3 . . . . . 2 2 2 2
         . . . .
          . . .
           . .
            .
Player: 1`
	p, err := openspiel.ParseState(rules, text, engine.SetUp{Ply: 1, Made: [engine.MaxSeats]int{1}})
	if err != nil {
		panic(err)
	}
	fmt.Println("seat", p.Mover()+1, "to move,", p.CountMoves(), "moves")
	again, err := openspiel.StateText(&p)
	fmt.Println(again == text, err)
	// Output:
	// seat 2 to move, 14 moves
	// true <nil>
}
