// Package ref plays Halma slowly and obviously, on every board and by every
// ruleset: the twin that package engine is tested against, and the judge of
// recorded games. It is written from the rules, not from the engine. Of the
// engine it uses names only: the options of a ruleset, the corners of its
// seats, moves, results, statuses, cell names. Boards, camps, distances, jumps,
// locks, endings, events and skips are its own.
//
// # Glossary
//
//   - State: a game at one moment, changed in place by Play and by events
//     (state.go).
//   - Cell: an index in reading order, north to south, west to east. A cell
//     holds 0, or the number of a seat counted from 1.
//   - Field: the cells of a board, what is next to what, and the camps by
//     corner (field.go). Squares and stars each have a way to be drawn
//     (square.go, star.go).
//   - Camp: the cells of a corner. A seat's home is the camp of its own corner,
//     its goal the opposite one, whether anybody is at home there or not.
//   - Landing: a cell where a piece comes down in a turn. A step has one, a
//     chain of jumps one or more, the last of them the end (moves.go).
//   - Route: the origin and all landings of a move (route.go).
//   - Place: the rank of a seat that is out (places.go).
//   - Skip: the turn of a seat that has no legal move (play.go). A seat that is
//     out has no turn, which is no skip.
//   - Event: resigning, a missed turn, an agreed draw (event.go).
//   - Standing: how the game stands in a position that comes from outside
//     (standing.go).
//   - Sealed: never able to move again, whatever the others do (sealed.go).
//
// A State is not safe for concurrent use.
package ref
