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
//   - Superiority: the likelihood that a player is the stronger one.
//   - SPRT: a sequential test between two Elo values; LLR is the logarithm of
//     the likelihood ratio that it watches (sprt.go).
//   - Ranking: the places of all seats after a game of two and more seats.
//   - Group: the rankings of one opening, with the players in every order over
//     the seats that matters. It is to several seats what the pair is to two.
//   - Groups: the sums of a match of groups, seen by one side.
//   - Tournament: meetings of two players each (Rate, bradleyterry.go), or
//     groups of several (RatePlaces, plackettluce.go).
//   - Rating: the Elo of a player of a tournament over an anchor, from the
//     results of all.
//   - Strength: a rating in logits, the logarithm of the strength of Bradley and
//     Terry; 400/log(10) = 173.7 Elo.
//
// # The prior
//
// A match without a loss has no finite Elo and no variance. So every estimate
// gets about one even pair more, spread over the five scores; a tournament gets
// half of one a player. It is the only invention here: with many pairs it is
// nothing, with few it pulls towards equality. Observed scores are without it,
// and so are the LLRs, which have their own way with scores not seen.
//
// # Which one to use
//
//   - A match of two players: Pairs.Elo, Pairs.Score, Pairs.Superiority.
//   - A match that ends as soon as it is decided: SPRT.Test. Its Elo afterwards
//     is biased, as for any test that stops on a lucky run.
//   - Several players, two at a time: Rate. Several seats: RatePlaces, which
//     knows no unit but the group, so that a match of one group proves nothing.
//   - One side against another over several seats: Groups.
//
// # Sources
//
//   - A. Wald, Sequential tests of statistical hypotheses, 1945.
//   - M. Van den Bergh, A practical introduction to the GSPRT; The generalized
//     maximum likelihood ratio for the expectation value of a distribution
//     (hardy.uhasselt.be/Fishtest).
//   - R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs I:
//     the method of paired comparisons, Biometrika 39, 1952.
//   - R. L. Plackett, The analysis of permutations, Applied Statistics 24, 1975;
//     R. D. Luce, Individual Choice Behavior, 1959.
//   - D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of
//     Statistics 32, 2004.
//   - P. J. Huber, 1967, and H. White, Econometrica 50, 1982: the covariance of
//     an estimate whose model is not quite right. K.-Y. Liang and S. L. Zeger,
//     Biometrika 73, 1986: the same for units of several dependent results.
//   - T. Sun and Q. Tran-Dinh, Generalized self-concordant functions: a recipe
//     for Newton-type methods, Mathematical Programming 178, 2019.
package stats
