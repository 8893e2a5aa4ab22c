package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

var (
	boards = []string{"wiki-8", "wiki-10", "wiki-2"}
	locks  = []string{"none", "end", "path", "endpass"}
)

// everyBoardAndLock runs a test for each, with a random source of its own.
func everyBoardAndLock(t *testing.T, f func(t *testing.T, rules string, rng *rand.Rand)) {
	for i, board := range boards {
		for j, lock := range locks {
			t.Run(board+"/"+lock, func(t *testing.T) {
				f(t, board+",lock="+lock, rand.New(rand.NewPCG(uint64(i), uint64(j))))
			})
		}
	}
}

// randomOptions adds endings that short games meet.
func randomOptions(rng *rand.Rand, rules string) string {
	if rng.IntN(3) == 0 {
		rules += fmt.Sprintf(",deadline=%d", 1+rng.IntN(40))
	}
	if rng.IntN(3) == 0 {
		rules += fmt.Sprintf(",turn_limit=%d", 1+rng.IntN(80))
	}
	if rng.IntN(2) == 0 {
		rules += ",sealed_draw=on"
	}
	return rules
}

// randomPosition scatters pieces over the board: few or many, sometimes most
// of them in the camps, so that locks, blocks and endings are met.
func randomPosition(t testing.TB, rng *rand.Rand, rules *engine.Rules) engine.Position {
	t.Helper()
	b := rules.Board()
	for {
		s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(2), Ply: rng.IntN(60)}
		s.Made[0] = rng.IntN(s.Ply + 1)
		s.Made[1] = s.Ply - s.Made[0]
		density, inCamp := rng.Float64(), rng.Float64()
		if rng.IntN(2) == 0 {
			density = rng.Float64() * 0.3
		}
		for c := range s.Cells {
			if b.InHome(0, c) || b.InHome(1, c) {
				if rng.Float64() < inCamp {
					s.Cells[c] = uint8(1 + rng.IntN(2))
					if rng.Float64() < inCamp { // the guest's
						s.Cells[c] = 2
						if b.InHome(1, c) {
							s.Cells[c] = 1
						}
					}
				}
			} else if rng.Float64() < density {
				s.Cells[c] = uint8(1 + rng.IntN(2))
			}
		}
		if p, err := engine.NewPosition(rules, s); err == nil {
			return p
		}
	}
}

// compare holds a position against the twin, and against itself written down
// and set up again.
func compare(t testing.TB, p *engine.Position, s *ref.State) {
	t.Helper()
	b := p.Board()
	fail := func(what string, got, want any) {
		t.Helper()
		t.Fatalf("%s\n%s is %v, the twin's %v", p, what, got, want)
	}
	if got, want := p.Result(), s.Result(); got != want {
		fail("result", got, want)
	}
	if p.Mover() != s.Mover() || p.Ply() != s.Ply() || p.Made(0) != s.Made(0) || p.Made(1) != s.Made(1) {
		fail("mover, ply, moves made", []int{p.Mover(), p.Ply(), p.Made(0), p.Made(1)}, []int{s.Mover(), s.Ply(), s.Made(0), s.Made(1)})
	}
	if got, want := p.Cells(nil), s.Cells(); !slices.Equal(got, want) {
		fail("cells", got, want)
	}
	for seat := range 2 {
		got := []int{p.Remaining(seat), p.AtHome(seat), p.InGoal(seat), p.PieceCount(seat)}
		n := 0
		for c, v := range s.Cells() {
			if int(v) != p.At(c) {
				fail("cell "+b.CellName(c), p.At(c), v)
			}
			if int(v) == seat+1 {
				n++
			}
		}
		want := []int{s.Remaining(seat), s.AtHome(seat), s.InGoal(seat), n}
		if !slices.Equal(got, want) {
			fail("remaining, at home, in goal, pieces", got, want)
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
}

// playBoth plays random moves on both until the end or the limit.
func playBoth(t testing.TB, rng *rand.Rand, p engine.Position, plies int) (reached engine.Position) {
	t.Helper()
	s := ref.New(p)
	compare(t, &p, s)
	p.SkipBlocked()
	s.SkipBlocked()
	compare(t, &p, s)
	var buf [512]engine.Move
	for range plies {
		moves := p.Moves(buf[:0])
		if len(moves) == 0 {
			if !p.Result().Over() {
				t.Fatalf("%s: no moves, but not over", &p)
			}
			break
		}
		m := moves[rng.IntN(len(moves))]
		seat := p.Mover()
		p.Play(m)
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
		compare(t, &p, s)
		if !p.Result().Over() {
			// What is read back is the same state, its result included.
			again := mustParse(t, p.String())
			if !again.Equal(&p) {
				t.Fatalf("%s reads as another position", &p)
			}
			skipped := p.Mover() == seat
			if skipped != slices.Equal(s.Skips(), []int{1 - seat}) || !skipped && len(s.Skips()) > 0 {
				t.Fatalf("%s after a move of seat %d: the twin skips %v", &p, seat+1, s.Skips())
			}
		}
	}
	return p
}

func TestTwinRandomPositions(t *testing.T) {
	causes := make(map[engine.Cause]int)
	everyBoardAndLock(t, func(t *testing.T, rules string, rng *rand.Rand) {
		for range 60 {
			r := mustRules(t, randomOptions(rng, rules))
			p := playBoth(t, rng, randomPosition(t, rng, r), 5)
			causes[p.Result().Cause]++
		}
	})
	for c := engine.Goal; c <= engine.Immobile; c++ {
		if causes[c] == 0 && c != engine.Sealed { // needs a full camp: TestSealed
			t.Errorf("no game ended by %s: the positions are too tame", c)
		}
	}
}

func TestTwinGames(t *testing.T) {
	everyBoardAndLock(t, func(t *testing.T, rules string, rng *rand.Rand) {
		for range 2 {
			r := mustRules(t, randomOptions(rng, rules))
			playBoth(t, rng, r.Start(rng.IntN(2)), 80)
		}
	})
}

// Games of players in a hurry come to the goal, where the locks matter.
func TestTwinGamesToTheGoal(t *testing.T) {
	everyBoardAndLock(t, func(t *testing.T, rules string, rng *rand.Rand) {
		p := mustRules(t, rules).Start(0)
		s := ref.New(p)
		wins := 0
		for range 400 {
			var best engine.Move
			least := 1 << 30
			for _, m := range p.Moves(nil) {
				q := p
				q.Play(m)
				if d := q.Remaining(p.Mover())*8 + rng.IntN(12); d < least {
					best, least = m, d
				}
			}
			p.Play(best)
			if err := s.Play(best); err != nil {
				t.Fatal(err)
			}
			compare(t, &p, s)
			if p.Result().Over() {
				wins++
				break
			}
		}
		if p.InGoal(0)+p.InGoal(1) < 5 {
			t.Errorf("%s: nobody came far", &p)
		}
		if n := earliestWin[p.Board().ID()]; wins > 0 && p.Ply() < n {
			t.Errorf("a win at ply %d, before ply %d", p.Ply(), n)
		}
	})
}

// Equal positions have equal hashes however they are reached, others not.
func TestHash(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, board := range boards {
		r := mustRules(t, board)
		seen := make(map[uint64]string)
		for range 100 {
			p := r.Start(rng.IntN(2))
			for range 20 {
				moves := p.Moves(nil)
				p.Play(moves[rng.IntN(len(moves))])
				cells := fmt.Sprint(p.Cells(nil), p.Mover())
				if other, ok := seen[p.Hash()]; ok && other != cells {
					t.Fatalf("%s: two positions have the hash %x", board, p.Hash())
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

func FuzzTwin(f *testing.F) {
	for board := range boards {
		for lock := range locks {
			f.Add(uint64(board), uint64(lock), uint8(board), uint8(lock))
		}
	}
	f.Fuzz(func(t *testing.T, a, b uint64, board, lock uint8) {
		rng := rand.New(rand.NewPCG(a, b))
		rules := boards[int(board)%len(boards)] + ",lock=" + locks[int(lock)%len(locks)]
		playBoth(t, rng, randomPosition(t, rng, mustRules(t, randomOptions(rng, rules))), 8)
	})
}
