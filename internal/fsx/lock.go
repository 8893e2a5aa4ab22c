package fsx

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// ErrLocked is returned by TryLock when somebody else holds the lock.
var ErrLocked = errors.New("locked")

// Lock is a lock file that this process holds. The system frees it when the
// process ends, so a crash leaves no stale lock.
type Lock struct {
	file *os.File
}

// TryLock takes the lock at path, creating the file if need be, and writes
// the process number into it. It does not wait: if another process, or another
// Lock of this one, holds it, the error is an ErrLocked that names the
// holder's process number. On a system without file locks the error is
// errors.ErrUnsupported.
func TryLock(path string) (*Lock, error) {
	for {
		l, err := tryLock(path)
		if l == nil || err != nil || l.named(path) {
			return l, err
		}
		// Its last holder has removed the file since it was opened: whoever
		// comes next makes another one, so this one keeps nobody out.
		if err := l.Release(); err != nil {
			return nil, err
		}
	}
}

func tryLock(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, pathError("lock", path, err)
	}
	if err := lockFile(f); err != nil {
		if errors.Is(err, ErrLocked) {
			err = fmt.Errorf("%w by %s", ErrLocked, holder(f))
		}
		f.Close()
		return nil, pathError("lock", path, err)
	}
	if err := writeHolder(f, strconv.Itoa(os.Getpid())+"\n"); err != nil {
		f.Close()
		return nil, pathError("lock", path, err)
	}
	return &Lock{file: f}, nil
}

// named reports whether the file that is locked is still the one at path.
func (l *Lock) named(path string) bool {
	own, err := l.file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(own, there)
}

// Remove frees the lock and removes its file, in this order only where a file
// that is open cannot be removed. Then the file stays if somebody else has
// opened it, who may hold the lock by now.
func (l *Lock) Remove() error {
	if l.file == nil {
		return nil
	}
	path := l.file.Name()
	early := os.Remove(path)
	err := l.Release()
	if early != nil {
		_ = os.Remove(path)
	}
	return err
}

// Release frees the lock. The file stays, empty. A second call does nothing.
func (l *Lock) Release() error {
	if l.file == nil {
		return nil
	}
	f := l.file
	l.file = nil
	err := errors.Join(writeHolder(f, ""), unlockFile(f), f.Close())
	if err != nil {
		return pathError("unlock", f.Name(), err)
	}
	return nil
}

// holder describes whoever holds the lock. The file is empty for an instant
// after the lock was taken.
func holder(f *os.File) string {
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 32))
	if pid := strings.TrimSpace(string(text)); err == nil && pid != "" {
		return "process " + pid
	}
	return "another process"
}

func writeHolder(f *os.File, text string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(text), 0)
	return err
}
