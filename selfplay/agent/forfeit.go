package agent

import "strconv"

// Why a player lost a game by its conduct. The names are those that a record
// of the game gives as its cause.
const (
	// ForfeitIllegal is an answer that is no legal move.
	ForfeitIllegal = "illegal"
	// ForfeitLate is an answer that did not come in time.
	ForfeitLate = "late"
	// ForfeitCrash is a player that was gone before it answered.
	ForfeitCrash = "crash"
)

// Forfeit is the error of a player that gave no usable answer: it has lost the
// game, and everything else goes on. The player itself can be used again, from
// the Reset that begins its next game.
//
// Whoever runs games takes a Choose error that wraps a *Forfeit for an ordinary
// result, a loss of the seat to move, and any other error for a fault of the
// run.
type Forfeit struct {
	// Reason is one of the Forfeit constants.
	Reason string
	// Detail says in one line what happened.
	Detail string
	// Position is the text of the position in which the player was asked.
	Position string
}

// Error is one line, whatever the detail holds.
func (f *Forfeit) Error() string {
	text := "forfeit by " + f.Reason
	if f.Detail != "" {
		text += ": " + oneLine(f.Detail)
	}
	if f.Position != "" {
		text += " (position " + strconv.Quote(f.Position) + ")"
	}
	return text
}

// oneLine shows control characters as escapes, so that text of another program
// fits into a line of a log.
func oneLine(s string) string {
	quoted := strconv.Quote(s)
	if quoted[1:len(quoted)-1] == s {
		return s
	}
	clean := make([]byte, 0, len(s))
	for _, r := range s {
		if strconv.IsPrint(r) {
			clean = append(clean, string(r)...)
		} else {
			q := strconv.QuoteRune(r)
			clean = append(clean, q[1:len(q)-1]...)
		}
	}
	return string(clean)
}
