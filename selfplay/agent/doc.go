// Package agent makes players from names: whoever plays a game of self-play,
// of a match or against a person is written as one string, its spec.
//
// # Glossary
//
//   - Player: picks moves (player.go). A player belongs to one goroutine and to
//     one game at a time.
//   - Spec: a player's name with its options, such as
//     "classical:depth=2,noise=0.1" (spec.go, options.go).
//   - Random: every legal move is equally likely (simple.go).
//   - Greedy: the move that shortens the own remaining distance most
//     (simple.go).
//   - Classical: the alpha-beta search of engine/classical (classical.go).
//   - Net: a network with tree search. It is made by a NetLoader, so that
//     whoever starts the games decides how networks are read, shared and
//     evaluated.
//   - Program: another program that speaks the universal game interface
//     (program.go). It is asked for moves and nothing else.
//   - Forfeit: the loss of a game by a player that gave no usable answer
//     (forfeit.go).
//   - Abilities: what some players can besides choosing moves: be stopped,
//     tell what they find, be closed (searching.go).
//   - Tree: how a net player searches, apart from its budget: batches, threads,
//     memory, the choice of the move (tree.go). Clock: what ends a search in
//     time before a batch that would end too late (clock.go).
//   - Evaluation cache: a memory of what a network answered, in which equal
//     positions are found again (cache.go, cachekey.go).
//   - Noise: the probability of a uniformly random legal move instead of the
//     player's own; it varies the games from which a first network learns.
//
// # Repeatability
//
// All random choices come from the stream passed to Choose, and no player but
// one with a time= budget reads a clock. So a game depends on its position,
// its stream and its specs alone. Spec.CheckRepeatable refuses the others, and
// other programs, where that is promised.
package agent
