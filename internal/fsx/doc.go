// Package fsx holds the few file operations on which a run's ability to
// survive a crash rests: a file is there whole or not at all, a folder has one
// owner, and a log loses at most the line that was being written.
//
// # Glossary
//
//   - Atomic file: a file that is written under a temporary name in its own
//     folder and renamed into place after it has reached the disk (atomic.go).
//   - Temp: such a temporary name, the final name followed by ".tmp-", the
//     process number, "-" and a counter. One that is left over belongs to a
//     process that died; RemoveTemps clears them away (temps.go).
//   - Lock: the right to write into a folder, held through a lock file that
//     the system frees when its holder ends, however it ends (lock.go).
//   - Folder made whole: it takes its name when all its files are there (folder.go).
//   - Log: an append-only file of JSON lines, each with a checksum (log.go).
//   - Torn line: a last line without its newline; the write of it was cut off,
//     so it was never acknowledged and is dropped.
//   - Sealed text: a text for people, with a comment at its end that holds the
//     checksum of the lines above it (text.go).
//
// Errors name the path as the caller gave it and the system's reason, and
// unwrap to it (errors.Is with fs.ErrNotExist, syscall.ENOSPC and so on).
package fsx
