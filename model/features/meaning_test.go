package features

import (
	"slices"
	"strings"
	"testing"

	"halmazero/model"
)

// A plane's name says what is in it: on every board the planes of the start
// position are held against the engine by their names alone.
func TestPlaneNames(t *testing.T) {
	for _, ref := range everyBoard {
		r := rules(t, ref)
		s := For(r).Spec()
		names, err := PlaneNames(s)
		if err != nil {
			t.Fatalf("%s: %v", ref, err)
		}
		if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) != s.Planes || slices.Contains(names, "") {
			t.Errorf("%s: names %q of %d planes", ref, names, s.Planes)
		}
		p := r.Start(r.Seats() - 1)
		b, x := p.Board(), encode(&p, false)
		cells := float32(b.Cells())
		camp := float32(len(b.Goal(0)))
		for i, name := range names {
			sum := float32(0)
			for cell := range s.Cells() {
				sum += x[cell*s.Planes+i]
			}
			kind, _, _ := strings.Cut(name, "-")
			want, known := map[string]float32{"pieces": float32(p.PieceCount(0)), "goal": camp, "home": camp, "board": cells,
				"teams": 0, "turns": 0, "time": cells, "deadline": 0, "plays": cells, "place": 0}[kind]
			switch {
			case name == "progress": // checked by the golden planes
				continue
			case name == "deadline" && r.Deadline() > 0, name == "teams" && strings.Contains(ref, "teams"):
				want = cells
			}
			if !known || sum != want {
				t.Errorf("%s: plane %d, %s, adds up to %v, want %v", ref, i, name, sum, want)
			}
		}
	}
}

func TestPlaneNamesRefuse(t *testing.T) {
	for _, s := range []model.Spec{{Features: "square3", Seats: 2, Planes: 9}, {Features: Square2, Seats: 4, Planes: 9}, {Features: General, Seats: 3, Planes: 9}} {
		if names, err := PlaneNames(s); err == nil {
			t.Errorf("%+v has planes %q", s, names)
		}
	}
}

// Between the encodings all planes of the one are found in the other.
func TestGrowAcrossEncodings(t *testing.T) {
	spec := func(ref string) model.Spec {
		s := For(rules(t, ref)).Spec()
		s.Blocks, s.Filters, s.PolicyDim, s.ValueChannels, s.ValueHidden, s.PoolScale = 1, 2, 2, 2, 2, 1
		return s
	}
	for _, x := range []struct{ from, to, planes, layers string }{
		{"wiki-8-d30", "plyyard", "", ""},
		{"wiki-8-d30", "star-121-2", "goal-1 turns", ""},
		{"star-121-2", "wiki-10", "", ""},
		{"star-121-2", "star-253-3", "pieces-2 goal-2 teams plays-1 plays-2 place-1 place-2", "value.out"},
		{"star-121-3", "wiki-8-d30", "time-0 time-1 deadline", "value.out"},
	} {
		source, err := model.Zero(spec(x.from))
		if err != nil {
			t.Fatal(err)
		}
		first, err := model.Zero(spec(x.to))
		if err != nil {
			t.Fatal(err)
		}
		_, g, err := Grow(first, source)
		if got := strings.Join(g.NewPlanes, " "); err != nil || got != x.planes || strings.Join(g.New, " ") != x.layers {
			t.Errorf("%s to %s: new planes %q, new layers %q, want %q and %q, %v", x.from, x.to, got, g.New, x.planes, x.layers, err)
		}
	}
}
