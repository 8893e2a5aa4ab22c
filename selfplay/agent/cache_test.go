package agent

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
	"halmazero/mcts"
)

// oracle answers any position with numbers that depend on every bit of its key
// and on its moves, and remembers what it was asked.
type oracle struct {
	asked []*engine.Position
	batch []int // sizes of the batches
	err   error
}

func (o *oracle) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error {
	o.batch = append(o.batch, len(leaves))
	for i, l := range leaves {
		key := appendKey(nil, l.Position)
		o.asked = append(o.asked, l.Position)
		h := fnv.New64a()
		binary.Write(h, binary.LittleEndian, key)
		rng := rand.New(rand.NewPCG(h.Sum64(), uint64(len(l.Moves))))
		for seat := range out[i].Value {
			out[i].Value[seat] = 2*rng.Float32() - 1
		}
		for k := range out[i].Priors {
			out[i].Priors[k] = rng.Float32()
		}
	}
	return o.err
}

func newCache(t testing.TB, next mcts.Evaluator, r *engine.Rules, mb int) *Cache {
	t.Helper()
	c, err := NewCache(next, r, mb)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func parsed(t testing.TB, r *engine.Rules, text string) engine.Position {
	t.Helper()
	p, err := engine.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err = engine.NewPosition(r, setUp(&p))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// setUp describes a position again.
func setUp(p *engine.Position) engine.SetUp {
	s := engine.SetUp{Cells: p.Cells(nil), Mover: p.Mover(), Ply: p.Ply()}
	for seat := range p.Board().Seats() {
		s.Made[seat], s.Status[seat], s.Missed[seat] = p.Made(seat), p.Status(seat), p.Missed(seat)
	}
	return s
}

// batch is the leaves of positions and room for their answers.
func batch(positions ...engine.Position) ([]mcts.Leaf, []mcts.Output) {
	var leaves []mcts.Leaf
	var out []mcts.Output
	for i := range positions {
		moves := positions[i].Moves(nil)
		leaves = append(leaves, mcts.Leaf{Position: &positions[i], Moves: moves})
		out = append(out, mcts.Output{Priors: make([]float32, len(moves))})
	}
	return leaves, out
}

// ask evaluates positions and returns which of them the cache answered.
func ask(t testing.TB, c *Cache, next *oracle, positions ...engine.Position) (hits []bool) {
	t.Helper()
	next.asked, next.batch = nil, nil
	leaves, out := batch(positions...)
	if err := c.Evaluate(leaves, out); err != nil {
		t.Fatal(err)
	}
	asked := next.asked
	for _, l := range leaves {
		passed := len(asked) > 0 && asked[0] == l.Position
		if passed {
			asked = asked[1:]
		}
		hits = append(hits, !passed)
	}
	if len(asked) > 0 || len(next.batch) > 1 {
		t.Fatalf("of %d positions the evaluator got %d, which are not a part of them in order, in batches of %v", len(positions), len(next.asked), next.batch)
	}
	want := make([]mcts.Output, len(out))
	for i := range out {
		want[i].Priors = make([]float32, len(out[i].Priors))
	}
	if err := (&oracle{}).Evaluate(leaves, want); err != nil {
		t.Fatal(err)
	}
	for i := range out {
		if !sameBits(out[i].Value[:], want[i].Value[:]) || !sameBits(out[i].Priors, want[i].Priors) {
			t.Fatalf("%s: answer (from memory: %t) is %v, want %v", &positions[i], hits[i], out[i], want[i])
		}
	}
	return hits
}

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// wander is different positions from random games, none of them over or blocked.
func wander(r *engine.Rules, n int, rng *rand.Rand) []engine.Position {
	var all []engine.Position
	seen := make(map[string]bool)
	p := r.Start(0)
	for len(all) < n {
		moves := p.Moves(nil)
		if p.Result().Over() || len(moves) == 0 || p.Ply() > 60 {
			p = r.Start(0)
			continue
		}
		if key := p.String(); !seen[key] {
			seen[key] = true
			all = append(all, p)
		}
		p.Play(moves[rng.IntN(len(moves))])
	}
	return all
}

var cacheRules = []string{"wiki-8-d30", "wiki-8,turn_limit=200", "wiki-10", "plyyard", "star-121-3", "star-253-6", "leapstone-4", "wiki-4-teams"}

func TestCacheAnswersTheSameBits(t *testing.T) {
	for _, ref := range cacheRules {
		t.Run(ref, func(t *testing.T) {
			r, rng, next := rules(t, ref), rand.New(rand.NewPCG(1, 2)), &oracle{}
			c := newCache(t, next, r, 1)
			positions := wander(r, 60, rng)
			known := make(map[int]bool)
			answered := 0
			for range 40 {
				var some []engine.Position
				order := rng.Perm(len(positions))[:1+rng.IntN(9)]
				for _, i := range order {
					some = append(some, positions[i])
				}
				for k, hit := range ask(t, c, next, some...) {
					if hit {
						answered++
					}
					if hit && !known[order[k]] {
						t.Fatalf("%s was never evaluated, and is answered", &some[k])
					}
				}
				for _, i := range order {
					known[i] = true
				}
			}
			if s := c.Stats(); answered < 80 || s.Hits != int64(answered) || s.Leaves < s.Hits {
				t.Errorf("%d leaves were answered from memory; the statistics are %+v", answered, s)
			}
		})
	}
}

func TestCacheTellsPositionsApart(t *testing.T) {
	const (
		d30   = "1111..../111...../11....../1......./.......2/......22/.....222/....2222"
		other = "1111..../111...../11....../.1....../.......2/......22/.....222/....2222"
		four  = "1111........2222/111..........222/11............22/1..............2/................/................/................/................/" +
			"................/................/................/................/4..............3/44............33/444..........333/4444........3333"
		noThird = "1111........2222/111..........222/11............22/1..............2/................/................/................/................/" +
			"................/................/................/................/4.............../44............../444............./4444............"
	)
	for _, tc := range []struct {
		name, rules, a, b string
		same              bool
	}{
		{"a piece", "wiki-8-d30", d30 + " 1 4 2,2 a,a", other + " 1 4 2,2 a,a", false},
		{"mover", "wiki-8-d30", d30 + " 1 4 2,2 a,a", d30 + " 2 4 2,2 a,a", false},
		{"moves made by the mover", "wiki-8-d30", d30 + " 1 4 2,2 a,a", d30 + " 1 4 3,2 a,a", false},
		{"moves made by the other seat", "wiki-8-d30", d30 + " 1 4 2,2 a,a", d30 + " 1 4 2,3 a,a", false},
		{"moves made by the seats, swapped", "wiki-8-d30", d30 + " 1 5 2,3 a,a", d30 + " 1 5 3,2 a,a", false},
		{"plies with a deadline", "wiki-8-d30", d30 + " 1 4 2,2 a,a", d30 + " 1 6 2,2 a,a", true},
		{"moves before and at the deadline", "wiki-8-d30", d30 + " 1 9 29,2 a,a", d30 + " 1 9 30,2 a,a", false},
		{"moves behind the deadline", "wiki-8-d30", d30 + " 1 9 30,2 a,a", d30 + " 1 9 77,2 a,a", true},
		{"moves without a deadline", "wiki-8", d30 + " 1 4 2,2 a,a", d30 + " 1 4 3,1 a,a", true},
		{"plies without a limit", "wiki-8", d30 + " 1 4 2,2 a,a", d30 + " 1 8 2,2 a,a", true},
		{"plies with a limit", "wiki-8,turn_limit=200", d30 + " 1 4 2,2 a,a", d30 + " 1 8 2,2 a,a", false},
		{"who is out", "leapstone-4", four + " 1 4 1,1,1,1 a,a,a,a", noThird + " 1 4 1,1,1,1 a,a,r4,a", false},
		{"place", "leapstone-4", noThird + " 1 4 1,1,1,1 a,a,r4,a", noThird + " 1 4 1,1,1,1 a,a,r,a", false},
		{"who is out, without a place", "leapstone-4", noThird + " 1 4 1,1,1,1 a,a,a,a", noThird + " 1 4 1,1,1,1 a,a,r,a", false},
		{"missed turns", "leapstone-4", four + " 1 4 1,1,1,1 a,a,a,a", four + " 1 4 1,1,1,1 a,a,a,a 0,0,0,1", false},
		{"missed turns of another seat", "leapstone-4", four + " 1 4 1,1,1,1 a,a,a,a 1,0,0,0", four + " 1 4 1,1,1,1 a,a,a,a 0,1,0,0", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, next := rules(t, tc.rules), &oracle{}
			a, b := parsed(t, r, tc.rules+" "+tc.a), parsed(t, r, tc.rules+" "+tc.b)
			for name, hash := range map[string]func([]uint64) uint64{"its hash": hashKey, "one hash for all": func([]uint64) uint64 { return 0 }} {
				c := newCache(t, next, r, 1)
				c.hash = hash
				for i, want := range []bool{false, true} {
					if got := ask(t, c, next, a)[0]; got != want {
						t.Errorf("%s: question %d of the first position is answered from memory: %t", name, i+1, got)
					}
				}
				if got := ask(t, c, next, b)[0]; got != tc.same {
					t.Errorf("%s: the second is answered from memory: %t, want %t", name, got, tc.same)
				}
			}
		})
	}
}

// With one hash for all, every position wants the same two slots.
func TestCacheSurvivesCollisions(t *testing.T) {
	for name, hash := range map[string]func([]uint64) uint64{
		"all": func([]uint64) uint64 { return 0 }, "half": func(key []uint64) uint64 { return hashKey(key) & 1 << 63 },
	} {
		t.Run(name, func(t *testing.T) {
			r, rng, next := rules(t, "wiki-8-d30"), rand.New(rand.NewPCG(5, 6)), &oracle{}
			c := newCache(t, next, r, 1)
			c.hash = hash
			positions := wander(r, 6, rng)
			hits := 0
			for range 200 {
				for _, hit := range ask(t, c, next, positions[rng.IntN(6)], positions[rng.IntN(6)], positions[rng.IntN(6)]) {
					if hit {
						hits++
					}
				}
			}
			if hits < 100 || hits == 600 {
				t.Errorf("%d of 600 leaves were answered from memory", hits)
			}
		})
	}
}

func TestCacheReplacesWhatWasUsedLessRecently(t *testing.T) {
	r, next := rules(t, "wiki-8"), &oracle{}
	c := newCache(t, next, r, 1)
	c.hash = func([]uint64) uint64 { return 12345 << 40 }
	p := wander(r, 6, rand.New(rand.NewPCG(7, 8)))
	for i, step := range []struct {
		position int
		hit      bool
	}{
		{0, false}, {1, false}, {0, true}, {1, true},
		{0, true}, {2, false}, // in the place of 1
		{0, true}, {2, true},
		{1, false},                       // in the place of 0
		{2, true}, {1, true}, {0, false}, // in the place of 2
		{1, true}, {0, true}, {3, false}, {3, true}, {0, true}, {1, false},
		{3, false}, {4, false}, {5, false}, {4, true}, {5, true}, {3, false}, // being kept is being used
	} {
		if got := ask(t, c, next, p[step.position])[0]; got != step.hit {
			t.Fatalf("step %d, position %d: answered from memory: %t", i, step.position, got)
		}
	}
}

// A position that is twice in a batch is evaluated twice and kept once.
func TestCacheTakesTwinsInABatch(t *testing.T) {
	r, next := rules(t, "wiki-8"), &oracle{}
	c := newCache(t, next, r, 1)
	c.hash = func([]uint64) uint64 { return 0 }
	p := wander(r, 2, rand.New(rand.NewPCG(7, 9)))
	if hits := ask(t, c, next, p[1], p[0], p[0]); slices.Contains(hits, true) {
		t.Errorf("a leaf of the first batch is answered from memory: %v", hits)
	}
	if hits := ask(t, c, next, p[1], p[0]); slices.Contains(hits, false) {
		t.Errorf("two positions do not fit into two slots: %v", hits)
	}
}

func TestCachePassesOnWhatItDoesNotKeep(t *testing.T) {
	r, next := rules(t, "wiki-8"), &oracle{}
	c := newCache(t, next, r, 1)
	narrow := parsed(t, r, "wiki-8 1......./......../......../......../......../......../......../.......2 1 8 4,4 a,a")
	wide := r.Start(0)
	c.width = wide.CountMoves() - 1
	unlocked := rules(t, "wiki-8,lock=none")
	other := parsed(t, unlocked, "wiki-8,lock=none 1......./......../......../......../......../......../......../.......2 1 8 4,4 a,a")
	ask(t, c, next, wide, other, narrow)
	if hits := ask(t, c, next, wide, narrow, other, narrow, wide); !slices.Equal(hits, []bool{false, true, false, true, false}) {
		t.Errorf("answered from memory: %v", hits)
	}
}

// Nearly all positions of games with some sense fit into a slot.
func TestCacheIsWideEnough(t *testing.T) {
	for _, ref := range cacheRules {
		r, rng := rules(t, ref), rand.New(rand.NewPCG(3, 3))
		c := newCache(t, &oracle{}, r, 1)
		some := player(t, "greedy")
		wide, all := 0, 0
		for range 4 {
			for p := r.Start(0); !p.Result().Over() && p.Ply() < 150; all++ {
				moves := p.Moves(nil)
				if len(moves) > c.width {
					wide++
				}
				m, err := some.Choose(&p, rng)
				if err != nil {
					t.Fatal(err)
				}
				if rng.IntN(4) == 0 {
					m = moves[rng.IntN(len(moves))]
				}
				p.Play(m)
			}
		}
		if t.Logf("%s: %d of %d", ref, wide, all); wide*100 > all {
			t.Errorf("%s: %d of %d positions have more than %d moves", ref, wide, all, c.width)
		}
	}
}

var errBroken = errors.New("broken network")

func TestCacheKeepsNothingOfAnError(t *testing.T) {
	r, next := rules(t, "wiki-8"), &oracle{err: errBroken}
	c := newCache(t, next, r, 1)
	p := wander(r, 3, rand.New(rand.NewPCG(9, 9)))
	leaves, out := batch(p...)
	if err := c.Evaluate(leaves, out); !errors.Is(err, errBroken) {
		t.Fatalf("error is %v", err)
	}
	next.err = nil
	if hits := ask(t, c, next, p...); slices.Contains(hits, true) {
		t.Errorf("answers that came with an error are kept: %v", hits)
	}
}

// The table fills the memory that it was given, and stays as it is.
func TestCacheIsBounded(t *testing.T) {
	for _, ref := range cacheRules {
		for _, mb := range []int{1, 3} {
			r, next := rules(t, ref), &oracle{}
			c := newCache(t, next, r, mb)
			size := func() int {
				return 8*cap(c.keys) + 4*engine.MaxSeats*cap(c.values) + 2*cap(c.counts) + 4*cap(c.priors) + cap(c.recent)
			}
			before := size()
			if before > mb<<20 || before < mb<<20*99/100 {
				t.Errorf("%s: a table of %d bytes for %d MiB", ref, before, mb)
			}
			for _, p := range wander(r, 50, rand.New(rand.NewPCG(1, 1))) {
				ask(t, c, next, p)
			}
			if after := size(); after != before {
				t.Errorf("%s: the table grew from %d to %d bytes", ref, before, after)
			}
		}
	}
	for _, mb := range []int{-1, 0, MaxCacheMB + 1} {
		if _, err := NewCache(&oracle{}, rules(t, "wiki-8"), mb); err == nil {
			t.Errorf("a cache of %d MiB is made", mb)
		}
	}
}

// constant is an evaluator that allocates nothing.
type constant struct{}

func (constant) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error { return nil }

func TestCacheAllocatesNothing(t *testing.T) {
	for _, ref := range cacheRules {
		r := rules(t, ref)
		c := newCache(t, constant{}, r, 1)
		leaves, out := batch(wander(r, 400, rand.New(rand.NewPCG(4, 4)))...)
		if err := c.Evaluate(leaves[:8], out[:8]); err != nil {
			t.Fatal(err)
		}
		at := 0
		if n := testing.AllocsPerRun(90, func() {
			at = (at + 4) % (len(leaves) - 8)
			_ = c.Evaluate(leaves[at:at+8], out[at:at+8])
		}); n != 0 {
			t.Errorf("%s: %v allocations a batch", ref, n)
		}
		if s := c.Stats(); s.Hits == 0 || s.Hits == s.Leaves {
			t.Errorf("%s: the batches were not mixed: %+v", ref, s)
		}
	}
}

// Buckets are used as evenly as by chance.
func TestHashSpreads(t *testing.T) {
	r := rules(t, "wiki-8-d30")
	const buckets = 64
	var counts [buckets]int
	all := wander(r, 64*buckets, rand.New(rand.NewPCG(2, 8)))
	for i := range all {
		counts[hashKey(appendKey(nil, &all[i]))>>58]++
	}
	chi := 0.0
	for _, n := range counts {
		chi += (float64(n) - 64) * (float64(n) - 64) / 64
	}
	if chi > 130 { // 63 on average, above 115 once in 20,000 times
		t.Errorf("chi-square of %d buckets is %.0f: %v", buckets, chi, counts)
	}
	// Every bit of a key counts: another one changes half of the high bits.
	key := appendKey(nil, &all[0])
	for bit := range 64 * len(key) {
		changed := 0
		for i := range 64 {
			key = appendKey(key[:0], &all[i])
			before := hashKey(key)
			key[bit/64] ^= 1 << (bit % 64)
			changed += bits.OnesCount64((before ^ hashKey(key)) >> 48)
		}
		if mean := float64(changed) / 64; mean < 5 || mean > 11 {
			t.Errorf("bit %d of word %d changes %.1f of the 16 high bits of the hash on average", bit%64, bit/64, mean)
		}
	}
}
