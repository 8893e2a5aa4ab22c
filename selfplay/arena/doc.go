// Package arena plays matches and tournaments between players, by every
// ruleset.
//
// # Glossary
//
//   - Entrant: a player who takes part, by name (contest.go).
//   - Side: a player in a game, whatever seats it has there. Of a match side 0
//     is player A and side 1 player B.
//   - Opening: where a game of players begins: a few random plies from the
//     start position, a line of a list, or a set-up position (opening.go).
//   - Seating: which side has which seat (seating.go).
//   - Group: the games from one opening, one for each seating, so that neither
//     an unfair opening nor a better seat favours anybody. Its games depend on
//     each other through the opening, so the group is the unit of statistics.
//   - Pair: a group of two games with two sides, between two seats or two teams.
//   - Place: 1 for the best seat of a game. Seats that the rules do not tell
//     apart share a place.
//   - Score: of a side in a game, in [0,1]: over all its seats and all seats of
//     the others, how often its seat has the better place; a shared one is half
//     (score.go). Between two seats that is a win, a draw or a loss, and
//     with every seat a side of its own, places spread evenly over [0,1].
//   - Cap: the ply at which a game is stopped. Everybody who still plays shares
//     a place, or, in a match that adjudicates, the seat that is ahead wins.
//     Capped games are always counted apart, together with who still had pieces
//     at home: a player that never leaves its camp loses few games.
//   - Forfeit: a player gave no usable answer, and has lost the game by that
//     (forfeit.go).
//   - Meeting: groups between the same entrants (contest.go). A tournament is
//     several meetings.
//   - Effort: what a player needed for its moves (effort.go).
//   - Store: a file in which the games of a match are kept, so that one that
//     was stopped goes on (store.go).
//
// Games are played by several goroutines, and each is a pure function of the
// seed, the meeting's label and its index, as long as its players are. Results
// are read in order of the index, so that a match that may be stopped early
// stops at the same game every time.
package arena
