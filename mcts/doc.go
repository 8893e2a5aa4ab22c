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
//   - Noise: Dirichlet noise mixed into the priors of the root (noise.go), or
//     the Gumbel noise of a Gumbel root.
//   - Forced playouts: visits that a root with noise makes of each move at
//     least, and that what is trained on leaves out again (forced.go).
//   - Gumbel root: another way to search the root's moves, by sequential halving
//     of a sample of them (gumbel.go).
//   - Target: what a policy is trained on: the visits of the root's moves, or
//     weights made from them (target.go).
//   - Solver: exact values of finished games travel up the tree (solver.go).
//   - Lower confidence bound: a way to choose the move (lcb.go).
//   - Transposition: another order of moves into the same position, which is
//     then searched once if the configuration says so (graph.go).
//   - Lane: one of the simulations that may be under way at a time. Virtual
//     loss: what one under way counts for the others (lanes.go).
//   - Horizon: a limit from outside, such as a training cap, behind which
//     positions are terminal with a given value.
//   - Inherited: what the tree still knows after the root has moved on
//     (tree.go).
//
// # Use
//
// One search on one evaluator: Reset, then for each move Run, Choose and
// Advance; Root and Target are the numbers to keep. Several searches in step:
// Begin each, collect a leaf from each with Next, evaluate them together, hand
// each its answer with Supply, and repeat until every Next reports that its
// budget is spent. One search that evaluates several leaves at a time: Widen,
// then Run, which does so in batches, or RunParallel on several goroutines.
//
// A Search belongs to one goroutine; RunParallel brings its own and ends them.
// It draws randomness only from the generator that it is given, breaks every
// tie by order, and so repeats exactly, but for RunParallel and for a budget
// that ends by the clock.
package mcts
