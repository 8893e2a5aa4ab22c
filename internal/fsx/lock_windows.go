package fsx

import (
	"os"

	"golang.org/x/sys/windows"
)

// region is the part of the file that is locked. Locks are mandatory here, so
// it lies behind the process number, which others must be able to read.
func region() *windows.Overlapped { return &windows.Overlapped{Offset: 1 << 20} }

func lockFile(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, region())
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return ErrLocked
	}
	return err
}

func unlockFile(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, region())
}
