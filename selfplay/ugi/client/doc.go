// Package client runs other programs that speak the universal game interface,
// and asks them for moves.
//
// # Glossary
//
//   - Process: another program under supervision (process.go, engine.go).
//   - Hello: the exchange of ugi and ugiok, before which a program is not
//     believed to speak the language.
//   - Sync: isready and readyok. What was said before belongs to the past, such
//     as a second answer to the question before.
//   - Ask: the question for a move, with its deadline.
//   - Last words: the end of what the program wrote to its standard error.
//
// # Supervision
//
// Nothing that the program does holds its user up: each exchange has a
// deadline, lines of any length and number are taken without keeping them, and
// a program that does not read its input is not waited for. A process that has
// failed in any way is killed, and everything that it has started with it as
// long as that stays in its process group. So it is when it is closed and does
// not end by itself; and on Linux the kernel ends it if this program dies.
package client
