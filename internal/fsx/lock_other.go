//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package fsx

import (
	"errors"
	"os"
)

func lockFile(*os.File) error { return errors.ErrUnsupported }

func unlockFile(*os.File) error { return errors.ErrUnsupported }
