// Package ref plays Halma on a square board with two seats, slowly and
// obviously: the twin that package engine is tested against, and the judge of
// recorded games. It is written from the rules, not from the engine. Of the
// engine it uses names only: the options of a ruleset, moves, results, cell
// names. Boards, camps, distances, jumps, locks, endings and skips are its own.
//
// # Glossary
//
//   - State: a game at one moment, changed in place by Play (state.go).
//   - Cell: an index in reading order, row*side+column. A cell holds 0, or the
//     number of a seat counted from 1.
//   - Camp: the corner of a seat, north-west of seat 0, south-east of seat 1;
//     its goal is the other's camp (square.go).
//   - Landing: a cell where a piece comes down in a turn. A step has one, a
//     chain of jumps one or more, the last of them the end (moves.go).
//   - Route: the origin and all landings of a move (route.go).
//   - Skip: the turn of a seat that has no legal move (play.go).
//   - Sealed: never able to move again, whatever the others do (sealed.go).
//
// A State is not safe for concurrent use.
package ref
