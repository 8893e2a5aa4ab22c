package loop

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"halmazero/dataset"
)

func TestSelfTestThreshold(t *testing.T) {
	for _, x := range []struct {
		name          string
		before, after Losses
		passes        bool
	}{
		{"falls", Losses{Policy: 3, PolicyEntropy: 1, Value: 0.7}, Losses{Policy: 2, PolicyEntropy: 1, Value: 0.6}, true},
		{"stays", Losses{Policy: 3, PolicyEntropy: 1}, Losses{Policy: 2.9, PolicyEntropy: 1}, false},
		{"is no number", Losses{Policy: 3}, Losses{Policy: math.NaN()}, false},
		{"nothing left to learn", Losses{Policy: 2.01, PolicyEntropy: 2}, Losses{Policy: 2.01, PolicyEntropy: 2}, true},
		{"only the value falls", Losses{Value: 0.7}, Losses{Value: 0.3}, true},
	} {
		if s := (SelfTest{Before: x.before, After: x.after}); s.passed(1) != x.passes {
			t.Errorf("%s: passed is %v", x.name, !x.passes)
		}
	}
}

func TestThin(t *testing.T) {
	games := []dataset.Game{{Rows: make([]dataset.Row, 7)}, {}, {Rows: make([]dataset.Row, 6)}}
	for i := range 13 {
		if i < 7 {
			games[0].Rows[i].Ply = i
		} else {
			games[2].Rows[i-7].Ply = i
		}
	}
	for _, x := range []struct {
		most int
		want string
	}{{13, "0 1 2 3 4 5 6 7 8 9 10 11 12"}, {12, "0 2 4 6 8 10 12"}, {5, "0 3 6 9 12"}} {
		var got []string
		for _, g := range thin(games, x.most) {
			for _, r := range g.Rows {
				got = append(got, strconv.Itoa(r.Ply))
			}
		}
		if text := strings.Join(got, " "); text != x.want {
			t.Errorf("at most %d: %s, want %s", x.most, text, x.want)
		}
	}
	if len(games[0].Rows) != 7 {
		t.Error("the games themselves were thinned")
	}
}
