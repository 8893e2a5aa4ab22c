package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Lock says what a piece that stands in its target camp may do.
type Lock uint8

// The locks. See doc.go for the difference.
const (
	LockNone Lock = iota
	LockEnd
	LockPath
	LockEndPass
)

var lockNames = []string{"none", "end", "path", "endpass"}

// String is the lock's name in a ruleset reference.
func (l Lock) String() string { return lockNames[l] }

// Finish says what happens when a seat fills its target camp.
type Finish uint8

const (
	// FinishFirst: the first to fill wins and the game ends.
	FinishFirst Finish = iota
	// FinishPlaces: who fills has the next place and is passed over; the game
	// ends when one seat is left.
	FinishPlaces
	// FinishTeams: seats 1 and 3 play against 2 and 4. A seat that has filled
	// is skipped, and a team wins when both its seats have.
	FinishTeams
)

var finishNames = []string{"first", "places", "teams"}

// String is the name in a ruleset reference.
func (f Finish) String() string { return finishNames[f] }

// Rules is one ruleset, a value made by ParseRules and never changed.
type Rules struct {
	id, ref string
	board   *Board
	options
}

// options are what a ruleset says beyond its board.
type options struct {
	// first is the seat that starts, or -1: random, from the game's seed.
	first  int
	lock   Lock
	finish Finish
	// deadline is the number of own moves after which a piece in the own camp
	// loses; 0 is none.
	deadline int
	// turnLimit is the number of completed moves after which it is a draw; 0 is none.
	turnLimit int
	// sealedDraw makes a provably sealed piece in its own camp a draw.
	sealedDraw bool
	// resign lets a seat give up, agreedDraw the players agree on a draw.
	resign, agreedDraw bool
	// timeout is the number of turns missed in a row that make a seat resign;
	// 0 says that turns cannot be missed.
	timeout int
}

// ID names the ruleset: the preset, the name that a user's file gives it, or
// the reference.
func (r *Rules) ID() string { return r.id }

// Ref is the reference that the rules were read from; ParseRules(Ref()) is the
// same ruleset.
func (r *Rules) Ref() string { return r.ref }

// WithID is the same ruleset under a name of its own.
func (r *Rules) WithID(id string) *Rules {
	named := *r
	named.id = id
	return &named
}

// Board is the board that is played on.
func (r *Rules) Board() *Board { return r.board }

// Seats is the number of players.
func (r *Rules) Seats() int { return r.board.seats }

// First is the seat that starts; random reports that it is drawn from the
// game's seed, and then seat is 0.
func (r *Rules) First() (seat int, random bool) { return max(r.first, 0), r.first < 0 }

// Lock says what a piece in its target camp may do.
func (r *Rules) Lock() Lock { return r.lock }

// Finish says what happens when a seat fills its target camp.
func (r *Rules) Finish() Finish { return r.finish }

// Deadline is the number of own moves after which a piece in the own camp
// loses, TurnLimit the number of moves of all after which it is a draw; 0 is
// none.
func (r *Rules) Deadline() int  { return r.deadline }
func (r *Rules) TurnLimit() int { return r.turnLimit }

// SealedDraw reports whether a provably sealed piece is a draw.
func (r *Rules) SealedDraw() bool { return r.sealedDraw }

// Resign reports whether a seat may resign, AgreedDraw whether a draw may be
// agreed on.
func (r *Rules) Resign() bool     { return r.resign }
func (r *Rules) AgreedDraw() bool { return r.agreedDraw }

// Timeout is the number of turns missed in a row that make a seat resign; 0
// says that turns cannot be missed.
func (r *Rules) Timeout() int { return r.timeout }

// Canonical spells every option out in a fixed order; equal rulesets have
// equal spellings.
func (r *Rules) Canonical() string {
	first := "random"
	if r.first >= 0 {
		first = strconv.Itoa(r.first + 1)
	}
	return fmt.Sprintf("board=%s seats=%s first=%s lock=%s finish=%s deadline=%d turn_limit=%d sealed_draw=%s resign=%s agreed_draw=%s timeout=%d",
		r.board.id, r.board.seatText(), first, r.lock, r.finish, r.deadline, r.turnLimit,
		onOff(r.sealedDraw), onOff(r.resign), onOff(r.agreedDraw), r.timeout)
}

func onOff(v bool) string {
	if v {
		return "on"
	}
	return "off"
}

// Hash is the content hash of the ruleset: 16 hexadecimal digits of the
// SHA-256 of Canonical. Two references to the same rules have the same hash.
func (r *Rules) Hash() string {
	sum := sha256.Sum256([]byte(r.Canonical()))
	return hex.EncodeToString(sum[:8])
}
