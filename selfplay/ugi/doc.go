// Package ugi is the universal game interface: the lines that a program which
// plays and a program which wants a player send each other over standard input
// and output. It began as the interface of chess programs (UCI) and knows any
// game of two players; docs/ugi.md gives it as it is spoken here, with what
// Halma and its boards of three and more seats add.
//
// This package holds the language alone. Package server answers in it, package
// client asks.
//
// # Glossary
//
//   - Request: a line to the program that plays (request.go).
//   - Answer: a line from it (answer.go).
//   - Limits: what bounds the search of a move (limits.go).
//   - Info: what a search has found so far, as an answer tells it (info.go).
//   - Command: the command line of a program with its quotes (command.go).
//
// Lines are words between blanks. Reading them is total: a line either means
// something or gives an error that says why not.
package ugi
