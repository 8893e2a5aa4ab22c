// Package engine plays Halma: boards, positions, moves, rules, results,
// notation. It is fast (bitboards), allocates nothing while it plays, and
// depends on the standard library alone. Package engine/ref plays the same
// rules slowly and obviously; tests hold the two against each other.
//
// # Glossary
//
//   - Board: the geometry (board.go). A cell is an index in reading order from
//     0; its name is a column letter and a row number, a1 in the north-west.
//   - Layout, Bits: the order in which cells become bits (board.go, bits.go).
//     Cells whose row and column have the same parities share a 64-bit word,
//     because a chain of jumps never leaves such a parity class.
//   - Seat: a player in playing order, counted from 0 in code, from 1 in text.
//     Home is a seat's own camp, goal its target camp.
//   - Rules: every option of a ruleset (rules.go); a reference such as
//     "wiki-8,lock=none" names one.
//   - Move: from and to (move.go). A step goes to an adjacent cell; a jump
//     crosses one adjacent piece; a chain of jumps is one move, and its route
//     is only notation (route.go).
//   - Ply: one move of one seat. A seat without a legal move is skipped, which
//     is not a move and no ply.
//   - Result: ongoing, a win, a draw with its cause, or truncated by a training
//     cap, which is not a rule (result.go).
//   - Remaining distance: how far a seat still has to go (distance.go).
//   - View: a cell as a seat sees it, its own home in the first corner.
//   - Perft: the number of move sequences of a given length (perft.go), the
//     usual test of a move generator.
//
// # Where to find a rule
//
//   - Steps and jumps, no landing twice, the empty origin: movegen.go.
//   - Locks on pieces in the target camp: jumps and stepTargets in movegen.go,
//     mayLand in route.go.
//   - Order after a move (goal, deadline, sealed, turn limit, next seat,
//     skips), nobody can move: play.go.
//   - Provably sealed pieces: sealed.go.
//   - Presets and options: rules.go. Text of positions: postext.go; of moves:
//     notation.go; of whole games, skips included: replay.go.
//
// # Decisions where the sources are silent
//
//   - A set-up in which a seat fills its target is refused before the first
//     ply; later it is that seat's win.
//   - A set-up after the first ply whose moves made add up to its plies may be
//     the end of a game, so it is tested for the deadline of the seat before
//     the one to move. With other counts it is no position of a game, and a
//     seat is tested after its next own move.
//   - The sealed draw is found after a move. So a set-up before the first ply
//     that has a sealed piece already is played on, and drawn by its first move.
//   - A set-up in which nobody can move is drawn, and is called sealed rather
//     than immobile where it is both.
//   - The text of a truncated game is that of the game going on: the cap is no
//     rule.
//   - A text keeps the ruleset reference as it was written; the content hash
//     of the rules tells whether two references mean the same.
//   - A position that is set up may hold any number of pieces.
package engine
