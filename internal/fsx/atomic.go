package fsx

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes data to the file at path, whole or not at all: when it
// returns nil the new content has reached the disk under that name; when it
// returns an error, path is as it was before and nothing is left beside it.
// The one exception is an error that speaks of syncing the folder: then the
// new content is in place, but might not survive a power failure.
func WriteFile(path string, data []byte) error {
	return writeFile(path, data, openFile)
}

func writeFile(path string, data []byte, open opener) error {
	f, err := create(path, open)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := f.Write(data); err != nil {
		return err
	}
	_, _, err = f.Commit()
	return err
}

// AtomicFile is a file that is being written and appears under its name only
// at Commit. It counts and hashes what passes through. It is not safe for
// concurrent use.
type AtomicFile struct {
	path string // final name
	temp string // name until Commit
	file file
	sum  hash.Hash
	size int64
	err  error // the first failure, errCommitted or errAborted
}

// file is what an AtomicFile needs of an *os.File.
type file interface {
	io.WriteCloser
	Sync() error
}

// opener makes a new file that must not exist yet.
type opener func(name string) (file, error)

func openFile(name string) (file, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

var (
	errCommitted = errors.New("already committed")
	errAborted   = errors.New("already aborted")
)

// Create starts an atomic file. The caller ends it with Commit or Abort;
// Abort after Commit does nothing, so `defer f.Abort()` is the usual form.
// The folder must exist. What is at path already must be a file: a device, say,
// would be replaced by one.
func Create(path string) (*AtomicFile, error) {
	return create(path, openFile)
}

func create(path string, open opener) (*AtomicFile, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		what := "no regular file"
		if info.IsDir() {
			what = "a folder"
		}
		return nil, pathError("create", path, fmt.Errorf("it is %s", what))
	}
	for n := 0; ; n++ {
		temp := tempName(path, n)
		f, err := open(temp)
		switch {
		case err == nil:
			return &AtomicFile{path: path, temp: temp, file: f, sum: sha256.New()}, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, pathError("create", path, err)
		}
	}
}

// Write appends p. After an error the temp is gone, and every later call,
// Commit included, fails with that error.
func (f *AtomicFile) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.file.Write(p)
	f.sum.Write(p[:n])
	f.size += int64(n)
	if err != nil {
		return n, f.fail("write", err)
	}
	return n, nil
}

// Commit puts the file in its place, replacing what was there, and returns
// the SHA-256 of its content in lower-case hexadecimal and its size in bytes.
// On an error the temp is removed and path is untouched, but for the
// exception described at WriteFile.
func (f *AtomicFile) Commit() (sum string, size int64, err error) {
	if f.err != nil {
		return "", 0, f.err
	}
	if err := f.file.Sync(); err != nil {
		return "", 0, f.fail("sync", err)
	}
	err = f.file.Close()
	f.file = nil
	if err != nil {
		return "", 0, f.fail("close", err)
	}
	if err := os.Rename(f.temp, f.path); err != nil {
		return "", 0, f.fail("rename into place", err)
	}
	f.err = fmt.Errorf("write %s: %w", f.path, errCommitted)
	if err := syncDir(filepath.Dir(f.path)); err != nil {
		return "", 0, pathError("sync the folder of", f.path, err)
	}
	return hex.EncodeToString(f.sum.Sum(nil)), f.size, nil
}

// Abort drops the file: its temp is removed and path is untouched. It does
// nothing after Commit has succeeded or after another Abort.
func (f *AtomicFile) Abort() {
	if errors.Is(f.err, errCommitted) || errors.Is(f.err, errAborted) {
		return
	}
	f.discard()
	f.err = fmt.Errorf("write %s: %w", f.path, errAborted)
}

// Size returns the number of bytes written so far.
func (f *AtomicFile) Size() int64 { return f.size }

// fail discards the temp and makes err the answer of every later call.
func (f *AtomicFile) fail(doing string, err error) error {
	f.discard()
	f.err = pathError(doing, f.path, err)
	return f.err
}

func (f *AtomicFile) discard() {
	if f.file != nil {
		f.file.Close() // the content is thrown away, and so is this error
		f.file = nil
	}
	os.Remove(f.temp) // RemoveTemps takes what cannot be removed now
}

// pathError says what was being done to path and why it failed. The error of
// the os package is opened up, because it names the temp.
func pathError(doing, path string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	return fmt.Errorf("%s %s: %w", doing, path, err)
}
