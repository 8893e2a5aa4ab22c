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
	Truncated int     `json:"truncated"` // half a point each
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

	Test *testSummary `json:"sprt"` // null if none was asked for
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
	s := matchSummary{Rules: configs.DescribeRules(o.rules), Preset: o.rules.Ref(), RulesID: o.rules.ID(), RulesHash: o.rules.Hash(), A: o.a.String(), B: o.b.String(), Seed: o.seed,
		OpeningPlies: o.openingPlies, Cap: o.cap, Pairs: len(r.Pairs), Games: len(r.Games),
		Wins: r.Tally.Games.Wins, Draws: r.Tally.Games.Draws - r.Truncated, Losses: r.Tally.Games.Losses, Truncated: r.Truncated,
		Pentanomial: r.Tally.Pairs, Score: r.Tally.Pairs.Score(), Elo: r.Tally.Pairs.Elo(), Superiority: r.Tally.Pairs.Superiority(),
		HomeA: r.Home[0], HomeB: r.Home[1]}
	for _, g := range r.Games {
		s.MeanPlies += float64(g.Plies) / float64(len(r.Games))
	}
	if t := o.test; t != nil {
		llr, decision := t.Test(r.Tally.Pairs)
		lower, upper := t.Bounds()
		s.Test = &testSummary{t.Elo0, t.Elo1, t.Alpha, t.Beta, llr, lower, upper, decision.String()}
	}
	return s
}

func (s *matchSummary) text() string {
	var sb strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&sb, format+"\n", args...) }
	line("A %s against B %s: %s, seed %d, %d opening plies, cap %d", s.A, s.B, s.Rules, s.Seed, s.OpeningPlies, s.Cap)
	line("games        %d in %d pairs, %.1f plies on average", s.Games, s.Pairs, s.MeanPlies)
	line("results      %d wins, %d draws, %d losses, %d truncated", s.Wins, s.Draws, s.Losses, s.Truncated)
	line("score        %.1f %% [%.1f, %.1f]", 100*s.Score.Value, 100*s.Score.Low, 100*s.Score.High)
	line("Elo          %s", s.Elo.Format(1))
	line("superiority  %.1f %%", 100*s.Superiority)
	p := s.Pentanomial
	line("pentanomial  %d %d %d %d %d", p[0], p[1], p[2], p[3], p[4])
	line("at home      A in %d games, B in %d, at their end", s.HomeA, s.HomeB)
	if t := s.Test; t != nil {
		line("SPRT         Elo %g or %g: %s, LLR %.2f of [%.2f, %.2f]", t.Elo0, t.Elo1, t.verdict(), t.LLR, t.Lower, t.Upper)
	}
	return sb.String()
}

func (t *testSummary) verdict() string {
	if t.Verdict == stats.Continue.String() {
		return "not decided"
	}
	return t.Verdict
}
