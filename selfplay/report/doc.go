// Package report turns the measurements of a run into text for people: one
// line a generation for a terminal, warnings, and a page with curves. It is
// pure: measurements in, text out; no files, no clock.
//
// # Glossary
//
//   - Generation: everything measured in one generation of a run, which is
//     also one line of its metrics.jsonl (generation.go).
//   - Share: a fraction in [0,1], of games unless it says otherwise.
//   - Decisive: a game that ended by a filled camp. Deadline: one that ended
//     because a piece was at home too late. Truncated: one that the training
//     cap cut off, which is neither of the two nor a draw.
//   - Squatting: a game at whose end exactly one seat still had a piece in its
//     own camp.
//   - Ladder: the fixed opponents that each generation is measured against.
//   - Alarm: a sentence about a measurement that healthy runs do not show
//     (alarms.go).
//   - Line, Header: a generation in one line of a terminal (line.go).
//   - Page: report.html, one file that needs no other and no network (html.go,
//     page.html). Chart: one figure of it, drawn as SVG (chart.go); charts.go
//     says what the figures show.
//
// Elo differences and scores are intervals of package stats.
package report
