package fsx

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// tempPattern matches the names that tempName makes, and no name that a
// person would give a file.
var tempPattern = regexp.MustCompile(`.\.tmp-[0-9]+-[0-9]+$`)

// tempName returns the n-th temporary name of path in this process.
func tempName(path string, n int) string {
	return fmt.Sprintf("%s.tmp-%d-%d", path, os.Getpid(), n)
}

// RemoveTemps removes the temps under dir, at any depth, and returns how many
// there were. It is for the start of a program that holds the folder's lock:
// it would also take the temp of a file that is just being written. Links are
// not followed. A folder that does not exist has no temps.
func RemoveTemps(dir string) (int, error) {
	removed := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if path == dir && errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		if !entry.Type().IsRegular() || !tempPattern.MatchString(entry.Name()) {
			return nil
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		removed++
		return nil
	})
	if err != nil {
		return removed, fmt.Errorf("remove left-over files: %w", err)
	}
	return removed, nil
}
