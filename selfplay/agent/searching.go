package agent

import (
	"io"

	"halmazero/engine"
)

// A player may do more than Player asks for. What follows are the abilities
// that some have, each an interface of its own, and the functions through
// which they are used whatever a player is wrapped in.

// Stopper is a player whose search can be broken off from outside.
type Stopper interface {
	// StopWhen gives the player a condition that ends its searches early; nil
	// takes it away. It is asked every few milliseconds at least while Choose
	// works, by the goroutine of Choose or by one at a time of those that it has
	// started, and should cost next to nothing. Once it has reported true,
	// Choose answers with the best move that it has.
	StopWhen(stop func() bool)
}

// Reporter is a player that says what its searches find.
type Reporter interface {
	// OnInfo gives the player a function that is called, by the goroutine of
	// Choose or by one at a time of those that it has started, as often as
	// there is something new, and at least once before a searched move is
	// answered; nil takes it away. The last call of a Choose speaks of the whole
	// search. What the Info refers to may be kept.
	OnInfo(report func(Info))
}

// Info is what a search has found so far.
type Info struct {
	Depth int   // plies that were searched completely; 0 if that means nothing
	Nodes int64 // positions of an alpha-beta search, simulations of a tree search
	Score int   // for the seat to move; Unit says of what
	Unit  Unit
	Line  []engine.Move // the best way on as far as it is known, the move to play first
	Full  bool          // the memory of the search is used up: it goes on, but less deep
}

// Unit is what a score counts.
type Unit uint8

// The units, and how the universal game interface names them.
const (
	NoScore Unit = iota
	// Hundredths of the worth of a step: the score of an evaluation ("cp").
	Hundredths
	// Thousandths of the value of a seat: -1000 is lost, 1000 won ("value").
	Thousandths
	// Plies until a game ends that is decided: it is won, or lost if there is
	// a minus ("mate").
	Plies
)

// wrapper is a player around another one.
type wrapper interface{ inner() Player }

// able is the player, or the first one inside it, that has an ability.
func able[T any](p Player) (T, bool) {
	for {
		if a, ok := p.(T); ok {
			return a, true
		}
		w, ok := p.(wrapper)
		if !ok {
			var none T
			return none, false
		}
		p = w.inner()
	}
}

// StopWhen gives a player a condition that ends its searches early, as Stopper
// says. It reports whether the player can be stopped.
func StopWhen(p Player, stop func() bool) bool {
	s, ok := able[Stopper](p)
	if ok {
		s.StopWhen(stop)
	}
	return ok
}

// OnInfo gives a player a function to tell what its searches find, as Reporter
// says. It reports whether the player tells anything.
func OnInfo(p Player, report func(Info)) bool {
	r, ok := able[Reporter](p)
	if ok {
		r.OnInfo(report)
	}
	return ok
}

// Close frees what a player holds besides memory, such as the process of
// another program. Whoever makes players closes them; most have nothing to
// free. It must not be called during Choose.
func Close(p Player) error {
	if c, ok := able[io.Closer](p); ok {
		return c.Close()
	}
	return nil
}
