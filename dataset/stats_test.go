package dataset_test

import (
	"math"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

// tiny is a game of two rows whose statistics can be worked out by hand.
func tiny(result string, cause engine.Cause, outcome float32, atHome ...int) dataset.Game {
	start := mustRules().Start(0)
	rows := make([]dataset.Row, 2)
	for i := range rows {
		rows[i] = dataset.Row{Hash: uint64(i), Made: []int{0, 0}, Outcome: []float32{outcome, -outcome}, RootValue: []float32{outcome / 2, -outcome / 2}, Full: i == 0}
		rows[i].Policy = []dataset.Visit{{Visits: 3}, {Visits: 1}, {}}
	}
	return dataset.Game{Seats: 2, Models: []string{"a", "b"}, Start: start.String(), Moves: make([]engine.Move, 2), Result: result, Cause: cause,
		Outcome: []float32{outcome, -outcome}, FinalAtHome: atHome, Rows: rows}
}

func TestStats(t *testing.T) {
	s := dataset.NewStats()
	for _, g := range []dataset.Game{
		tiny("win:1", engine.Goal, 1, 0, 3),
		tiny("win:2", engine.Deadline, -1, 2, 0),
		tiny("win:2", engine.Goal, -1, 0, 0),
		tiny("truncated", engine.Cap, 0.5, 0, 1), // the second seat squats
		tiny("truncated", engine.Cap, 0.5, 2, 1),
		tiny("truncated", engine.Cap, 0.5, 0, 0),
		tiny("draw:turns", engine.Turns, 0, 1, 0),
	} {
		if err := s.Add(&g); err != nil {
			t.Fatal(err)
		}
	}
	numbers := []struct {
		name      string
		got, want float64
	}{
		{"games", float64(s.Games), 7},
		{"seats", float64(s.Seats), 2},
		{"rows", float64(s.Rows), 14},
		{"moves", float64(s.Moves), 14},
		{"mean plies", s.MeanPlies(), 2},
		{"goal", float64(s.Decisive), 2},
		{"deadline", float64(s.Deadline), 1},
		{"truncated share", s.Share(s.Truncated), 3. / 7},
		{"squatting share", s.Share(s.Squatting), 1. / 7},
		{"first share", s.FirstShare(), 1. / 3},
		{"mean size of the outcome", s.MeanAbsOutcome(), 4.5 / 7},
		{"unique games", s.UniqueGames(), 1. / 7},
		{"unique positions", s.UniquePositions(), 2. / 14},
		{"rows with a full search", float64(s.FullRows), 7},
		{"entropy", s.EntropySum / 7, -(0.75*math.Log(0.75) + 0.25*math.Log(0.25))},
	}
	for _, n := range numbers {
		if math.Abs(n.got-n.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", n.name, n.got, n.want)
		}
	}
	if s.Results["truncated"] != 3 || s.Results["win:2"] != 2 {
		t.Errorf("results %v", s.Results)
	}
	if text := s.Text(); !strings.Contains(text, "truncated 42.9 %, squatting 14.3 %") {
		t.Error(text)
	}
}

// Every kind of win counts as one, by whatever it was won.
func TestStatsOfWins(t *testing.T) {
	s := dataset.NewStats()
	for _, g := range []dataset.Game{
		tiny("win:1", engine.Resignation, 1, 0, 0),
		tiny("team:2", engine.Goal, -1, 0, 0),
		tiny("team:1", engine.Goal, 1, 0, 0),
		tiny("places:2,1", engine.Goal, -1, 0, 0),
		tiny("places:1,3,2", engine.Goal, 1, 0, 0),
		tiny("draw:agreed", engine.Agreed, 0, 0, 0),
	} {
		if err := s.Add(&g); err != nil {
			t.Fatal(err)
		}
	}
	if s.Won != 5 || s.Decisive != 4 || s.Deadline != 0 || s.FirstWins != 3 || s.FirstShare() != 0.6 {
		t.Errorf("%d won, %d at the goal, %d by the deadline, %d by the first player, a share of %v; want 5, 4, 0, 3, 0.6",
			s.Won, s.Decisive, s.Deadline, s.FirstWins, s.FirstShare())
	}
}

// The audit: right values correlate with outcomes, values of the wrong seat do
// the opposite.
func TestRootCorrelation(t *testing.T) {
	for _, test := range []struct {
		name string
		sign float32
		want float64
	}{{"right", 1, 1}, {"wrong seat", -1, -1}, {"no opinion", 0, 0}} {
		t.Run(test.name, func(t *testing.T) {
			s := dataset.NewStats()
			for _, outcome := range []float32{1, -1, 0.5, -0.25} {
				g := tiny("truncated", engine.Cap, outcome, 0, 0)
				for i := range g.Rows {
					g.Rows[i].RootValue = []float32{test.sign * outcome / 2, -test.sign * outcome / 2}
				}
				if err := s.Add(&g); err != nil {
					t.Fatal(err)
				}
			}
			got := s.RootCorrelation()
			if len(got) != 2 || math.Abs(got[0]-test.want) > 1e-6 || math.Abs(got[1]-test.want) > 1e-6 {
				t.Errorf("correlations %v, want %v", got, test.want)
			}
		})
	}
	if c := dataset.NewStats().RootCorrelation(); c != nil {
		t.Errorf("correlations of nothing: %v", c)
	}
}

func TestStatsOfNothing(t *testing.T) {
	s := dataset.NewStats()
	if text := s.Text(); strings.Contains(text, "NaN") || s.FirstShare() != 0.5 {
		t.Errorf("first share %v\n%s", s.FirstShare(), text)
	}
}

func TestSealRefusesIllegalMoves(t *testing.T) {
	g := datatest.Games(t, rules, 0, 0, 1)[0]
	g.Moves[4] = engine.NewMove(0, 63)
	if err := g.Seal(); err == nil || !strings.Contains(err.Error(), g.ID) || !strings.Contains(err.Error(), "move 5") {
		t.Errorf("error %v", err)
	}
}

// Sealing twice changes nothing, and empty slices are as good as none.
func TestSealRepeats(t *testing.T) {
	g := datatest.Games(t, rules, 0, 0, 1)[0]
	hash := g.Hash
	g.Places = []int{}
	for i := range g.Rows {
		if g.Rows[i].Policy == nil {
			g.Rows[i].Policy, g.Rows[i].RootValue = []dataset.Visit{}, []float32{}
		}
	}
	if err := g.Seal(); err != nil || g.Hash != hash {
		t.Errorf("hash %s, then %s, error %v", hash, g.Hash, err)
	}
}
