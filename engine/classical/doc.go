// Package classical plays Halma by alpha-beta search with a handwritten
// evaluation: an opponent that needs no training, a yardstick, and the source
// of the games from which a first network learns. Every board and ruleset: with
// three to six seats and with teams see multi.go for how opponents are treated.
//
// There are two searches. The plain one looks at every move up to its depth and
// finds the score of minimax: its depths are the rungs of the ladder, so what it
// plays does not change. The selective one is the strong one: it leaves out what
// promises little, and so sees two or three times as far (docs/classical.md has
// what each of its parts is worth).
//
// # Glossary
//
//   - Score: how good a position is, an integer in the view of one seat; see
//     weights.go for its unit. Scores beyond ±MateBound are decided games:
//     Mate less the number of plies until the win.
//   - Table: the worth of a piece on each cell, in the seat's own view. What it
//     adds up to moves with the pieces, so a search carries it along.
//   - Extras: what the table cannot say: the way of the last pieces to the
//     empty target cells, and pieces that may miss the deadline.
//   - Tempo: what it is worth to have the turn.
//   - Gain: by how much a move raises the mover's table sum. Moves are tried
//     in descending order of gain; forwards is what has a gain above zero.
//   - Depth: the number of plies looked ahead.
//   - Frontier: the node before the last ply. Its moves are compared by their
//     gain and not made, as long as the extras cannot change (frontier.go for
//     the plain search, horizon.go for the selective one).
//   - Transposition: a position reached again by other moves (table.go).
//   - Iteration: the search to one depth. Each goes one ply deeper and starts
//     with the best move of the one before.
//   - Feature: a part of the selective search that can be turned off
//     (features.go), to measure what it is worth.
//   - Terrain: the tables of a board by seat (terrain.go), for any number of
//     seats.
//   - State: a position of the selective search, of which moves are taken back
//     instead of copied (state.go).
//   - Window: the scores between alpha and beta that a node must tell apart; a
//     null window has none between them and only asks which side it is.
//   - Party: the seat that searches, and its partner; opponents are all others
//     (party.go).
//   - Progress, rivals: a seat's table sum and extras, and those against whom
//     it is measured where there are several (rivals.go).
//   - Usual move: the one by which a seat fills its target, or else gains most.
//   - Race: armies that are past each other; each seat then only counts its own
//     moves (race.go).
//
// # The selective search
//
// It is a principal variation search by iterative deepening, whose windows are
// narrow around the score of two iterations ago: the score swings between odd
// and even depths. Near the leaves only the most promising moves are looked at,
// and further up the others are searched less deeply, and again if they turn
// out well (node.go). A position with one ply to go is good enough as it stands
// if its static score is; otherwise what its best move gains is read from the
// cells that the pieces can reach (horizon.go). Moves are found only when they
// are needed (picker.go).
//
// # The leaf of the plain search
//
// A leaf is judged by its pieces and counters as if the seat after the one
// that has just moved had the turn: whether that seat is blocked is not looked
// at in the last ply. Everywhere else the turn is what the rules say.
//
// # Repeatability
//
// A plain search is a function of its configuration, the position and the
// random stream, and of nothing else. A selective search also depends on the
// searches since the last Reset, whose table it uses: so the moves
// of a whole game follow from the configuration, the positions and the stream,
// unless a condition from outside stops a search. No search reads a clock.
package classical
