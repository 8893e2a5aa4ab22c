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
//   - Meeting: the pairs of two players of a tournament.
//   - Rating: the Elo of a player of a tournament relative to an anchor, from
//     the results of all (bradleyterry.go, plackettluce.go).
//   - Ranking: the places of all seats at the end of a game of two and more
//     seats; Group: the rankings of one opening, with the players in every
//     order over the seats, the unit where a pair is the unit of two seats.
//   - Groups: the sums of a match of groups, seen by one side.
//   - Superiority: how likely it is that a player is the stronger one.
//   - SPRT: a sequential test between two Elo values; LLR is the logarithm of
//     the likelihood ratio that it watches (sprt.go).
package stats
