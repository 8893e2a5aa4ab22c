package features

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"halmazero/engine"
	"halmazero/model"
)

func rules(t testing.TB, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// walk plays random plies from the start.
func walk(r *engine.Rules, plies int, rng *rand.Rand) engine.Position {
	p := r.Start(0)
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p.Play(moves[rng.IntN(len(moves))])
	}
	return p
}

// turned is the same position with the board turned by half and the seats
// exchanged: for the mover everything looks as before.
func turned(t *testing.T, p *engine.Position) engine.Position {
	t.Helper()
	cells := p.Cells(nil)
	s := engine.SetUp{Cells: make([]uint8, len(cells)), Mover: 1 - p.Mover(), Ply: p.Ply()}
	for c, v := range cells {
		if v != 0 {
			s.Cells[len(cells)-1-c] = 3 - v
		}
	}
	s.Made[0], s.Made[1] = p.Made(1), p.Made(0)
	q, err := engine.NewPosition(p.Rules(), s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func encode(p *engine.Position, mirror bool) []float32 {
	x := make([]float32, p.Board().Cells()*Planes)
	Encode(x, p, mirror)
	return x
}

func TestBothSeatsSeeTheSame(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "wiki-10", "plyyard"} {
		rng := rand.New(rand.NewPCG(1, 2))
		r := rules(t, ref)
		for range 50 {
			p := walk(r, rng.IntN(50), rng)
			q := turned(t, &p)
			if fmt.Sprint(encode(&p, false)) != fmt.Sprint(encode(&q, false)) {
				t.Fatalf("%s\n%s\nlook different to their movers", p.String(), q.String())
			}
			moves := p.Moves(nil)
			from, to := Moves(nil, nil, &p, moves, false)
			seen := make(map[[2]int16]bool)
			for i := range from {
				seen[[2]int16{from[i], to[i]}] = true
			}
			from, to = Moves(nil, nil, &q, q.Moves(nil), false)
			if len(from) != len(moves) {
				t.Fatalf("%d moves, turned %d", len(moves), len(from))
			}
			for i := range from {
				if !seen[[2]int16{from[i], to[i]}] {
					t.Fatalf("%s: the other seat's move %d>%d has no counterpart", p.String(), from[i], to[i])
				}
			}
		}
	}
}

func TestMirrorMovesPlanesAndMovesAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	r := rules(t, "wiki-8")
	b := r.Board()
	for range 20 {
		p := walk(r, rng.IntN(60), rng)
		plain, mirrored := encode(&p, false), encode(&p, true)
		for c := range b.Cells() {
			for k := range Planes {
				if plain[c*Planes+k] != mirrored[b.Mirror(c)*Planes+k] {
					t.Fatalf("%s: plane %d differs at cell %d", p.String(), k, c)
				}
			}
		}
		moves := p.Moves(nil)
		from, to := Moves(nil, nil, &p, moves, false)
		mfrom, mto := Moves(nil, nil, &p, moves, true)
		for i := range moves {
			if b.Mirror(int(from[i])) != int(mfrom[i]) || b.Mirror(int(to[i])) != int(mto[i]) {
				t.Fatalf("%s: move %d is not mirrored with its board", p.String(), i)
			}
			if plain[int(from[i])*Planes+own] != 1 || mirrored[int(mfrom[i])*Planes+own] != 1 {
				t.Fatalf("%s: move %d does not start on an own piece", p.String(), i)
			}
		}
	}
}

// The mover's home is the first corner and its goal the last, for both seats.
func TestHomeIsTheFirstCorner(t *testing.T) {
	r := rules(t, "wiki-8-d30")
	for first := range 2 {
		p := r.Start(first)
		x := encode(&p, false)
		last := (p.Board().Cells() - 1) * Planes
		for name, got := range map[string][2]float32{
			"own piece at home":     {x[own], 1},
			"other piece in goal":   {x[last+other], 1},
			"home":                  {x[ownHome], 1},
			"goal":                  {x[last+ownGoal], 1},
			"progress at home":      {x[progress], 1},
			"progress in the goal":  {x[last+progress], 0},
			"all of the moves left": {x[ownDeadline], 1},
			"a deadline":            {x[hasDeadline], 1},
		} {
			if got[0] != got[1] {
				t.Errorf("seat %d, %s: %v, want %v", first+1, name, got[0], got[1])
			}
		}
	}
}

func TestValuesAndTargetsTurnSeatsTheSameWay(t *testing.T) {
	r := rules(t, "wiki-8")
	for mover := range 2 {
		p := r.Start(mover)
		// A network that is sure of its mover.
		v := Values([]float32{5, 0}, &p)
		if v[mover] < 0.9 || v[1-mover] > -0.9 || math.Abs(float64(v[0]+v[1])) > 1e-6 {
			t.Errorf("mover %d: values %v", mover, v[:2])
		}
		outcome := []float32{-1, -1}
		outcome[mover] = 1
		var target [2]float32
		Target(target[:], outcome, &p)
		if target != [2]float32{1, 0} {
			t.Errorf("mover %d won: target %v, want mover first", mover, target)
		}
		Target(target[:], []float32{0, 0}, &p)
		if target != [2]float32{.5, .5} {
			t.Errorf("draw: target %v", target)
		}
	}
}

// The planes of one position, written out. A change here is a new encoding:
// it needs a new Name.
func TestGolden(t *testing.T) {
	p, err := engine.ParsePosition("wiki-8-d30 111...../11.1..../11....../1..1..../......../......22/.....222/...22222 2 3 2,15 a,a")
	if err != nil {
		t.Fatal(err)
	}
	x := encode(&p, false)
	var got bytes.Buffer
	for k := range Planes {
		for c := range p.Board().Cells() {
			if c%8 == 0 {
				fmt.Fprintf(&got, "\n%d:", k)
			}
			fmt.Fprintf(&got, " %.3f", x[c*Planes+k])
		}
	}
	const file = "testdata/square2-v1.golden"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("encoding %s changed:\n%s", Name, got.String())
	}
}

func TestCheck(t *testing.T) {
	board := func(rows, seats int) model.Spec {
		return model.Spec{Rows: rows, Cols: rows, Seats: seats, Features: Name, Planes: Planes}
	}
	old := board(8, 2)
	old.Features = "square2-v0"
	narrow := board(8, 2)
	narrow.Planes = 3
	const only = "networks play on square boards with two seats, "
	for _, test := range []struct {
		rules string
		spec  model.Spec
		want  string
	}{
		{"wiki-8-d30", board(8, 2), ""},
		{"plyyard", board(16, 2), ""},
		{"wiki-8,finish=places", board(8, 2), ""},
		{"wiki-10", board(8, 2), "network is for a board of 8x8, wiki-10 is played on 10x10"},
		{"wiki-8", board(8, 3), "network is for 3 seats, wiki-8 has 2"},
		{"wiki-8", old, `network was trained on the encoding "square2-v0", this program has "square2-v1"`},
		{"wiki-8", narrow, "network has 3 input planes, encoding square2-v1 has 9"},
		// A star has as many rows as columns, too.
		{"star-121-2", board(17, 2), only + "star-121-2 is played on star121 with 2"},
		{"star-121-3", board(17, 3), only + "star-121-3 is played on star121 with 3"},
		{"leapstone-4", board(16, 4), only + "leapstone-4 is played on sq16x4 with 4"},
	} {
		got := ""
		if err := Check(test.spec, rules(t, test.rules)); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.rules, got, test.want)
		}
	}
}
