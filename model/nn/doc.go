// Package nn computes a model.Network fast, for play: the forward pass alone.
//
// # Glossary
//
//   - Net: a network made ready: weights transformed and padded. Immutable.
//   - Evaluator: the scratch of one goroutine, and the forward pass.
//   - Input, Output: one position's planes and legal moves, and its logits.
//   - Group: the few positions that go through the network together.
//   - Tile, halo, plane: see package kernel. The planes of a position, its
//     input numbers, are always called input planes here.
//   - Run, gap, block: see package tiling.
//
// All is in the mover's view, as in package model. How it is computed fast is
// told in docs/kernels.md.
//
// The answer for a position depends on nothing but the position: neither on
// the other positions of a call nor on its place among them, bit for bit. It
// does depend on the kind of kernels (kernel.Path), by rounding.
package nn
