package dataset_test

import (
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/dataset/internal/datatest"
)

// A game under a second number is the same game.
func TestVerifyFindsDuplicates(t *testing.T) {
	dir := t.TempDir()
	games := datatest.Games(t, rules, 0, 0, 3)
	again := games[1]
	again.Index = 3
	if err := again.Seal(); err != nil {
		t.Fatal(err)
	}
	store(t, dir, 0, games)
	store(t, dir, 0, []dataset.Game{again})
	r := verify(t, dir)
	if len(r.Faults) != 1 {
		t.Error(r.Text())
	}
	wantFault(t, r, "check duplicate", "games/gen-0000/0001.games.arrow", again.ID, "has the seed of game "+games[1].ID)
}

// What only the caller knows about a game is asked for, and named with the game.
func TestVerifyAsksTheCaller(t *testing.T) {
	dir, games := folder(t, usual...)
	r, err := dataset.Verify(t.Context(), dir, arrowio.Codec{}, dataset.VerifyOptions{Game: func(g *dataset.Game) []string {
		if g.ID != games[4].ID {
			return nil
		}
		return []string{"is of another run"}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) != 1 {
		t.Error(r.Text())
	}
	wantFault(t, r, "0001.games.arrow", games[4].ID, "is of another run")
}
