package agent

import (
	"fmt"
	"math/bits"
	"slices"

	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/model/nn"
)

// MaxCacheMB bounds the memory of one cache, in MiB.
const MaxCacheMB = 4096

// ways is the number of slots that share a bucket: the places where the answer
// to one position may be.
const ways = 2

// priorsPerPiece sizes a slot: it holds so many priors for each piece that a
// seat starts with. In games of greedy on any board, a quarter of the moves
// random, at most one position in a hundred has more moves than that.
const priorsPerPiece = 16

// Cache is an mcts.Evaluator before another one, a network's: it answers a
// leaf from memory if the same position was evaluated before, and passes on
// the others, in their order and as one batch.
//
// It changes the time that a search takes and nothing else. The other
// evaluator must answer a position with the same bits every time, whoever
// shares its batch, as Evaluator does because nn.Evaluator does; then the bits
// that were kept are those that it would answer again. Positions are the same
// if all that a network is shown of them is (see appendKey): keys are compared
// in full, and the hash only says where to look. The legal moves and their
// order are a function of what is compared, so that priors fit without moves
// beside them.
//
// The memory is one table that is made at the beginning. A position has two
// slots to be in, and takes that which was used less recently. One with more
// moves than a slot has priors is never kept. Nothing is allocated once the
// largest batch was seen.
//
// A Cache is for one network and one ruleset, and belongs to one goroutine.
type Cache struct {
	next  mcts.Evaluator
	rules *engine.Rules
	hash  func(key []uint64) uint64

	// The table: slot i is entry i of each. Slots 2b and 2b+1 are bucket b.
	words  int           // of a key
	width  int           // priors of a slot
	keys   []uint64      // words a slot
	values []mcts.Values // the answer's values
	counts []uint16      // the answer's number of priors; 0 for an empty slot
	priors []float32     // width a slot, count of them used
	recent []uint8       // by bucket: which of its slots was used last

	// The leaves of a batch that are passed on.
	leaves  []mcts.Leaf
	out     []mcts.Output
	at      []int    // their places in the batch
	pending []uint64 // their keys

	stats CacheStats
}

// CacheStats counts the leaves that a cache was asked for.
type CacheStats struct {
	Leaves int64 // all of them
	Hits   int64 // those answered from memory
}

// NewCache puts a table of at most mb MiB (1 to MaxCacheMB) before an
// evaluator of positions of the given rules. Leaves of other rules are passed
// on and not kept.
func NewCache(next mcts.Evaluator, rules *engine.Rules, mb int) (*Cache, error) {
	if !cacheOK(mb) || mb == 0 {
		return nil, fmt.Errorf("evaluation cache: size is %d MiB, want 1 to %d", mb, MaxCacheMB)
	}
	start := rules.Start(0)
	c := &Cache{next: next, rules: rules, hash: hashKey, words: len(appendKey(nil, &start)), width: priorsPerPiece * start.PieceCount(0)}
	slot := 8*c.words + 4*engine.MaxSeats + 2 + 4*c.width // bytes of a key, values, count and priors
	buckets := mb << 20 / (ways*slot + 1)
	slots := ways * buckets
	c.keys = make([]uint64, slots*c.words)
	c.values = make([]mcts.Values, slots)
	c.counts = make([]uint16, slots)
	c.priors = make([]float32, slots*c.width)
	c.recent = make([]uint8, buckets)
	return c, nil
}

// NewCachedEvaluator is the evaluator of a network behind a cache of mb MiB;
// with 0 there is no cache. Like each of the two it is for one goroutine.
func NewCachedEvaluator(net *nn.Net, rules *engine.Rules, mb int) (mcts.Evaluator, error) {
	eval, err := NewEvaluator(net, rules)
	if err != nil {
		return nil, err
	}
	if mb == 0 {
		return eval, nil
	}
	cache, err := NewCache(eval, rules, mb)
	if err != nil {
		return nil, err
	}
	return cache, nil
}

// Evaluate is the mcts.Evaluator.
func (c *Cache) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error {
	c.leaves, c.out, c.at, c.pending = c.leaves[:0], c.out[:0], c.at[:0], c.pending[:0]
	for i := range leaves {
		if !c.recall(&leaves[i], &out[i]) {
			c.leaves, c.out, c.at = append(c.leaves, leaves[i]), append(c.out, out[i]), append(c.at, i)
		}
	}
	c.stats.Leaves += int64(len(leaves))
	c.stats.Hits += int64(len(leaves) - len(c.leaves))
	if len(c.leaves) == 0 {
		return nil
	}
	if err := c.next.Evaluate(c.leaves, c.out); err != nil {
		return err
	}
	for k, i := range c.at {
		out[i] = c.out[k]
		if c.keeps(&c.leaves[k]) {
			c.store(c.pending[k*c.words:][:c.words], &out[i])
		}
	}
	return nil
}

// Stats counts what was asked so far.
func (c *Cache) Stats() CacheStats { return c.stats }

// keeps reports whether the answer to a leaf may be in the table.
func (c *Cache) keeps(l *mcts.Leaf) bool {
	return l.Position.Rules() == c.rules && len(l.Moves) <= c.width
}

// recall answers a leaf from memory. Where it cannot, it leaves words of the
// leaf's key at the end of pending.
func (c *Cache) recall(l *mcts.Leaf, out *mcts.Output) bool {
	start := len(c.pending)
	if !c.keeps(l) {
		c.pending = append(c.pending, make([]uint64, c.words)...)
		return false
	}
	c.pending = appendKey(c.pending, l.Position)
	slot, found := c.find(c.pending[start:])
	if !found {
		return false
	}
	if int(c.counts[slot]) != len(l.Moves) || len(out.Priors) != len(l.Moves) {
		panic(fmt.Sprintf("agent: %d moves of a leaf and room for %d priors, but %d moves the last time", len(l.Moves), len(out.Priors), c.counts[slot]))
	}
	c.pending = c.pending[:start]
	c.recent[slot/ways] = uint8(slot % ways)
	out.Value = c.values[slot]
	copy(out.Priors, c.priors[slot*c.width:])
	return true
}

// store keeps an answer: in the slot that holds its position already, else in
// that slot of the bucket which was used less recently or never.
func (c *Cache) store(key []uint64, out *mcts.Output) {
	slot, _ := c.find(key)
	copy(c.keys[slot*c.words:][:c.words], key)
	c.values[slot] = out.Value
	c.counts[slot] = uint16(len(out.Priors))
	copy(c.priors[slot*c.width:][:c.width], out.Priors)
	c.recent[slot/ways] = uint8(slot % ways)
}

// find is the slot that holds a key, or the one that would be given to it.
func (c *Cache) find(key []uint64) (slot int, found bool) {
	bucket, _ := bits.Mul64(c.hash(key), uint64(len(c.recent)))
	first := int(bucket) * ways
	for s := first; s < first+ways; s++ {
		if c.counts[s] > 0 && slices.Equal(c.keys[s*c.words:][:c.words], key) {
			return s, true
		}
	}
	return first + 1 - int(c.recent[bucket]), false
}
