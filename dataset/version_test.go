package dataset_test

import (
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
)

// A folder as it was written with each schema version that ever was opens, and
// every number in it still agrees with a replay.
func TestStoredVersions(t *testing.T) {
	tests := []struct {
		dir, hash string
		games     int
		rows      int
	}{
		{"testdata/version1", "885734d803b6500fc0e49f9ac697dadfc95ab4863ec9063ca73e0b1b09c9445f", 3, 65},
		{"testdata/version2", "8b79b8d96ff147ad0652e76013eca4c064a6e2bf7ab1c86cb5fe4987a5520b4a", 3, 65},
	}
	for _, test := range tests {
		t.Run(test.dir, func(t *testing.T) {
			r, err := dataset.Verify(t.Context(), test.dir, arrowio.Codec{}, dataset.VerifyOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Faults) > 0 || r.Games != test.games || r.Rows != test.rows || r.Hash != test.hash {
				t.Error(r.Text())
			}
		})
	}
}

// The games of both are the same, but for the rounding that came with version 2.
func TestVersionsAgree(t *testing.T) {
	one, two := all(t, "testdata/version1"), all(t, "testdata/version2")
	for i := range one {
		a, b := one[i], two[i]
		a.Build, a.ConfigHash = b.Build, b.ConfigHash
		if err := a.Seal(); err != nil { // rounds
			t.Fatal(err)
		}
		if a.Hash != b.Hash {
			t.Errorf("game %d of version 1 is %s when it is rounded, that of version 2 is %s", i, a.Hash, b.Hash)
		}
		if one[i].Hash == b.Hash {
			t.Errorf("game %d has the same numbers in both: nothing was rounded", i)
		}
	}
}

// all is every game of a folder.
func all(t *testing.T, dir string) []dataset.Game {
	t.Helper()
	set, err := dataset.Open(dir, arrowio.Codec{})
	if err != nil {
		t.Fatal(err)
	}
	var games []dataset.Game
	for _, s := range set.Manifest().Shards() {
		gs, err := set.Load(s)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, gs...)
	}
	return games
}
