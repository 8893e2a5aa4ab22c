package agent

import (
	"sync/atomic"
	"time"

	"halmazero/mcts"
)

// clock tells a search when its time is up. It measures how long the network
// takes for a batch, and says so before one that would end behind the deadline.
// The work on the tree before and behind the search, which grows with the tree,
// is paid from the same time.
type clock struct {
	deadline time.Time
	call     atomic.Int64  // nanoseconds that a batch takes, as seen of late
	choice   time.Duration // what the choice of a move takes, as seen of late
	owed     time.Duration // what was spent on the tree since the last move
}

// reserve is what is kept of the time of a move, besides that of its choice,
// for all that comes behind the last batch.
const reserve = 100 * time.Microsecond

// start sets the deadline of a move. What is owed comes off, half the time at
// most.
func (c *clock) start(begin time.Time, budget time.Duration) {
	c.deadline = begin.Add(budget - min(c.owed, budget/2))
	c.owed = 0
}

// expired reports whether another batch would not fit.
func (c *clock) expired() bool {
	return time.Until(c.deadline) < time.Duration(c.call.Load())+c.choice+reserve
}

// took notes the duration of a batch.
func (c *clock) took(d time.Duration) { c.call.Store(int64(follow(time.Duration(c.call.Load()), d))) }

// chose notes the duration of the choice of a move.
func (c *clock) chose(d time.Duration) { c.choice = follow(c.choice, d) }

// owe notes time that was spent on the tree between two moves.
func (c *clock) owe(d time.Duration) { c.owed += d }

// follow is an estimate after another duration was seen. A longer one counts
// for more than a shorter one: a move that ends early has lost little, one that
// is late all.
func follow(was, d time.Duration) time.Duration {
	if d > was {
		return was + (d-was)/4
	}
	return was + (d-was)/16
}

// timed is an evaluator whose batches a clock measures.
type timed struct {
	mcts.Evaluator
	clock *clock
}

func (t *timed) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error {
	begin := time.Now()
	err := t.Evaluator.Evaluate(leaves, out)
	t.clock.took(time.Since(begin))
	return err
}
