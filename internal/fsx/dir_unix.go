//go:build unix

package fsx

import (
	"errors"
	"os"
	"syscall"
)

// syncDir makes the names in a folder reach the disk. Some file systems do
// not offer that for folders (EINVAL, ENOTSUP); there is nothing left to do
// on those.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
