// Package classical plays Halma by alpha-beta search with a handwritten
// evaluation: an opponent that needs no training, a yardstick, and the source
// of the games from which a first network learns. Two seats only.
//
// # Glossary
//
//   - Score: how good a position is, an integer in the view of one seat; see
//     evaluate.go for its unit. Scores beyond ±MateBound are decided games:
//     Mate less the number of plies until the win.
//   - Table: the worth of a piece on each cell, in the seat's own view. What it
//     adds up to moves with the pieces, so a search carries it along.
//   - Extras: what the table cannot say: the way of the last pieces to the
//     empty target cells, and pieces that may miss the deadline.
//   - Gain: by how much a move raises the mover's table sum. Moves are tried
//     in descending order of gain.
//   - Depth: the number of plies looked ahead, all moves of each included.
//   - Frontier: the node before the last ply. Its moves are compared by their
//     gain and not made, as long as the extras cannot change (frontier.go).
//   - Transposition: a position reached again by other moves (table.go).
//   - Iteration: the search to one depth. Each goes one ply deeper and starts
//     with the best move of the one before.
//
// # The leaf
//
// A leaf is judged by its pieces and counters as if the seat after the one
// that has just moved had the turn: whether that seat is blocked is not looked
// at in the last ply. Everywhere else the turn is what the rules say.
//
// # Repeatability
//
// A search is a function of its configuration, the position and the random
// stream, and of nothing else; no search is influenced by an earlier one. The
// search finds the score of plain minimax (a test holds both against each
// other), so the table, the frontier and the order of moves change only the
// time it takes.
package classical
