package arena

import (
	"context"
	"fmt"
	"sync"

	"halmazero/engine"
	"halmazero/internal/seed"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/stats"
)

// Match is what is played.
type Match struct {
	Rules *engine.Rules // of two seats
	// Seed and Label decide every random choice; matches of one run differ in
	// their label.
	Seed  uint64
	Label string
	// OpeningPlies random plies precede each pair of games.
	OpeningPlies int
	Cap          int // plies, 0 for none
	// Ahead, if set, names the seat that is ahead in a capped position, or -1.
	// It wins the game for the match; the record still says truncated.
	Ahead func(p *engine.Position) int
	Pairs int
	// NameA and NameB are for the records; NewA and NewB make a player for
	// one goroutine.
	NameA, NameB string
	NewA, NewB   func() (agent.Player, error)
	Workers      int
	// Stop, if set, sees the pairs from index 0 on, without a gap, and says
	// whether the match is decided. Pairs behind the decision are dropped.
	Stop func(pairs []stats.Pair) bool
	// Progress, if set, is called with the number of games that are finished.
	Progress func(games int)
}

// Game is one finished game, as it is stored.
type Game struct {
	Match   string        `json:"match"` // its label
	Pair    int           `json:"pair"`
	Half    int           `json:"half"`    // 0: A has seat 1; 1: B has
	Players [2]string     `json:"players"` // by seat
	Rules   string        `json:"rules"`
	First   int           `json:"first"`   // seat that starts, from 1
	Opening int           `json:"opening"` // random plies at the start
	Moves   []string      `json:"moves"`
	Result  string        `json:"result"`
	Cause   string        `json:"cause"`
	Plies   int           `json:"plies"`
	AtHome  [2]int        `json:"at_home"` // pieces in the own camp at the end, by seat
	Outcome stats.Outcome `json:"outcome"` // half points of A
}

// seatOf is the seat of side A (0) or B (1).
func (g *Game) seatOf(side int) int { return side ^ g.Half }

// Result is a match.
type Result struct {
	Tally     stats.Tally // of A
	Pairs     []stats.Pair
	Games     []Game
	Truncated int
	// Home counts, by side, the games at whose end the side still had a piece
	// in its own camp.
	Home [2]int
}

// Supports says whether matches are played by a ruleset: one of two seats.
func Supports(r *engine.Rules) error {
	if r.Seats() != 2 {
		return fmt.Errorf("matches are for two seats, %s has %d", r.ID(), r.Seats())
	}
	return nil
}

// Play plays the match. It stops at the first error, and when the context ends.
func Play(ctx context.Context, m Match) (Result, error) {
	if err := Supports(m.Rules); err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &collector{match: &m, done: make(map[int][2]Game), cancel: cancel}
	var wg sync.WaitGroup
	for range max(1, min(m.Workers, m.Pairs)) {
		wg.Go(func() {
			if err := m.work(ctx, c); err != nil {
				c.fail(err)
			}
		})
	}
	wg.Wait()
	if c.err != nil {
		return Result{}, c.err
	}
	if err := ctx.Err(); err != nil && !c.decided {
		return Result{}, err
	}
	return c.result, nil
}

// work plays pairs until none is left.
func (m *Match) work(ctx context.Context, c *collector) error {
	a, err := m.NewA()
	if err != nil {
		return err
	}
	b, err := m.NewB()
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		pair, ok := c.take()
		if !ok {
			return nil
		}
		var games [2]Game
		for half := range games {
			g, err := m.game(ctx, pair, half, [2]agent.Player{a, b})
			if err != nil {
				return fmt.Errorf("%s, pair %d, game %d: %w", m.Label, pair, half, err)
			}
			games[half] = g
			c.progress()
		}
		c.add(pair, games)
	}
	return nil
}

// game plays one game. The half decides which seat A has.
func (m *Match) game(ctx context.Context, pair, half int, sides [2]agent.Player) (Game, error) {
	g := Game{Match: m.Label, Pair: pair, Half: half, Rules: m.Rules.Ref()}
	p, opening := m.open(pair)
	g.First, g.Opening, g.Moves = opening.first+1, len(opening.moves), opening.moves
	g.Players[g.seatOf(0)], g.Players[g.seatOf(1)] = m.NameA, m.NameB
	rng := seed.New(m.Seed, m.Label, "game", pair, half)
	for _, s := range sides {
		s.Reset()
	}
	for !p.Result().Over() && !(m.Cap > 0 && p.Ply() >= m.Cap) {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		player := sides[p.Mover()^half]
		move, err := player.Choose(&p, rng)
		if err == nil {
			err = p.Legal(move)
		}
		if err != nil {
			return g, fmt.Errorf("%s in %s: %w", g.Players[p.Mover()], p.String(), err)
		}
		g.Moves = append(g.Moves, p.MoveText(move))
		p.Play(move)
		for _, s := range sides {
			s.Observe(move)
		}
	}
	p.Truncate()
	r := p.Result()
	g.Result, g.Cause, g.Plies = r.String(), r.Cause.String(), p.Ply()
	g.AtHome = [2]int{p.AtHome(0), p.AtHome(1)}
	g.Outcome = m.score(&p, g.seatOf(0))
	return g, nil
}

// score is the outcome of a finished game for the seat of A.
func (m *Match) score(p *engine.Position, seat int) stats.Outcome {
	winner := -1
	if seat, ok := p.Result().Winner(); ok {
		winner = seat
	} else if p.Result().Kind == engine.Truncated && m.Ahead != nil {
		winner = m.Ahead(p)
	}
	switch winner {
	case -1:
		return stats.Draw
	case seat:
		return stats.Win
	}
	return stats.Loss
}

type opening struct {
	first int
	moves []string
}

// open plays a pair's opening, the same for both halves.
func (m *Match) open(pair int) (engine.Position, opening) {
	rng := seed.New(m.Seed, m.Label, "opening", pair)
	first, random := m.Rules.First()
	if random {
		first = rng.IntN(m.Rules.Seats())
	}
	o := opening{first: first}
	p := m.Rules.Start(first)
	var moves []engine.Move
	for range m.OpeningPlies {
		moves = p.Moves(moves[:0])
		if len(moves) == 0 {
			break
		}
		move := moves[rng.IntN(len(moves))]
		o.moves = append(o.moves, p.MoveText(move))
		p.Play(move)
	}
	return p, o
}
