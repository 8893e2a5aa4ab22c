package classical

import (
	"fmt"
	"strings"
)

// Features is a set of parts of the selective search. Each can be turned off
// to measure what it is worth.
type Features uint32

// The parts, by the names of featureNames.
const (
	LateMovePruning Features = 1 << iota
	LateMoveReductions
	FrontierCut
	TranspositionTable
	ProgressFirst
	History
	Killers
	Aspiration
	Straggler
	CentreLine
	Tempo
	LastPieces
	Race
	allFeatures = 1<<iota - 1
)

// featureNames are the parts in the order of their bits.
var featureNames = []string{"lmp", "lmr", "frontier", "table", "order", "history", "killers",
	"aspiration", "straggler", "centre", "tempo", "last", "race"}

// String is the names of the parts, joined by plus signs.
func (f Features) String() string {
	var names []string
	for i, name := range featureNames {
		if f>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}

// ParseFeatures reads what String writes, in any order.
func ParseFeatures(text string) (Features, error) {
	var f Features
names:
	for _, name := range strings.Split(text, "+") {
		for i, known := range featureNames {
			if name == known {
				f |= 1 << i
				continue names
			}
		}
		return 0, fmt.Errorf("classical: unknown feature %q; known: %s", name, strings.Join(featureNames, ", "))
	}
	return f, nil
}

// Valid reports whether every part is known.
func (f Features) Valid() bool { return f&^allFeatures == 0 }
