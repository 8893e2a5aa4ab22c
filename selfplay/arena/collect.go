package arena

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// collector hands out games and takes them back, in any order, and reads them
// in order of the index.
type collector struct {
	contest *contest
	cancel  context.CancelFunc
	longest int // groups of the longest meeting

	mu       sync.Mutex
	next     job // to hand out, if it is not known
	meetings []*collected
	finished int
	decided  bool
	err      error
}

// collected is a meeting so far.
type collected struct {
	pending map[int]*group
	read    int    // groups that are complete, from the first on
	games   []Game // of these
}

// group is one that is not complete, or waits for one before it.
type group struct {
	games []Game
	has   []bool
	count int
}

// ErrKnown is wrapped by errors about known games that are not those of the
// contest, or are there twice.
var ErrKnown = errors.New("bad stored games")

// newCollector takes in the games that are known. They must be games of the
// contest; those of groups beyond its end are left out.
func newCollector(c *contest, cancel context.CancelFunc) (*collector, error) {
	col := &collector{contest: c, cancel: cancel}
	index := make(map[string]int)
	for i, m := range c.meetings {
		if _, twice := index[m.label]; twice {
			return nil, fmt.Errorf("two meetings have the label %s", m.label)
		}
		index[m.label] = i
		col.longest = max(col.longest, m.groups)
		col.meetings = append(col.meetings, &collected{pending: make(map[int]*group)})
	}
	for _, g := range c.known {
		i, ok := index[g.Match]
		if !ok || g.Pair < 0 {
			return nil, fmt.Errorf("%w: a stored game is of %q, group %d, which is not played here", ErrKnown, g.Match, g.Pair)
		}
		if g.Pair >= c.meetings[i].groups {
			continue
		}
		j := job{i, g.Pair, g.Half}
		if games := len(c.meetings[i].table(g.Pair).seatings); g.Half < 0 || g.Half >= games {
			return nil, fmt.Errorf("%w: a stored game of %s, group %d, is number %d of %d", ErrKnown, g.Match, g.Pair, g.Half, games)
		}
		if at := col.group(j); at.has[j.game] {
			return nil, fmt.Errorf("%w: game %d of %s, group %d, is stored twice", ErrKnown, g.Half, g.Match, g.Pair)
		}
		col.put(j, g)
	}
	col.finished = 0
	for i := range c.meetings {
		col.finished += col.meetings[i].count()
		col.read(i)
	}
	if c.progress != nil && col.finished > 0 {
		c.progress(col.finished)
	}
	return col, nil
}

func (c *collected) count() int {
	n := 0
	for _, g := range c.pending {
		n += g.count
	}
	return n
}

// take hands out a game: the first groups of all meetings, then the second
// ones, and so on.
func (c *collector) take() (job, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.decided {
		j := c.next
		if j.group >= c.longest {
			return j, false
		}
		m := c.contest.meetings[j.meeting]
		if j.group >= m.groups || j.game >= len(m.table(j.group).seatings) {
			c.next = job{j.meeting + 1, j.group, 0}
			if c.next.meeting == len(c.contest.meetings) {
				c.next = job{0, j.group + 1, 0}
			}
			continue
		}
		c.next.game++
		if !c.has(j) {
			return j, true
		}
	}
	return job{}, false
}

// has says whether a game has been played.
func (c *collector) has(j job) bool {
	m := c.meetings[j.meeting]
	g := m.pending[j.group]
	return j.group < m.read || g != nil && g.has[j.game]
}

// group is the pending group of a game.
func (c *collector) group(j job) *group {
	m := c.meetings[j.meeting]
	g := m.pending[j.group]
	if g == nil {
		n := len(c.contest.meetings[j.meeting].table(j.group).seatings)
		g = &group{games: make([]Game, n), has: make([]bool, n)}
		m.pending[j.group] = g
	}
	return g
}

func (c *collector) put(j job, g Game) {
	at := c.group(j)
	at.games[j.game], at.has[j.game] = g, true
	at.count++
}

// add takes a game that was played, stores it, and reads on.
func (c *collector) add(j job, g Game) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.decided {
		return nil
	}
	if c.contest.store != nil {
		if err := c.contest.store(g); err != nil {
			return err
		}
	}
	c.put(j, g)
	c.finished++
	if c.contest.progress != nil {
		c.contest.progress(c.finished)
	}
	c.read(j.meeting)
	return nil
}

// read reads the complete groups of a meeting, in order.
func (c *collector) read(meeting int) {
	m := c.meetings[meeting]
	for !c.decided {
		g := m.pending[m.read]
		if g == nil || g.count < len(g.games) {
			return
		}
		delete(m.pending, m.read)
		m.read++
		m.games = append(m.games, g.games...)
		if stop := c.contest.meetings[meeting].stop; stop != nil && stop(g.games) {
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
