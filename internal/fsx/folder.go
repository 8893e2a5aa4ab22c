package fsx

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// ErrNotEmpty is wrapped where a new folder is wanted and there are files.
var ErrNotEmpty = errors.New("is not empty")

// MakeFolder makes a folder whole or not at all: fill writes its files into a
// folder in another one beside it, .NAME.making, and at the end that takes its
// name. There must be nothing at path, or an empty folder; otherwise the error is
// an ErrNotEmpty. What a killed process left beside it is removed first. While
// fill works, a second call for the same path is refused with an ErrLocked. fill
// has to see to it that its files reach the disk, as WriteFile and Create do.
func MakeFolder(path string, fill func(dir string) error) (err error) {
	path = filepath.Clean(path)
	if err := wantEmpty(path); err != nil {
		return err
	}
	making := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".making")
	lock, err := lockFolder(making, path)
	if err != nil {
		return err
	}
	// All that happens in the folder of the lock, and to path, happens under it.
	defer func() {
		err = errors.Join(err, clearFolder(making), lock.Remove())
		_ = os.Remove(making) // unless the next one is in it
	}()
	if err := wantEmpty(path); err != nil {
		return err // whoever had the lock before has made it
	}
	if err := clearFolder(making); err != nil {
		return pathError("make", path, err)
	}
	dir := filepath.Join(making, "new")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return pathError("make", path, err)
	}
	if err := fill(dir); err != nil {
		return err
	}
	if err := syncDir(dir); err != nil {
		return pathError("make", path, err)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return pathError("make", path, err)
	}
	if err := os.Rename(dir, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// lockFolder makes the folder in which the one at path is made, and takes its lock.
func lockFolder(making, path string) (lock *Lock, err error) {
	// Whoever was here before may remove the folder between any two steps: then
	// it was there for one of them and is not for the next.
	const tries = 1000
	for range tries {
		if err = os.MkdirAll(making, 0o777); err == nil {
			if lock, err = TryLock(filepath.Join(making, lockName)); err == nil || errors.Is(err, ErrLocked) {
				return lock, err
			}
		}
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return nil, pathError("make", path, err)
}

// Match lists the files and folders of a folder whose names match a pattern of
// path.Match, in the order of CompareNames and with the folder's name before
// them. What is not there, or no folder, has none. Unlike that of filepath.Glob,
// the folder's own name is no pattern: it may hold brackets.
func Match(dir, pattern string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		ok, err := filepath.Match(pattern, e.Name())
		if err != nil {
			return nil, fmt.Errorf("pattern %q: %w", pattern, err)
		}
		if ok {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	slices.SortFunc(paths, CompareNames)
	return paths, nil
}

// lockName is the lock of a folder that is being made.
const lockName = "making.lock"

func wantEmpty(path string) error {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if info, fault := os.Stat(path); fault == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file, no folder", path)
	}
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s %w", path, ErrNotEmpty)
	}
	return err
}

// clearFolder removes all but the lock.
func clearFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != lockName {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}
