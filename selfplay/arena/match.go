package arena

import (
	"context"
	"math/rand/v2"
	"time"

	"halmazero/engine"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/stats"
)

// Match is what two players play.
type Match struct {
	Rules *engine.Rules
	// Seed and Label decide every random choice; matches of one run differ in
	// their label.
	Seed  uint64
	Label string
	// Openings are the openings of the groups, in turn; none: the start
	// position. OpeningPlies random plies follow.
	Openings     []Opening
	OpeningPlies int
	// SetUp, if set, may give a position in which the games of a group begin
	// instead, with the given seat to move; no random plies follow. It is called by
	// several goroutines, and not where there are Openings.
	SetUp func(first int, rng *rand.Rand) (engine.Position, bool)
	Cap   int // plies, 0 for none
	// Ahead, if set, names the seat that is ahead in a capped position, with its
	// partner if it has one, or -1. It wins the game for the match; the record
	// still says truncated.
	Ahead func(p *engine.Position) int
	// Pairs is the number of pairs, or of groups where more than two seats
	// play, each for itself.
	Pairs int
	// NameA and NameB are for the records; NewA and NewB make a player for
	// one seat of one goroutine's games.
	NameA, NameB string
	NewA, NewB   func() (agent.Player, error)
	Workers      int
	// Stop, if set, is told of each pair once, from index 0 on without a gap,
	// and says whether the match is decided. Pairs behind the decision are
	// dropped. One that counts is good for one match. StopGroups does the same
	// where there are groups instead, and sees the scores of A in all so far.
	Stop       func(pair stats.Pair) bool
	StopGroups func(scores stats.Groups) bool
	// Clock, if set, measures the effort of every move.
	Clock func() time.Time
	// Known are games of the same match that need not be played again, in any
	// order; others are an ErrKnown. Store, if set, is called with every other
	// one when it is finished, one at a time, in no particular order.
	Known []Game
	Store func(g Game) error
	// Progress, if set, is called with the number of games that are finished.
	Progress func(games int)
}

// Result is a match.
type Result struct {
	Tally     stats.Tally // of A; the pairs are zero where there are none
	Pairs     []stats.Pair
	Groups    stats.Groups // scores of A, also of pairs
	Games     []Game       // of complete groups, in order
	Truncated int
	// Even counts the truncated games that are among the draws of the tally: all
	// of them, but for those that were adjudicated or that somebody had left.
	Even int
	// FirstMover is the mean score of the seats that began.
	FirstMover float64
	// Home counts, by side, the games at whose end the side still had a piece
	// in its own camp.
	Home     [2]int
	Forfeits [2]int    // by side
	Effort   [2]Effort // by side, if it was measured
}

// Play plays the match. It stops at the first error, and when the context ends.
func Play(ctx context.Context, m Match) (Result, error) {
	seatings := Seatings(m.Rules)
	main := &meeting{label: m.Label, groups: m.Pairs, stop: m.stop(),
		table: func(int) table { return table{[]int{0, 1}, seatings} }}
	c := contest{rules: m.Rules, seed: m.Seed, openingPlies: m.OpeningPlies, openings: m.Openings, setUp: m.SetUp, cap: m.Cap, ahead: m.Ahead, clock: m.Clock,
		entrants: []Entrant{{m.NameA, m.NewA}, {m.NameB, m.NewB}}, meetings: []*meeting{main},
		workers: min(m.Workers, m.Pairs*len(seatings)), known: m.Known, store: m.Store, progress: m.Progress}
	games, err := c.play(ctx)
	if err != nil {
		return Result{}, err
	}
	r := Result{Games: games[0]}
	for i := range r.Games {
		r.FirstMover += r.Games[i].FirstMover() / float64(len(r.Games))
	}
	for group := games[0]; len(group) > 0; group = group[len(seatings):] {
		r.add(group[:len(seatings)], Paired(m.Rules))
	}
	return r, nil
}

// stop is the condition that fits the rules, nil for none.
func (m *Match) stop() func(games []Game) bool {
	var groups stats.Groups
	switch {
	case Paired(m.Rules) && m.Stop != nil:
		return func(games []Game) bool {
			return m.Stop(pairOf(games))
		}
	case !Paired(m.Rules) && m.StopGroups != nil:
		return func(games []Game) bool {
			groups.Add(groupScore(games, 0))
			return m.StopGroups(groups)
		}
	}
	return nil
}

func pairOf(games []Game) stats.Pair { return stats.Pair{games[0].Outcome, games[1].Outcome} }

// groupScore is the mean score of a side over the games of a group.
func groupScore(games []Game, side int) float64 {
	sum := 0.0
	for i := range games {
		sum += games[i].Score(side)
	}
	return sum / float64(len(games))
}

// add counts a group.
func (r *Result) add(games []Game, pair bool) {
	for i := range games {
		g := &games[i]
		if g.Truncated() {
			r.Truncated++
			if g.Outcome == stats.Draw {
				r.Even++
			}
		}
		for side, home := range g.AtHomeBySide(2) {
			if home {
				r.Home[side]++
			}
		}
		for _, f := range g.Forfeits {
			r.Forfeits[g.Side(f.Seat-1)]++
		}
		for seat, e := range g.Effort {
			r.Effort[g.Side(seat)].Add(e)
		}
		if !pair {
			r.Tally.Games.Add(g.Outcome)
		}
	}
	r.Groups.Add(groupScore(games, 0))
	if pair {
		r.Pairs = append(r.Pairs, pairOf(games))
		r.Tally.Add(pairOf(games))
	}
}
