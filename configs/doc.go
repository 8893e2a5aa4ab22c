// Package configs holds the settings of a run: what they are, their defaults,
// their bounds, and the named sets of them that the program carries.
//
// # Glossary
//
//   - Setting, key: one field of Config, named by its YAML names joined with
//     dots, such as selfplay.games (config.go, fields.go).
//   - Defaults: the embedded defaults.yaml, which gives every setting.
//   - Named configuration: an embedded file that holds what differs from the
//     defaults (embed.go).
//   - Layer: the defaults, then a named configuration or a file, then the
//     assignments of a command line; a later layer replaces single settings of
//     an earlier one, and a list as a whole (layer.go).
//   - Place: where a setting was given, FILE:LINE or the assignment (layer.go).
//   - Fault: one thing wrong with a setting, with its place where there is one
//     (faults.go). All faults are reported at once, never the first alone.
//   - Bounds: the least and the largest value of a setting; with its kind and
//     its explanation they stand in one table, from which Validate and Schema
//     are made (fields.go). What concerns two settings is in relations.go.
//   - Ruleset file: a user's own ruleset as YAML, a preset with options under
//     an id of its own (rules.go). A configuration that names one holds its
//     reference and its id, never the path.
//   - Hash: the name of everything in a configuration that bears on a game
//     (marshal.go).
//
// Player specs are only tested for not being empty: who can play is known
// elsewhere.
package configs
