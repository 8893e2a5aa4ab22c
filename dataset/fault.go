package dataset

import (
	"fmt"
	"strings"
)

// Fault is one thing that is wrong with a dataset.
type Fault struct {
	File   string // path relative to the run folder
	Game   string // its id, "" for a fault of the file
	Ply    int    // of the row or move, -1 if none
	Check  Check  // that found it, "" for a fault of the file
	Reason string
}

// String is the fault in one line.
func (f Fault) String() string {
	var parts []string
	if f.Check != "" {
		parts = append(parts, "check "+string(f.Check))
	}
	if f.File != "" {
		parts = append(parts, f.File)
	}
	if f.Game != "" {
		parts = append(parts, "game "+f.Game)
	}
	if f.Ply >= 0 {
		parts = append(parts, fmt.Sprintf("ply %d", f.Ply))
	}
	return strings.Join(parts, ", ") + ": " + f.Reason
}

// Check names what a fault was found by.
type Check string

// The checks. Verify and the label audit share those on single games and
// duplicate; sign looks at many games, and is the audit's.
const (
	CheckRecord    Check = "record"    // what a game says of itself: id, start, lengths, counts
	CheckReplay    Check = "replay"    // its moves are legal
	CheckSeat      Check = "seat"      // a row is of the seat to move, its vectors have an entry per seat
	CheckPosition  Check = "position"  // pieces, counters and hash are the replay's
	CheckOutcome   Check = "outcome"   // result and outcome are those of this game, by absolute seat
	CheckPolicy    Check = "policy"    // the policy's moves belong to the position
	CheckPrior     Check = "prior"     // its priors are probabilities
	CheckVisits    Check = "visits"    // its visits are those of its simulations, and make a target
	CheckValue     Check = "value"     // values are in range, and the root's is the mean of its moves'
	CheckShort     Check = "short"     // short-horizon values follow from the rows behind
	CheckSign      Check = "sign"      // root values do not contradict the outcomes
	CheckDuplicate Check = "duplicate" // no game is there twice
)

// AuditChecks are the checks of the label audit, in the order in which it makes
// them.
func AuditChecks() []Check {
	return []Check{CheckRecord, CheckReplay, CheckSeat, CheckPosition, CheckOutcome, CheckPolicy, CheckPrior, CheckVisits, CheckValue, CheckShort, CheckSign, CheckDuplicate}
}
