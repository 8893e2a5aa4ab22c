package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

// The fast test for sealed pieces in the camps of stars against the definition,
// which the twin computes, and against the sentence that the fast test was made
// of. Camps are full of guests, or all but full in every way that matters.
func TestSealedOnStars(t *testing.T) {
	for _, grid := range []string{"star121", "star121x15", "star181", "star253"} {
		t.Run(grid, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, 13))
			var sets []string // with somebody's goal in somebody's camp
			for _, set := range seatSets(grid) {
				if len(campsWithGuests(mustRules(t, "star-121-2,board="+grid+",seats="+set).Board())) > 0 {
					sets = append(sets, set)
				}
			}
			count := make(map[string]int) // kind and outcome
			for range 600 {
				set := sets[rng.IntN(len(sets))]
				r := mustRules(t, "star-121-2,board="+grid+",seats="+set)
				camps := campsWithGuests(r.Board())
				kind, p := sealedOrNearly(t, rng, r, camps[rng.IntN(len(camps))])
				w := &twins{p, ref.New(p)}
				w.compare(t)
				sealed := p.Result().Cause == engine.Sealed
				var pieces [engine.MaxSeats]engine.Bits
				for seat := range r.Seats() {
					pieces[seat] = p.PieceBits(seat)
				}
				if r.Sealed(&pieces) != sealed {
					t.Fatalf("%s, %s\nsealed: %t, but not its pieces alone", &p, kind, sealed)
				}
				if grid != "star121x15" && kind != "packed" && sealed != sealedInWords(&p, camps) {
					t.Fatalf("%s, %s\nsealed: %t, against the closed form", &p, kind, sealed)
				}
				if kind != "packed" && sealed != (kind == "full") {
					t.Fatalf("%s, %s\nsealed: %t", &p, kind, sealed)
				}
				if kind == "full" {
					sealedByFirstMove(t, rng, &p)
				}
				count[fmt.Sprint(kind, " ", sealed)]++
			}
			for _, want := range []string{"full true", "mouth false", "deep hole false", "guest false", "owner false", "packed true", "packed false"} {
				if count[want] < 15 {
					t.Errorf("%q only %d times: %v", want, count[want], count)
				}
			}
		})
	}
}

// sealedByFirstMove plays on from a sealed position as if no move had been made
// yet: the game goes on, and the first move draws it.
func sealedByFirstMove(t *testing.T, rng *rand.Rand, p *engine.Position) {
	t.Helper()
	s := engine.SetUp{Cells: p.Cells(nil), Mover: p.Mover()}
	q, err := engine.NewPosition(p.Rules(), s)
	if err != nil {
		t.Fatal(err)
	}
	w := &twins{q, ref.New(q)}
	w.compare(t)
	w.p.SkipBlocked()
	w.s.SkipBlocked()
	moves := w.p.Moves(nil)
	if len(moves) == 0 {
		t.Fatalf("%s: sealed before the first move, and nobody can move", &q)
	}
	w.move(t, moves[rng.IntN(len(moves))])
	w.compare(t)
	if w.p.Result().Cause != engine.Sealed {
		t.Fatalf("%s: result %q after a move that unseals nothing", &w.p, w.p.Result())
	}
}

// campWithGuests is the camp of a seat that is another's goal, from the tip to
// the mouth.
type campWithGuests struct {
	owner, guest int
	deep, mouth  []int
}

func campsWithGuests(b *engine.Board) []campWithGuests {
	var camps []campWithGuests
	for owner := range b.Seats() {
		for guest := range b.Seats() {
			if !slices.Equal(b.Home(owner), b.Goal(guest)) {
				continue
			}
			camp := campWithGuests{owner: owner, guest: guest}
			cells := b.Home(owner)
			tip := cells[slices.IndexFunc(cells, func(c int) bool { return len(b.Steps(nil, c)) == 2 })]
			side := 0
			for _, c := range cells {
				side = max(side, b.Distance(tip, c)+1)
			}
			for _, c := range cells {
				if b.Distance(tip, c) >= side-2 {
					camp.mouth = append(camp.mouth, c)
				} else {
					camp.deep = append(camp.deep, c)
				}
			}
			camps = append(camps, camp)
		}
	}
	return camps
}

// sealKinds are the ways to fill a camp: full, with mouth and an owner deeper;
// or with a hole at the mouth; with one deeper; with somebody else than the
// guest at the mouth; without the owner; and the mouth as before the last, but
// with hardly an empty cell outside.
var sealKinds = []string{"full", "full", "full", "mouth", "deep hole", "guest", "owner", "packed"}

// sealedOrNearly fills a camp, scatters what pieces the seats have left, and
// says what is special about it.
func sealedOrNearly(t *testing.T, rng *rand.Rand, r *engine.Rules, camp campWithGuests) (string, engine.Position) {
	t.Helper()
	b := r.Board()
	seats := b.Seats()
	s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(seats), Ply: 40}
	left := make([]int, seats+1) // pieces by seat from 1
	for seat := range seats {
		left[seat+1] = len(b.Home(seat))
	}
	put := func(c, v int) {
		left[s.Cells[c]]++
		s.Cells[c] = uint8(v)
		left[v]--
	}
	other := func(seat int) int { return 1 + (seat+1+rng.IntN(seats-1))%seats } // anybody else, from 1
	for _, c := range camp.mouth {
		put(c, camp.guest+1)
	}
	for _, c := range camp.deep {
		v := 1 + rng.IntN(seats)
		if left[v] == 0 {
			v = camp.owner + 1
		}
		put(c, v)
	}
	put(camp.deep[rng.IntN(len(camp.deep))], camp.owner+1)
	kind := sealKinds[rng.IntN(len(sealKinds))]
	mouth, deep := camp.mouth[rng.IntN(len(camp.mouth))], camp.deep[rng.IntN(len(camp.deep))]
	switch kind {
	case "mouth":
		put(mouth, 0)
	case "deep hole":
		put(deep, 0)
	case "guest", "packed":
		put(mouth, other(camp.guest))
	case "owner":
		for _, c := range camp.deep {
			if int(s.Cells[c]) == camp.owner+1 {
				put(c, other(camp.owner))
			}
		}
	}
	scatter(rng, b, &s, camp, left, kind == "packed")
	p, err := engine.NewPosition(r, s)
	if err != nil {
		t.Fatal(err)
	}
	return kind, p
}

// scatter puts the pieces that seats have left outside the camp, or fills all
// cells outside but for one, or all.
func scatter(rng *rand.Rand, b *engine.Board, s *engine.SetUp, camp campWithGuests, left []int, packed bool) {
	holes := rng.IntN(2)
	for _, c := range rng.Perm(b.Cells()) {
		if b.InHome(camp.owner, c) {
			continue
		}
		v := 1 + rng.IntN(b.Seats())
		if packed && holes > 0 {
			holes--
		} else if packed || left[v] > 0 && rng.IntN(2) == 0 {
			s.Cells[c] = uint8(v)
			left[v]--
		}
	}
}

// sealedInWords says that a camp is full, that its two rows at the mouth are
// wholly held by the seat whose goal it is, and that a piece of its owner is
// deeper.
func sealedInWords(p *engine.Position, camps []campWithGuests) bool {
	return slices.ContainsFunc(camps, func(c campWithGuests) bool {
		guest := func(cell int) bool { return p.At(cell) == c.guest+1 }
		owner := func(cell int) bool { return p.At(cell) == c.owner+1 }
		empty := func(cell int) bool { return p.At(cell) == 0 }
		return !slices.ContainsFunc(c.deep, empty) && slices.ContainsFunc(c.deep, owner) &&
			!slices.ContainsFunc(c.mouth, func(cell int) bool { return !guest(cell) })
	})
}

// The move that closes the mouth draws; where no owner is behind, it wins.
func TestSealingMove(t *testing.T) {
	for _, grid := range []string{"star121", "star121x15", "star181", "star253"} {
		r := mustRules(t, "star-121-2,board="+grid)
		b := r.Board()
		for _, camp := range campsWithGuests(b) {
			for _, last := range camp.mouth {
				for _, from := range b.Steps(nil, last) {
					if b.InHome(camp.owner, from) {
						continue
					}
					sealingMove(t, r, camp, engine.NewMove(from, last), -1, fmt.Sprint("win:", camp.guest+1))
					for _, owner := range camp.deep {
						sealingMove(t, r, camp, engine.NewMove(from, last), owner, "draw:sealed")
					}
				}
			}
		}
	}
}

// sealingMove lets the guest fill a camp by a step in which an owner is on the
// given cell, and another outside.
func sealingMove(t *testing.T, r *engine.Rules, camp campWithGuests, m engine.Move, owner int, want string) {
	t.Helper()
	s := engine.SetUp{Cells: make([]uint8, r.Board().Cells()), Mover: camp.guest}
	for _, c := range slices.Concat(camp.deep, camp.mouth) {
		s.Cells[c] = uint8(camp.guest + 1)
	}
	s.Cells[len(s.Cells)/2] = uint8(camp.owner + 1)
	if owner >= 0 {
		s.Cells[owner] = uint8(camp.owner + 1)
	}
	s.Cells[m.To()], s.Cells[m.From()] = 0, uint8(camp.guest+1)
	p, err := engine.NewPosition(r, s)
	if err != nil {
		t.Fatal(err)
	}
	w := &twins{p, ref.New(p)}
	w.compare(t)
	w.move(t, m)
	w.compare(t)
	if w.p.Result().String() != want {
		t.Errorf("%s: result %q, want %q", &w.p, w.p.Result(), want)
	}
}
