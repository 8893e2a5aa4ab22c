package arena

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"halmazero/engine"
	"halmazero/selfplay/agent"
)

// Entrant is a player who takes part.
type Entrant struct {
	Name string
	// New makes the player for one seat of one goroutine's games. It may be
	// called from several goroutines.
	New func() (agent.Player, error)
}

// contest is what a match and a tournament have in common: meetings of
// entrants, played by one pool of workers.
type contest struct {
	rules        *engine.Rules
	seed         uint64
	openingPlies int
	openings     []Opening
	setUp        func(first int, rng *rand.Rand) (engine.Position, bool)
	cap          int
	ahead        func(p *engine.Position) int
	clock        func() time.Time
	entrants     []Entrant
	meetings     []*meeting
	workers      int
	known        []Game
	store        func(Game) error
	progress     func(games int)
}

// meeting is a number of groups, whose games its label tells apart from those
// of other meetings.
type meeting struct {
	label  string
	groups int
	table  func(group int) table
	// stop, if set, sees the games of the groups in order and says whether the
	// contest is decided.
	stop func(games []Game) bool
}

// table is who plays a group.
type table struct {
	entrants []int   // by side
	seatings [][]int // of the games: side by seat
}

// job is one game to play.
type job struct{ meeting, group, game int }

// play plays all meetings and returns the games of each, in order. It stops at
// the first error, and when the context ends.
func (c *contest) play(ctx context.Context) ([][]Game, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	col, err := newCollector(c, cancel)
	if err != nil {
		return nil, err
	}
	var wg sync.WaitGroup
	for range max(1, c.workers) {
		wg.Go(func() {
			if err := c.work(ctx, col); err != nil {
				col.fail(err)
			}
		})
	}
	wg.Wait()
	if col.err != nil {
		return nil, col.err
	}
	if err := ctx.Err(); err != nil && !col.decided {
		return nil, err
	}
	games := make([][]Game, len(c.meetings))
	for i := range games {
		games[i] = col.meetings[i].games
	}
	return games, nil
}

// work plays games until none is left.
func (c *contest) work(ctx context.Context, col *collector) error {
	team := &roster{contest: c, players: make(map[int][]agent.Player)}
	defer team.close()
	for ctx.Err() == nil {
		j, ok := col.take()
		if !ok {
			return nil
		}
		m := c.meetings[j.meeting]
		t := m.table(j.group)
		seating := t.seatings[j.game]
		players, err := team.seat(t.entrants, seating)
		if err != nil {
			return err
		}
		g, err := c.game(ctx, m, j, seating, players)
		if err != nil {
			return fmt.Errorf("%s, group %d, game %d: %w", m.label, j.group, j.game, err)
		}
		if err := col.add(j, g); err != nil {
			return err
		}
	}
	return nil
}

// roster holds the players of one worker, made when they are first needed: of
// each entrant as many as it has seats in one game.
type roster struct {
	contest *contest
	players map[int][]agent.Player // by entrant
}

// seat gives every seat a player of its own.
func (r *roster) seat(entrants, seating []int) ([]agent.Player, error) {
	players, used := make([]agent.Player, len(seating)), make(map[int]int)
	for seat, side := range seating {
		e := entrants[side]
		if used[e] == len(r.players[e]) {
			p, err := r.contest.entrants[e].New()
			if err != nil {
				return nil, err
			}
			r.players[e] = append(r.players[e], p)
		}
		players[seat] = r.players[e][used[e]]
		used[e]++
	}
	return players, nil
}

// close frees the players. What a player cannot free has no influence on the
// games, so its error has none, either.
func (r *roster) close() {
	for _, all := range r.players {
		for _, p := range all {
			_ = agent.Close(p)
		}
	}
}
