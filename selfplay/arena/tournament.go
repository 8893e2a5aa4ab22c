package arena

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"halmazero/engine"
	"halmazero/internal/seed"
	"halmazero/selfplay/stats"
)

// Tournament is what several players play, each against all.
//
// Between two seats or two teams every two entrants have a meeting of pairs.
// Where more seats play, each for itself, a table has as many entrants as
// seats, and every such choice of entrants has a meeting; are there fewer
// entrants than seats, all sit at one table, some with several seats. The
// groups of a table are those of tableSeatings.
type Tournament struct {
	Rules *engine.Rules
	// Seed and the names of those who meet decide every random choice.
	Seed         uint64
	Openings     []Opening
	OpeningPlies int
	Cap          int // plies, 0 for none
	// Pairs is the number of pairs, or groups, of every meeting.
	Pairs    int
	Entrants []Entrant // with different names
	// Gauntlet lets the first entrant meet the others, and them nobody else.
	Gauntlet bool
	// Random draws the entrants of every group instead of playing all choices:
	// there are Pairs groups in all. It is for more than two sides.
	Random  bool
	Workers int
	// The rest is as in a Match.
	Clock    func() time.Time
	Known    []Game
	Store    func(g Game) error
	Progress func(games int)
}

// randomTables is the label of the meeting with random entrants.
const randomTables = "tables"

// MaxTournamentGames bounds the games of a tournament. Who meets whom, and every
// game, is held in memory; and the choices of players at a table are soon more
// than anybody can play.
const MaxTournamentGames = 1_000_000

// Validate says what is wrong with a tournament.
func (t *Tournament) Validate() error {
	names := make(map[string]bool)
	for _, e := range t.Entrants {
		if names[e.Name] {
			return fmt.Errorf("player %s takes part twice", e.Name)
		}
		names[e.Name] = true
	}
	switch {
	case len(t.Entrants) < 2:
		return fmt.Errorf("a tournament needs 2 players or more, not %d", len(t.Entrants))
	case t.Pairs < 1:
		return fmt.Errorf("a tournament of %d pairs", t.Pairs)
	case t.Random && Paired(t.Rules):
		return errors.New("tables are drawn for more than two sides only")
	}
	if n := t.mostGames(); n.Cmp(big.NewInt(MaxTournamentGames)) > 0 {
		return fmt.Errorf("the tournament has %s games, want at most %d: take fewer players or pairs", n, MaxTournamentGames)
	}
	if !t.Random {
		return nil
	}
	var met []stats.Group
	for g := range t.Pairs {
		entrants := t.draw(g)
		met = append(met, stats.Group{{Players: entrants, Places: make([]int, len(entrants))}})
	}
	if _, err := stats.RatePlaces(len(t.Entrants), met, stats.Average); err != nil {
		return fmt.Errorf("%d tables are too few: %w", t.Pairs, err)
	}
	return nil
}

// mostGames is Games, or more where fewer players than seats sit at a table,
// without listing them: they may be more than an integer holds.
func (t *Tournament) mostGames() *big.Int {
	players, sides, seats := int64(len(t.Entrants)), int64(t.sides()), int64(t.Rules.Seats())
	n := big.NewInt(1) // meetings
	switch {
	case t.Random:
	case t.Gauntlet:
		n.Binomial(players-1, sides-1)
	default:
		n.Binomial(players, sides)
	}
	games := seats // of a group, as tableSeatings has them
	switch {
	case Paired(t.Rules):
		games = 2
	case seats%sides != 0:
		games *= sides
	}
	n.Mul(n, big.NewInt(int64(t.Pairs)))
	return n.Mul(n, big.NewInt(games))
}

// Games is the number of games of the whole tournament.
func (t *Tournament) Games() int {
	n := 0
	for _, m := range t.meetings() {
		for g := range m.groups {
			n += len(m.table(g).seatings)
		}
	}
	return n
}

// Play plays a valid tournament. It returns the games of every meeting, in
// order. It stops at the first error, and when the context ends.
func (t *Tournament) Play(ctx context.Context) ([]Game, error) {
	c := contest{rules: t.Rules, seed: t.Seed, openingPlies: t.OpeningPlies, openings: t.Openings, cap: t.Cap, clock: t.Clock,
		entrants: t.Entrants, meetings: t.meetings(), workers: t.Workers, known: t.Known, store: t.Store, progress: t.Progress}
	games, err := c.play(ctx)
	return slices.Concat(games...), err
}

// meetings lists who meets whom.
func (t *Tournament) meetings() []*meeting {
	if t.Random {
		tables := make([]table, t.Pairs)
		for g := range tables {
			tables[g] = t.table(randomTables, g, t.draw(g))
		}
		return []*meeting{{label: randomTables, groups: t.Pairs, table: func(g int) table { return tables[g] }}}
	}
	var all []*meeting
	for _, entrants := range choices(len(t.Entrants), t.sides()) {
		if t.Gauntlet && entrants[0] != 0 {
			continue
		}
		m := &meeting{label: t.label(entrants), groups: t.Pairs}
		if Paired(t.Rules) {
			pair := table{entrants, Seatings(t.Rules)}
			m.table = func(int) table { return pair }
		} else {
			tables := make([]table, t.Pairs)
			for g := range tables {
				tables[g] = t.table(m.label, g, entrants)
			}
			m.table = func(g int) table { return tables[g] }
		}
		all = append(all, m)
	}
	return all
}

// sides is the number of sides of a game.
func (t *Tournament) sides() int {
	if Paired(t.Rules) {
		return 2
	}
	return min(len(t.Entrants), t.Rules.Seats())
}

func (t *Tournament) table(label string, group int, entrants []int) table {
	return table{entrants, tableSeatings(t.Rules.Seats(), len(entrants), t.Seed, label, group)}
}

// draw is who sits at a random table, in ascending order.
func (t *Tournament) draw(group int) []int {
	rng, first := seed.New(t.Seed, randomTables, "entrants", group), 0
	if t.Gauntlet {
		first = 1
	}
	entrants := rng.Perm(len(t.Entrants) - first)[:t.sides()-first]
	for i := range entrants {
		entrants[i] += first
	}
	if t.Gauntlet {
		entrants = append(entrants, 0)
	}
	slices.Sort(entrants)
	return entrants
}

func (t *Tournament) label(entrants []int) string {
	names := make([]string, len(entrants))
	for i, e := range entrants {
		names[i] = t.Entrants[e].Name
	}
	return strings.Join(names, " against ")
}

// choices lists the ways to choose k of n, each in ascending order.
func choices(n, k int) [][]int {
	if k == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for last := k - 1; last < n; last++ {
		for _, head := range choices(last, k-1) {
			all = append(all, append(slices.Clone(head), last))
		}
	}
	slices.SortFunc(all, slices.Compare)
	return all
}
