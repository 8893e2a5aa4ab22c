package loop

import (
	"context"
	"io"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/selfplay"
)

// Runs of every number of seats, for places and in teams: their games verify,
// the labels of each seat pass the audit (or the run would end), and they are
// the same with another number of workers.
func TestRunsOfManySeats(t *testing.T) {
	for _, ref := range []string{"star-121-3", "leapstone-4", "wiki-4-teams"} {
		t.Run(ref, func(t *testing.T) {
			c := tiny(t, "rules="+ref, "selfplay.games=4", "gate.max_pairs=1", "ladder.final_pairs=0", "search.solver=true")
			all := make([]string, 2)
			if ref != "star-121-3" {
				all = all[:1]
			}
			for i := range all {
				dir := t.TempDir()
				if err := run(t, context.Background(), c, dir, 1+i, io.Discard); err != nil {
					t.Fatal(err)
				}
				all[i] = hashes(t, dir)
				for _, e := range events(t, dir) {
					if e.Kind == Gated && (e.Gate.Pairs == 0 || e.Gate.Verdict == "continue") {
						t.Errorf("the gate of generation %d has decided nothing: %+v", e.Generation, e.Gate)
					}
				}
				report, err := dataset.Verify(t.Context(), dir, arrowio.Codec{}, dataset.VerifyOptions{CapOutcomes: func(p *engine.Position) [][engine.MaxSeats]float32 {
					return [][engine.MaxSeats]float32{selfplay.CapRule{}.Outcome(p)}
				}})
				if err != nil || len(report.Faults) > 0 {
					t.Fatalf("error %v, faults %v", err, report.Faults)
				}
			}
			if last := all[len(all)-1]; all[0] != last {
				t.Errorf("another run with two workers:\n%s\n%s", all[0], last)
			}
		})
	}
}
