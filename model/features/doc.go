// Package features is the one place where perspective is turned. It encodes a
// position as input planes in the mover's view, translates legal moves into
// that view, and turns the network's answer back into absolute seats.
//
// # Glossary
//
//   - Mover's view: the board turned so that the mover's home camp is in the
//     first corner, north-west on squares, north on stars; seats counted from
//     the mover in playing order.
//   - Grid cell: the index of a cell in the grid of the network's spec, row by
//     row. A star lies in the grid of its axial coordinates.
//   - Encoding: a named, versioned set of planes. A network's spec names the
//     encoding that it was trained on; a changed plane is a new name.
//   - Name of a plane: what it holds, the same in every encoding (meaning.go).
//   - Ground: the planes of a view that no move changes. Clocks: the planes that
//     hold one number on the whole board.
//   - Mirror: a reflection that lays the board with its seats onto itself,
//     which exists between two seats only. Training may see a position
//     mirrored; search never does.
//
// There are two encodings. Square2, of square boards with two seats:
//
//	plane  on each cell
//	0 1    1 where the mover, the other seat has a piece
//	2 3    1 in the mover's camp, in its target camp
//	4      step distance from the goal corner, 0 there to 1 at home
//	5      1, so that a padded convolution sees the edge
//	6 7    own moves left before the deadline, as a share: the mover's, the
//	       other seat's; 1 without a deadline
//	8      1 if the ruleset has a deadline
//
// and General, of all other boards, with S seats of which the mover is seat 0.
// It is zero on grid cells that are not on the board.
//
//	planes              on each cell
//	0 ... S-1           1 where a seat has a piece, by seat
//	S ... 2S-1          1 in a seat's target camp, by seat
//	2S                  1 in the mover's camp
//	2S+1                step distance from the tip of the mover's target camp,
//	                    0 there to 1 at the tip of its own
//	2S+2                1
//	two seats, then:
//	7                   plies made, as a share of the turn limit; 0 without one
//	8 9 10              as planes 6 to 8 of Square2
//	more seats, then:
//	2S+3                1 if seats 0 and 2 play against the others
//	2S+4                plies made, as a share of the turn limit; 0 without one
//	2S+5 ... 3S+3       1 while a seat still plays, by seat without the mover; a
//	                    partner who has filled its camp does not
//	3S+4 ... 4S+2       place of a seat that does not, from 1 for the first to 0
//	                    for the last, by seat without the mover; 0 before
//
// Everything outside this package is in absolute cells and absolute seats.
package features
