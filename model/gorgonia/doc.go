// Package gorgonia trains a model.Network with Gorgonia. It is the only
// importer of Gorgonia.
//
// The graph, its symbolic differentiation and the TapeMachine that runs it are
// Gorgonia's. The operators on the hot path, the optimiser and the saved state
// are this package's own, because the stock ones are slow, allocate a gigabyte
// a step, or (AdamW) do not change a weight at all.
//
// # Glossary
//
//   - Trainer: the weights, their average, the optimiser's state, and the
//     graphs that compute gradients.
//   - Step: one batch, one update of the weights.
//   - Replica: a graph with its own buffers that computes the gradient of a
//     fixed part of each batch. Gradients are added in the order of replicas,
//     so a step gives the same bits however many of them run at once.
//   - Raw weights: what the optimiser moves. Average: their exponential moving
//     average, which is the network that plays.
//   - Grid: a batch of boards as one matrix with a row per cell and a column
//     per channel (NHWC), with zero rows between the boards and between their
//     lines, so that a 3x3 patch is three runs of consecutive rows and no
//     convolution needs a copy of its patches.
//   - Pad: a row of a grid that is no cell of a board: those zero rows, and the
//     cells of a star's grid that are not on the board.
//   - Run: consecutive rows of a matrix with the same meaning. The boards of a
//     grid have the same runs, one of a rectangle and one for each line of a
//     star; a plain matrix has a single one.
//   - Part: one term of the loss, of one head and one target. Further heads are
//     those of model.Heads, each with a part of its own.
//   - Share: a number in [0,1] that stands for a count (see model/features), and
//     is learned with the cross-entropy of a coin that falls so.
//   - Excess: a cross-entropy less the entropy of its targets, that is the
//     Kullback-Leibler divergence from target to prediction; zero is perfect.
//
// # Operators
//
// conv, linear, pool, policyLoss, seatsLoss and sharesLoss compute the formulas
// of model.Spec and model.Heads. Each differentiates itself into further
// operators of this package (convInput, linearInput, weightGrad, biasGrad,
// reluGrad, poolGrad, policyGrad, seatsGrad, sharesGrad). An operator owns the buffer that holds its result
// and overwrites it at each run; a step allocates next to nothing.
//
// All matrix products go through model/nn/kernel, so results are equal bit for
// bit only between processes with the same kernel path.
package gorgonia
