package arena

import (
	"context"
	"sync"

	"halmazero/selfplay/stats"
)

// collector hands out pairs and takes their games, in any order, and reads
// them in order of the index.
type collector struct {
	match  *Match
	cancel context.CancelFunc

	mu      sync.Mutex
	next    int // pair to hand out
	done    map[int][2]Game
	games   int
	result  Result
	decided bool
	err     error
}

func (c *collector) take() (pair int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.decided || c.next >= c.match.Pairs {
		return 0, false
	}
	c.next++
	return c.next - 1, true
}

func (c *collector) progress() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.games++
	if c.match.Progress != nil {
		c.match.Progress(c.games)
	}
}

func (c *collector) add(pair int, games [2]Game) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done[pair] = games
	for !c.decided {
		next, ok := c.done[len(c.result.Pairs)]
		if !ok {
			return
		}
		delete(c.done, len(c.result.Pairs))
		c.result.add(next)
		if c.match.Stop != nil && c.match.Stop(c.result.Pairs) {
			c.decided = true
			c.cancel()
		}
	}
}

// fail keeps the first error. An end of the context after the decision is none.
func (c *collector) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && !c.decided {
		c.err = err
		c.cancel()
	}
}

func (r *Result) add(games [2]Game) {
	var pair stats.Pair
	for half, g := range games {
		pair[half] = g.Outcome
		if g.Result == "truncated" {
			r.Truncated++
		}
		for side := range r.Home {
			if g.AtHome[g.seatOf(side)] > 0 {
				r.Home[side]++
			}
		}
		r.Games = append(r.Games, g)
	}
	r.Pairs = append(r.Pairs, pair)
	r.Tally.Add(pair)
}
