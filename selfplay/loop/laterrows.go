package loop

import (
	"fmt"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/model"
)

// addHeads adds the targets of the further heads to the row that was added
// last. A target that the game does not tell has no weight: the plies left of a
// truncated game, whose end says more about the training cap than about the
// position; short-horizon values where there was no search; and the reply
// where the next decision is not known.
func (r *Rows) addHeads(b *model.Batch, s *dataset.Sample, mirror bool) {
	l := &r.later
	if err := s.Later(r.horizons, l); err != nil {
		panic(fmt.Sprintf("loop: %v", err))
	}
	if r.heads.PliesLeft {
		b.PliesLeft = append(b.PliesLeft, r.code.PliesLeft(l.PliesLeft))
		b.PliesLeftWeight = append(b.PliesLeftWeight, weightIf(!l.Truncated, s.Weight))
	}
	if r.heads.Distance {
		known := len(l.Remaining) == r.seats
		b.Distance = append(b.Distance, make([]float32, r.seats)...)
		if known {
			r.code.Distances(b.Distance[len(b.Distance)-r.seats:], l.Remaining, &s.Position)
		}
		b.DistanceWeight = append(b.DistanceWeight, weightIf(known, s.Weight))
	}
	if n := r.heads.ShortValues; n > 0 {
		known := len(l.ShortValues) == n*r.seats
		at := len(b.ShortValue)
		b.ShortValue = append(b.ShortValue, make([]float32, n*r.seats)...)
		for lo := 0; known && lo < n*r.seats; lo += r.seats {
			r.code.Target(b.ShortValue[at+lo:at+lo+r.seats], l.ShortValues[lo:lo+r.seats], &s.Position)
		}
		b.ShortValueWeight = append(b.ShortValueWeight, weightIf(known, s.Weight))
	}
	if r.heads.Reply {
		r.addReply(&b.Reply, s, l.Reply, l.ReplyVisits, mirror)
	}
}

// addReply adds the next decision, as the row's own mover sees it.
func (r *Rows) addReply(p *model.Policy, s *dataset.Sample, moves []engine.Move, visits []float32, mirror bool) {
	if len(p.Offset) == 0 {
		p.Offset = append(p.Offset, 0)
	}
	var known bool
	p.From, p.To = r.code.Moves(p.From, p.To, &s.Position, moves, mirror)
	p.Target, known = appendShares(p.Target, visits)
	p.Offset = append(p.Offset, int32(len(p.From)))
	p.Weight = append(p.Weight, weightIf(known, s.Weight))
}
