package agent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
	"halmazero/model/features"
)

// plain is the slow twin of appendKey: the same as text.
func plain(p *engine.Position) string {
	r := p.Rules()
	text := fmt.Sprint(p.Cells(nil), p.Mover())
	for seat := range r.Seats() {
		text += fmt.Sprint(" ", p.Status(seat))
		if d := r.Deadline(); d > 0 {
			text += fmt.Sprint(" made ", min(d, p.Made(seat)))
		}
		if r.Timeout() > 0 {
			text += fmt.Sprint(" missed ", p.Missed(seat))
		}
	}
	if r.TurnLimit() > 0 {
		text += fmt.Sprint(" ply ", p.Ply())
	}
	return text
}

// vary changes counters and mover, and sometimes moves a piece.
func vary(p *engine.Position, rng *rand.Rand) (engine.Position, bool) {
	s := setUp(p)
	seat := rng.IntN(p.Board().Seats())
	switch rng.IntN(5) {
	case 0:
		s.Made[seat] = rng.IntN(70)
	case 1:
		s.Ply = 1 + rng.IntN(180)
	case 2:
		s.Mover = seat
	case 3:
		if t := p.Rules().Timeout(); t > 0 {
			s.Missed[seat] = rng.IntN(t)
		}
	case 4:
		i, j := rng.IntN(len(s.Cells)), rng.IntN(len(s.Cells))
		s.Cells[i], s.Cells[j] = s.Cells[j], s.Cells[i]
	}
	q, err := engine.NewPosition(p.Rules(), s)
	return q, err == nil && !q.Result().Over() && q.CountMoves() > 0
}

// checkPair says whether two positions of the encoding's ruleset have one key,
// which must be what their texts say, and checks what then follows.
func checkPair(t *testing.T, code *features.Encoding, p, q *engine.Position) bool {
	t.Helper()
	a, b := appendKey(nil, p), appendKey(nil, q)
	if len(a) != len(b) {
		t.Fatalf("keys of %d and of %d words:\n%s\n%s", len(a), len(b), p, q)
	}
	same := slices.Equal(a, b)
	if want := plain(p) == plain(q); same != want {
		t.Fatalf("equal keys: %t, want %t:\n%s\n%s", same, want, p, q)
	}
	if !same {
		return false
	}
	if !slices.Equal(p.Moves(nil), q.Moves(nil)) {
		t.Fatalf("equal keys and other moves:\n%s\n%s", p, q)
	}
	logits := make([]float32, p.Board().Seats())
	planes := func(p *engine.Position) []float32 {
		dst := make([]float32, code.Len())
		code.Encode(dst, p, false)
		return dst
	}
	if !sameBits(planes(p), planes(q)) {
		t.Fatalf("equal keys and other planes:\n%s\n%s", p, q)
	}
	if code.Values(logits, p) != code.Values(logits, q) {
		t.Fatalf("equal keys and other values of one answer:\n%s\n%s", p, q)
	}
	return true
}

// Positions with equal keys look the same to a network, whose answer is read
// in the same way, and have the same moves. What a new encoding shows or reads
// besides has to be added to the key.
func TestEqualKeysAreEqualPositions(t *testing.T) {
	for _, ref := range append(cacheRules, "wiki-8", "leapstone-2") {
		r, rng := rules(t, ref), rand.New(rand.NewPCG(11, 12))
		code, same, other := features.For(r), 0, 0
		for _, p := range wander(r, 150, rng) {
			for range 10 {
				if q, ok := vary(&p, rng); !ok {
					continue
				} else if checkPair(t, code, &p, &q) {
					same++
				} else {
					other++
				}
			}
		}
		if same < 100 || other < 200 {
			t.Errorf("%s: %d pairs with equal keys, %d with different ones", ref, same, other)
		}
	}
}

// FuzzCacheKey compares positions of games by any ruleset with varied ones.
func FuzzCacheKey(f *testing.F) {
	for i, ref := range cacheRules {
		f.Add(ref, uint64(i), uint64(30))
	}
	f.Fuzz(func(t *testing.T, ref string, seed, plies uint64) {
		r, err := engine.ParseRules(ref)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		p := r.Start(0)
		for range plies % 100 {
			moves := p.Moves(nil)
			if p.Result().Over() || len(moves) == 0 {
				return
			}
			p.Play(moves[rng.IntN(len(moves))])
		}
		if p.Result().Over() || p.CountMoves() == 0 {
			return // no leaf
		}
		code, q := features.For(r), p
		for range 4 {
			if v, ok := vary(&q, rng); ok {
				q = v
			}
			checkPair(t, code, &p, &q)
		}
	})
}

// FuzzCache asks a cache with few buckets for positions of one game in any
// order and batches, and compares every answer with the evaluator's own.
func FuzzCache(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 2, 1, 0, 255, 255, 7}, uint64(1))
	f.Add([]byte{9, 9, 9, 9, 9, 8, 8, 9, 8, 1, 200, 200, 100, 9}, uint64(3))
	f.Fuzz(func(t *testing.T, order []byte, seed uint64) {
		r, rng, next := rules(t, "wiki-8-d30"), rand.New(rand.NewPCG(seed, 1)), &oracle{}
		positions := wander(r, 40, rng)
		c := newCache(t, next, r, 1)
		c.hash = func(key []uint64) uint64 { return hashKey(key) & (3 << 62) }
		for len(order) > 0 {
			n := min(1+int(order[0]%5), len(order))
			var some []engine.Position
			for _, b := range order[:n] {
				some = append(some, positions[int(b)%len(positions)])
			}
			order = order[n:]
			ask(t, c, next, some...)
		}
	})
}
