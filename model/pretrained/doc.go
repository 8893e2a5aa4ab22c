// Package pretrained holds small trained networks, which the program carries,
// so that it plays well without a run before.
//
// # Glossary
//
//   - Embedded network: a network file of this folder, NAME.safetensors. Its
//     provenance says which run has made it, and with which program.
//   - Name: what an embedded network is called; it may stand wherever a network
//     file may. A file of that name comes first.
//
// The networks:
//
//	10x10 wiki-10-d50, 3 blocks x 32 filters: learned in an hour from the
//	      weights of 8x8; beats classical:hard at 100 ms a move
//	16x16 wiki-2,deadline=100, 3 blocks x 32 filters: learned in 100 minutes
//	      from the weights of 10x10; beats classical:hard at 100 ms a move
//	8x8   wiki-8-d30, 3 blocks x 32 filters: learned in 28 minutes from random
//	      weights; beats classical:hard at 100 ms a move
//
// Runs and matches are in docs/experiments.md.
package pretrained
