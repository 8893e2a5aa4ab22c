package configs

import (
	"fmt"
	"strings"
)

// Fault is one thing that is wrong with a configuration.
type Fault struct {
	// Place is FILE:LINE, the assignment, or empty for a setting that came
	// from neither.
	Place string
	// Text names the key, its value and what was wanted.
	Text string
}

func (f Fault) String() string {
	if f.Place == "" {
		return f.Text
	}
	return f.Place + ": " + f.Text
}

// Faults is everything that is wrong with a configuration, and the error that
// Load, Set and Validate return: a line a fault, in the order of the lines of
// the file and otherwise of the keys. A caller that has to tell a wrong
// configuration from an unreadable file uses errors.As.
type Faults []Fault

func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}

// err is nil where there are no faults: a nil Faults in an error is not nil.
func (f Faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

// Nearest is the candidate that a typing error most likely meant, or empty
// where none comes near.
func Nearest(word string, candidates []string) string {
	best, least := "", max(2, len(word)/3)+1
	if len(word) < 4 {
		least = 2 // two changes make any short word of any other
	}
	for _, c := range candidates {
		if d := editDistance(word, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// editDistance is the number of bytes to insert, delete or replace between a
// and b (Levenshtein 1966).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// unknown describes a name that is not among the known ones, which owner has.
func unknown(what, name, owner string, known []string) string {
	text := fmt.Sprintf("unknown %s %q", what, shorten(name))
	if near := Nearest(name[strings.LastIndexByte(name, '.')+1:], known); near != "" {
		text += ", did you mean " + near + "?"
	} else {
		text += ";"
	}
	return text + " " + owner + " " + strings.Join(known, ", ")
}

// shorten keeps a message on one line of a terminal.
func shorten(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}
