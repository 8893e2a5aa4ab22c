package interchange

import (
	"fmt"
	"strings"
)

// A LineError says at which place of a text something is wrong, and what.
type LineError struct {
	Line   int   // from 1
	Column int   // from 1, in bytes; 0: the line as a whole
	Err    error // the reason
}

func (e *LineError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

// Unwrap is the reason.
func (e *LineError) Unwrap() error { return e.Err }

// Errorf makes a LineError of a formatted reason, which may wrap an error.
func Errorf(line, column int, format string, args ...any) error {
	return &LineError{line, column, fmt.Errorf(format, args...)}
}

// Lines splits a text at its line ends, LF or CR LF. Empty lines at the end do
// not count, so it does not matter whether the last line is ended.
func Lines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
