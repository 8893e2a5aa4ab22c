package stats

import "testing"

func TestTallyAdd(t *testing.T) {
	tests := []struct {
		pair Pair
		half int
	}{
		{Pair{Loss, Loss}, 0}, {Pair{Loss, Draw}, 1}, {Pair{Draw, Loss}, 1},
		{Pair{Draw, Draw}, 2}, {Pair{Win, Loss}, 2}, {Pair{Loss, Win}, 2},
		{Pair{Win, Draw}, 3}, {Pair{Draw, Win}, 3}, {Pair{Win, Win}, 4},
	}
	var all Tally
	for _, test := range tests {
		var one Tally
		one.Add(test.pair)
		all.Add(test.pair)
		var want Pairs
		want[test.half] = 1
		if one.Pairs != want || one.Games.Total() != 2 {
			t.Errorf("%v: %+v, want %v", test.pair, one, want)
		}
	}
	want := Tally{Pairs{1, 2, 3, 2, 1}, WDL{Wins: 6, Draws: 6, Losses: 6}}
	if all != want || all.Pairs.Total() != 9 || all.Games.Score() != 0.5 {
		t.Errorf("%+v, want %+v", all, want)
	}
}

func TestWDL(t *testing.T) {
	tests := []struct {
		wdl   WDL
		score float64
	}{
		{WDL{}, 0.5},
		{WDL{Wins: 3, Losses: 1}, 0.75},
		{WDL{Wins: 1, Draws: 1}, 0.75},
		{WDL{Losses: 5}, 0},
	}
	for _, test := range tests {
		if got := test.wdl.Score(); got != test.score {
			t.Errorf("%v: score %g, want %g", test.wdl, got, test.score)
		}
	}
}

func TestUnknownOutcomePanics(t *testing.T) {
	for _, o := range []Outcome{-1, 3} {
		for name, add := range map[string]func(){
			"pair": func() { new(Pairs).Add(Pair{Win, o}) },
			"game": func() { new(WDL).Add(o) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s with %v is counted", name, o)
					}
				}()
				add()
			}()
		}
	}
}
