package arena

import (
	"slices"
	"testing"

	"halmazero/engine"
)

func TestPlacesAndScores(t *testing.T) {
	for _, x := range []struct {
		name   string
		merit  []int
		sides  []int
		places []int
		scores []float64
	}{
		{"a win of two", []int{meritPlays, meritWinner}, []int{0, 1}, []int{2, 1}, []float64{0, 1}},
		{"a draw of two", []int{meritPlays, meritPlays}, []int{0, 1}, []int{1, 1}, []float64{0.5, 0.5}},
		{"a win of three, one against two", []int{meritWinner, meritPlays, meritPlays}, []int{0, 1, 1}, []int{1, 2, 2}, []float64{1, 0}},
		{"a win of three, two against one", []int{meritWinner, meritPlays, meritPlays}, []int{0, 0, 1}, []int{1, 2, 2}, []float64{0.75, 0.25}},
		{"a win of three sides", []int{meritWinner, meritPlays, meritPlays}, []int{2, 0, 1}, []int{1, 2, 2}, []float64{0.25, 0.25, 1}},
		{"places of four sides", []int{2, 4, 1, 3}, []int{0, 1, 2, 3}, []int{3, 1, 4, 2}, []float64{1. / 3, 1, 0, 2. / 3}},
		{"places of two sides", []int{4, 3, 2, 1}, []int{0, 1, 1, 0}, []int{1, 2, 3, 4}, []float64{0.5, 0.5}},
		{"teams", []int{0, meritWinner, 0, meritWinner}, []int{0, 1, 0, 1}, []int{3, 1, 3, 1}, []float64{0, 1}},
		{"one that left", []int{meritPlays, 1, meritPlays}, []int{0, 1, 2}, []int{1, 3, 1}, []float64{0.75, 0, 0.75}},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := places(x.merit)
			if !slices.Equal(got, x.places) {
				t.Errorf("places %v, want %v", got, x.places)
			}
			for side, s := range scores(got, x.sides) {
				if d := s - x.scores[side]; d > 1e-12 || d < -1e-12 {
					t.Errorf("scores %v, want %v", scores(got, x.sides), x.scores)
				}
			}
		})
	}
}

func TestMerits(t *testing.T) {
	p := rules(t, "leapstone-4").Start(0)
	for _, seat := range []int{2, 0} {
		if err := p.Resign(seat); err != nil {
			t.Fatal(err)
		}
	}
	if got := places(merits(&p, nil)); !slices.Equal(got, []int{3, 1, 4, 1}) {
		t.Errorf("places while two play: %v", got)
	}
	q := p
	q.Truncate()
	ahead := func(*engine.Position) int { return 3 }
	if got := places(merits(&q, ahead)); !slices.Equal(got, []int{3, 2, 4, 1}) {
		t.Errorf("places of an adjudicated game: %v", got)
	}
	team := rules(t, "wiki-4-teams").Start(0)
	team.Truncate()
	if got := places(merits(&team, ahead)); !slices.Equal(got, []int{3, 1, 3, 1}) {
		t.Errorf("places of an adjudicated game of teams: %v", got)
	}
	s := engine.SetUp{Cells: p.Cells(nil), Mover: 1, Ply: 9}
	s.Status[0], s.Status[3] = engine.Status{State: engine.Finished, Place: 2}, engine.Status{State: engine.Finished, Place: 1}
	finished, err := engine.NewPosition(p.Rules(), s)
	if err != nil {
		t.Fatal(err)
	}
	finished.Truncate()
	if got := places(merits(&finished, nil)); !slices.Equal(got, []int{2, 3, 3, 1}) {
		t.Errorf("places when two have finished and the others are stopped: %v, %v", got, finished.Result())
	}
	if err := p.Resign(1); err != nil {
		t.Fatal(err)
	}
	if got := places(merits(&p, nil)); p.Result().Kind != engine.Ranked || !slices.Equal(got, []int{3, 2, 4, 1}) {
		t.Errorf("places at the end: %v, %v", got, p.Result())
	}
}
