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
	LateMovePruning    Features = 1 << iota // few moves near the leaves
	LateMoveReductions                      // late moves less deeply
	FrontierCut                             // a static score of beta is enough at the frontier
	MarginCut                               // and one well above it a ply or two before
	ProbCut                                 // a shallower search far outside the window is enough
	FrontierSets                            // the frontier's gains from sets, no move made
	LastPly                                 // except where a move changes more than the table sum
	TranspositionTable
	ProgressFirst // moves in the order of their gain
	History       // and of how often they were good enough
	Killers       // and whether they were here just now
	Aspiration    // narrow windows at the root
	Straggler     // the terms of the evaluation
	CentreLine
	Tempo
	LastPieces
	Race        // races are played to the end
	allFeatures = 1<<iota - 1
)

// featureNames are the parts in the order of their bits.
var featureNames = []string{"lmp", "lmr", "frontier", "margin", "probcut", "sets", "lastply", "table", "order", "history", "killers",
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
