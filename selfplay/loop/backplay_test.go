package loop

import (
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/fsx"
)

// A run with backplay and nudges: self-play and gate begin near the end of the
// game, both games of a pair in the same position, and from further back each
// generation, and games that stand still are nudged; the bytes repeat, every file is verified, and the gate can be played again.
func TestBackplayOfARun(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "star-121-3"} {
		t.Run(ref, func(t *testing.T) {
			c := tiny(t, "rules="+ref, "generations=3", "selfplay.backplay_start=0.2", "selfplay.backplay_growth=0.9", "cap.start=60", "cap.max=60",
				"selfplay.standoff_plies=4", "selfplay.games=6", "gate.max_pairs=3", "ladder.pairs=0", "ladder.final_pairs=0", "ladder.opponents=[]")
			dir, again := t.TempDir(), t.TempDir()
			if err := run(t, context.Background(), c, dir, 1, io.Discard); err != nil {
				t.Fatal(err)
			}
			if err := run(t, context.Background(), c, again, 3, io.Discard); err != nil {
				t.Fatal(err)
			}
			if a, b := hashes(t, dir), hashes(t, again); a != b {
				t.Errorf("one worker:\n%s\nthree workers:\n%s", a, b)
			}
			report, err := dataset.Verify(t.Context(), dir, arrowio.Codec{}, dataset.VerifyOptions{})
			if err != nil || len(report.Faults) > 0 {
				t.Errorf("%v, %v", err, report.Faults)
			}
			nudges := 0
			for _, g := range stored(t, dir) {
				for _, r := range g.Rows {
					if r.Flags&dataset.FlagRandom != 0 {
						nudges++
					}
				}
			}
			if nudges == 0 {
				t.Error("random networks, and no game stood still")
			}
			// 0.1 to 0.2 of the way, then 0.55 to 1.1; 1 and more from generation 3 on.
			whole := [4]int{}
			for g := 1; g <= 3; g++ {
				starts := gateStarts(t, dir, g)
				if len(starts) == 0 {
					t.Fatalf("generation %d has no gate", g)
				}
				for pair, start := range starts {
					if start == "" {
						whole[g]++
					} else if p, err := engine.ParsePosition(start); err != nil || p.Result().Over() {
						t.Errorf("generation %d, pair %d begins in %q: %v", g, pair, start, err)
					}
				}
			}
			if whole[1] > 0 || whole[3] == 0 {
				t.Errorf("%d pairs of generation 1 and %d of generation 3 begin at the start position", whole[1], whole[3])
			}
		})
	}
}

// gateStarts are the positions in which the pairs or groups of a generation's
// gate begin; empty for the start position.
func gateStarts(t *testing.T, dir string, generation int) map[int]string {
	t.Helper()
	lines, err := fsx.ReadLog(filepath.Join(dir, "matches", generationName(generation)+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	starts := map[int]string{}
	for _, line := range lines {
		var m matchLine
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		if m.Part != "gate" {
			continue
		}
		if other, ok := starts[m.Pair]; ok && other != m.Start {
			t.Errorf("generation %d: games of pair %d begin in %q and %q", generation, m.Pair, other, m.Start)
		}
		starts[m.Pair] = m.Start
	}
	return starts
}

// The gate begins where the games of its generation do, and says where: those
// of a bot are whole games.
func TestWhereGatesBegin(t *testing.T) {
	for _, test := range []struct {
		set        []string
		generation int
		most       float64 // 0: all at the start position
	}{
		{nil, 1, 0.1},
		{nil, 2, 0.6},
		{nil, 5, 0},
		{[]string{"bootstrap.games=5"}, 1, 0},
		{[]string{"bootstrap.games=5"}, 2, 0},
		{[]string{"bootstrap.games=5", "selfplay.backplay_for=any"}, 1, 0},
		{[]string{"bootstrap.games=5", "selfplay.backplay_for=any"}, 2, 0.6},
		{[]string{"network.from=8x8", "selfplay.backplay_for=any"}, 1, 0.1},
	} {
		c := tiny(t, append([]string{"selfplay.backplay_start=0.1", "selfplay.backplay_growth=0.5"}, test.set...)...)
		rules, err := c.Ruleset()
		if err != nil {
			t.Fatal(err)
		}
		ch := Challenge{Config: c, Rules: rules, Generation: test.generation}
		least, most, on := ch.Backplay()
		if on != (test.most > 0) || on && (most != test.most || least != most/2) {
			t.Errorf("%q, generation %d: %g to %g, %t, want up to %g", test.set, test.generation, least, most, on, test.most)
		}
		if set := gateMatch(c, rules, test.generation).SetUp != nil; set != on {
			t.Errorf("%q, generation %d: the gate has a set-up: %t, and says %t", test.set, test.generation, set, on)
		}
	}
}

// Backplay is for random weights alone, unless a configuration wants it for
// any: which runs begin their games at the start position.
func TestWhichRunsBackplayIsFor(t *testing.T) {
	for _, test := range []struct {
		set  []string
		want bool
	}{
		{nil, true},
		{[]string{"network.from=8x8"}, false},
		{[]string{"network.from=8x8", "selfplay.backplay_for=any"}, true},
		{[]string{"bootstrap.games=5"}, false},
		{[]string{"bootstrap.games=5", "selfplay.backplay_for=any"}, true},
		{[]string{"bootstrap.data=[elsewhere]"}, false},
		{[]string{"bootstrap.data=[elsewhere]", "selfplay.backplay_for=any"}, true},
		{[]string{"selfplay.backplay_for=any", "selfplay.backplay_start=0"}, false},
	} {
		c := tiny(t, append([]string{"selfplay.backplay_start=0.1"}, test.set...)...)
		if got := Settings(c).Backplay.On(); got != test.want {
			t.Errorf("%q: backplay %t, want %t", test.set, got, test.want)
		}
	}
}
