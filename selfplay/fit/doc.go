// Package fit trains a network from games that lie elsewhere: run folders, or
// folders of datasets.
//
// # Glossary
//
//   - Data, Source: a folder with a dataset that is learned from (data.go,
//     loop.Source). It is only read, and each of its generations must pass the
//     label audit of package dataset.
//   - Share: of the samples, those that come from a source; sources without a
//     share have what the others leave.
//   - Validation games: games that are not trained on (split.go). Their losses
//     say whether the network has learned more than its games by heart.
//   - Window: the newest training rows of a source with a share, or of all
//     those without, which are all that is in memory. The last source is the
//     newest.
//   - Self-test: a copy of the network learns a few games by heart, before
//     training (loop.RunSelfTest). If it cannot, something is wrong with the
//     settings, the data or the program, and hours would be lost.
//   - Line: the losses at one step, a line of metrics.jsonl (line.go).
//   - Folder: what training writes (folder.go).
//   - Checkpoint: the weights, their average and the optimiser after a step.
//
// # What decides the bytes
//
// The batch of a step is drawn with a stream that follows from seed and step
// alone. So training that is stopped at any instant goes on from its last
// checkpoint to the same bytes, and N steps and then N more are the same as 2N.
package fit
