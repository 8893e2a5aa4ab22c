package engine_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
)

// allBoards is every board with every set of seats that it may have.
func allBoards(t *testing.T) map[string]*engine.Board {
	all := make(map[string]*engine.Board)
	for _, grid := range grids {
		if !strings.HasPrefix(grid, "star") {
			b := mustRules(t, "wiki-2,board="+grid).Board()
			all[grid] = b
			continue
		}
		for _, set := range seatSets(grid) {
			all[grid+" "+set] = mustRules(t, "wiki-2,board="+grid+",seats="+set).Board()
		}
	}
	return all
}

func TestCamps(t *testing.T) {
	for rules, size := range map[string]int{
		"wiki-8": 10, "wiki-10": 15, "wiki-2": 19, "plyyard": 19, "leapstone-4": 13, "wiki-4-teams": 13, "wiki-star3": 15,
		"star-121-6": 10, "star-181-4": 15, "star-253-5": 21,
	} {
		p := mustRules(t, rules).Start(0)
		b := p.Board()
		for seat := range b.Seats() {
			home, goal := b.Home(seat), b.Goal(seat)
			if len(home) != size || len(goal) != size || !slices.IsSorted(home) || !slices.IsSorted(goal) {
				t.Errorf("%s: camps of seat %d: %v %v", rules, seat+1, home, goal)
			}
			pieces := p.Pieces(nil, seat)
			slices.Sort(pieces)
			for i, c := range home {
				if !b.InHome(seat, c) || int(pieces[i]) != c || b.InGoal(seat, c) {
					t.Errorf("%s: seat %d does not start at home", rules, seat+1)
				}
			}
		}
	}
}

// mapped is where a map of cells takes a set of them, in ascending order.
func mapped(cells []int, to func(int) int) []int {
	var image []int
	for _, c := range cells {
		image = append(image, to(c))
	}
	slices.Sort(image)
	return image
}

// keepsDistances reports whether a map of the cells is one to one and keeps all
// distances.
func keepsDistances(b *engine.Board, to func(int) int) bool {
	for c := range b.Cells() {
		for e := range b.Cells() {
			if b.Distance(to(c), to(e)) != b.Distance(c, e) || c != e && to(c) == to(e) {
				return false
			}
		}
	}
	return true
}

func TestView(t *testing.T) {
	for name, b := range allBoards(t) {
		// The first corner's camp and the opposite one, of whomever they are.
		first := mustRules(t, "wiki-2,board="+b.ID()).Board()
		for seat := range b.Seats() {
			to := func(c int) int { return int(b.View(seat)[c]) }
			for c := range b.Cells() {
				if int(b.Unview(seat)[to(c)]) != c {
					t.Fatalf("%s: unview of seat %d does not lead back from the view of %s", name, seat+1, b.CellName(c))
				}
			}
			if !keepsDistances(b, to) {
				t.Errorf("%s: the view of seat %d changes distances", name, seat+1)
			}
			if !slices.Equal(mapped(b.Home(seat), to), first.Home(0)) || !slices.Equal(mapped(b.Goal(seat), to), first.Goal(0)) {
				t.Errorf("%s: seat %d does not see its home in the first corner", name, seat+1)
			}
			if b.Corner(seat) == first.Corner(0) && *b.View(seat) != identity(b) {
				t.Errorf("%s: the seat in the first corner does not see the board as it is", name)
			}
			if turnsOver(b, to) {
				t.Errorf("%s: seat %d sees the board as in a mirror", name, seat+1)
			}
		}
	}
}

func identity(b *engine.Board) (cells [engine.MaxCells]uint8) {
	for c := range b.Cells() {
		cells[c] = uint8(c)
	}
	return cells
}

// turnsOver reports whether a map of cells that keeps distances is a
// reflection: whether the neighbours of a cell, clockwise, come to be the other
// way round.
func turnsOver(b *engine.Board, to func(int) int) bool {
	cell := b.Cells() / 2 // the centre of a star
	if !b.Star() {
		cell += b.Cols() / 2 // and of a square one with all its neighbours
	}
	around, image := b.Steps(nil, cell), b.Steps(nil, to(cell))
	first, second := slices.Index(image, to(around[0])), slices.Index(image, to(around[1]))
	return second != (first+1)%len(image)
}

func TestMirror(t *testing.T) {
	for _, grid := range grids {
		b := mustRules(t, "wiki-2,board="+grid).Board()
		if !keepsDistances(b, b.Mirror) || !turnsOver(b, b.Mirror) {
			t.Errorf("%s: the mirror is no reflection", grid)
		}
		for c := range b.Cells() {
			if b.Mirror(b.Mirror(c)) != c {
				t.Fatalf("%s: mirrored twice, %s is somewhere else", grid, b.CellName(c))
			}
		}
		for _, camp := range [][]int{b.Home(0), b.Goal(0)} {
			if !slices.Equal(mapped(camp, b.Mirror), camp) {
				t.Errorf("%s: the mirror moves the camp in the first corner or the one opposite", grid)
			}
		}
	}
}

// Known sizes of groups of symmetries; TestSymmetries derives all of them.
func TestSymmetryCounts(t *testing.T) {
	for rules, want := range map[string]int{
		"wiki-8": 4, "wiki-10": 4, "plyyard": 4, "leapstone-4": 4, "wiki-4-teams": 4, "wiki-star3": 3,
		"star-121-2": 4, "star-121-3": 3, "star-121-4": 2, "star-121-5": 1, "star-121-6": 6, "star-181-6": 6, "star-253-3": 3,
		"star-121-2,seats=N+NE": 2, "star-121-2,seats=N+SE": 2, "star-121-3,seats=N+NE+SE": 1, "star-121-4,seats=NE+SE+SW+NW": 2,
	} {
		if got := len(mustRules(t, rules).Board().Symmetries()); got != want {
			t.Errorf("%s has %d symmetries, want %d", rules, got, want)
		}
	}
}

// symmetryCount is the number of ways to turn and to reflect the corners of a
// board that keep its seats and their playing order.
func symmetryCount(b *engine.Board) int {
	corners := []string{"NW", "NE", "SE", "SW"}
	if b.Star() {
		corners = starCorners
	}
	n := len(corners)
	seats := make([]int, b.Seats())
	for seat := range seats {
		seats[seat] = slices.Index(corners, b.Corner(seat))
	}
	count := 0
	for turn := range n {
		for _, sign := range []int{1, -1} {
			ok := true
			order := make([]int, len(seats)) // seat -> its image
			for seat, corner := range seats {
				order[seat] = slices.Index(seats, (sign*corner+turn+n)%n)
				ok = ok && order[seat] >= 0 && (seat == 0 || order[seat] == (order[seat-1]+1)%len(seats))
			}
			if ok {
				count++
			}
		}
	}
	return count
}

func TestSymmetries(t *testing.T) {
	for name, b := range allBoards(t) {
		all := b.Symmetries()
		if want := symmetryCount(b); len(all) != want {
			t.Errorf("%s has %d symmetries, want %d", name, len(all), want)
		}
		if all[0].Cells != identity(b) {
			t.Errorf("%s: the first symmetry is not the identity", name)
		}
		for i := range all {
			s := &all[i]
			to := func(c int) int { return int(s.Cells[c]) }
			if !keepsDistances(b, to) {
				t.Errorf("%s: symmetry %d changes distances", name, i)
			}
			for seat := range b.Seats() {
				image := int(s.Seats[seat])
				if !slices.Equal(mapped(b.Home(seat), to), b.Home(image)) || !slices.Equal(mapped(b.Goal(seat), to), b.Goal(image)) {
					t.Errorf("%s: symmetry %d does not lay the camps of seat %d on those of seat %d", name, i, seat+1, image+1)
				}
				if next := (seat + 1) % b.Seats(); int(s.Seats[next]) != (image+1)%b.Seats() {
					t.Errorf("%s: symmetry %d changes the playing order", name, i)
				}
			}
			for j := range all {
				if !slices.Contains(all, composed(b, s, &all[j])) {
					t.Errorf("%s: symmetry %d after %d is none", name, j, i)
				}
				if i < j && *s == all[j] {
					t.Errorf("%s: symmetries %d and %d are the same", name, i, j)
				}
			}
		}
	}
}

// composed is the symmetry s followed by u.
func composed(b *engine.Board, s, u *engine.Symmetry) engine.Symmetry {
	var both engine.Symmetry
	for c := range b.Cells() {
		both.Cells[c] = u.Cells[s.Cells[c]]
	}
	for seat := range b.Seats() {
		both.Seats[seat] = u.Seats[s.Seats[seat]]
	}
	return both
}

// The image of a position is the position set up anew as it is laid, and
// everything that happens in the one has its image in the other.
func TestImage(t *testing.T) {
	everyGridAndLock(t, func(t *testing.T, grid, lock string, rng *rand.Rand) {
		for range 60 {
			p := randomPosition(t, rng, randomRules(t, rng, grid, lock))
			if hasUnknownPlaces(&p) {
				continue // unknown places are told apart by the number of the seat
			}
			all := p.Board().Symmetries()
			s := &all[rng.IntN(len(all))]
			checkImage(t, &p, s)
			for range 3 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				q := p.Image(s)
				p.Play(m)
				q.Play(m.Image(s))
				happenAlike(t, &p, &q, s, "a move")
				checkImage(t, &p, s)
				if rng.IntN(3) == 0 {
					q := p.Image(s)
					seat := rng.IntN(p.Board().Seats())
					if a, b := p.Resign(seat), q.Resign(int(s.Seats[seat])); (a == nil) != (b == nil) {
						t.Fatalf("%s: resigning %v, in the image %v", &p, a, b)
					}
					happenAlike(t, &p, &q, s, "resigning")
					if a, b := p.Timeout(), q.Timeout(); (a == nil) != (b == nil) {
						t.Fatalf("%s: a missed turn %v, in the image %v", &p, a, b)
					}
					happenAlike(t, &p, &q, s, "a missed turn")
				}
			}
		}
	})
}

func hasUnknownPlaces(p *engine.Position) bool {
	for seat := range p.Board().Seats() {
		if st := p.Status(seat); st.State != engine.Active && st.Place == 0 {
			return true
		}
	}
	return false
}

func happenAlike(t *testing.T, p, q *engine.Position, s *engine.Symmetry, what string) {
	t.Helper()
	if image := p.Image(s); !image.Equal(q) {
		t.Fatalf("after %s the image is\n%s, want\n%s", what, &image, q)
	}
}

// checkImage holds the image of a position against one that is set up anew.
func checkImage(t *testing.T, p *engine.Position, s *engine.Symmetry) {
	t.Helper()
	b, q := p.Board(), p.Image(s)
	setUp := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: int(s.Seats[p.Mover()]), Ply: p.Ply()}
	for seat := range b.Seats() {
		to := s.Seats[seat]
		setUp.Made[to], setUp.Status[to], setUp.Missed[to] = p.Made(seat), p.Status(seat), p.Missed(seat)
	}
	for c, v := range p.Cells(nil) {
		if v > 0 {
			v = s.Seats[v-1] + 1
		}
		setUp.Cells[s.Cells[c]] = v
	}
	want, err := engine.NewPosition(p.Rules(), setUp)
	if err != nil {
		t.Fatal(err)
	}
	if !q.Equal(&want) || q.Hash() != want.Hash() {
		t.Fatalf("%s\nimage %s, result %q, want\n%s, result %q", p, &q, q.Result(), &want, want.Result())
	}
	for seat := range b.Seats() {
		if q.Remaining(int(s.Seats[seat])) != p.Remaining(seat) || q.AtHome(int(s.Seats[seat])) != p.AtHome(seat) {
			t.Fatalf("%s: distances or pieces at home of seat %d are others in the image", p, seat+1)
		}
	}
	var moves []engine.Move
	for _, m := range p.Moves(nil) {
		moves = append(moves, m.Image(s))
	}
	got := q.Moves(nil)
	slices.Sort(moves)
	slices.Sort(got)
	if !slices.Equal(got, moves) {
		t.Fatalf("%s: moves of the image %s, want %s", p, movesText(b, got), movesText(b, moves))
	}
}
