// Package server lets any player of package agent speak the universal game
// interface, as docs/ugi.md describes it.
//
// # Glossary
//
//   - Server: reads requests and answers them (server.go, requests.go). One
//     goroutine reads; each search has another.
//   - Options: what setoption sets (options.go): the ruleset, the player, the
//     seed of its random choices, the memory of its table.
//   - Place: the position that was set up and the moves that led there
//     (place.go).
//   - Seat at the table: the player that was made last, and how much of the
//     game it has seen (player.go). It is kept as long as the spec and the
//     ruleset are the same.
//   - Search: the choice of a move that is under way (search.go).
//
// A request that cannot be carried out is answered by a line "info string error
// ..." and changes nothing. While a search runs only isready, query, stop, wait
// and quit are carried out.
package server
