// Package mcts is Monte Carlo tree search guided by a network, as in AlphaZero
// (Silver et al. 2018, "A general reinforcement learning algorithm that
// masters chess, shogi, and Go through self-play"), for any number of seats.
//
// # Glossary
//
//   - Simulation: one descent from the root to a leaf and the backup of the
//     leaf's value along the way. Every simulation is one visit of a root move.
//   - Leaf: a position that a descent ends in. A terminal one has a value of
//     its own; any other is evaluated, and expanded with its legal moves.
//   - Evaluator: whoever evaluates leaves, usually a network.
//   - Prior: the evaluator's probability of a move, before any search.
//   - Value: a vector in [-1,1], one entry per seat in absolute seat order.
//     Every node maximises the entry of its own mover (max^n, Luckhardt and
//     Irani 1986), so nothing is ever negated, and a skipped seat needs no
//     special case: its neighbours in the tree may have the same mover.
//   - Q: the mean value of a move's simulations, for the seat that makes it.
//   - PUCT: the selection rule, Q + c·P·sqrt(N)/(1+n), with P the prior, n the
//     visits of the move and N those of its node (choose in select.go).
//   - First-play urgency: the Q that an unvisited move is given.
//   - Noise: Dirichlet noise mixed into the priors of the root (noise.go).
//   - Horizon: a limit from outside, such as a training cap, behind which
//     positions are terminal with a given value.
//   - Inherited: what the tree still knows after the root has moved on
//     (tree.go).
//
// # Use
//
// One search on one evaluator: Reset, then for each move Run, Root, Sample and
// Advance. Several searches in step: Begin each, collect a leaf from each with
// Next, evaluate them together, hand each its answer with Supply, and repeat
// until every Next reports that its budget is spent.
//
// A Search belongs to one goroutine. It draws randomness only from the
// generator that it is given, breaks every tie by order, and so repeats
// exactly.
package mcts
