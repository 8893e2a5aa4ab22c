package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
)

func TestViewAndMirror(t *testing.T) {
	for _, board := range boards {
		b := mustRules(t, board).Board()
		for c := range b.Cells() {
			if b.View(0)[c] != uint8(c) {
				t.Errorf("%s: the first seat does not see %s where it is", b.ID(), b.CellName(c))
			}
			v, m := int(b.View(1)[c]), b.Mirror(c)
			if int(b.View(1)[v]) != c || b.Mirror(m) != c {
				t.Errorf("%s, %s: view or mirror twice is somewhere else", b.ID(), b.CellName(c))
			}
			if b.InHome(1, c) != b.InHome(0, v) || b.InGoal(1, c) != b.InGoal(0, v) || b.InHome(0, c) != b.InGoal(1, c) {
				t.Errorf("%s, %s: the view maps camps elsewhere", b.ID(), b.CellName(c))
			}
			for seat := range 2 {
				if b.InHome(seat, c) != b.InHome(seat, m) || b.InGoal(seat, c) != b.InGoal(seat, m) {
					t.Errorf("%s, %s: the mirror moves a camp of seat %d", b.ID(), b.CellName(c), seat+1)
				}
			}
			for e := range b.Cells() {
				d := b.Distance(c, e)
				if b.Distance(v, int(b.View(1)[e])) != d || b.Distance(m, b.Mirror(e)) != d || b.Distance(e, c) != d {
					t.Errorf("%s: distance %s to %s is not symmetric", b.ID(), b.CellName(c), b.CellName(e))
				}
			}
		}
		if b.Mirror(1) != b.Cols() || int(b.View(1)[0]) != b.Cells()-1 {
			t.Errorf("%s: mirror or view is the identity", b.ID())
		}
	}
}

func TestCamps(t *testing.T) {
	for board, size := range map[string]int{"wiki-8": 10, "wiki-10": 15, "wiki-2": 19, "plyyard": 19} {
		p := mustRules(t, board).Start(0)
		b := p.Board()
		for seat := range 2 {
			home, goal := b.Home(seat), b.Goal(seat)
			if len(home) != size || len(goal) != size || !slices.IsSorted(home) || !slices.IsSorted(goal) {
				t.Errorf("%s: camps of seat %d: %v %v", board, seat+1, home, goal)
			}
			pieces := p.Pieces(nil, seat)
			slices.Sort(pieces)
			for i, c := range home {
				if !b.InHome(seat, c) || int(pieces[i]) != c || b.InGoal(seat, c) {
					t.Errorf("%s: seat %d does not start at home", board, seat+1)
				}
			}
		}
	}
}

// turned is the position seen by the other side: the board turned, the seats
// exchanged. mirrored is its reflection.
func turned(t *testing.T, p *engine.Position) engine.Position {
	return transform(t, p, func(c int) int { return int(p.Board().View(1)[c]) }, true)
}

func mirrored(t *testing.T, p *engine.Position) engine.Position {
	return transform(t, p, p.Board().Mirror, false)
}

func transform(t *testing.T, p *engine.Position, to func(int) int, exchange bool) engine.Position {
	t.Helper()
	s := engine.SetUp{Cells: make([]uint8, p.Board().Cells()), Mover: p.Mover(), Ply: p.Ply()}
	s.Made[0], s.Made[1] = p.Made(0), p.Made(1)
	if exchange {
		s.Mover = 1 - s.Mover
		s.Made[0], s.Made[1] = s.Made[1], s.Made[0]
	}
	for c, v := range p.Cells(nil) {
		if exchange && v > 0 {
			v = 3 - v
		}
		s.Cells[to(c)] = v
	}
	q, err := engine.NewPosition(p.Rules(), s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// Turning and mirroring commute with everything: moves, results, distances.
func TestSymmetry(t *testing.T) {
	everyBoardAndLock(t, func(t *testing.T, rules string, rng *rand.Rand) {
		for range 100 {
			p := randomPosition(t, rng, mustRules(t, randomOptions(rng, rules)))
			if p.Result().Cause == engine.Goal {
				continue // both camps may be full, and then the last mover wins: no symmetry is lost, but no move is left
			}
			b := p.Board()
			images := []struct {
				name     string
				q        engine.Position
				to       func(int) int
				exchange bool
			}{
				{"turned", turned(t, &p), func(c int) int { return int(b.View(1)[c]) }, true},
				{"mirrored", mirrored(t, &p), b.Mirror, false},
			}
			for _, image := range images {
				q := image.q
				same := func(p, q *engine.Position) {
					t.Helper()
					result, mover := p.Result(), p.Mover()
					if image.exchange {
						mover = 1 - mover
						if result.Kind == engine.Win {
							result.Seat = 1 - result.Seat
						}
					}
					if q.Result() != result || q.Mover() != mover {
						t.Fatalf("%s\n%s: result %v, seat %d to move; want %v, %d", p, image.name, q.Result(), q.Mover()+1, result, mover+1)
					}
					for seat := range 2 {
						other := seat
						if image.exchange {
							other = 1 - seat
						}
						if q.Remaining(other) != p.Remaining(seat) {
							t.Fatalf("%s\n%s: remaining distance %d, want %d", p, image.name, q.Remaining(other), p.Remaining(seat))
						}
					}
				}
				same(&p, &q)
				var want []engine.Move
				for _, m := range p.Moves(nil) {
					want = append(want, engine.NewMove(image.to(m.From()), image.to(m.To())))
				}
				got := q.Moves(nil)
				slices.Sort(got)
				played := append([]engine.Move(nil), want...)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s\n%s: moves %s, want %s", &p, image.name, movesText(b, got), movesText(b, want))
				}
				for i, m := range p.Moves(nil) {
					if i%7 == 0 {
						after, imageAfter := p, q
						after.Play(m)
						imageAfter.Play(played[i])
						same(&after, &imageAfter)
					}
				}
			}
		}
	})
}
