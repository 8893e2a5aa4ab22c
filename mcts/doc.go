// Package mcts is Monte Carlo tree search guided by a network, as in AlphaZero
// (Silver et al. 2018, "A general reinforcement learning algorithm that
// masters chess, shogi, and Go through self-play"), for any number of seats.
//
// # Glossary
//
//   - Simulation: one descent from the root to a leaf, its evaluation, and the
//     backup of the value along the way.
//   - Leaf: a position that a simulation ends in. A terminal one has a value
//     of its own; any other is evaluated, and expanded with its legal moves.
//   - Evaluator: whoever evaluates leaves, usually a network.
//   - Prior: the evaluator's probability of a move, before any search.
//   - Value: a vector in [-1,1], one entry per seat in absolute seat order.
//     Every node maximises the entry of its own mover (max^n), so nothing is
//     ever negated, and a skipped seat needs no special case.
//   - Q: the mean value of a move's simulations, for the seat that makes it.
//   - PUCT: the selection rule, Q + CPuct·P·sqrt(N)/(1+n).
//   - First-play urgency: the Q that an unvisited move is given.
//   - Horizon: a limit from outside (a training cap) behind which positions
//     are terminal with a given value.
//
// A Search belongs to one goroutine. It draws randomness only from the
// generator that it is given, breaks every tie by order, and so repeats
// exactly.
package mcts
