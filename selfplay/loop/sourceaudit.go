package loop

import (
	"halmazero/dataset"
	"halmazero/selfplay"
)

// audits looks at the labels of one source, generation by generation, before
// anything is trained on them.
type audits struct {
	generation int
	auditor    *dataset.Auditor // of the generation; nil before the first

	// first is the model of the first games with a search. Whether it had
	// learned is not known here, and its root values are held against the
	// outcome of the last moves only; any later model has learned from games.
	first string
	total dataset.Audit // numbers of the generations that have passed
}

// add looks at a shard. Its error, a *dataset.LabelError, is about the
// generation before.
func (a *audits) add(generation int, games []dataset.Game) error {
	if a.auditor == nil || generation != a.generation {
		if err := a.end(); err != nil {
			return err
		}
		a.generation = generation
		a.auditor = dataset.NewAuditor(dataset.AuditOptions{CapOutcomes: selfplay.CapOutcomes, Trained: a.trained(games)})
	}
	a.auditor.Add(games)
	return nil
}

// trained reports whether the model of games has learned for certain.
func (a *audits) trained(games []dataset.Game) bool {
	for i := range games {
		g := &games[i]
		if len(g.Models) == 0 || len(g.Rows) == 0 || len(g.Rows[0].RootValue) == 0 {
			continue // a bot's
		}
		if a.first == "" {
			a.first = g.Models[0]
		}
		return g.Models[0] != a.first
	}
	return false
}

// end says whether the generation may be trained on.
func (a *audits) end() error {
	if a.auditor == nil {
		return nil
	}
	audit := a.auditor.Audit()
	a.total.Games += audit.Games
	a.total.Rows += audit.Rows
	a.total.Searched += audit.Searched
	return audit.Err()
}
