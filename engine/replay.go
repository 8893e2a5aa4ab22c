package engine

import "fmt"

// Replay plays a recorded game from a position: move texts as ParseMove reads
// them, and the event skip. It returns the position reached, the number of
// moves played (skips do not count), and the error that stopped it, which
// names the move by its number from 1 and wraps ErrIllegal; the position is
// then the one before that move.
//
// Skips follow from the position. A skip in the record must stand for a seat
// that was really skipped at that point, and one that the record leaves out is
// inserted. This holds for the start, too: the position returned for an empty
// record has the turn of a seat that can move.
func Replay(start Position, moves []string) (Position, int, error) {
	p := start
	skips := p.SkipBlocked() // seats skipped since the last move, not yet named
	played := 0
	for _, text := range moves {
		if text == "skip" {
			if skips == 0 {
				return p, played, fmt.Errorf("move %d: %w skip: %s", played+1, ErrIllegal, p.whyNoSkip())
			}
			skips--
			continue
		}
		m, err := p.ParseMove(text)
		if err != nil {
			return p, played, fmt.Errorf("move %d: %w", played+1, err)
		}
		next := (p.Mover() + 1) % p.Board().Seats()
		p.Play(m)
		played++
		skips = 0
		if !p.result.Over() {
			skips = (p.Mover() + p.Board().Seats() - next) % p.Board().Seats()
		}
	}
	return p, played, nil
}

func (p *Position) whyNoSkip() string {
	if p.result.Over() {
		return "the game is over (" + p.result.String() + ")"
	}
	return fmt.Sprintf("seat %d can move", p.mover+1)
}
