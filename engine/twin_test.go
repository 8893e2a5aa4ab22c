package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

// twins are a game on the engine and the same game on its slow twin.
type twins struct {
	p engine.Position
	s *ref.State
}

// compare holds the engine against the twin, and against itself written down
// and set up again.
func (w *twins) compare(t testing.TB) {
	t.Helper()
	p, s := &w.p, w.s
	b := p.Board()
	fail := func(what string, got, want any) {
		t.Helper()
		t.Fatalf("%s\n%s is %v, the twin's %v", p, what, got, want)
	}
	if got, want := p.Result(), s.Result(); got != want {
		fail("result", got, want)
	}
	if p.Mover() != s.Mover() || p.Ply() != s.Ply() {
		fail("mover, ply", []int{p.Mover(), p.Ply()}, []int{s.Mover(), s.Ply()})
	}
	cells := s.Cells()
	if got := p.Cells(nil); !slices.Equal(got, cells) {
		fail("cells", got, cells)
	}
	pieces := make([]int, engine.MaxSeats+1)
	for c, v := range cells {
		pieces[v]++
		if int(v) != p.At(c) {
			fail("cell "+b.CellName(c), p.At(c), v)
		}
	}
	for seat := range b.Seats() {
		got := []int{p.Remaining(seat), p.AtHome(seat), p.InGoal(seat), p.PieceCount(seat), p.Made(seat), p.Missed(seat)}
		want := []int{s.Remaining(seat), s.AtHome(seat), s.InGoal(seat), pieces[seat+1], s.Made(seat), s.Missed(seat)}
		if !slices.Equal(got, want) {
			fail("remaining, at home, in goal, pieces, made, missed", got, want)
		}
		if p.Status(seat) != s.Status(seat) {
			fail(fmt.Sprint("status of seat ", seat+1), p.Status(seat), s.Status(seat))
		}
	}
	moves, want := p.Moves(nil), s.Moves()
	if p.CountMoves() != len(moves) {
		fail("count of moves", p.CountMoves(), len(moves))
	}
	slices.Sort(moves)
	if !slices.Equal(moves, want) {
		fail("moves", movesText(b, moves), movesText(b, want))
	}
	w.reread(t)
}

// reread writes the position down and reads it again.
func (w *twins) reread(t testing.TB) {
	t.Helper()
	p := &w.p
	again, err := engine.ParsePosition(p.String())
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	if again.String() != p.String() {
		t.Fatalf("%s\nreads as\n%s", p, &again)
	}
	if again.Hash() != p.Hash() {
		t.Fatalf("%s: hash %x, made new %x", p, p.Hash(), again.Hash())
	}
	if p.Result().Cause != engine.Agreed && !again.Equal(p) {
		t.Fatalf("%s reads as another position, result %q, not %q", p, again.Result(), p.Result())
	}
}

// skipped is the seats without a legal move that the turn has passed over since
// the given seat was to move; turned says whether that seat has had its turn.
func (w *twins) skipped(seat int, turned bool) []int {
	var skips []int
	if w.p.Result().Over() {
		return skips
	}
	if !turned {
		if w.p.Mover() == seat {
			return skips
		}
		skips = append(skips, seat)
	}
	for range w.p.Board().Seats() {
		if seat++; seat == w.p.Board().Seats() {
			seat = 0
		}
		if seat == w.p.Mover() {
			break
		}
		if w.p.Status(seat).State == engine.Active {
			skips = append(skips, seat)
		}
	}
	return skips
}

// move plays a move on both.
func (w *twins) move(t testing.TB, m engine.Move) {
	t.Helper()
	seat := w.p.Mover()
	w.p.Play(m)
	if err := w.s.Play(m); err != nil {
		t.Fatal(err)
	}
	w.checkSkips(t, seat, true)
}

func (w *twins) checkSkips(t testing.TB, seat int, turned bool) {
	t.Helper()
	if want := w.skipped(seat, turned); !slices.Equal(w.s.Skips(), want) {
		t.Fatalf("%s, seat %d was to move: skipped %v, the twin skips %v", &w.p, seat+1, want, w.s.Skips())
	}
}

// event lets something happen that is no move, on both. What the rules do not
// know is refused by both and changes nothing.
func (w *twins) event(t testing.TB, rng *rand.Rand) {
	t.Helper()
	before, mover := w.p, w.p.Mover()
	var err, twinErr error
	turned := true
	switch n := rng.IntN(12); {
	case n < 6:
		err, twinErr = w.p.Timeout(), w.s.Timeout()
	case n < 11:
		seat := rng.IntN(engine.MaxSeats+2) - 1
		turned = seat == mover
		err, twinErr = w.p.Resign(seat), w.s.Resign(seat)
	default:
		err, twinErr = w.p.AgreeDraw(), w.s.AgreeDraw()
	}
	if (err == nil) != (twinErr == nil) {
		t.Fatalf("%s: an event gives %v, on the twin %v", &before, err, twinErr)
	}
	if err == nil {
		w.checkSkips(t, mover, turned)
		return
	}
	if !errors.Is(err, engine.ErrEvent) || !errors.Is(twinErr, engine.ErrEvent) {
		t.Fatalf("%v and %v are no refusals of an event", err, twinErr)
	}
	if !w.p.Equal(&before) {
		t.Fatalf("%s\nchanged by an event that was refused: %v", &before, err)
	}
}

// playBoth plays random moves on both until the end or the limit, and after one
// move in so many an event.
func playBoth(t testing.TB, rng *rand.Rand, p engine.Position, plies, eventEvery int) engine.Position {
	t.Helper()
	w := &twins{p, ref.New(p)}
	w.compare(t)
	w.p.SkipBlocked()
	w.s.SkipBlocked()
	w.checkSkips(t, p.Mover(), false)
	w.compare(t)
	var buf [1024]engine.Move
	for range plies {
		moves := w.p.Moves(buf[:0])
		if len(moves) == 0 {
			if !w.p.Result().Over() {
				t.Fatalf("%s: no moves, but not over", &w.p)
			}
			break
		}
		w.move(t, moves[rng.IntN(len(moves))])
		w.compare(t)
		if rng.IntN(eventEvery) == 0 {
			w.event(t, rng)
			w.compare(t)
		}
	}
	return w.p
}

// ends counts how games ended.
type ends struct {
	causes [engine.Causes]int
	kinds  map[engine.Kind]int
}

func (e *ends) add(r engine.Result) {
	if e.kinds == nil {
		e.kinds = make(map[engine.Kind]int)
	}
	e.causes[r.Cause]++
	e.kinds[r.Kind]++
}

func TestTwinRandomPositions(t *testing.T) {
	var all ends
	everyGridAndLock(t, func(t *testing.T, grid, lock string, rng *rand.Rand) {
		for range 120 {
			p := playBoth(t, rng, randomPosition(t, rng, randomRules(t, rng, grid, lock)), 5, 4)
			all.add(p.Result())
		}
	})
	for c := range engine.Causes {
		if c := engine.Cause(c); all.causes[c] < 5 && c != engine.Cap {
			t.Errorf("%d games ended by %q: the positions are too tame", all.causes[c], c)
		}
	}
	for _, k := range []engine.Kind{engine.Win, engine.Draw, engine.TeamWin, engine.Ranked} {
		if all.kinds[k] < 5 {
			t.Errorf("%d results of kind %d: the positions are too tame", all.kinds[k], k)
		}
	}
}

func TestTwinGames(t *testing.T) {
	everyGridAndLock(t, func(t *testing.T, grid, lock string, rng *rand.Rand) {
		for range 2 {
			r := randomRules(t, rng, grid, lock)
			playBoth(t, rng, r.Start(rng.IntN(r.Seats())), 60, 30)
		}
	})
}

// Games of players in a hurry come to the goal, where locks and places matter.
// Now and then a seat misses its turn or resigns, where the rules let it.
func TestTwinGamesToTheGoal(t *testing.T) {
	var all ends
	for i, rules := range []string{
		"wiki-8,lock=none", "wiki-8,lock=endpass", "wiki-10", "wiki-10,lock=path", "plyyard", "wiki-2,lock=path", "wiki-2,lock=endpass",
		"leapstone-2", "leapstone-4", "leapstone-4,lock=end", "wiki-4,lock=path", "wiki-4-teams", "wiki-4-teams,lock=endpass",
		"wiki-star3", "wiki-star3,lock=path,finish=places", "wiki-star3,lock=none,seats=N+S", "wiki-star3,lock=endpass",
		"star-121-2,lock=none", "star-121-3", "star-121-4,lock=endpass,finish=places", "star-121-4,finish=teams", "star-121-6",
		"star-181-3,lock=end,finish=places,resign=on,timeout=2", "star-181-6,lock=none", "star-181-2,lock=endpass",
		"star-253-2", "star-253-3,lock=end", "star-253-5,lock=none,finish=places,resign=on", "star-253-2,lock=endpass",
	} {
		t.Run(rules, func(t *testing.T) {
			for seed := range uint64(3) {
				all.add(playHurried(t, rand.New(rand.NewPCG(seed, uint64(i))), mustRules(t, rules)))
			}
		})
	}
	for _, k := range []engine.Kind{engine.Win, engine.TeamWin, engine.Ranked} {
		if all.kinds[k] == 0 {
			t.Errorf("no result of kind %d in %v", k, all)
		}
	}
}

func playHurried(t *testing.T, rng *rand.Rand, r *engine.Rules) engine.Result {
	w := &twins{p: r.Start(0), s: ref.Start(r, 0)}
	w.compare(t)
	for ply := 0; ply < 800 && !w.p.Result().Over(); ply++ {
		w.move(t, hurriedMove(rng, &w.p))
		if (r.Resign() || r.Timeout() > 0) && rng.IntN(100) == 0 {
			w.event(t, rng)
			w.compare(t)
		}
		if ply%3 == 0 || w.p.Result().Over() {
			w.compare(t)
		}
	}
	reached, playing := 0, 0
	for seat := range r.Seats() {
		if w.p.Status(seat).State != engine.Resigned {
			playing++
			reached += w.p.InGoal(seat)
		}
	}
	if reached < 3*playing && w.p.Result().Cause != engine.Resignation {
		t.Errorf("%s: nobody came far", &w.p)
	}
	if n := earliestWin[w.p.Board().ID()]; w.p.Result().Cause == engine.Goal && w.p.Ply() < n {
		t.Errorf("a win at ply %d, before ply %d", w.p.Ply(), n)
	}
	return w.p.Result()
}

// hurriedMove brings a piece closer to its goal, mostly as close as can be.
func hurriedMove(rng *rand.Rand, p *engine.Position) (best engine.Move) {
	least := 1 << 30
	var q engine.Position
	for _, m := range p.Moves(nil) {
		q = *p
		q.Play(m)
		if d := q.Remaining(p.Mover())*8 + rng.IntN(12); d < least {
			best, least = m, d
		}
	}
	return best
}

// Equal positions have equal hashes however they are reached, others not.
func TestHash(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, grid := range grids {
		seen := make(map[uint64]string)
		r := mustRules(t, "wiki-2,board="+grid)
		for range 100 {
			p := r.Start(rng.IntN(r.Seats()))
			for range 20 {
				moves := p.Moves(nil)
				p.Play(moves[rng.IntN(len(moves))])
				cells := fmt.Sprint(p.Cells(nil), p.Mover())
				if other, ok := seen[p.Hash()]; ok && other != cells {
					t.Fatalf("%s: two positions have the hash %x", grid, p.Hash())
				}
				seen[p.Hash()] = cells
			}
		}
	}
	// A transposition: two pieces moved in either order.
	p := mustRules(t, "wiki-8").Start(0)
	q := p
	for _, m := range []string{"c1-e1", "f8-d8", "b3-b4", "g6-g5"} {
		play(t, &p, m)
	}
	for _, m := range []string{"b3-b4", "g6-g5", "c1-e1", "f8-d8"} {
		play(t, &q, m)
	}
	if p.Hash() != q.Hash() || !p.Equal(&q) {
		t.Error("a transposition changes the position")
	}
}

func play(t testing.TB, p *engine.Position, text string) {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	p.Play(m)
}

// fuzzTwin plays random positions of a board and random games on both.
func fuzzTwin(f *testing.F, grid string) {
	for lock := range locks {
		f.Add(uint64(lock), uint64(17), uint8(lock), false)
		f.Add(uint64(lock), uint64(19), uint8(lock), true)
	}
	f.Fuzz(func(t *testing.T, a, b uint64, lock uint8, fromStart bool) {
		rng := rand.New(rand.NewPCG(a, b))
		r := randomRules(t, rng, grid, locks[int(lock)%len(locks)])
		p := r.Start(rng.IntN(r.Seats()))
		if !fromStart {
			p = randomPosition(t, rng, r)
		}
		playBoth(t, rng, p, 12, 6)
	})
}

func FuzzTwinSq8(f *testing.F)        { fuzzTwin(f, "sq8") }
func FuzzTwinSq10(f *testing.F)       { fuzzTwin(f, "sq10") }
func FuzzTwinSq16(f *testing.F)       { fuzzTwin(f, "sq16") }
func FuzzTwinSq16x4(f *testing.F)     { fuzzTwin(f, "sq16x4") }
func FuzzTwinStar121(f *testing.F)    { fuzzTwin(f, "star121") }
func FuzzTwinStar121x15(f *testing.F) { fuzzTwin(f, "star121x15") }
func FuzzTwinStar181(f *testing.F)    { fuzzTwin(f, "star181") }
func FuzzTwinStar253(f *testing.F)    { fuzzTwin(f, "star253") }
