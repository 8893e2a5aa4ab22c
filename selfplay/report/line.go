package report

import (
	"fmt"
	"math"
	"strings"
)

const lineFormat = "%4s %6s %9s %6s %6s %7s %7s %10s %-7s %8s  %s"

// Header names the columns of Line: truncated share, losses in nats, the
// candidate's Elo against the best network, the score against each fixed
// opponent.
func Header() string {
	return fmt.Sprintf(lineFormat, "gen", "games", "positions", "plies", "trunc", "policy", "value", "elo", "verdict", "seconds", "score against")
}

// Line is a generation in one line that stands in columns under Header. What
// was not measured is a dash.
func Line(g Generation) string {
	policy, value, elo, verdict := "-", "-", "-", "-"
	if t := g.Training; t != nil {
		policy, value = fmt.Sprintf("%.3f", t.PolicyLoss), fmt.Sprintf("%.4f", t.ValueLoss)
	}
	if m := g.Gate; m != nil {
		value := math.Round(m.Elo.Value) + 0 // adding 0 makes -0, which prints its sign, 0
		elo, verdict = fmt.Sprintf("%+.0f ±%.0f", value, (m.Elo.High-m.Elo.Low)/2), m.Verdict
	}
	s := g.SelfPlay
	return fmt.Sprintf(lineFormat, fmt.Sprint(g.Generation), fmt.Sprint(s.Games), fmt.Sprint(s.Positions), fmt.Sprintf("%.1f", s.MeanPlies),
		percent(s.TruncatedShare), policy, value, elo, verdict, fmt.Sprintf("%.1f", g.Seconds.Total()), against(g))
}

// against is the last column: the scores, and how many alarms there are.
func against(g Generation) string {
	scores := make([]string, len(g.Ladder))
	for i, o := range g.Ladder {
		scores[i] = fmt.Sprintf("%s %.2f", o.Name, o.Score.Value)
	}
	text := "-"
	if len(scores) > 0 {
		text = strings.Join(scores, ", ")
	}
	switch n := len(g.Alarms); n {
	case 0:
		return text
	case 1:
		return text + "  (1 alarm)"
	default:
		return fmt.Sprintf("%s  (%d alarms)", text, n)
	}
}

// percent writes a share in percent.
func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
