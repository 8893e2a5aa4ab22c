// Package openspiel translates between the engine and the game
// chinese_checkers of OpenSpiel, as it joined that library in spring 2026
// (open_spiel/games/chinese_checkers).
//
// # Glossary
//
//   - Index: a cell. OpenSpiel counts the 121 cells row by row from the north
//     and from the west, as the engine does: index and cell are the same number.
//   - Place: row from 0 to 16 and doubled column from 0 to 24 of a cell. Cells
//     of a row are two columns apart, and adjacent rows are shifted by one; the
//     north point is 0,12 and the centre 8,12.
//   - Player: a seat. OpenSpiel counts players from 0, and the board shows them
//     as digits from 1. Two players sit at N, S, three at N, SE, SW, four at N,
//     NE, S, SW, six at all points, in this order: the seats of star-121-2, -3, -4
//     and -6. There is no game of five. Player 0, in the north, begins.
//   - Direction: 0 up-left, 1 up-right, 2 left, 3 right, 4 down-left,
//     5 down-right.
//   - Action: index·6 + direction, from 0 to 725, moves the piece on that index:
//     a step if the next cell is empty, else a hop over it. 726 is Pass.
//   - Turn: the actions of one move. A step is one action. A chain is an action a
//     hop, then Pass; but the turn ends by itself, without Pass, as soon as no
//     cell can be hopped to that the chain has not visited. A player without a
//     move passes.
//   - History: the actions of a game.
//   - State text: ToString and ObservationString of a state: 17 lines, each cell
//     in its doubled column, and a line "Player: N" with the player to move.
//
// # Rules
//
// Rules is the ruleset that comes nearest: no lock, no sealed draw, and
// max_moves as the turn limit. Steps, hops, the empty origin, no landing twice
// and the winner are the same. What remains different:
//
//   - A blocked player's pass is a turn that counts for max_moves; a skip does
//     not count as a move here.
//   - Where nobody can move the game goes on with passes until max_moves, here
//     it is drawn at once.
//
// Any ruleset for the same seats is accepted, if the first to fill wins and
// everybody still plays. Its lock may refuse what OpenSpiel allows.
//
// # What is not carried over
//
// A state text has no history: plies and moves made come from the caller. A
// state within a chain ("hopping from") is no position of the engine, where a
// move is whole, and is refused; its text does not tell the cells that the
// chain has visited. A turn read along any route becomes the same move, and is
// written along the canonical one.
package openspiel
