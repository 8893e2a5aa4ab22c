// Package engine plays Halma: boards, positions, moves, rules, results,
// notation. It is fast (bitboards), allocates nothing while it plays, and
// depends on the standard library alone. Package engine/ref plays the same
// rules slowly and obviously; tests hold the two against each other. Packages
// below engine/interchange read and write formats of other programs.
//
// # Glossary
//
//   - Board: a grid (grid.go: cells, directions, camps by corner) with seats in
//     some of its corners (board.go). A cell is an index in reading order from
//     0; its name is a column letter and a row number, a1 in the north-west of
//     a square, M1 at the north point of the star of 121 cells.
//   - Layout, Bits: the order in which cells become bits (layout.go, bits.go).
//     Cells whose row and column have the same parities share a 64-bit word,
//     because a chain of jumps never leaves such a parity class. On the star of
//     253 cells a class is two halves (halves.go).
//   - Seat: a player in playing order, counted from 0 in code, from 1 in text.
//     Home is a seat's own camp, goal its target camp.
//   - Rules: every option of a ruleset (rules.go); a reference such as
//     "wiki-8,lock=none" names one (reference.go, preset.go).
//   - Move: from and to (move.go). A step goes to an adjacent cell; a jump
//     crosses one adjacent piece; a chain of jumps is one move, and its route
//     is only notation (route.go).
//   - Ply: one move of one seat.
//   - Event: what happens in a game besides moves: a skipped turn, a time-out,
//     a seat that resigns, a draw agreed on (event.go). No event is a ply.
//   - Status: whether a seat still plays, and its place when it is out (status.go).
//   - Result: ongoing, a win of a seat or a team, places, a draw with its cause,
//     or truncated by a training cap, which is not a rule (result.go).
//   - Remaining distance: how far a seat still has to go (distance.go).
//   - View: a cell as a seat sees it, its own home in the first corner. A
//     symmetry lays the board with its seats onto itself (symmetry.go).
//   - Perft: the number of move sequences of a given length (perft.go), the
//     usual test of a move generator.
//
// # Where to find a rule
//
//	boards, camps, directions, cell coordinates    grid.go
//	seats, opposite camps, shared cells of camps   board.go (checkSeats)
//	steps                                          pack.go, movegen.go (stepTargets)
//	jumps, no landing twice, the empty origin      layout.go (flood); halves.go on star253
//	locks on pieces in the target camp             movegen.go (jumps, stepTargets); route.go (mayLand)
//	goal, deadline, sealed, turn limit, in order   play.go (afterMove)
//	next seat, skips, nobody can move              play.go (next, SkipBlocked)
//	places, the last one still playing             play.go (lastOne), status.go (ranked)
//	teams, a full seat is skipped                  play.go (teamFull), movegen.go (stopped)
//	resigning, time-outs, draw by agreement        event.go
//	provably sealed pieces                         sealed.go
//	set-ups: what is refused, what is over         position.go (setStatus, settle)
//	presets; options and how they go together      preset.go; reference.go
//	text of cells and moves; of routes             notation.go; route.go
//	text of positions; whole games                 postext.go; replay.go
//
// # Where the sources differ
//
// The rules merge two texts of Ply Yard, Leapstone, the Wikipedia article and a
// Star Halma edition. Each difference is an option, and each source a preset:
//
//   - A piece in its target camp: may leave (Ply Yard, Leapstone: lock=none);
//     may not end a move outside, though its chain may go out and come back
//     (Wikipedia: end); every landing must be inside (Star Halma: path). The
//     strict reading, that a piece which lands in its target in mid-chain must
//     end there too, is endpass.
//   - The first to fill wins (finish=first); the game goes on for the places
//     (Leapstone with four: places); partners need both camps (teams).
//   - Who begins: drawn by lot (Wikipedia: first=random); seat 1 elsewhere.
//   - Pieces at home too long: lose from a number of own moves on (the variants
//     -d30 and -d50: deadline); elsewhere nothing happens.
//   - Endless games: Star Halma draws after 1500 moves (turn_limit) and when a
//     piece is sealed in its own camp (sealed_draw); the others know no end.
//   - Giving up: resign (Ply Yard, Leapstone), with places for resigners, the
//     latest best (Leapstone with four); agreed_draw (Ply Yard); timeout=3
//     (Leapstone). The others know none of these.
//   - A player without a move neither wins nor loses: the turn is skipped (Ply
//     Yard says so; the others say nothing else).
//   - Camps of three seats on the star have 10 pieces in one source and 15 in
//     another: boards star121 and star121x15.
//   - A camp is filled only by the seat's own pieces, and only the seat that
//     has just moved can win, also where others were in the way or have left.
//
// # Decisions where the sources are silent
//
//   - A set-up in which a seat fills its target is refused before the first
//     ply. Later it is that seat's win under finish=first; under places it goes
//     on, and the seat finishes with its next own move that leaves the camp full.
//   - A set-up after the first ply whose moves made add up to its plies may be
//     the end of a game, so it is tested for the deadline of the seat before
//     the one to move. With other counts it is no position of a game, and a
//     seat is tested after its next own move.
//   - The sealed draw is found after a move. So a set-up before the first ply
//     that has a sealed piece already is played on, and drawn by its first move.
//   - A set-up in which nobody can move is drawn, and is called sealed rather
//     than immobile where it is both.
//   - A seat whose place is not known (a bare f or r) takes, when the places are
//     given out, the best one left: finished before resigned, in playing order.
//   - The last one of a game of places finishes, too: behind those that filled
//     their camps, before those that resigned.
//   - Under finish=first the last seat that has not resigned wins.
//   - Teams cannot resign: a team without one of its seats could not finish.
//   - A resigning that leaves the seat to move without a move skips it.
//   - The text of a truncated game is that of the game going on: the cap is no
//     rule. So is the text of a game whose draw was agreed on.
//   - A text keeps the ruleset reference as it was written; the content hash
//     of the rules tells whether two references mean the same.
//   - A position that is set up may hold any number of pieces.
//   - seats names corners clockwise; another order is refused and not read as a
//     playing order.
package engine
