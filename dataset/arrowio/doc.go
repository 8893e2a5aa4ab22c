// Package arrowio stores the games of a shard in two Apache Arrow files, writes
// the same columns as Parquet files for other programs, and is the only place
// that knows Arrow.
//
// # Glossary
//
//   - Column: one field of dataset.Game or dataset.Row. Each is declared once,
//     in columns.go, with how it is written and how it is read.
//   - Games file: one row a game. Positions file: one row a decision, in the
//     order of the games.
//   - Metadata: schema version, units, the names of enums, the ruleset and the
//     board, as key and value in the schema.
//
// The Arrow files are in the IPC file format with zstd bodies. They use no
// dictionaries, no fixed-size binaries and no null columns, so that other
// readers open them. Equal games give equal bytes.
package arrowio
