// Package model holds what a network is, apart from how it is computed: its
// Spec (the sizes), its weights by name, the safetensors file that carries
// both, and the Batch it is trained on.
//
// # Glossary
//
//   - Spec: sizes and versions that fix every tensor's shape.
//   - Network: a Spec, its weights, and where they came from (Provenance).
//   - Plane: one input number per cell; the planes of a position are an NHWC
//     matrix of Cells rows and Planes columns (see package model/features).
//   - Mover's view: the board turned so that the mover's home is the first
//     corner, and seats counted from the mover. Networks see and answer in
//     this view only; model/features turns it back.
//   - Growth: what a network has taken over from another one, of any board, in
//     layers (growth.go).
//   - Head: what a network answers from its tower: policy and value, and in
//     training, where that is wanted, further ones (Heads).
//   - Query, key: one vector per cell each; a move's logit is
//     query[from]·key[to]/sqrt(PolicyDim).
//
// Two packages compute networks: model/nn (inference) and model/gorgonia
// (training). Both read the same weights and agree to 1e-4.
package model
