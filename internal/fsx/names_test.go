package fsx

import (
	"cmp"
	"testing"
)

func TestCompareNames(t *testing.T) {
	ordered := []string{"", "0", "00", "01", "1", "01a", "1a", "002", "10", "a", "gen-0001", "gen-0001.yaml", "gen-0002", "gen-9999/0000.games", "gen-9999/0001.games",
		"gen-9999/10000.games", "gen-10000", "gen-10000/0000.games", "gen-99999999999999999999", "gen-100000000000000000000", "gen-a", "gen-b"}
	for i, a := range ordered {
		for j, b := range ordered {
			if got := CompareNames(a, b); got != cmp.Compare(i, j) {
				t.Errorf("%q and %q: %d, want %d", a, b, got, cmp.Compare(i, j))
			}
		}
	}
}
