// Package interchange is about the formats of other programs that play Halma
// or one of its relatives. Each format is a package below this one; here is
// what they share.
//
//   - usc: the files of a widely solved university assignment, Halma on 16x16
//     for two.
//   - openspiel: the game chinese_checkers of OpenSpiel, the star with 121
//     cells for two, three, four or six.
//
// # Glossary
//
//   - Format: how another program writes positions and moves down. A format
//     that this project defines itself is not one: see docs/formats.md.
//   - Rest: what the text of a position does not say, such as the number of
//     plies. A reader is given it as an engine.SetUp and fills in the cells
//     (and the seat to move, where the text names it). The zero SetUp stands for
//     a position without a history.
//   - Segment: one step or one jump of a route. A route that was given from
//     outside is checked segment by segment, so an error names the bad one.
//
// # What every adapter promises
//
// Reading what was written gives the same position or move back; writing is
// refused, never silently lossy, where the format has no word for something.
// Nothing crashes on any text. An adapter carries positions and moves, not
// rules: each package says in its documentation which rules of the other
// program differ from the ruleset that its caller chose.
package interchange
