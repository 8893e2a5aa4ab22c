package agent

import (
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine/classical"
)

// A selective player keeps what it learned within a game, and nothing from one
// game to the next.
func TestSelectivePlayerPlaysRepeatably(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "star-121-2"} {
		r := rules(t, ref)
		const spec = "classical:nodes=300"
		first, _ := play(t, r, 11, 2, [2]Player{player(t, spec), player(t, "random")})
		used := [2]Player{player(t, spec), player(t, "random")}
		play(t, r, 5, 2, used)
		if again, _ := play(t, r, 11, 2, used); !slices.Equal(first, again) {
			t.Errorf("%s: another game with the same stream after one before it", ref)
		}
	}
}

func TestLevelsPlayLegalMoves(t *testing.T) {
	for _, spec := range []string{"classical:easy", "classical:medium,time=1ms", "classical:hard,nodes=200", "classical:hard,time=2ms,depth=6"} {
		_, p := play(t, rules(t, "wiki-8-d30"), 3, 2, [2]Player{player(t, spec), player(t, "greedy")})
		if !p.Result().Over() {
			t.Errorf("%s: the game goes on at %s", spec, &p)
		}
	}
}

// The clock ends a search in the first place where it may, and so does a
// condition from outside.
func TestTimedPlayerStops(t *testing.T) {
	p := rules(t, "wiki-8-d30").Start(0)
	for _, spec := range []string{"classical:time=1ns", "classical:nodes=1000000000", "classical:time=1h"} {
		pl := player(t, spec)
		var last Info
		asked := 0
		if !OnInfo(pl, func(i Info) { last = i }) || !StopWhen(pl, func() bool { asked++; return asked > 3 }) {
			t.Fatalf("%s lacks an ability", spec)
		}
		m, err := pl.Choose(&p, rand.New(rand.NewPCG(1, 1)))
		if err != nil || p.Legal(m) != nil {
			t.Fatalf("%s: move %d, error %v", spec, m, err)
		}
		if last.Depth < 1 || len(last.Line) == 0 || last.Nodes < 1 || last.Nodes > 8*1024 {
			t.Errorf("%s: tells %+v", spec, last)
		}
		if spec == "classical:time=1ns" && last.Depth != 1 {
			t.Errorf("%s: searched to depth %d", spec, last.Depth)
		}
	}
}

func TestInfoOfAClassicalSearch(t *testing.T) {
	for _, tc := range []struct {
		score, want int
		unit        Unit
	}{
		{0, 0, Hundredths},
		{classical.StepWorth, 100, Hundredths},
		{-classical.StepWorth / 2, -50, Hundredths},
		{classical.Mate - 3, 3, Plies},
		{2 - classical.Mate, -2, Plies},
	} {
		if i := infoOf(classical.Result{Score: tc.score}); i.Score != tc.want || i.Unit != tc.unit {
			t.Errorf("score %d is told as %d of unit %d, want %d of %d", tc.score, i.Score, i.Unit, tc.want, tc.unit)
		}
	}
}
