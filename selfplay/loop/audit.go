package loop

import (
	"context"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/selfplay/report"
)

// auditLabels looks at the games of the present generation as they are stored,
// and refuses, with a *dataset.LabelError, those that must not be trained on.
// The generations before it were audited in their turn.
func (d *Driver) auditLabels(ctx context.Context) (*dataset.Audit, error) {
	set, err := dataset.Open(d.opt.Dir, d.codec())
	if err != nil {
		return nil, err
	}
	rule := d.cap()
	a := dataset.NewAuditor(dataset.AuditOptions{
		CapOutcomes: func(p *engine.Position) [][engine.MaxSeats]float32 {
			return [][engine.MaxSeats]float32{rule.Outcome(p)}
		},
		Trained: d.state.Best > 0,
	})
	for _, shard := range set.Manifest().Shards() {
		if shard.Generation != d.state.Generation {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		games, err := set.Load(shard)
		if err != nil {
			return nil, err
		}
		a.Add(games)
	}
	audit := a.Audit()
	return audit, audit.Err()
}

// auditReport is what an audit that was passed has seen, for events and report.
func auditReport(a *dataset.Audit) *report.Audit {
	r := &report.Audit{Games: a.Games, Rows: a.Rows, Searched: a.Searched}
	for _, c := range dataset.AuditChecks() {
		r.Passed = append(r.Passed, string(c))
	}
	for _, s := range a.Signs {
		r.Signs = append(r.Signs, report.Sign{Seat: s.Seat + 1, From: s.From, To: s.To, Games: s.Games, Rows: s.Rows,
			Correlation: s.Correlation, Verdict: string(s.Verdict)})
	}
	return r
}
