// Package selfplay makes games. A game is a pure function of its Spec and of
// the network or bot that plays it: nothing in it depends on the time, the
// host, the worker, or who shares a batch.
//
// # Glossary
//
//   - Spec: what fixes a game: run seed, generation, index, rules, settings.
//   - Cap: the training cap on plies. It is not a rule: a capped game is
//     truncated, and its outcome comes from the remaining distances (cap.go).
//   - Full and cheap search: playout cap randomisation. Only full searches
//     train the policy, all decisions train the value (game.go).
//   - Shaped and proven: rows whose policy holds weights in place of visits, and
//     rows whose root value is exact; which searches make them is in package
//     mcts, and the flags are in package dataset.
//   - Backplay: a curriculum of starts that go back from the end of the game,
//     generation by generation, to the start position (backplay.go).
//   - Start near the goal: a position in which most pieces have arrived, from
//     which a share of the games may begin (start.go).
//   - Resignation: a side whose searches find it lost several times in a row
//     gives up; in a share of the games it only says so (game.go).
//   - Lock-step: one worker advances several games by a leaf each and
//     evaluates the leaves together (worker.go).
//   - Bootstrap game: a game of a bot with random moves mixed in, for a first
//     network to learn from (bootstrap.go).
//   - Order: games are finished in any order and stored by index (order.go).
//   - Batch: the games of one generation, on their way into a dataset
//     (batch.go).
//
// The packages below: agent (players by name), arena (matches), stats and gate
// (what a match says), loop (the generations of a run), report (what a person
// reads).
package selfplay
