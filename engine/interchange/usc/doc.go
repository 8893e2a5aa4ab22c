// Package usc reads and writes the two files of the Halma assignment of the
// University of Southern California (CSCI 561, Foundations of Artificial
// Intelligence, homework 2 of autumn 2019), for which many programs exist. A
// referee writes input.txt, starts the program, and reads its move from
// output.txt.
//
// # Glossary
//
//   - Input: mode, colour to move, remaining play time, and the board: 3 lines
//     and 16 of 16 characters, B, W or a dot, from the north, each from the west.
//   - Board text: the 16 lines alone.
//   - Colour: BLACK starts in the north-west and is seat 1, WHITE in the
//     south-east and seat 2. The colour of a piece decides its seat, wherever
//     it stands; files in circulation in which W fills the north-west are read
//     so, too, as positions in which White has arrived.
//   - Place: x,y, x being the column from the west and y the row from the
//     north, both from 0: 0,0 is a1 and 15,0 is p1.
//   - Move lines: "E 11,15 10,15", a step to an adjacent empty cell, one line; or
//     one or more of "J 12,15 10,13", a jump each, every one starting where the
//     one before it ended.
//
// # Variants
//
// The assignment ends lines with LF; CR LF and a missing last line end are
// accepted, and so are empty lines at the end. Everything else is strict: single
// spaces, plain decimal numbers, upper case. A writer ends each line with LF and
// writes whole seconds as 100.0. The assignment promises 19 pieces of each
// colour; pieces are not counted here, as the engine knows any number.
//
// # What is not carried over
//
// A file has no history: plies and moves made come from the caller. The rules
// are those that the caller chooses. None is the assignment's, since it
//
//   - lets the opponent keep pieces at home: its game is won when every cell of
//     the target camp that no opponent's piece holds has an own one, and at least
//     one has, while here all of the camp must be filled;
//   - forbids (in its addendum) to enter the own camp from outside, and, while
//     there are pieces in the own camp, any move but one that takes a piece out of
//     it or, failing that, further from its corner;
//   - forbids, as lock=end does, to leave the target camp;
//   - draws lots for the first move and ends a game when the play time is up.
//
// The ruleset wiki-2 is the nearest. A move that is read is legal under the
// chosen ruleset; whether the assignment allows it, too, is not tested. The
// other way round, the assignment does not say that a chain may not land on a
// cell twice; such a chain is refused here, though the same move by a direct
// route exists.
package usc
