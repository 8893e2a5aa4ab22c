package classical

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

// severalRules are rulesets of every number of seats, end and lock.
var severalRules = []string{
	"star-121-3", "star-121-4", "star-121-5", "star-121-6", "star-121-3,lock=end,sealed_draw=off,turn_limit=75",
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
	steps := lastSteps
	if len(b.Goal(seat))-p.InGoal(seat) <= lastPieces {
		steps = min(steps, twin{}.last(p, seat))
	}
	total := -rung.last * steps
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

// turnTo is the position with another seat to move.
func (w *crowd) turnTo(p *engine.Position, seat int) engine.Position {
	s := engine.SetUp{Cells: p.Cells(nil), Mover: seat, Ply: p.Ply()}
	for seat := range p.Board().Seats() {
		s.Made[seat], s.Status[seat] = p.Made(seat), p.Status(seat)
	}
	q, err := engine.NewPosition(p.Rules(), s)
	if err != nil {
		panic(err)
	}
	return q
}

// groupOf is the seats of which one moves when it is the turn of one of them.
func (w *crowd) groupOf(p *engine.Position, seat int) (group []int) {
	if w.how != BestReply {
		return []int{seat}
	}
	for _, other := range w.seatsOf(p) {
		if w.mine(p, other) == w.mine(p, seat) && w.next(p, (other+p.Board().Seats()-1)%p.Board().Seats()) == other {
			group = append(group, other)
		}
	}
	return group
}

// nextTurn is the seat whose turn follows on one of a seat.
func (w *crowd) nextTurn(p *engine.Position, seat int) int {
	if w.how != BestReply {
		return w.next(p, seat)
	}
	wasMine := w.mine(p, seat)
	if next := w.next(p, (w.me+p.Board().Seats()-1)%p.Board().Seats()); !wasMine && next == w.me {
		return next
	}
	next := w.next(p, w.me)
	for w.mine(p, next) == wasMine {
		next = w.next(p, next)
	}
	return next
}

// usual is the move that fills the target, or else gains most, the first of
// several.
func (w *crowd) usual(p *engine.Position) (usual engine.Move) {
	b, seat := p.Board(), p.Mover()
	own, occ, most := p.PieceBits(seat), engine.Bits{}, -infinity
	for _, other := range w.seatsOf(p) {
		bits := p.PieceBits(other)
		occ = occ.Or(&bits)
	}
	worth := func(i uint8) int {
		v := rung.worth(way(b, int(b.View(seat)[b.CellOf(i)])))
		if b.InGoal(seat, b.CellOf(i)) && p.InGoal(seat) == len(b.Goal(seat))-1 {
			v += 1 << 20
		}
		return v
	}
	var r engine.Reach
	for r.Start(p.Rules(), seat, &own, &occ); r.Next(); {
		for i := range engine.MaxCells {
			if to := uint8(i); r.To.Has(to) && worth(to)-worth(r.From) > most {
				most = worth(to) - worth(r.From)
				usual = engine.NewMove(b.CellOf(r.From), b.CellOf(to))
			}
		}
	}
	return usual
}

// look is the scores of all seats after the best moves of so many plies, of
// which only that of the searching seat counts but for MaxN. p has the seat to
// move, or one of the group.
func (w *crowd) look(p *engine.Position, depth, plies int, free bool, at [engine.MaxSeats]int) (best [engine.MaxSeats]int) {
	seat := p.Mover()
	mine := w.mine(p, seat)
	plus := w.how == BestReplyPlus && !mine
	if depth <= 0 && !(plus && !free) {
		for _, view := range w.seatsOf(p) {
			best[view] = w.score(p, view, plies, at)
		}
		if w.how != MaxN && mine {
			best[w.me] += rung.tempo
		} else if w.how != MaxN {
			best[w.me] -= rung.tempo
		}
		return best
	}
	first := true
	try := func(q *engine.Position, m engine.Move, depth int, free bool) {
		v := w.after(q, m, depth, plies, free, at)
		view, better := w.me, false
		switch {
		case w.how == MaxN:
			view = seat
			better = v[view] > best[view]
		case mine:
			better = v[view] > best[view]
		default:
			better = v[view] < best[view]
		}
		if first || better {
			best, first = v, false
		}
	}
	for _, mover := range w.groupOf(p, seat) {
		q := w.turnTo(p, mover)
		moves := q.Moves(nil)
		last := w.mine(p, w.next(p, mover))
		if plus && (!free || !last) && len(moves) > 0 {
			try(&q, w.usual(&q), depth, free)
		}
		if plus && !free {
			continue
		}
		for _, m := range moves {
			try(&q, m, depth-1, free && (mine || last))
		}
	}
	if first { // nobody can move: the turn is skipped
		next := w.nextTurn(p, seat)
		for tries := 0; ; tries++ {
			if tries > engine.MaxSeats {
				return [engine.MaxSeats]int{}
			}
			can := false
			for _, mover := range w.groupOf(p, next) {
				q := w.turnTo(p, mover)
				can = can || q.CountMoves() > 0
			}
			if can {
				break
			}
			next = w.nextTurn(p, next)
		}
		q := w.turnTo(p, next)
		return w.look(&q, depth, plies+1, free || w.mine(p, next), at)
	}
	return best
}

// after is look behind a move.
func (w *crowd) after(p *engine.Position, m engine.Move, depth, plies int, free bool, at [engine.MaxSeats]int) (out [engine.MaxSeats]int) {
	q, seat := *p, p.Mover()
	q.Play(m)
	plies++
	if q.Status(seat).State == engine.Finished {
		at[seat] = plies
	}
	r := q.Result()
	if r.Over() && r.Cause != engine.Immobile || q.Status(w.me).State == engine.Finished {
		for _, view := range w.seatsOf(&q) {
			out[view] = w.score(&q, view, plies, at)
		}
		return out
	}
	next := w.nextTurn(&q, seat)
	q = w.turnTo(&q, next)
	return w.look(&q, depth, plies, free || w.mine(&q, next), at)
}

// best is the score of the root, and of each move there.
func (w *crowd) best(p *engine.Position, depth int) (score int, moves map[engine.Move]int) {
	w.root, w.me = *p, p.Mover()
	score, moves = -infinity, make(map[engine.Move]int)
	for _, m := range p.Moves(nil) {
		moves[m] = w.after(p, m, depth-1, 0, true, [engine.MaxSeats]int{})[w.me]
		score = max(score, moves[m])
	}
	return score, moves
}

// nearEnd is a position in which every seat that plays has a few cells left to
// fill. ok is false where it cannot be played on.
func nearEnd(r *engine.Rules, rng *rand.Rand) (p engine.Position, ok bool) {
	b := r.Board()
	s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(b.Seats()), Ply: 10 + rng.IntN(50)}
	out := make([]int, b.Seats())
	for seat := range b.Seats() {
		goal := b.Goal(seat)
		rng.Shuffle(len(goal), func(i, j int) { goal[i], goal[j] = goal[j], goal[i] })
		out[seat] = 1 + rng.IntN(2)
		if r.Finish() == engine.FinishTeams && seat != s.Mover && rng.IntN(2) == 0 {
			out[seat] = 0
		}
		for _, c := range goal[out[seat]:] {
			if s.Cells[c] == 0 {
				s.Cells[c] = uint8(seat + 1)
			} else {
				out[seat]++
			}
		}
	}
	for seat, left := range out {
		for tries := 0; left > 0 && tries < 1000; tries++ {
			c := rng.IntN(b.Cells())
			if near := b.Distance(c, b.Goal(seat)[0]); s.Cells[c] == 0 && near < 6+rng.IntN(8) && !b.InGoal(seat, c) {
				s.Cells[c] = uint8(seat + 1)
				left--
			}
		}
	}
	if r.Finish() == engine.FinishPlaces && rng.IntN(3) == 0 { // one has finished
		seat := (s.Mover + 1) % b.Seats()
		s.Status[seat] = engine.Status{State: engine.Finished, Place: 1}
	}
	p, err := engine.NewPosition(r, s)
	return p, err == nil && !p.Result().Over() && p.CountMoves() > 0
}

// few is a position with a few pieces a seat, close together, perhaps near the
// turn limit.
func few(r *engine.Rules, rng *rand.Rand, late bool) (p engine.Position, ok bool) {
	b := r.Board()
	s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(b.Seats()), Ply: 10 + rng.IntN(50)}
	if r.TurnLimit() > 0 && late {
		s.Ply = r.TurnLimit() - 1 - rng.IntN(5)
	}
	middle := rng.IntN(b.Cells())
	for seat := range b.Seats() {
		for left, tries := 3, 0; left > 0; tries++ {
			if c := rng.IntN(b.Cells()); s.Cells[c] == 0 && b.Distance(c, middle) < 5+tries/500 { // a point has few cells
				s.Cells[c] = uint8(seat + 1)
				left--
			}
		}
	}
	p, err := engine.NewPosition(r, s)
	return p, err == nil && !p.Result().Over() && p.CountMoves() > 0
}

// severalBot is a bot that looks at every move up to a depth.
func severalBot(t testing.TB, c Config) *Bot {
	t.Helper()
	b, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// depthFor is a depth to which the definition can be followed.
func depthFor(p *engine.Position, rng *rand.Rand) int {
	w, all := crowd{}, 0
	for _, seat := range w.seatsOf(p) {
		if p.Status(seat).State == engine.Active {
			q := w.turnTo(p, seat)
			all += q.CountMoves()
		}
	}
	switch {
	case all <= 30:
		return 1 + rng.IntN(3)
	case all <= 100:
		return 1 + rng.IntN(2)
	}
	return 1
}

// Every way of searching finds the score of its definition, and a move of that
// score.
func TestSeveralIsItsDefinition(t *testing.T) {
	for i, ref := range severalRules {
		r := rules(t, ref)
		for _, how := range []Multi{BestReply, BestReplyPlus, MaxN, Paranoid} {
			t.Run(fmt.Sprintf("%s/%v", ref, how), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(i), uint64(how)))
				bots := []*Bot{severalBot(t, Config{Depth: 1, Multi: how}), severalBot(t, Config{Depth: 2, Multi: how}), severalBot(t, Config{Depth: 3, Multi: how})}
				for n := 0; n < 6; {
					p, ok := nearEnd(r, rng)
					if n%2 == 1 {
						// A reply of BestReply stands for a round: the limit is nearer.
						p, ok = few(r, rng, n == 3 && how != BestReply)
					}
					if !ok {
						continue
					}
					n++
					depth := depthFor(&p, rng)
					w := crowd{how: how}
					want, scores := w.best(&p, depth)
					got, err := bots[depth-1].Search(&p, rng)
					if err != nil {
						t.Fatal(err)
					}
					if decided(got.Score) && got.Depth < depth { // found by a shallower search
						want, scores = w.best(&p, got.Depth)
					}
					if got.Score != want || scores[got.Move] != want {
						t.Fatalf("%s\ndepth %d: %s scores %d (by the definition %d), want %d", &p, depth,
							p.MoveText(got.Move), got.Score, scores[got.Move], want)
					}
				}
			})
		}
	}
}

// wins reports whether a move decides the game for the seat that makes it: it
// wins, or takes the next place.
func wins(p *engine.Position, m engine.Move) bool {
	q, seat := *p, p.Mover()
	q.Play(m)
	return q.Result().Over() && q.Result().Values()[seat] > 0 || q.Status(seat).State == engine.Finished
}

var everyWay = []Multi{MultiDefault, BestReply, BestReplyPlus, MaxN, Paranoid}

func TestSeveralWinInOneIsTaken(t *testing.T) {
	for i, ref := range severalRules {
		r := rules(t, ref)
		for _, how := range everyWay {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(how)))
			bots := []*Bot{severalBot(t, Config{Depth: 1, Multi: how}), severalBot(t, Config{Nodes: 1000, Selective: true, Multi: how, HashMB: 1})}
			for n, tries := 0, 0; n < 6; tries++ {
				if tries > 5000 {
					t.Fatalf("%s: only %d positions with a win", ref, n)
				}
				p, ok := nearEnd(r, rng)
				if !ok {
					continue
				}
				winning := false
				for _, m := range p.Moves(nil) {
					winning = winning || wins(&p, m)
				}
				if !winning {
					continue
				}
				n++
				for _, b := range bots {
					got, err := b.Search(&p, rng)
					if err != nil {
						t.Fatal(err)
					}
					if !wins(&p, got.Move) || got.Score < MateBound {
						t.Errorf("%v: %s: plays %s (score %d) and does not win", how, &p, p.MoveText(got.Move), got.Score)
					}
				}
			}
		}
	}
}

// A move after which an opponent decides the game at once is not made if there
// is another one.
func TestSeveralLossInOneIsAvoided(t *testing.T) {
	for i, ref := range []string{"star-121-3", "star-121-4", "leapstone-4"} {
		r := rules(t, ref)
		for _, how := range []Multi{BestReply, BestReplyPlus, Paranoid} {
			rng := rand.New(rand.NewPCG(uint64(i), 7+uint64(how)))
			bots := []*Bot{severalBot(t, Config{Depth: 2, Multi: how}), severalBot(t, Config{Nodes: 3000, Selective: true, Multi: how, HashMB: 1})}
			const lost = -placeWorth / 2
			for n, tries := 0, 0; n < 2 && tries < 200; tries++ {
				p, ok := nearEnd(r, rng)
				if !ok || p.CountMoves() > 10 {
					continue
				}
				w := crowd{how: how}
				best, scores := w.best(&p, 2)
				safe := 0
				for _, score := range scores {
					if score > lost {
						safe++
					}
				}
				if safe == 0 || safe == len(scores) || best > MateBound {
					continue
				}
				n++
				for _, b := range bots {
					got, err := b.Search(&p, rng)
					if err != nil {
						t.Fatal(err)
					}
					if scores[got.Move] < lost {
						t.Errorf("%v: %s: plays %s (score %d at depth %d), and an opponent's next move decides the game", how, &p,
							p.MoveText(got.Move), got.Score, got.Depth)
					}
				}
			}
		}
	}
}

// stroll is a position after random plies with a leaning forwards, for any
// number of seats.
func stroll(r *engine.Rules, rng *rand.Rand, plies int) engine.Position {
	p := r.Start(rng.IntN(r.Seats()))
	b := p.Board()
	for range plies {
		q := p
		moves := p.Moves(nil)
		view := b.View(p.Mover())
		gain := func(m engine.Move) int {
			return rung.worth(way(b, int(view[m.To()]))) - rung.worth(way(b, int(view[m.From()])))
		}
		m := moves[rng.IntN(len(moves))]
		for range 3 {
			if o := moves[rng.IntN(len(moves))]; gain(o) > gain(m) {
				m = o
			}
		}
		if q.Play(m); q.Result().Over() {
			break
		}
		p = q
	}
	return p
}

func TestSeveralIsRepeatable(t *testing.T) {
	for _, how := range everyWay {
		for _, c := range []Config{{Nodes: 3000, Selective: true, Multi: how, HashMB: 1}, {Depth: 2, Multi: how}} {
			a, b := severalBot(t, c), severalBot(t, c)
			for _, ref := range []string{"star-121-3", "wiki-4-teams", "leapstone-4"} {
				p := stroll(rules(t, ref), rand.New(rand.NewPCG(1, 1)), 30)
				a.Reset()
				b.Reset()
				for ply := range uint64(4) {
					x, err := a.Search(&p, rand.New(rand.NewPCG(ply, 2)))
					if err != nil {
						t.Fatal(err)
					}
					x.Line = nil
					y, _ := b.Search(&p, rand.New(rand.NewPCG(ply, 2)))
					if y.Line = nil; x.Move != y.Move || x.Score != y.Score || x.Nodes != y.Nodes || x.Depth != y.Depth {
						t.Errorf("%v on %s: once %+v, once %+v", how, ref, x, y)
					}
					if c.Nodes > 0 && x.Nodes > c.Nodes+uint64(p.CountMoves()) {
						t.Errorf("%v on %s: %d nodes, want at most %d", how, ref, x.Nodes, c.Nodes)
					}
					p.Play(x.Move)
				}
			}
		}
	}
}

func TestSeveralStops(t *testing.T) {
	p := stroll(rules(t, "star-121-6"), rand.New(rand.NewPCG(1, 1)), 40)
	for _, how := range everyWay {
		for _, looks := range []int{0, 1, 5} {
			b := severalBot(t, Config{Selective: true, Multi: how, HashMB: 1})
			left := looks
			b.StopWhen(func() bool { left--; return left < 0 })
			r, err := b.Search(&p, nil)
			if err != nil {
				t.Fatal(err)
			}
			if p.Legal(r.Move) != nil || r.Depth < 1 || r.Nodes > uint64(looks+2)*askEvery {
				t.Errorf("%v: stopped after %d looks: move %d at depth %d, %d nodes", how, looks, r.Move, r.Depth, r.Nodes)
			}
		}
	}
}

func TestSeveralAllocatesNothing(t *testing.T) {
	for _, how := range everyWay {
		for _, c := range []Config{{Nodes: 2000, Selective: true, Multi: how, HashMB: 1}, {Depth: 2, Multi: how}} {
			b := severalBot(t, c)
			p := stroll(rules(t, "star-121-3"), rand.New(rand.NewPCG(9, 9)), 40)
			rng := rand.New(rand.NewPCG(1, 1))
			if n := testing.AllocsPerRun(2, func() {
				if _, err := b.Search(&p, rng); err != nil {
					t.Fatal(err)
				}
			}); n != 0 {
				t.Errorf("%v: %v allocations a search", how, n)
			}
		}
	}
}

// A search leaves the state as it has found it.
func TestSeveralTakesEverythingBack(t *testing.T) {
	for i, ref := range severalRules {
		for _, how := range everyWay {
			b := severalBot(t, Config{Nodes: 3000, Selective: true, Multi: how, HashMB: 1})
			p := stroll(rules(t, ref), rand.New(rand.NewPCG(uint64(i), 3)), 60)
			if _, err := b.Search(&p, nil); err != nil {
				t.Fatal(err)
			}
			var want state
			want.set(b.several.t, &p)
			if b.several.st != want {
				t.Errorf("%s, %v: the search leaves another state behind", ref, how)
			}
			if s := b.several; s.clock != int32(p.Ply()) || !s.ours || s.turn.mover != uint8(p.Mover()) || s.taken != 0 {
				t.Errorf("%s, %v: the search leaves the turn %+v behind", ref, how, s.turn)
			}
		}
	}
}

// A search that looks ahead beats those that look at their own next move.
func TestSeveralIsStrong(t *testing.T) {
	r := rules(t, "star-121-3")
	strong := severalBot(t, Config{Nodes: 1000, Selective: true, HashMB: 1})
	weak := severalBot(t, Config{Depth: 1})
	won := 0
	for game := range 6 {
		rng := rand.New(rand.NewPCG(uint64(game), 4))
		p := stroll(r, rng, 6)
		strong.Reset()
		for !p.Result().Over() && p.Ply() < 400 {
			b := weak
			if p.Mover() == game%3 {
				b = strong
			}
			res, err := b.Search(&p, rng)
			if err != nil {
				t.Fatal(err)
			}
			p.Play(res.Move)
		}
		if winner, ok := p.Result().Winner(); ok && winner == game%3 {
			won++
		}
	}
	t.Logf("%d of 6", won)
	if won < 4 {
		t.Errorf("won %d of 6 games against two that look one ply ahead", won)
	}
}

// No search makes an illegal move, whatever the ruleset, the position and the
// configuration.
func FuzzSeveral(f *testing.F) {
	var presets []string
	for _, name := range engine.PresetNames() {
		if rules(f, name).Seats() > 2 {
			presets = append(presets, name)
		}
	}
	for k := range presets {
		f.Add(uint8(k), uint64(k), uint16(300), uint8(k), uint8(k))
		f.Add(uint8(k), uint64(k)+99, uint16(2), uint8(3), uint8(k+1))
	}
	f.Fuzz(func(t *testing.T, preset uint8, seed uint64, nodes uint16, depth, kind uint8) {
		r := rules(t, presets[int(preset)%len(presets)])
		rng := rand.New(rand.NewPCG(seed, 1))
		p, ok := nearEnd(r, rng)
		if kind%3 == 1 {
			p, ok = few(r, rng, kind%2 == 0)
		}
		if kind%3 == 2 || !ok {
			p = stroll(r, rng, rng.IntN(200))
		}
		c := Config{Nodes: uint64(nodes%2000) + 1, Depth: int(depth) % 8, Multi: everyWay[int(kind)%len(everyWay)],
			Selective: depth%2 == 0, Without: Features(rng.Uint32()) & allFeatures, HashMB: 1}
		if !c.Selective {
			c.Depth = min(c.Depth, 2)
		}
		b := severalBot(t, c)
		for range 2 * r.Seats() {
			if p.Result().Over() || p.CountMoves() == 0 {
				return
			}
			res, err := b.Search(&p, rng)
			if err != nil {
				t.Fatalf("%s: %v", &p, err)
			}
			if err := p.Legal(res.Move); err != nil {
				t.Fatalf("%s: %v", &p, err)
			}
			p.Play(res.Move)
		}
	})
}
