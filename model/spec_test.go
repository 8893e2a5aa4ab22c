package model

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func star(n int) Spec {
	s := Spec{Rows: 4*n + 1, Cols: 4*n + 1, Star: n, Seats: 3, Features: "test", Planes: 5, Blocks: 1, Filters: 8,
		PolicyDim: 4, ValueChannels: 4, ValueHidden: 4, PoolScale: 1}
	return s
}

func TestStarsHaveTheirCells(t *testing.T) {
	for n, want := range map[int]int{1: 13, 4: 121, 5: 181, 6: 253} {
		s := star(n)
		if err := s.Validate(); err != nil {
			t.Errorf("star of %d rows: %v", n, err)
		}
		if got := s.BoardCells(); got != want {
			t.Errorf("star of %d rows: %d cells, want %d", n, got, want)
		}
	}
	s := star(4)
	for _, c := range []struct {
		name     string
		row, col int
		want     bool
	}{
		{"north tip", 0, 12, true}, {"beside it", 0, 11, false}, {"centre", 8, 8, true}, {"east of the north-east tip", 4, 17, false},
		{"north-east tip", 4, 16, true}, {"south tip", 16, 4, true}, {"corner", 0, 0, false}, {"negative", -1, 8, false},
	} {
		if got := s.OnBoard(c.row, c.col); got != c.want {
			t.Errorf("%s is on the board: %v", c.name, got)
		}
	}
}

func TestRectanglesAreWhole(t *testing.T) {
	s := star(4)
	s.Star, s.Rows, s.Cols = 0, 5, 9
	if n := s.BoardCells(); n != s.Cells() {
		t.Errorf("%d cells on a board of %d", n, s.Cells())
	}
	// So the files of their networks stay as they were before there were stars.
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "star") {
		t.Errorf("spec of a rectangle is %s", b)
	}
}

func TestSpecRefusesStarsThatDoNotFit(t *testing.T) {
	for name, change := range map[string]func(*Spec){
		"rows":     func(s *Spec) { s.Rows-- },
		"cols":     func(s *Spec) { s.Cols++ },
		"negative": func(s *Spec) { s.Star = -1 },
		"large":    func(s *Spec) { s.Star, s.Rows, s.Cols = 8, 33, 33 },
	} {
		s := star(4)
		change(&s)
		if err := s.Validate(); !errors.Is(err, ErrSpec) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
