package loop

import (
	"context"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"halmazero/model"
)

// The gates of a run can be played again from its folder: game for game, and
// with the same verdict, with pairs and with groups.
func TestChallengeRepeatsTheGates(t *testing.T) {
	for _, set := range [][2]string{{"wiki-8-d30", "0"}, {"star-121-3", "0"}, {"wiki-8-d30", "0.2"}} {
		ref := set[0]
		c := tiny(t, "rules="+ref, "selfplay.backplay_start="+set[1], "gate.max_pairs=2", "ladder.pairs=0", "ladder.final_pairs=0", "ladder.opponents=[]")
		dir := t.TempDir()
		if err := run(t, context.Background(), c, dir, 2, io.Discard); err != nil {
			t.Fatal(err)
		}
		gates := 0
		for _, e := range events(t, dir) {
			if e.Kind != Gated {
				continue
			}
			gates++
			ch, err := OpenChallenge(dir, e.Generation)
			if err != nil {
				t.Fatal(err)
			}
			_, v, err := ch.Play(context.Background(), loaded(t, dir, e.Generation), 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			if g := e.Gate; g.Pairs == 0 || v.Pairs != g.Pairs || v.Elo != g.Elo || v.Action.String() != g.Verdict || g.Verdict == "continue" {
				t.Errorf("%s, generation %d: the gate was %+v, again it is %+v", ref, e.Generation, g, v)
			}
		}
		if gates != 2 {
			t.Errorf("%s: %d gates, want 2", ref, gates)
		}
	}
}

func TestBestBefore(t *testing.T) {
	log := log(4, map[int]bool{2: true, 3: true})
	var got []int
	for g := 1; g <= 5; g++ {
		got = append(got, bestBefore(log, g))
	}
	if want := []int{0, 0, 2, 3, 3}; !reflect.DeepEqual(got, want) {
		t.Errorf("the best before each generation is %v, want %v", got, want)
	}
}

// A challenge of the latest generation is against the best network of all, and
// one for another board is refused before any game.
func TestOpenChallenge(t *testing.T) {
	dir := t.TempDir()
	if err := run(t, context.Background(), tiny(t, "generations=1", "ladder.final_pairs=0"), dir, 1, io.Discard); err != nil {
		t.Fatal(err)
	}
	c, err := OpenChallenge(dir, 0)
	if err != nil || c.Generation != 1 || c.Opponent.Provenance.Generation != c.Best || c.Cap() != 14 {
		t.Fatalf("%+v, %v", c, err)
	}
	small := loaded(t, dir, 0)
	spec := small.Spec
	spec.Rows, spec.Cols = 10, 10
	wide, err := model.Zero(spec)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Play(context.Background(), wide, 1, nil); err == nil || !strings.Contains(err.Error(), "board of 10x10") {
		t.Errorf("a network of another board: %v", err)
	}
	for name, err := range map[string]error{"a generation to come": second(OpenChallenge(dir, 2)), "no folder": second(OpenChallenge(filepath.Join(dir, "x"), 0))} {
		if err == nil || !strings.HasPrefix(err.Error(), "run folder ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// In a fork the gates of the origin's generations have the settings of the
// origin, and those behind them the fork's own.
func TestChallengeOfAFork(t *testing.T) {
	source, fork := t.TempDir(), filepath.Join(t.TempDir(), "fork[1]")
	if err := run(t, context.Background(), tiny(t, "generations=1", "ladder.final_pairs=0"), source, 1, io.Discard); err != nil {
		t.Fatal(err)
	}
	own := tiny(t, "generations=2", "name=own", "seed=7", "cap.start=20", "cap.growth=0", "gate.max_pairs=3")
	if err := Fork(source, 1, own, fork, io.Discard); err != nil {
		t.Fatal(err)
	}
	want, err := OpenChallenge(source, 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := OpenChallenge(fork, 1)
	if err != nil || !reflect.DeepEqual(got.Config, want.Config) || got.Cap() != want.Cap() || got.Best != want.Best {
		t.Errorf("the gate of generation 1 is %+v, %v, want %+v", got, err, want)
	}
	next, err := OpenChallenge(fork, 0)
	if err != nil || next.Generation != 2 || next.Config.Name != "own" || next.Cap() != 20 || next.Best != 1 && next.Best != 0 {
		t.Errorf("the gate of the fork's own generation is %+v, %v", next, err)
	}
}

func second(_ *Challenge, err error) error { return err }
