// Package stats turns match results into numbers with intervals. It is pure:
// no files, no clock, no randomness.
//
// # Glossary
//
//   - Outcome: one game, seen by the first player of the match: loss, draw, win.
//   - Pair: two games from one opening with the sides swapped. Its score is
//     counted in half points, 0 to 4. The two games depend on each other
//     through the opening, so the pair is the unit of all statistics here.
//   - Pairs: how often each of the five pair scores occurred, the pentanomial
//     counts.
//   - WDL: how often each outcome of a single game occurred.
//   - Score: points a game, in [0,1].
//   - Elo: the logistic rating difference that belongs to a score s,
//     400·log10(s/(1-s)).
//   - Interval: bounds that hold the true value in 95 % of matches, about.
//   - SPRT: a sequential test between two Elo values; LLR is the logarithm of
//     the likelihood ratio that it watches (sprt.go).
package stats
