package engine

import (
	"errors"
	"fmt"
	"strings"
)

// Replay plays a recorded game from a position: move texts as ParseMove reads
// them, and the events skip, timeout (the seat to move misses its turn),
// resign:SEAT (from 1, on anybody's turn) and draw (by agreement). It returns
// the position reached, the number of moves played (events do not count), and
// the error that stopped it, which names the move by its number from 1 and
// wraps ErrIllegal or ErrEvent; the position is then the one before that entry.
//
// Skips follow from the position. A skip in the record must stand for a seat
// that was really skipped at that point, and one that the record leaves out is
// inserted. This holds for the start, too: the position returned for an empty
// record has the turn of a seat that can move.
func Replay(start Position, record []string) (Position, int, error) {
	p := start
	skips := p.SkipBlocked() // seats skipped since the last turn, not yet named
	played := 0
	for _, text := range record {
		if text == "skip" {
			if skips == 0 {
				return p, played, fmt.Errorf("move %d: %w skip: %s", played+1, ErrIllegal, p.whyNoSkip())
			}
			skips--
			continue
		}
		mover := p.mover
		event, err := p.PlayEvent(text)
		if !event && err == nil {
			var m Move
			if m, err = p.ParseMove(text); err == nil {
				p.Play(m)
				played++
			}
		}
		if err != nil {
			return p, played, fmt.Errorf("move %d: %w", played+1, err)
		}
		// After a turn the seats between the mover and the next one were
		// skipped. Resigning keeps the turn, unless it is the resigner's or
		// leaves the seat to move without a move, which then is skipped, too.
		skips = 0
		ended := !event || text == "timeout"
		if !p.result.Over() && (ended || p.mover != mover) {
			skips = p.passedOver(int(mover))
			if !ended && p.status[mover].State == Active {
				skips++
			}
		}
	}
	return p, played, nil
}

// passedOver is the number of seats that still play between the given one and
// the one to move.
func (p *Position) passedOver(seat int) int {
	n := 0
	for s := p.next(seat); s != int(p.mover); s = p.next(s) {
		n++
	}
	return n
}

// PlayEvent plays an event of the notation: timeout, resign:SEAT or draw. It
// reports whether the text is one; an error wraps ErrEvent and leaves the
// position as it was.
func (p *Position) PlayEvent(text string) (event bool, err error) {
	name, value, _ := strings.Cut(text, ":")
	switch {
	case text == "timeout":
		return true, p.Timeout()
	case text == "draw":
		return true, p.AgreeDraw()
	case name == "resign":
		seat, ok := parseDigit(value, p.rules.board.seats)
		if !ok {
			return true, fmt.Errorf("%w: %q, want resign:SEAT with a seat from 1 to %d", ErrEvent, text, p.rules.board.seats)
		}
		return true, p.Resign(int(seat) - 1)
	}
	return false, nil
}

// Refused reports whether an error says that a move or an event was not
// allowed.
func Refused(err error) bool { return errors.Is(err, ErrIllegal) || errors.Is(err, ErrEvent) }

func (p *Position) whyNoSkip() string {
	if p.result.Over() {
		return "the game is over (" + p.result.String() + ")"
	}
	return fmt.Sprintf("seat %d can move", p.mover+1)
}
