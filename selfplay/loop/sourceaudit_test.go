package loop

import (
	"testing"

	"halmazero/dataset"
)

// The network of the first searched games may be a random one; bots have no
// searches, and every later network has learned.
func TestWhichNetworksHaveLearned(t *testing.T) {
	var a audits
	games := func(model string, searched bool) []dataset.Game {
		g := dataset.Game{Models: []string{model, model}, Rows: make([]dataset.Row, 1)}
		if searched {
			g.Rows[0].RootValue = []float32{0, 0}
		}
		return []dataset.Game{{Models: g.Models}, g}
	}
	for i, x := range []struct {
		model    string
		searched bool
		trained  bool
	}{{"greedy", false, false}, {"a", true, false}, {"a", true, false}, {"b", true, true}, {"greedy", false, false}, {"c", true, true}} {
		if got := a.trained(games(x.model, x.searched)); got != x.trained {
			t.Errorf("generation %d, of %s: trained is %v", i, x.model, got)
		}
	}
}
