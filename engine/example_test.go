package engine_test

import (
	"fmt"

	"halmazero/engine"
)

// A game is played on copies of a position: taking a move back is forgetting
// the copy.
func Example() {
	rules, err := engine.ParseRules("wiki-8,first=1")
	if err != nil {
		panic(err)
	}
	first, _ := rules.First()
	p := rules.Start(first)
	fmt.Println(p.CountMoves(), "moves")
	for _, text := range []string{"c1-e1", "f8>d8"} {
		m, err := p.ParseMove(text)
		if err != nil {
			panic(err)
		}
		p.Play(m)
	}
	fmt.Println(&p)
	fmt.Println("over:", p.Result().Over())
	// Output:
	// 24 moves
	// wiki-8,first=1 11.11.../111...../11....../1......./.......2/......22/.....222/...22.22 1 2 1,1 a,a
	// over: false
}

func ExampleParseRules() {
	rules, err := engine.ParseRules("wiki-8,lock=none,turn_limit=300")
	if err != nil {
		panic(err)
	}
	fmt.Println(rules.Ref())
	fmt.Println(rules.Canonical())
	_, err = engine.ParseRules("wiki-8,lock=loose")
	fmt.Println(err)
	// Output:
	// wiki-8,lock=none,turn_limit=300
	// board=sq8 seats=NW+SE first=random lock=none finish=first deadline=0 turn_limit=300 sealed_draw=off resign=off agreed_draw=off timeout=0
	// ruleset "wiki-8,lock=loose": lock is "loose", want none, end, path, endpass
}

// A move is a pair of cells. Its canonical route is the shortest, whatever
// route it was read from.
func ExamplePosition_ParseMove() {
	p, err := engine.ParsePosition("wiki-8 ......../......../......../......../...12.../...2.2../....2.../........ 1 0 0,0 a,a")
	if err != nil {
		panic(err)
	}
	m, err := p.ParseMove("d5-d7-f7")
	if err != nil {
		panic(err)
	}
	fmt.Println(p.MoveText(m), p.Board().ShortText(m))
	_, err = p.ParseMove("d5-f5-d5")
	fmt.Println(err)
	// Output:
	// d5-f5-f7 d5>f7
	// illegal move d5-f5-d5: f5-d5 lands twice on a cell, or where the move began
}

func ExamplePosition_Remaining() {
	p, err := engine.ParsePosition("wiki-8 1......./......../......../......../......../......../......../.......1 1 0 0,0 a,a")
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Remaining(0))
	// Output: 6
}

func ExampleReplay() {
	rules, err := engine.ParseRules("wiki-8,turn_limit=3")
	if err != nil {
		panic(err)
	}
	p, played, err := engine.Replay(rules.Start(0), []string{"c1-e1", "f8>d8", "b3-b4"})
	fmt.Println(played, p.Result(), err)
	_, played, err = engine.Replay(rules.Start(0), []string{"c1-e1", "skip"})
	fmt.Println(played, err)
	// Events count as no move.
	if rules, err = engine.ParseRules("leapstone-4"); err != nil {
		panic(err)
	}
	p, played, err = engine.Replay(rules.Start(0), []string{"d1-e1", "resign:4", "timeout", "resign:1", "resign:2"})
	fmt.Println(played, p.Result(), err)
	// Output:
	// 3 draw:turns <nil>
	// 1 move 2: illegal move skip: seat 2 can move
	// 1 places:3,2,1,4 <nil>
}
