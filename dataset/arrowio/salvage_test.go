package arrowio

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"halmazero/dataset/internal/datatest"
)

// Whatever is cut off or changed behind the schema, Salvage returns, and each
// game whose content hash is right is one that was written.
func TestSalvageDamage(t *testing.T) {
	gs := datatest.Games(t, "wiki-8-d30", 0, 0, batchGames+4)
	games, positions := encode(t, gs)
	rng := rand.New(rand.NewPCG(4, 9))
	spoil := func(file []byte) []byte {
		file = bytes.Clone(file)
		start, end := body(file)
		if rng.IntN(2) == 0 {
			return file[:start+rng.IntN(end-start)]
		}
		file[start+rng.IntN(end-start)] ^= byte(1 + rng.IntN(255))
		return file
	}
	whole, noted := 0, 0
	for i := range 60 {
		g, p := games, positions
		if i%3 != 0 {
			p = spoil(p)
		}
		if i%3 != 1 {
			g = spoil(g)
		}
		got, notes := Codec{}.Salvage(g, p)
		if len(notes) > 0 {
			noted++
		}
		for j := range got {
			if hash, err := got[j].ContentHash(); err != nil || hash != got[j].Hash {
				continue
			}
			whole++
			if !reflect.DeepEqual(got[j], gs[j]) {
				t.Errorf("try %d: game %d has the right hash and other numbers", i, j)
			}
		}
	}
	if whole < 60 || noted < 30 {
		t.Errorf("%d games were saved in 60 tries, %d of which said where they ended", whole, noted)
	}
	if got, notes := (Codec{}).Salvage(games, positions); len(notes) > 0 || !reflect.DeepEqual(got, gs) {
		t.Errorf("undamaged: %d games, notes %v", len(got), notes)
	}
	for _, file := range [][]byte{nil, []byte("ARROW1"), []byte("no such file")} {
		if got, notes := (Codec{}).Salvage(file, positions); len(got) > 0 || len(notes) == 0 {
			t.Errorf("%q: %d games, notes %v", file, len(got), notes)
		}
	}
}
