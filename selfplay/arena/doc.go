// Package arena plays matches between two players.
//
// # Glossary
//
//   - Opening: a few random plies from the start position.
//   - Pair: two games from one opening, sides swapped, so that neither an
//     unfair opening nor the first move favours anybody.
//   - Side: 0 is player A, 1 is player B, whatever seats they have in a game.
//   - Cap: the ply at which a game is stopped. It counts as half a point, or,
//     in a match that adjudicates, as a win of the seat that is ahead. Capped
//     games are always counted apart, together with who still had pieces at
//     home: a player that never leaves its camp loses few games.
//
// Games are played by several goroutines, and each is a pure function of the
// match's seed and its index. Results are read in order of the index, so that
// a match that may be stopped early stops at the same game every time.
package arena
