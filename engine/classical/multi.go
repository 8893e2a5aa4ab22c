package classical

import (
	"fmt"
	"slices"
	"strings"
)

// Multi is how a search treats more than one opponent.
type Multi uint8

const (
	// MultiDefault is what the measurements in docs/classical.md recommend:
	// BestReply.
	MultiDefault Multi = iota
	// BestReply takes all opponents for one, who answers with the best of all
	// their moves; then it is the searching seat's turn again (Schadd and
	// Winands 2011, BRS). A pair of plies is a round, so it looks far ahead,
	// into positions in which the other opponents have not moved. Of a team
	// either partner makes the move, but for the first one.
	BestReply
	// BestReplyPlus lets one opponent a round choose freely, and the others
	// make the move that gains them most (Esser, Gras, Winands, Schadd and
	// Lanctot 2013, BRS+): every position may arise in a game. Only the free
	// move counts in the depth.
	BestReplyPlus
	// MaxN lets every seat do what is best for itself (Luckhardt and Irani
	// 1986). Nothing can be cut off, so it looks least far.
	MaxN
	// Paranoid lets all others work together against the searching seat
	// (Sturtevant and Korf 2000). Between two teams this is simply what they
	// do.
	Paranoid
)

var multiNames = []string{"default", "brs", "brs+", "maxn", "paranoid"}

// MultiNames are the names of the ways, without the default.
func MultiNames() []string { return slices.Clone(multiNames[1:]) }

// String is the name of a way.
func (m Multi) String() string {
	if int(m) < len(multiNames) {
		return multiNames[m]
	}
	return fmt.Sprintf("multi#%d", uint8(m))
}

// ParseMulti reads the names that MultiNames lists.
func ParseMulti(text string) (Multi, error) {
	for i, name := range multiNames[1:] {
		if name == text {
			return Multi(i + 1), nil
		}
	}
	return 0, fmt.Errorf("classical: unknown search of several seats %q; known: %s", text, strings.Join(multiNames[1:], ", "))
}

// Valid reports whether a way is known.
func (m Multi) Valid() bool { return int(m) < len(multiNames) }

// orDefault is the way, chosen where none is.
func (m Multi) orDefault() Multi {
	if m == MultiDefault {
		return BestReply
	}
	return m
}
