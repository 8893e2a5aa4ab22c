package loop

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/selfplay"
)

func TestLearningRate(t *testing.T) {
	const first, min = 0.003, 0.0004
	for _, x := range []struct {
		halfLife   float64
		generation int
		want       float64
	}{
		{0, 1, first}, {0, 1000, first},
		{10, 1, first}, {10, 11, first / 2}, {10, 21, first / 4}, {10, 6, first / math.Sqrt2}, {10, 31, min}, {10, 1e6, min},
		{0.1, 1, first}, {0.1, 2, min}, {math.SmallestNonzeroFloat64, 1, first}, {math.SmallestNonzeroFloat64, 2, min},
	} {
		c := tiny(t).Training
		c.LearningRate, c.LearningRateHalfLife, c.LearningRateMin = first, x.halfLife, min
		if got := LearningRate(c, x.generation); math.Abs(got-x.want) > 1e-15 {
			t.Errorf("half-life %v: generation %d has %v, want %v", x.halfLife, x.generation, got, x.want)
		}
	}
}

// The second generation of a run whose rate halves is that of a run that is
// forked to half the rate, and the run comes to the same bytes when it is
// stopped in between.
func TestLearningRateHalves(t *testing.T) {
	set := []string{"ladder.pairs=0", "ladder.final_pairs=0", "training.warmup_steps=2"}
	constant := tiny(t, append(set, "generations=1")...)
	halving := tiny(t, append(set, "training.learning_rate_half_life=1")...)
	first, halved, stopped, forked := t.TempDir(), t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "fork")
	if err := run(t, context.Background(), constant, first, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	half := tiny(t, append(set, "training.learning_rate=0.001")...)
	if err := Fork(first, 1, half, forked, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := run(t, context.Background(), half, forked, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := run(t, context.Background(), halving, halved, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	stops := 0
	for _, word := range []string{"gen 1 training", "gen 2 games", "gen 2 training"} {
		ctx, stop := context.WithCancel(context.Background())
		err := run(t, ctx, halving, stopped, 2, &stopper{word, stop})
		stop()
		if errors.Is(err, context.Canceled) {
			stops++
		} else if err != nil {
			t.Fatalf("stopped at %q: %v", word, err)
		}
	}
	if stops == 0 {
		t.Error("no stop came before the end")
	}
	if err := run(t, context.Background(), halving, stopped, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	if a, b := hashes(t, halved), hashes(t, stopped); a != b {
		t.Errorf("undisturbed:\n%s\nstopped:\n%s", a, b)
	}
	for generation, other := range map[int]string{1: first, 2: forked} {
		name := filepath.Join("checkpoints", generationName(generation)+".checkpoint")
		want, err := os.ReadFile(filepath.Join(other, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(halved, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("generation %d is not the one of the constant rate, error %v", generation, err)
		}
	}
}

// Games at the largest cap go to the side that is ahead, those before it do
// not; the audit of the run and a verifier know both.
func TestDecisiveCapOfARun(t *testing.T) {
	c := tiny(t, "cap.max=16", "cap.decisive=true", "ladder.pairs=0", "ladder.final_pairs=0")
	dir := t.TempDir()
	if err := run(t, context.Background(), c, dir, 2, io.Discard); err != nil {
		t.Fatal(err)
	}
	set, err := dataset.Open(dir, arrowio.Codec{})
	if err != nil {
		t.Fatal(err)
	}
	whole := make(map[int]int) // capped games that somebody has won whole, by generation
	for _, shard := range set.Manifest().Shards() {
		games, err := set.Load(shard)
		if err != nil {
			t.Fatal(err)
		}
		for i := range games {
			if games[i].Result == "truncated" && slices.Contains(games[i].Outcome, 1) {
				whole[shard.Generation]++
			}
		}
	}
	if whole[1] > 0 || whole[2] == 0 {
		t.Errorf("games at the cap that are won whole, by generation: %v", whole)
	}
	nearly := func(p *engine.Position) [][engine.MaxSeats]float32 {
		return [][engine.MaxSeats]float32{selfplay.CapRule{}.Outcome(p)}
	}
	for name, x := range map[string]struct {
		outcomes dataset.CapOutcomes
		faults   int
	}{"all rules": {selfplay.CapOutcomes, 0}, "the other rule": {nearly, whole[2]}} {
		report, err := dataset.Verify(t.Context(), dir, arrowio.Codec{}, dataset.VerifyOptions{CapOutcomes: x.outcomes})
		if err != nil || len(report.Faults) != x.faults {
			t.Errorf("%s: faults %v, error %v; want %d faults", name, report.Faults, err, x.faults)
		}
	}
}

// Only the largest cap decides; bootstrap games have it from the beginning.
func TestCapRuleOfGenerations(t *testing.T) {
	for _, x := range []struct {
		set        []string
		generation int
		want       selfplay.CapRule
	}{
		{nil, 14, selfplay.CapRule{Plies: 40}},
		{[]string{"cap.squat_loss=true"}, 1, selfplay.CapRule{Plies: 14, SquatLoss: true}},
		{[]string{"cap.decisive=true"}, 13, selfplay.CapRule{Plies: 38}},
		{[]string{"cap.decisive=true"}, 14, selfplay.CapRule{Plies: 40, Decisive: true}},
		{[]string{"cap.decisive=true"}, 15, selfplay.CapRule{Plies: 40, Decisive: true}},
		{[]string{"cap.decisive=true", "bootstrap.games=3"}, 1, selfplay.CapRule{Plies: 40, Decisive: true}},
		{[]string{"cap.decisive=true", "bootstrap.games=3"}, 2, selfplay.CapRule{Plies: 16}},
	} {
		if got := capOf(tiny(t, x.set...), x.generation); got != x.want {
			t.Errorf("%v, generation %d: %+v, want %+v", x.set, x.generation, got, x.want)
		}
	}
}
