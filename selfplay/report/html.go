package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"time"

	"halmazero/selfplay/stats"
)

// Run is what a page says about a run as a whole.
type Run struct {
	Name       string
	RulesID    string // name of the ruleset, empty if it has none but the reference
	Rules      string // ruleset reference
	RulesHash  string
	Seed       uint64
	Build      string // which program it was
	ConfigHash string
	Config     string // the resolved configuration as YAML
	// More are further facts, such as the host, in the order they are shown.
	More []Fact
	// Final is the last network's match after the run, if there was one.
	Final []Opponent
}

// Fact is a line of the table of facts.
type Fact struct{ Name, Value string }

//go:embed page.html
var pageText string

// page is everything that page.html shows.
type page struct {
	Run         Run
	Facts       []Fact
	Generations []Generation
	Charts      []chart
	HasAudit    bool
	HasLadder   bool
}

// seatSigns is what an audit says of one seat.
type seatSigns struct {
	Number int // from 1
	Signs  []Sign
}

// seats puts the signs of an audit together by seat, as they come.
func seats(signs []Sign) []seatSigns {
	var all []seatSigns
	for _, s := range signs {
		if n := len(all); n == 0 || all[n-1].Number != s.Seat {
			all = append(all, seatSigns{Number: s.Seat})
		}
		last := &all[len(all)-1]
		last.Signs = append(last.Signs, s)
	}
	return all
}

// HTML is the page of a run: facts, curves, tables, alarms and the
// configuration, in one file. The generations must be in ascending order; there
// may be none yet. The same arguments give the same bytes.
func HTML(run Run, gens []Generation) ([]byte, error) {
	for i := 1; i < len(gens); i++ {
		if gens[i].Generation <= gens[i-1].Generation {
			return nil, fmt.Errorf("report of run %s: generation %d follows generation %d", run.Name, gens[i].Generation, gens[i-1].Generation)
		}
	}
	p := page{Run: run, Facts: facts(run, gens), Generations: gens, HasLadder: len(opponentNames(gens)) > 0,
		HasAudit: slices.ContainsFunc(gens, func(g Generation) bool { return g.Audit != nil })}
	if len(gens) > 0 {
		numbers, promoted := make([]int, len(gens)), make([]bool, len(gens))
		for i, g := range gens {
			numbers[i], promoted[i] = g.Generation, g.Gate != nil && g.Gate.Promoted
		}
		for _, f := range figures(gens) {
			p.Charts = append(p.Charts, draw(f, numbers, promoted))
		}
	}
	t, err := template.New("page").Funcs(template.FuncMap{
		"percent":  percent,
		"seats":    seats,
		"fixed":    func(decimals int, v float64) string { return strconv.FormatFloat(v, 'f', decimals, 64) },
		"interval": func(decimals int, i stats.Interval) string { return i.Format(decimals) },
		"sub":      func(a, b float64) float64 { return a - b },
		"add":      func(a, b float64) float64 { return a + b },
		"middle":   func(a, b float64) float64 { return (a + b) / 2 },
	}).Parse(pageText)
	if err != nil {
		return nil, fmt.Errorf("report of run %s: %w", run.Name, err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, p); err != nil {
		return nil, fmt.Errorf("report of run %s: %w", run.Name, err)
	}
	return out.Bytes(), nil
}

// facts is the table at the head of the page.
func facts(run Run, gens []Generation) []Fact {
	games, positions, promoted, seconds := 0, 0, 0, 0.0
	for _, g := range gens {
		games += g.SelfPlay.Games
		positions += g.SelfPlay.Positions
		seconds += g.Seconds.Total()
		if g.Gate != nil && g.Gate.Promoted {
			promoted++
		}
	}
	list := []Fact{
		{"Ruleset", run.RulesID},
		{"Rules", run.Rules},
		{"Rules hash", run.RulesHash},
		{"Seed", strconv.FormatUint(run.Seed, 10)},
		{"Configuration hash", run.ConfigHash},
		{"Build", run.Build},
		{"Generations", strconv.Itoa(len(gens))},
		{"Promotions", strconv.Itoa(promoted)},
		{"Self-play games", strconv.Itoa(games)},
		{"Positions", strconv.Itoa(positions)},
		{"Time", time.Duration(seconds * float64(time.Second)).Round(time.Second).String()},
	}
	var known []Fact
	for _, f := range append(list, run.More...) {
		if f.Value != "" {
			known = append(known, f)
		}
	}
	return known
}
