// Package features is the one place where perspective is turned. It encodes a
// position as input planes in the mover's view, translates legal moves into
// that view, and turns the network's answer back into absolute seats.
//
// # Glossary
//
//   - Mover's view: the board turned so that the mover's home camp is in the
//     first (north-west) corner; seats counted from the mover.
//   - Encoding: a named, versioned set of planes. A network's spec names the
//     encoding that it was trained on; a changed plane is a new name.
//   - Mirror: the reflection that keeps both camps in place. Training may see
//     a position mirrored; search never does.
//
// Everything outside this package is in absolute cells and absolute seats.
package features
