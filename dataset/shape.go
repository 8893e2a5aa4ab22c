package dataset

import (
	"fmt"

	"halmazero/engine"
)

// CheckShape returns an error if a game holds the number of a seat that it does
// not have, or a vector that is not of its seats. Whoever counts, packs or plays
// games by those numbers has to ask first: a file may hold anything whose hashes
// are right. The checks of the labels need not, they say more.
func (g *Game) CheckShape() error {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("game %s: %s", g.ID, fmt.Sprintf(format, args...))
	}
	if g.Seats < 2 || g.Seats > engine.MaxSeats {
		return fault("%d seats, want 2 to %d", g.Seats, engine.MaxSeats)
	}
	if len(g.Models) != g.Seats || len(g.Outcome) != g.Seats {
		return fault("%d models and %d outcomes for %d seats", len(g.Models), len(g.Outcome), g.Seats)
	}
	for i := range g.Rows {
		r := &g.Rows[i]
		if r.Seat < 0 || r.Seat >= g.Seats {
			return fault("ply %d: the row is of seat %d of %d", r.Ply, r.Seat+1, g.Seats)
		}
		if len(r.Outcome) != g.Seats || len(r.Made) != g.Seats || len(r.RootValue) != 0 && len(r.RootValue) != g.Seats {
			return fault("ply %d: %d outcomes, %d numbers of moves made and %d root values for %d seats",
				r.Ply, len(r.Outcome), len(r.Made), len(r.RootValue), g.Seats)
		}
	}
	return nil
}
