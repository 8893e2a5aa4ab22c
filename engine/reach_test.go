package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// reached is the moves that a Reach finds, in ascending order.
func reached(p *Position) []Move {
	var r Reach
	var moves []Move
	own, occ := p.PieceBits(p.Mover()), p.occupied()
	b := p.Board()
	for r.Start(p.rules, p.Mover(), &own, &occ); r.Next(); {
		for i := range b.cells {
			if to := b.BitOf(i); r.To.Has(to) {
				moves = append(moves, NewMove(b.CellOf(r.From), i))
			}
		}
	}
	slices.Sort(moves)
	return moves
}

func TestReachIsMoves(t *testing.T) {
	refs := []string{"star-121-2,lock=endpass", "star-253-3,lock=end", "star-253-2,lock=endpass"}
	for _, name := range PresetNames() {
		refs = append(refs, name)
	}
	for _, lock := range lockNames {
		refs = append(refs, "wiki-8,lock="+lock, "plyyard,lock="+lock, "star-181-2,lock="+lock)
	}
	for k, ref := range refs {
		rules, err := ParseRules(ref)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(21, uint64(k)))
		for range 3 {
			p := rules.Start(0)
			for range 300 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				want := slices.Sorted(slices.Values(moves))
				if got := reached(&p); !slices.Equal(got, want) {
					t.Fatalf("%s: a Reach finds %v, Moves %v", p.String(), got, want)
				}
				// Forwards, so that pieces come into the targets.
				best := moves[rng.IntN(len(moves))]
				for range 3 {
					m := moves[rng.IntN(len(moves))]
					q, o := p, p
					q.Play(m)
					o.Play(best)
					if q.Remaining(p.Mover()) < o.Remaining(p.Mover()) {
						best = m
					}
				}
				p.Play(best)
			}
		}
	}
}
