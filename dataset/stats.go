package dataset

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"halmazero/engine"
)

// Stats is what a set of games is like. Add games, then read the fields and
// methods.
type Stats struct {
	Games, Rows, Moves int
	Seats              int   // of the games, the most if they differ
	Bytes              int64 // on disk, if the caller adds them
	Truncated          int   // ended by the training cap
	Deadline           int   // won by the other side's missed deadline
	Decisive           int   // won at the goal
	Squatting          int   // truncated with exactly one side at home
	Won                int   // won in any way, by one seat or by a team
	FirstWins          int   // won by the seat that started, or by its team
	Results            map[string]int
	resignation                // who gave up, and who should not have
	FullRows           int     // that train the policy
	EntropySum         float64 // of their visits, in nats
	SurpriseSum        float64

	plies     []int
	visits    int
	entries   int
	outcomes  int
	absolute  float64
	games     map[string]bool
	positions map[uint64]bool
	root      []correlation // by seat
}

// NewStats is the statistics of no games.
func NewStats() *Stats {
	return &Stats{Results: make(map[string]int), games: make(map[string]bool), positions: make(map[uint64]bool)}
}

// Add counts a game.
func (m *Stats) Add(g *Game) error {
	if err := g.CheckShape(); err != nil {
		return err
	}
	r, err := engine.ParseResult(g.Result)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.ID, err)
	}
	start, err := engine.ParsePosition(g.Start)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.ID, err)
	}
	m.Games++
	m.Seats = max(m.Seats, len(g.Outcome))
	m.Rows += len(g.Rows)
	m.Moves += len(g.Moves)
	m.Results[g.Result]++
	m.plies = append(m.plies, len(g.Moves))
	m.games[fmt.Sprint(g.Start, g.Moves)] = true
	m.end(g, r, start.Mover())
	m.resignation.add(g)
	for i := range g.Rows {
		m.row(&g.Rows[i], g.Outcome)
	}
	return nil
}

func (m *Stats) end(g *Game, r engine.Result, first int) {
	home := 0
	for _, n := range g.FinalAtHome {
		if n > 0 {
			home++
		}
	}
	switch r.Kind {
	case engine.Truncated:
		m.Truncated++
		if home == 1 {
			m.Squatting++
		}
	case engine.Win, engine.TeamWin, engine.Ranked:
		m.Won++
		if r.Values()[first] == 1 {
			m.FirstWins++
		}
		switch g.Cause {
		case engine.Goal:
			m.Decisive++
		case engine.Deadline:
			m.Deadline++
		}
	}
	for _, v := range g.Outcome {
		m.outcomes++
		m.absolute += math.Abs(float64(v))
	}
}

func (m *Stats) row(r *Row, outcome []float32) {
	m.positions[r.Hash] = true
	m.entries += len(r.Policy)
	for _, v := range r.Policy {
		m.visits += int(v.Visits)
	}
	for s := range r.RootValue {
		for len(m.root) <= s {
			m.root = append(m.root, correlation{})
		}
		m.root[s].add(float64(r.RootValue[s]), float64(outcome[s]))
	}
	if !r.Full {
		return
	}
	m.FullRows++
	m.SurpriseSum += float64(r.Surprise)
	total := 0.0
	for _, v := range r.Policy {
		total += float64(v.Visits)
	}
	for _, v := range r.Policy {
		if p := float64(v.Visits) / total; p > 0 {
			m.EntropySum -= p * math.Log(p)
		}
	}
}

// MeanPlies is the mean length of a game in moves.
func (m *Stats) MeanPlies() float64 { return ratio(float64(m.Moves), m.Games) }

// Share is a number of games as a share of all.
func (m *Stats) Share(games int) float64 { return ratio(float64(games), m.Games) }

// FirstShare is the share of won games that the starting seat won; 1/2 without any.
func (m *Stats) FirstShare() float64 {
	if m.Won == 0 {
		return 0.5
	}
	return float64(m.FirstWins) / float64(m.Won)
}

// MeanAbsOutcome is the mean of |outcome| over games and seats.
func (m *Stats) MeanAbsOutcome() float64 { return ratio(m.absolute, m.outcomes) }

// UniqueGames and UniquePositions are shares of games and rows.
func (m *Stats) UniqueGames() float64     { return ratio(float64(len(m.games)), m.Games) }
func (m *Stats) UniquePositions() float64 { return ratio(float64(len(m.positions)), m.Rows) }

// RootCorrelation is, by seat, Pearson's correlation over rows of the search's
// root value with the outcome: the audit that finds values of the wrong seat.
// It is 0 where it is undefined, and nil without searches.
func (m *Stats) RootCorrelation() []float64 {
	var all []float64
	for _, c := range m.root {
		all = append(all, c.value())
	}
	return all
}

func ratio(x float64, n int) float64 { return x / float64(max(n, 1)) }

// Text is the statistics for a person.
func (m *Stats) Text() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "games      %d (%.1f %% unique), %d moves, %.1f plies a game%s\n", m.Games, 100*m.UniqueGames(), m.Moves, m.MeanPlies(), m.quartiles())
	fmt.Fprintf(&sb, "positions  %d (%.1f %% unique), %d with a full search, %.1f bytes each\n", m.Rows, 100*m.UniquePositions(), m.FullRows, ratio(float64(m.Bytes), m.Rows))
	fmt.Fprintf(&sb, "results    %s\n", counts(m.Results))
	fmt.Fprintf(&sb, "shares     goal %.1f %%, deadline %.1f %%, truncated %.1f %%, squatting %.1f %%, won by the first player %.1f %%\n",
		100*m.Share(m.Decisive), 100*m.Share(m.Deadline), 100*m.Share(m.Truncated), 100*m.Share(m.Squatting), 100*m.FirstShare())
	sb.WriteString(m.resignation.text())
	fmt.Fprintf(&sb, "policy     entropy of the visits %.3f nats, surprise %.3f nats\n", ratio(m.EntropySum, m.FullRows), ratio(m.SurpriseSum, m.FullRows))
	fmt.Fprintf(&sb, "outcome    mean size %.3f\n", m.MeanAbsOutcome())
	for s, c := range m.RootCorrelation() {
		fmt.Fprintf(&sb, "seat %d     correlation of root value and outcome %.3f\n", s+1, c)
	}
	return sb.String()
}

func (m *Stats) quartiles() string {
	if len(m.plies) == 0 {
		return ""
	}
	p := append([]int(nil), m.plies...)
	sort.Ints(p)
	n := len(p)
	return fmt.Sprintf(" (%d to %d, quartiles %d %d %d)", p[0], p[n-1], p[n/4], p[n/2], p[3*n/4])
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

// value is 0 where it is undefined: too few pairs, or no spread.
func (c *correlation) value() float64 {
	vx, vy := c.n*c.xx-c.x*c.x, c.n*c.yy-c.y*c.y
	if vx <= 1e-9*c.n*c.n || vy <= 1e-9*c.n*c.n {
		return 0
	}
	return (c.n*c.xy - c.x*c.y) / math.Sqrt(vx*vy)
}
