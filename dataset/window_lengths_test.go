package dataset_test

import (
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
)

// Rows lie behind one another in memory: one of another length would shift
// all that follow.
func TestWindowRefusesOtherLengths(t *testing.T) {
	tests := []struct {
		name   string
		change func(r *dataset.Row)
	}{
		{"cells", func(r *dataset.Row) { r.Cells = r.Cells[1:] }},
		{"moves made", func(r *dataset.Row) { r.Made = make([]int, 9) }},
		{"outcome", func(r *dataset.Row) { r.Outcome = nil }},
		{"root value", func(r *dataset.Row) { r.RootValue = []float32{1, -1, -1} }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			games := datatest.Games(t, rules, 0, 0, 2)
			test.change(&games[1].Rows[3])
			w := dataset.NewWindow(mustRules())
			if err := w.Add(games); err == nil || !strings.Contains(err.Error(), games[1].ID) || w.Len() != 0 {
				t.Errorf("%d rows, error %v", w.Len(), err)
			}
		})
	}
}
