package model

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func random(t *testing.T, s Spec, seed uint64) *Network {
	t.Helper()
	n, err := Random(s, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestGrow takes over, layer for layer, exactly what both networks have.
func TestGrow(t *testing.T) {
	base := Spec{Rows: 8, Cols: 8, Seats: 2, Features: "f", Planes: 3, Blocks: 2, Filters: 4, PolicyDim: 5,
		ValueChannels: 6, ValueHidden: 7, PoolScale: 16, Heads: Heads{Distance: true, ShortValues: 3}}
	tower := "stem block0.a block0.b block1.a block1.b "
	for _, x := range []struct {
		name   string
		change func(s *Spec)
		taken  string
	}{
		{"nothing differs", func(s *Spec) {}, tower + "policy.query policy.key value.pool value.hidden value.out heads.distance heads.short_value"},
		{"a larger board", func(s *Spec) { s.Rows, s.Cols = 10, 10 }, tower + "policy.query policy.key value.pool value.hidden value.out heads.distance heads.short_value"},
		{"a block more", func(s *Spec) { s.Blocks++ }, tower + "policy.query policy.key value.pool value.hidden value.out heads.distance heads.short_value"},
		{"more seats", func(s *Spec) { s.Seats = 3 }, tower + "policy.query policy.key value.pool value.hidden"},
		{"as many values of other seats", func(s *Spec) { s.Seats, s.Heads.ShortValues = 3, 2 }, tower + "policy.query policy.key value.pool value.hidden"},
		{"another policy", func(s *Spec) { s.PolicyDim = 9 }, tower + "value.pool value.hidden value.out heads.distance heads.short_value"},
		{"wider value features", func(s *Spec) { s.ValueChannels = 8 }, tower + "policy.query policy.key"},
		{"a wider value layer", func(s *Spec) { s.ValueHidden = 8 }, tower + "policy.query policy.key value.pool"},
		{"other heads", func(s *Spec) { s.Heads = Heads{Reply: true, ShortValues: 1} }, tower + "policy.query policy.key value.pool value.hidden value.out"},
	} {
		t.Run(x.name, func(t *testing.T) {
			spec := base
			x.change(&spec)
			source, first := random(t, base, 1), random(t, spec, 2)
			source.Provenance.Steps = 70
			for _, w := range []string{"stem.b", "value.hidden.b"} {
				source.Tensors[w][1] = 0.5 // random biases are zero
			}
			grown, g, err := first.Grow(source, []Plane{{"a", 0}, {"b", 1}, {"c", 2}})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(g.Taken, " "); got != x.taken {
				t.Errorf("taken %q, want %q", got, x.taken)
			}
			if all := append(slices.Clone(g.Taken), g.New...); len(all) != len(spec.layers()) || len(g.NewPlanes) > 0 {
				t.Errorf("growth %+v of layers %q", g, spec.layers())
			}
			hash, err := source.Hash()
			if p := grown.Provenance; err != nil || p.Parent != hash || p.Steps != 70 || g.Source != hash {
				t.Errorf("provenance %+v, source %s, %v", p, g.Source, err)
			}
			if err := grown.Validate(); err != nil {
				t.Error(err)
			}
			for name, w := range grown.Tensors {
				layer := name[:len(name)-2]
				want := first.Tensors[name]
				switch {
				case slices.Contains(g.Taken, layer):
					want = source.Tensors[name]
				case layer == "block2.b":
					want = make([]float32, len(w))
				}
				if !slices.Equal(w, want) {
					t.Errorf("%s has other weights", name)
				}
			}
		})
	}
}

// TestGrowMatchesPlanes takes over the rows of the stem plane by plane.
func TestGrowMatchesPlanes(t *testing.T) {
	from := Spec{Rows: 8, Cols: 8, Seats: 2, Features: "f", Planes: 2, Filters: 3, PolicyDim: 2, ValueChannels: 2, ValueHidden: 2, PoolScale: 1}
	to := from
	to.Planes = 3
	source, first := random(t, from, 1), random(t, to, 2)
	grown, g, err := first.Grow(source, []Plane{{"x", 1}, {"new", -1}, {"y", 0}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.NewPlanes, []string{"new"}) || !strings.HasPrefix(g.String(), "takes all layers; without the input planes new from network ") {
		t.Errorf("growth %v", g)
	}
	row := func(n *Network, tap, plane int) []float32 {
		at := (tap*n.Spec.Planes + plane) * 3
		return n.Tensors["stem.w"][at : at+3]
	}
	for tap := range 9 {
		if !slices.Equal(row(grown, tap, 0), row(source, tap, 1)) || !slices.Equal(row(grown, tap, 1), row(first, tap, 1)) || !slices.Equal(row(grown, tap, 2), row(source, tap, 0)) {
			t.Errorf("tap %d has other rows", tap)
		}
	}
}

func TestGrowRefuses(t *testing.T) {
	base := Spec{Rows: 8, Cols: 8, Seats: 2, Features: "f", Planes: 1, Blocks: 2, Filters: 3, PolicyDim: 2, ValueChannels: 2, ValueHidden: 2, PoolScale: 1}
	for _, x := range []struct {
		name   string
		change func(s *Spec)
		plane  int
		want   string
	}{
		{"filters", func(s *Spec) { s.Filters = 4 }, 0, "has 2 blocks x 3 filters, the one to be made 2 x 4"},
		{"fewer blocks", func(s *Spec) { s.Blocks = 1 }, 0, "has 2 blocks x 3 filters, the one to be made 1 x 3"},
		{"pool scale", func(s *Spec) { s.PoolScale = 2 }, 0, "scaled by 1, those of the one to be made by 2"},
		{"planes", func(s *Spec) { s.Planes = 2 }, 0, "1 input planes are matched, the network has 2"},
		{"a plane that is none", func(s *Spec) {}, 1, "plane 1 of a network that has 1"},
	} {
		spec := base
		x.change(&spec)
		_, _, err := random(t, spec, 1).Grow(random(t, base, 2), []Plane{{"p", x.plane}})
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: error %v, want %q", x.name, err, x.want)
		}
	}
}
