package agent

import (
	"sync/atomic"
	"time"

	"halmazero/mcts"
)

// clock tells a search when its time is up. It measures how long the network
// takes for a batch, and says so before one that would end behind the deadline.
type clock struct {
	deadline time.Time
	call     atomic.Int64 // nanoseconds that a batch takes, as seen of late
}

// reserve is what is kept of the time of a move for all that comes behind the
// last batch: its backup and the choice of the move.
const reserve = 100 * time.Microsecond

// start sets the deadline of a move.
func (c *clock) start(begin time.Time, budget time.Duration) { c.deadline = begin.Add(budget) }

// expired reports whether another batch would not fit.
func (c *clock) expired() bool {
	return time.Until(c.deadline) < time.Duration(c.call.Load())+reserve
}

// took notes the duration of a batch. A longer one counts for more than a
// shorter one: a move that ends early has lost little, one that is late all.
func (c *clock) took(d time.Duration) {
	was := c.call.Load()
	share := int64(16)
	if int64(d) > was {
		share = 4
	}
	c.call.Store(was + (int64(d)-was)/share)
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
