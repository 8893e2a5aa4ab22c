// Package kernel holds the inner loops of the forward pass and of training:
// matrix products, the Winograd transforms, and the small loops of the heads.
// All numbers are float32, all matrices row-major.
//
// # Glossary
//
//   - Kind: a set of kernels, written for one class of CPU. KindGo is plain Go
//     and runs everywhere; it is the twin that the others are tested against.
//   - Product: one or many equal matrix products, C = start + A·B.
//   - Plane: one of the equal products of a Product, or one of the 36 matrices
//     of a Winograd transform.
//   - Tile: a 4x4 square of outputs of a convolution, computed from a 6x6
//     square of inputs.
//   - Halo: the zero cells around a board that a convolution reads.
//
// # Order of summation
//
// Every output is summed over k in ascending order, starting from its start
// value, whatever the shape of the matrices and wherever the output lies. So a
// row of C depends only on its row of A, bit for bit: an answer does not
// depend on its neighbours in the batch. KindAVX2 and KindAVX512 fuse multiply
// and add, KindGo does not, so results of different kinds agree only to
// rounding.
//
// # Concurrency
//
// Nothing is shared: calls on different memory may run at the same time. A
// single call into assembly is kept well below 100 µs, because the runtime
// cannot preempt it.
package kernel
