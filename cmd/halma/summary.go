package main

import (
	"fmt"
	"strings"

	"halmazero/configs"
	"halmazero/selfplay/arena"
	"halmazero/selfplay/stats"
)

// matchSummary is a match as it is printed. Counts and estimates are those of
// player A; draws do not include truncated games.
type matchSummary struct {
	Rules        string `json:"-"`      // id and hash for a reader
	Preset       string `json:"preset"` // ruleset reference
	RulesID      string `json:"rules_id"`
	RulesHash    string `json:"rules_hash"`
	A            string `json:"a"`
	B            string `json:"b"`
	Seed         uint64 `json:"seed"`
	OpeningPlies int    `json:"opening_plies"`
	Cap          int    `json:"cap"`

	Pairs     int     `json:"pairs"` // that were played and counted
	Games     int     `json:"games"`
	Wins      int     `json:"wins"`
	Draws     int     `json:"draws"`
	Losses    int     `json:"losses"`
	Truncated int     `json:"truncated"` // capped; half a point each, and counted here alone, but where places tell the sides apart: those are wins or losses, too
	MeanPlies float64 `json:"mean_plies"`
	// Pentanomial counts pairs by the half points of A: 0 to 4.
	Pentanomial stats.Pairs    `json:"pentanomial"`
	Score       stats.Interval `json:"score"` // in [0,1], with its 95 % interval
	Elo         stats.Interval `json:"elo"`
	// Superiority is the likelihood that A is the stronger player.
	Superiority float64 `json:"los"`
	// HomeA and HomeB count the games at whose end a player still had a piece
	// in its own camp.
	HomeA int `json:"at_home_a"`
	HomeB int `json:"at_home_b"`
	// ForfeitsA and ForfeitsB count the games that a player has lost by giving
	// no usable answer.
	ForfeitsA int `json:"forfeits_a"`
	ForfeitsB int `json:"forfeits_b"`
	// FirstMover is what the seats that began have scored, a game.
	FirstMover float64 `json:"first_mover_score"`
	// EffortA and EffortB are there if moves were measured.
	EffortA *arena.Effort `json:"effort_a,omitempty"`
	EffortB *arena.Effort `json:"effort_b,omitempty"`

	Test *testSummary `json:"sprt"` // null if none was asked for

	groups string    // what a pair is called
	names  [2]string // of the players as they were given, for a reader; A and B are canonical
}

// testSummary is a sequential test as it is printed.
type testSummary struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	Alpha   float64 `json:"alpha"`
	Beta    float64 `json:"beta"`
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict string  `json:"verdict"` // accept H0, accept H1, or continue
}

func (o *matchOptions) summarise(r arena.Result) matchSummary {
	s := matchSummary{Rules: configs.DescribeRules(o.rules), Preset: o.rules.Ref(), RulesID: o.rules.ID(), RulesHash: o.rules.Hash(),
		A: o.players[0].String(), B: o.players[1].String(), Seed: o.seed, OpeningPlies: o.openingPlies, Cap: o.cap,
		Pairs: r.Groups.Count, Games: len(r.Games),
		Wins: r.Tally.Games.Wins, Draws: r.Tally.Games.Draws - r.Even, Losses: r.Tally.Games.Losses, Truncated: r.Truncated,
		Pentanomial: r.Tally.Pairs, Score: r.Groups.Score(), Elo: r.Groups.Elo(), Superiority: r.Groups.Superiority(), groups: "groups", names: [2]string{o.names[0], o.names[1]},
		HomeA: r.Home[0], HomeB: r.Home[1], ForfeitsA: r.Forfeits[0], ForfeitsB: r.Forfeits[1], FirstMover: r.FirstMover}
	if arena.Paired(o.rules) {
		s.Score, s.Elo, s.Superiority, s.groups = r.Tally.Pairs.Score(), r.Tally.Pairs.Elo(), r.Tally.Pairs.Superiority(), "pairs"
	}
	if o.measure {
		s.EffortA, s.EffortB = &r.Effort[0], &r.Effort[1]
	}
	for _, g := range r.Games {
		s.MeanPlies += float64(g.Plies) / float64(len(r.Games))
	}
	if t := o.test; t != nil {
		llr := t.LLR(r.Tally.Pairs)
		if !arena.Paired(o.rules) {
			llr = r.Groups.LLR(*t)
		}
		lower, upper := t.Bounds()
		s.Test = &testSummary{t.Elo0, t.Elo1, t.Alpha, t.Beta, llr, lower, upper, t.Decide(llr).String()}
	}
	return s
}

func (s *matchSummary) text() string {
	var sb strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&sb, format+"\n", args...) }
	line("A %s against B %s: %s, seed %d, %d opening plies, cap %d", s.names[0], s.names[1], s.Rules, s.Seed, s.OpeningPlies, s.Cap)
	line("games        %d in %d %s, %.1f plies on average", s.Games, s.Pairs, s.groups, s.MeanPlies)
	line("results      %d wins, %d draws, %d losses, %d truncated", s.Wins, s.Draws, s.Losses, s.Truncated)
	line("score        %.1f %% [%.1f, %.1f]", 100*s.Score.Value, 100*s.Score.Low, 100*s.Score.High)
	line("Elo          %s", s.Elo.Format(1))
	line("superiority  %.1f %%", 100*s.Superiority)
	if p := s.Pentanomial; p.Total() > 0 {
		line("pentanomial  %d %d %d %d %d", p[0], p[1], p[2], p[3], p[4])
	}
	line("first mover  %.1f %%", 100*s.FirstMover)
	line("at home      A in %d games, B in %d, at their end", s.HomeA, s.HomeB)
	line("forfeits     A %d, B %d", s.ForfeitsA, s.ForfeitsB)
	if s.EffortA != nil {
		line("a move of A  %s", effortText(s.EffortA))
		line("a move of B  %s", effortText(s.EffortB))
	}
	if t := s.Test; t != nil {
		line("SPRT         Elo %g or %g: %s, LLR %.2f of [%.2f, %.2f]", t.Elo0, t.Elo1, t.verdict(), t.LLR, t.Lower, t.Upper)
	}
	return sb.String()
}

// effortText is what a move has cost, in words.
func effortText(e *arena.Effort) string {
	text := fmt.Sprintf("%.2f ms on average, %.2f at most", e.MeanMS, e.MaxMS)
	if e.Depth > 0 { // a tree search has none
		text += fmt.Sprintf(", depth %.1f", e.Depth)
	}
	if e.Searched > 0 {
		text += fmt.Sprintf(", %.0f nodes", e.Nodes)
	}
	return text
}

func (t *testSummary) verdict() string {
	if t.Verdict == stats.Continue.String() {
		return "not decided"
	}
	return t.Verdict
}
