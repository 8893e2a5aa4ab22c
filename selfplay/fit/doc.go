// Package fit trains a network from games that lie elsewhere: run folders, or
// folders of datasets.
//
// # Glossary
//
//   - Source: a folder with a dataset that is learned from (data.go). It is
//     only read.
//   - Audit: the label audit of package dataset, which each generation of each
//     source must pass (audit.go).
//   - Validation games: games that are not trained on (split.go). Their losses
//     say whether the network has learned more than its games by heart.
//   - Window: the newest training rows, which are all that is in memory. The
//     last source is the newest.
//   - Self-test: a copy of the network learns a few games by heart, before
//     training (selftest.go). If it cannot, something is wrong with the
//     settings, the data or the program, and hours would be lost.
//   - Line: the losses at one step, a line of metrics.jsonl (losses.go).
//   - Folder: what training writes (folder.go).
//   - Checkpoint: the weights, their average and the optimiser after a step.
//
// # What decides the bytes
//
// The batch of a step is drawn with a stream that follows from seed and step
// alone. So training that is stopped at any instant goes on from its last
// checkpoint to the same bytes, and N steps and then N more are the same as 2N.
package fit
