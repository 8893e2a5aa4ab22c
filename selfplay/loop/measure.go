package loop

import (
	"fmt"
	"math"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/selfplay/report"
)

// measure collects what a generation's games were like.
type measure struct {
	r          report.SelfPlay
	plies      int
	truncated  int
	decisive   int
	deadline   int
	squatting  int
	won, first int // games with a winner, and those that the starting seat won
	outcomes   int
	absolute   float64
	games      map[string]bool
	positions  map[uint64]bool
	root       []correlation // by seat
}

func newMeasure() *measure {
	return &measure{games: make(map[string]bool), positions: make(map[uint64]bool)}
}

func (m *measure) add(games []dataset.Game) error {
	for i := range games {
		g := &games[i]
		r, err := engine.ParseResult(g.Result)
		if err != nil {
			return fmt.Errorf("game %s: %w", g.ID, err)
		}
		start, err := engine.ParsePosition(g.Start)
		if err != nil {
			return fmt.Errorf("game %s: %w", g.ID, err)
		}
		m.game(g, r, start.Mover())
		m.rows(g)
	}
	return nil
}

func (m *measure) game(g *dataset.Game, r engine.Result, first int) {
	m.r.Games++
	m.r.Positions += len(g.Rows)
	m.r.Cap = g.Cap
	m.plies += len(g.Moves)
	m.games[fmt.Sprint(first, g.Moves)] = true
	home := 0
	for _, n := range g.FinalAtHome {
		if n > 0 {
			home++
		}
	}
	switch r.Kind {
	case engine.Truncated:
		m.truncated++
		if home == 1 {
			m.squatting++
		}
	case engine.Win:
		m.won++
		if int(r.Seat) == first {
			m.first++
		}
		if g.Cause == engine.Deadline {
			m.deadline++
		} else {
			m.decisive++
		}
	}
	for _, v := range g.Outcome {
		m.outcomes++
		m.absolute += math.Abs(float64(v))
	}
}

func (m *measure) rows(g *dataset.Game) {
	for i := range g.Rows {
		r := &g.Rows[i]
		m.positions[r.Hash] = true
		for s := range r.RootValue {
			for len(m.root) <= s {
				m.root = append(m.root, correlation{})
			}
			m.root[s].add(float64(r.RootValue[s]), float64(g.Outcome[s]))
		}
	}
}

func (m *measure) result() *report.SelfPlay {
	r := m.r
	n := float64(max(r.Games, 1))
	r.MeanPlies = float64(m.plies) / n
	r.TruncatedShare, r.DecisiveShare = float64(m.truncated)/n, float64(m.decisive)/n
	r.DeadlineShare, r.SquattingShare = float64(m.deadline)/n, float64(m.squatting)/n
	r.FirstPlayerShare = 0.5
	if m.won > 0 {
		r.FirstPlayerShare = float64(m.first) / float64(m.won)
	}
	r.MeanAbsOutcome = m.absolute / float64(max(m.outcomes, 1))
	r.UniqueGamesShare = float64(len(m.games)) / n
	r.UniquePositionsShare = float64(len(m.positions)) / float64(max(r.Positions, 1))
	for _, c := range m.root {
		r.RootCorrelation = append(r.RootCorrelation, c.value())
	}
	return &r
}

// correlation is Pearson's, of pairs added one by one.
type correlation struct{ n, x, y, xx, yy, xy float64 }

func (c *correlation) add(x, y float64) {
	c.n++
	c.x += x
	c.y += y
	c.xx += x * x
	c.yy += y * y
	c.xy += x * y
}

// value is 0 where it is undefined.
func (c *correlation) value() float64 {
	vx, vy := c.n*c.xx-c.x*c.x, c.n*c.yy-c.y*c.y
	if vx <= 1e-9*c.n*c.n || vy <= 1e-9*c.n*c.n {
		return 0
	}
	return (c.n*c.xy - c.x*c.y) / math.Sqrt(vx*vy)
}
