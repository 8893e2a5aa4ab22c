// Package loop runs generations: games, training, gate, ladder, and again.
//
// # Glossary
//
//   - Generation: games by the best network, a candidate trained on the replay
//     window, the gate that it has to pass, and the ladder on which the best
//     network is measured. Generation 0 is the first network, which is random or
//     takes over weights of another one (firstnetwork.go).
//   - Event: what has happened, one line of events.jsonl. The events are the
//     truth about a run: resuming is replaying them.
//   - State, Step, Command: the state machine (state.go). Step is pure; the
//     Driver executes its commands and logs the events that come of them.
//   - Driver: does the work (driver.go), one file a command.
//   - Folder: the run's files (folder.go).
//   - Candidate: the network of a generation. It becomes the best one only if
//     the gate accepts it; training goes on from it either way.
//   - Challenge: the gate's match for a network from elsewhere (challenge.go).
//   - Audit: the label audit of package dataset, which a generation's games
//     must pass before they are trained on (audit.go).
//   - Self-test: a copy of the first network learns a few games by heart
//     before anything is trained (selftest.go), once for a build and a
//     configuration (selftestrun.go).
//   - Bucket: how many samples the rows so far allow that have not been trained
//     on (bucket.go).
//   - Source: a folder of games that lies elsewhere, with an audit of its own
//     (source.go, sourceaudit.go).
//   - Mix, Batcher: the windows that samples are drawn from, each with its
//     share, and what draws them (mix.go).
//   - Fork: a run that goes on from a generation of another one, its origin
//     (fork.go).
//   - Era, History: which configuration the generations of such a run were made
//     with (history.go).
//   - Board: the event files for TensorBoard (board.go).
//
// Each command can be done again from its beginning: what it needs lies in
// whole files, and all random choices come from the run's seed. So a run that
// is stopped at any instant goes on to the same bytes.
package loop
