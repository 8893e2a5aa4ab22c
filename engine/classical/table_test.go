package classical

import (
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

// A table is cleared where something was stored in it, and not touched where
// nothing was.
func TestTableIsClearedOnce(t *testing.T) {
	tab := newTable(1 << 12)
	mark := func(key uint64) *entry { return &tab.bucket(key)[0] }
	mark(5 << 20).key = 5 << 20 // as no search does
	tab.next()
	tab.clear()
	if tab.find(5<<20) == nil || tab.age != 0 {
		t.Errorf("a table without use is cleared, or its age %d is not", tab.age)
	}
	*mark(5 << 20) = entry{}
	for range 2 {
		tab.next()
		for key := range uint64(1000) {
			tab.store((key<<20|key)+1, int(key), 1, 1, exact)
		}
		tab.clear()
		for i := range tab.buckets {
			if tab.buckets[i] != (bucket{}) {
				t.Fatalf("bucket %d holds %v behind a clear", i, tab.buckets[i])
			}
		}
		if tab.age != 0 {
			t.Errorf("the age is %d behind a clear", tab.age)
		}
	}
}

// A bot that has searched and was reset, once or more often, searches as a new
// one does, node by node.
func TestResetForgetsSearches(t *testing.T) {
	for k, ref := range []string{"wiki-8-d30", "wiki-10-d50", "star-121-2", "star-121-3", "wiki-4-teams"} {
		for _, c := range []Config{{Nodes: 3000, Selective: true, HashMB: 1}, {Depth: 3, Selective: true, HashMB: 1}, {Depth: 4, Nodes: 5000}} {
			r := rules(t, ref)
			p := somewhere(r, rand.New(rand.NewPCG(uint64(k), 3)), 10)
			find := func(b *Bot, p engine.Position) Result {
				res, err := b.Search(&p, rand.New(rand.NewPCG(1, 2)))
				if err != nil {
					t.Fatal(err)
				}
				res.Line = nil
				return res
			}
			fresh := func() *Bot {
				b, err := New(c)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			want := find(fresh(), p)
			used := fresh()
			used.Reset()
			for resets := 1; resets <= 3; resets++ {
				if got := find(used, p); !equal(got, want) {
					t.Errorf("%s, %+v: after %d resets %+v, a new bot %+v", ref, c, resets, got, want)
				}
				find(used, somewhere(r, rand.New(rand.NewPCG(uint64(k), uint64(resets+10))), 16))
				for range resets {
					used.Reset()
				}
			}
		}
	}
}

// somewhere is a position after random moves, by rules of any number of seats.
func somewhere(r *engine.Rules, rng *rand.Rand, plies int) engine.Position {
	p := r.Start(0)
	for range plies {
		moves := p.Moves(nil)
		p.Play(moves[rng.IntN(len(moves))])
	}
	return p
}

// equal compares all of two results but their lines.
func equal(a, b Result) bool {
	return a.Move == b.Move && a.Score == b.Score && a.Nodes == b.Nodes && a.Depth == b.Depth
}
