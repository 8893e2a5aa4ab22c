// Package dataset keeps what self-play has produced: games and the decisions
// in them, in files that can be trusted, checked by playing them again, and
// read back into a training window.
//
// # Glossary
//
//   - Game: one finished game with everything that is needed to play it again
//     (game.go). Row: one decision of a game, a position with what the search
//     found there and how the game went on.
//   - Absolute seats: every vector has one entry per seat, in playing order;
//     nothing here is seen from the mover, except Visit.Q.
//   - Grid: the numbers that priors and values are rounded to (grid.go).
//   - Shard: the two files that hold up to a few hundred consecutive games of
//     one generation (shard.go): games and positions. Encoder: how a shard
//     becomes bytes. Codec: one that reads them again; package dataset/arrowio
//     has the one that is used. Export: the shards of a set in the format of
//     another encoder, for other programs (export.go).
//   - Manifest: the append-only list of files with their SHA-256; its hash
//     stands for the whole data set (manifest.go). A file that it does not
//     name does not count.
//   - Set: the shards of a manifest, opened for reading (set.go).
//   - Window: the most recent rows, decoded once into memory, from which
//     training samples (window.go); WindowSize says how many.
//   - Verify: play every game again and compare every number that can be
//     derived (verify.go, check.go). Fault: one thing that does not agree (fault.go).
//   - Squatting: a game that the cap ended while exactly one side still had
//     pieces in its own camp.
//   - Label audit: what an Auditor does with the games that are about to be
//     trained on (audit.go): the checks of Verify by the engine alone, which is
//     fast; no game twice; root values that follow from the visits; and Signs.
//   - Sign: do outcome and search agree on who is winning, for each seat to
//     move and distance from the end (sign.go)? A sign error makes the answer
//     negative. Stats.RootCorrelation is the same in one number a seat.
//   - Check: the name of what found a fault. Referee: who replays the game,
//     the slow twin or the engine (referee.go).
//
// # What decides the bytes
//
// A shard's bytes depend on its games and on the program alone. No time, host,
// worker or order of arrival goes into a file, so the same run gives the same
// dataset hash however it was executed.
//
// docs/formats.md draws the files.
package dataset
