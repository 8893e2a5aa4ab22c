// Package progress tells a person how far a long task has come. It is talk,
// not a result: it goes to the writer that the caller names (standard error),
// a write that fails is ignored, and nothing else may depend on it.
//
// # Glossary
//
//   - Bar: one task with a label, a count of what is done and, where it is
//     known, a total (bar.go).
//   - Terminal: where a bar is drawn and redrawn in one line (terminal.go).
//   - Line: what is written everywhere else, to a file or a pipe: a plain line
//     at most every ten seconds, and one at the end (lines.go).
//
// It is the only importer of github.com/schollz/progressbar.
package progress
