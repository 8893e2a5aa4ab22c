package classical

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

// severalRules are rulesets of every number of seats, end and lock.
var severalRules = []string{
	"star-121-3", "star-121-4", "star-121-5", "star-121-6", "star-121-3,lock=end,sealed_draw=off,turn_limit=60",
	"star-121-4,lock=none,sealed_draw=off", "wiki-4", "wiki-4-teams", "leapstone-4", "wiki-star3",
}

// crowd is the search of several seats without any of its arts: made moves of
// the engine, each way by its definition.
type crowd struct {
	how  Multi
	root engine.Position
	me   int
}

// progress is a seat's table sum and extras, added up cell by cell.
func (w *crowd) progress(p *engine.Position, seat int) int {
	b := p.Board()
	total := -rung.last * min(lastSteps, twin{}.last(p, seat))
	for c := range b.Cells() {
		if p.At(c) == seat+1 {
			total += rung.worth(way(b, int(b.View(seat)[c])))
		}
	}
	return total
}

// finishedSince is how many seats have finished since the root, before a seat
// if it is one of them.
func (w *crowd) finishedSince(p *engine.Position, before int) (n int) {
	for seat := range p.Board().Seats() {
		now := p.Status(seat)
		if now.State != engine.Finished || w.root.Status(seat).State == engine.Finished {
			continue
		}
		if before < 0 || now.Place < p.Status(before).Place {
			n++
		}
	}
	return n
}

// score is that of a seat in a position that is over or judged as it stands.
// plies are those of the line that led there; at are those at which seats have
// finished.
func (w *crowd) score(p *engine.Position, view, plies int, at [engine.MaxSeats]int) int {
	r := p.Result()
	switch {
	case r.Kind == engine.Draw && r.Cause != engine.Immobile:
		return 0
	case r.Kind == engine.Win || r.Kind == engine.TeamWin:
		if v := r.Values(); v[view] > 0 {
			return Mate - plies
		}
		return plies - Mate
	case r.Kind == engine.Ranked && int(r.Order[len(w.seatsOf(p))-1]) == view+1:
		return plies - Mate
	case p.Status(view).State == engine.Finished:
		if n := w.finishedSince(p, view); n > 0 {
			return placed - placeWorth*n - at[view]
		}
		return Mate - at[view]
	}
	own := w.progress(p, view)
	if p.Rules().Finish() == engine.FinishTeams {
		return own + w.progress(p, view^2) - w.progress(p, view^1) - w.progress(p, view^3)
	}
	best, sum, n := -infinity, 0, 0
	for _, seat := range w.seatsOf(p) {
		if seat != view && p.Status(seat).State == engine.Active {
			v := w.progress(p, seat)
			best, sum, n = max(best, v), sum+v, n+1
		}
	}
	own -= placeWorth * w.finishedSince(p, -1)
	return own - (rivalShare*best+(100-rivalShare)*sum/n)/100
}

func (w *crowd) seatsOf(p *engine.Position) (all []int) {
	for seat := range p.Board().Seats() {
		all = append(all, seat)
	}
	return all
}

// mine reports whether a seat is of the searching party.
func (w *crowd) mine(p *engine.Position, seat int) bool {
	return seat == w.me || p.Rules().Finish() == engine.FinishTeams && seat == w.me^2
}

// next is the seat that gets the next turn, whether it can move or not.
func (w *crowd) next(p *engine.Position, seat int) int {
	n := p.Board().Seats()
	for i := 1; i <= n; i++ {
		s := (seat + i) % n
		if p.Status(s).State == engine.Active && !(p.Rules().Finish() == engine.FinishTeams && p.InGoal(s) == len(p.Board().Goal(s))) {
			return s
		}
	}
	return seat
}

// lookahead is the scores of all seats after the best moves of so many plies,
// of which only that of the searching seat counts but for MaxN.
func (w *crowd) lookahead(p *engine.Position, depth, plies int, free bool, at [engine.MaxSeats]int) [engine.MaxSeats]int {
	if w.how == BestReply {
		return w.roundOf(p, depth, plies, at)
	}
	mover := p.Mover()
	mine := w.mine(p, mover)
	view := w.me
	if w.how == MaxN {
		view = mover
	}
	moves := p.Moves(nil)
	type choice struct {
		m     engine.Move
		depth int
		free  bool
	}
	var choices []choice
	plus := w.how == BestReplyPlus && !mine
	last := w.mine(p, w.next(p, mover))
	if plus && (!free || !last) {
		usual, most := moves[0], -infinity
		gain := func(m engine.Move) int {
			b := p.Board()
			v := b.View(mover)
			return rung.worth(way(b, int(v[m.To()]))) - rung.worth(way(b, int(v[m.From()])))
		}
		var order engine.Reach
		own, occ := p.PieceBits(mover), engine.Bits{}
		for _, seat := range w.seatsOf(p) {
			bits := p.PieceBits(seat)
			occ = occ.Or(&bits)
		}
		for order.Start(p.Rules(), mover, &own, &occ); order.Next(); {
			for i := range engine.MaxCells {
				if order.To.Has(uint8(i)) {
					m := engine.NewMove(p.Board().CellOf(order.From), p.Board().CellOf(uint8(i)))
					if g := gain(m); g > most {
						usual, most = m, g
					}
				}
			}
		}
		choices = append(choices, choice{usual, depth, free})
	}
	if !plus || free {
		for _, m := range moves {
			choices = append(choices, choice{m, depth - 1, plus && last})
		}
	}
	var best [engine.MaxSeats]int
	for i, c := range choices {
		v := w.afterMove(p, c.m, c.depth, plies, c.free, at)
		better := v[view] > best[view]
		if w.how != MaxN && !mine {
			better = v[view] < best[view]
		}
		if i == 0 || better {
			best = v
		}
	}
	return best
}

// afterMove is lookahead behind a move.
func (w *crowd) afterMove(p *engine.Position, m engine.Move, depth, plies int, free bool, at [engine.MaxSeats]int) (out [engine.MaxSeats]int) {
	q, seat := *p, p.Mover()
	q.Play(m)
	if q.Status(seat).State == engine.Finished {
		at[seat] = plies + 1
	}
	if next := w.next(&q, seat); w.mine(&q, next) || w.mine(&q, seat) {
		free = true
	}
	r := q.Result()
	leaf := depth <= 0 && !(w.how == BestReplyPlus && !free)
	for skipped := w.next(&q, seat); !leaf && skipped != q.Mover() && !r.Over(); skipped = w.next(&q, skipped) {
		plies++ // a skip is a node of its own
		if w.mine(&q, w.next(&q, skipped)) {
			free = true
			leaf = depth <= 0
		}
	}
	if r.Over() && !(leaf && r.Cause == engine.Immobile) || leaf || q.Status(w.me).State == engine.Finished {
		for _, view := range w.seatsOf(&q) {
			if r.Cause != engine.Immobile || leaf {
				out[view] = w.score(&q, view, plies+1, at)
			}
		}
		if leaf && w.how != MaxN && (!r.Over() || r.Cause == engine.Immobile) && q.Status(w.me).State != engine.Finished {
			out[w.me] += w.tempo(w.mine(&q, w.next(&q, seat)))
		}
		return out
	}
	return w.lookahead(&q, depth, plies+1, free, at)
}

func (w *crowd) tempo(mine bool) int {
	if mine {
		return rung.tempo
	}
	return -rung.tempo
}
