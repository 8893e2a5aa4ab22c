package main

import (
	"fmt"
	"strings"

	"halmazero/configs"
	"halmazero/selfplay/arena"
	"halmazero/selfplay/stats"
)

// tournamentSummary is a tournament as it is printed.
type tournamentSummary struct {
	Rules        string `json:"-"`      // id and hash for a reader
	Preset       string `json:"preset"` // ruleset reference
	RulesID      string `json:"rules_id"`
	RulesHash    string `json:"rules_hash"`
	Tables       string `json:"tables"` // who met: all, random, with gauntlet
	Seed         uint64 `json:"seed"`
	OpeningPlies int    `json:"opening_plies"`
	Cap          int    `json:"cap"`
	Pairs        int    `json:"pairs"` // of every meeting
	Games        int    `json:"games"`
	Anchor       string `json:"anchor"` // whose rating is 0

	Players []playerSummary `json:"players"` // the best first
	Cross   [][]arena.Cell  `json:"cross"`   // by player, and by opponent, in the same order
}

// playerSummary is a line of the table. Draws do not include truncated games.
type playerSummary struct {
	Player    string         `json:"player"` // as it was given
	Spec      string         `json:"spec"`   // as it is written in full
	Elo       stats.Interval `json:"elo"`    // relative to the anchor, with its 95 % interval
	Games     int            `json:"games"`
	Wins      int            `json:"wins"`
	Draws     int            `json:"draws"`
	Losses    int            `json:"losses"`
	Truncated int            `json:"truncated"`
	Score     float64        `json:"score"` // points a game, in [0,1]
	// Above is the likelihood that the player is stronger than the next one.
	Above    *float64      `json:"los_over_next"`
	Home     int           `json:"at_home"`
	Forfeits int           `json:"forfeits"`
	Effort   *arena.Effort `json:"effort,omitempty"`
}

func (o *tournamentOptions) summarise(games []arena.Game) (tournamentSummary, error) {
	s := tournamentSummary{Rules: configs.DescribeRules(o.rules), Preset: o.rules.Ref(), RulesID: o.rules.ID(), RulesHash: o.rules.Hash(),
		Tables: o.tables(), Seed: o.seed, OpeningPlies: o.openingPlies, Cap: o.cap, Pairs: o.pairs, Games: len(games), Anchor: o.names[o.anchor]}
	specs := make([]string, len(o.players))
	for i, p := range o.players {
		specs[i] = p.String()
	}
	standings, err := arena.Rank(o.rules, specs, games, o.anchor)
	if err != nil {
		return s, err
	}
	order := standings.Order()
	for i, p := range order {
		row := &standings.Rows[p]
		line := playerSummary{Player: o.names[p], Spec: specs[p], Elo: row.Rating.Elo, Games: row.Games.Total(),
			Wins: row.Games.Wins, Draws: row.Games.Draws - row.Even, Losses: row.Games.Losses, Truncated: row.Truncated,
			Score: row.Rating.Score, Home: row.Home, Forfeits: row.Forfeits}
		if i+1 < len(order) {
			above := standings.Ratings.Superiority(p, order[i+1])
			line.Above = &above
		}
		if o.measure {
			line.Effort = &row.Effort
		}
		s.Players = append(s.Players, line)
		cells := make([]arena.Cell, len(order))
		for j, q := range order {
			cells[j] = standings.Cross[p][q]
		}
		s.Cross = append(s.Cross, cells)
	}
	return s, nil
}

func (s *tournamentSummary) text() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%d players: %s, seed %d, %d opening plies, cap %d, %d games, Elo relative to %s\n\n",
		len(s.Players), s.Rules, s.Seed, s.OpeningPlies, s.Cap, s.Games, s.Anchor)
	sb.WriteString(columns(s.table()))
	sb.WriteString("\npoints of the row against the column, of games\n\n")
	sb.WriteString(columns(s.crossTable()))
	if s.Players[0].Effort != nil {
		sb.WriteString("\na move\n\n")
		rows := [][]string{{"", "player", "ms", "at most", "depth", "nodes"}}
		for i, p := range s.Players {
			depth, nodes := "-", "-"
			if p.Effort.Depth > 0 { // a tree search has none
				depth = fmt.Sprintf("%.1f", p.Effort.Depth)
			}
			if p.Effort.Searched > 0 {
				nodes = fmt.Sprintf("%.0f", p.Effort.Nodes)
			}
			rows = append(rows, []string{fmt.Sprint(i + 1), p.Player, fmt.Sprintf("%.2f", p.Effort.MeanMS), fmt.Sprintf("%.1f", p.Effort.MaxMS), depth, nodes})
		}
		sb.WriteString(columns(rows))
	}
	return sb.String()
}

func (s *tournamentSummary) table() [][]string {
	rows := [][]string{{"", "player", "Elo", "95 %", "games", "won", "drawn", "lost", "trunc.", "score", "above next", "at home", "forfeits"}}
	for i, p := range s.Players {
		above := ""
		if p.Above != nil {
			above = fmt.Sprintf("%.1f %%", 100**p.Above)
		}
		rows = append(rows, []string{fmt.Sprint(i + 1), p.Player, fmt.Sprintf("%.0f", p.Elo.Value), fmt.Sprintf("%.0f to %.0f", p.Elo.Low, p.Elo.High),
			fmt.Sprint(p.Games), fmt.Sprint(p.Wins), fmt.Sprint(p.Draws), fmt.Sprint(p.Losses), fmt.Sprint(p.Truncated),
			fmt.Sprintf("%.1f %%", 100*p.Score), above, fmt.Sprint(p.Home), fmt.Sprint(p.Forfeits)})
	}
	return rows
}

func (s *tournamentSummary) crossTable() [][]string {
	head := []string{"", "player"}
	for i := range s.Players {
		head = append(head, fmt.Sprint(i+1))
	}
	rows := [][]string{head}
	for i, p := range s.Players {
		row := []string{fmt.Sprint(i + 1), p.Player}
		for _, c := range s.Cross[i] {
			if c.Games == 0 {
				row = append(row, "-")
			} else {
				row = append(row, fmt.Sprintf("%.4g/%d", c.Points, c.Games))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// columns sets rows as a table of text: the second column to the left, the
// others to the right. The first row is the head.
func columns(rows [][]string) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			width[i] = max(width[i], len(text))
		}
	}
	var sb strings.Builder
	for _, row := range rows {
		for i, text := range row {
			if i > 0 {
				sb.WriteString("  ")
			}
			pad := strings.Repeat(" ", width[i]-len(text))
			switch {
			case i == 1 && len(row) == 2:
				sb.WriteString(text)
			case i == 1:
				sb.WriteString(text + pad)
			default:
				sb.WriteString(pad + text)
			}
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}
