package features

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
	"halmazero/model"
)

// everyBoard are rulesets of all boards and numbers of seats, with deadlines,
// turn limits, places and teams.
var everyBoard = []string{
	"wiki-8-d30", "wiki-10", "plyyard", "wiki-2,finish=places",
	"leapstone-4", "wiki-4", "wiki-4-teams",
	"star-121-2", "star-121-2,deadline=20", "star-121-2,seats=N+SE", "star-121-2,seats=SE+S", "star-121-3", "star-121-3,seats=N+S+SW",
	"star-121-4", "star-121-4,finish=teams", "star-121-5", "star-121-6,finish=places,resign=on",
	"star-181-2", "star-181-3", "star-181-6", "star-253-2", "star-253-4", "star-253-5,finish=places,resign=on,turn_limit=0",
	"wiki-star3", "wiki-star3,seats=NE+SW",
}

func rules(t testing.TB, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// walk plays random plies from the start, and lets a seat resign now and then
// where that is allowed and the game goes on.
func walk(r *engine.Rules, plies int, rng *rand.Rand) engine.Position {
	p := r.Start(rng.IntN(r.Seats()))
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		slices.Sort(moves) // the walk does not depend on the generator's order
		p.Play(moves[rng.IntN(len(moves))])
		if r.Resign() && r.Seats() > 2 && rng.IntN(20) == 0 {
			q := p
			if q.Resign(rng.IntN(r.Seats())) == nil && !q.Result().Over() {
				p = q
			}
		}
	}
	return p
}

func encode(p *engine.Position, mirror bool) []float32 {
	e := For(p.Rules())
	x := make([]float32, e.Len())
	e.Encode(x, p, mirror)
	return x
}

// seen are the moves of a position as its mover sees them, sorted.
func seen(p *engine.Position, mirror bool) [][2]int16 {
	from, to := For(p.Rules()).Moves(nil, nil, p, p.Moves(nil), mirror)
	all := make([][2]int16, len(from))
	for i := range from {
		all[i] = [2]int16{from[i], to[i]}
	}
	slices.SortFunc(all, func(a, b [2]int16) int { return slices.Compare(a[:], b[:]) })
	return all
}

// TestSymmetricPositionsLookAlike lays positions onto themselves by all
// symmetries of their boards: the mover of the image sees the same, or the
// mirror image of it.
func TestSymmetricPositionsLookAlike(t *testing.T) {
	for _, ref := range everyBoard {
		t.Run(ref, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			r := rules(t, ref)
			e := For(r)
			turns, reflections := 0, 0
			for range 12 {
				p := walk(r, rng.IntN(60), rng)
				plain := encode(&p, false)
				all := r.Board().Symmetries()
				for i := range all {
					q := p.Image(&all[i])
					image := encode(&q, false)
					switch {
					case slices.Equal(image, plain) && slices.Equal(seen(&q, false), seen(&p, false)):
						turns++
					case e.Mirrors() && slices.Equal(image, encode(&p, true)) && slices.Equal(seen(&q, false), seen(&p, true)):
						reflections++
					default:
						t.Fatalf("%s\n%s\nlook different to their movers", p.String(), q.String())
					}
				}
			}
			if turns == 0 || e.Mirrors() != (reflections > 0) {
				t.Errorf("%d turned, %d mirrored", turns, reflections)
			}
		})
	}
}

// TestMirrorsBetweenTwoSeatsOnly lists the boards that can be mirrored.
func TestMirrorsBetweenTwoSeatsOnly(t *testing.T) {
	for _, ref := range everyBoard {
		r := rules(t, ref)
		if got, want := For(r).Mirrors(), r.Seats() == 2; got != want {
			t.Errorf("%s mirrors: %v", ref, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a mirrored position where there is no mirror")
		}
	}()
	p := rules(t, "star-121-3").Start(0)
	encode(&p, true)
}

// TestMirrorMovesPlanesAndMovesAlike compares opposite seats with the board's
// own reflection.
func TestMirrorMovesPlanesAndMovesAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, ref := range []string{"wiki-8", "plyyard", "star-121-2", "star-253-2"} {
		r := rules(t, ref)
		e, b := For(r), r.Board()
		n := e.Spec().Planes
		identity := &b.Symmetries()[0]
		at := e.gridCells(identity, 0) // the first seat's view is the board itself
		for range 10 {
			p := walk(r, rng.IntN(60), rng)
			plain, mirrored := encode(&p, false), encode(&p, true)
			for c := range b.Cells() {
				from, to := int(at[c])*n, int(at[b.Mirror(c)])*n
				if !slices.Equal(plain[from:from+n], mirrored[to:to+n]) {
					t.Fatalf("%s: planes differ at %s", p.String(), b.CellName(c))
				}
			}
			for _, mirror := range []bool{false, true} {
				x := encode(&p, mirror)
				for _, m := range seen(&p, mirror) {
					if x[int(m[0])*n] != 1 || x[int(m[1])*n] != 0 {
						t.Fatalf("%s: move %v does not lead from an own piece to an empty cell", p.String(), m)
					}
				}
			}
		}
	}
}

// TestPlanesSayWhereThePiecesAre reads positions back from their planes, with
// the absolute cells and seats that the engine knows.
func TestPlanesSayWhereThePiecesAre(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, ref := range everyBoard {
		r := rules(t, ref)
		e, b := For(r), r.Board()
		n, seats := e.Spec().Planes, b.Seats()
		for range 5 {
			p := walk(r, rng.IntN(80), rng)
			x, at := encode(&p, false), e.gridCells(&b.Symmetries()[0], p.Mover())
			for c := range b.Cells() {
				here := x[int(at[c])*n:][:n]
				for k := range seats {
					seat := (p.Mover() + k) % seats
					if want := flag(p.At(c) == seat+1); here[k] != want {
						t.Fatalf("%s: piece of seat %d on %s: %v", p.String(), seat+1, b.CellName(c), here[k])
					}
					if k < e.planes.seatGoals && here[e.planes.goals+k] != flag(b.InGoal(seat, c)) {
						t.Fatalf("%s: target of seat %d on %s: %v", p.String(), seat+1, b.CellName(c), here[e.planes.goals+k])
					}
				}
				if here[e.planes.home] != flag(b.InHome(p.Mover(), c)) || here[e.planes.board] != 1 {
					t.Fatalf("%s: %s: home %v, board %v", p.String(), b.CellName(c), here[e.planes.home], here[e.planes.board])
				}
			}
		}
	}
}

// TestOffTheBoardIsZero looks at the grid cells that no cell of the board has,
// which have to be those that the spec says.
func TestOffTheBoardIsZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, ref := range everyBoard {
		r := rules(t, ref)
		p := walk(r, 30, rng)
		e := For(r)
		x, n := encode(&p, false), e.Spec().Planes
		for c, on := range e.Spec().Mask() {
			if got := x[c*n+e.planes.board]; got != flag(on) {
				t.Fatalf("%s: grid cell %d is on the board: %v, the spec says %v", ref, c, got, on)
			}
			if here := x[c*n:][:n]; !on && slices.Max(here) != 0 {
				t.Fatalf("%s: grid cell %d off the board holds %v", ref, c, here)
			}
		}
		s := e.Spec()
		s.Filters, s.PolicyDim, s.ValueChannels, s.ValueHidden, s.PoolScale = 1, 1, 1, 1, 1
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", ref, err)
		}
		if s.BoardCells() != r.Board().Cells() {
			t.Errorf("%s: %d cells, want %d", ref, s.BoardCells(), r.Board().Cells())
		}
	}
}

// The mover's home is in the first corner and its goal in the last.
func TestHomeIsTheFirstCorner(t *testing.T) {
	for _, ref := range everyBoard {
		r := rules(t, ref)
		for first := range r.Seats() {
			p := r.Start(first)
			e, x := For(r), encode(&p, false)
			l, n := &e.planes, e.Spec().Planes
			cells := []int{}
			for c, on := range e.Spec().Mask() {
				if on {
					cells = append(cells, c)
				}
			}
			north, south := x[cells[0]*n:], x[cells[len(cells)-1]*n:]
			for name, got := range map[string][2]float32{
				"own piece at home":     {north[0], 1},
				"home":                  {north[l.home], 1},
				"goal":                  {south[l.goals], 1},
				"progress at home":      {north[l.progress], 1},
				"progress in the goal":  {south[l.progress], 0},
				"own piece in the goal": {south[0], 0},
			} {
				if got[0] != got[1] {
					t.Errorf("%s, seat %d, %s: %v, want %v", ref, first+1, name, got[0], got[1])
				}
			}
		}
	}
}

func TestEncodeAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, ref := range []string{"wiki-8-d30", "star-121-3", "leapstone-4"} {
		p := walk(rules(t, ref), 30, rng)
		e, moves := For(p.Rules()), p.Moves(nil)
		x, from, to := make([]float32, e.Len()), make([]int16, 0, len(moves)), make([]int16, 0, len(moves))
		logits := make([]float32, e.Spec().Seats)
		allocs := testing.AllocsPerRun(10, func() {
			e.Encode(x, &p, false)
			from, to = e.Moves(from[:0], to[:0], &p, moves, false)
			e.Values(logits, &p)
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", ref, allocs)
		}
	}
}

func TestCheck(t *testing.T) {
	spec := func(ref string, change func(*model.Spec)) model.Spec {
		s := For(rules(t, ref)).Spec()
		if change != nil {
			change(&s)
		}
		return s
	}
	old := func(s *model.Spec) { s.Features = "square2-v0" }
	narrow := func(s *model.Spec) { s.Planes = 3 }
	for _, test := range []struct {
		rules string
		spec  model.Spec
		want  string
	}{
		{"wiki-8-d30", spec("wiki-8", nil), ""},
		{"plyyard", spec("wiki-2", nil), ""},
		{"wiki-8,finish=places", spec("wiki-8", nil), ""},
		{"leapstone-4", spec("wiki-4-teams", nil), ""},
		{"star-121-3", spec("wiki-star3", nil), ""},
		{"wiki-10", spec("wiki-8", nil), "network is for a board of 8x8, wiki-10 is played on a board of 10x10"},
		{"leapstone-4", spec("wiki-2", nil), "network is for 2 seats, leapstone-4 has 4"},
		{"wiki-8", spec("wiki-8", old), `network was trained on the encoding "square2-v0", wiki-8 is played with "square2-v1"`},
		{"star-121-2", spec("star-121-2", old), `network was trained on the encoding "square2-v0", star-121-2 is played with "general-v1"`},
		{"wiki-8", spec("wiki-8", narrow), "network has 3 input planes, encoding square2-v1 has 9"},
		{"star-121-2", spec("star-181-2", nil), "network is for a star of 181 cells, star-121-2 is played on a star of 121 cells"},
		{"star-121-2", model.Spec{Rows: 17, Cols: 17}, "network is for a board of 17x17, star-121-2 is played on a star of 121 cells"},
	} {
		got := ""
		if err := For(rules(t, test.rules)).Check(test.spec); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.rules, got, test.want)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, ref := range []string{"wiki-8", "wiki-8-d30", "plyyard", "leapstone-4", "star-121-2", "star-121-6", "star-253-3"} {
		r := rules(b, ref)
		p := walk(r, 40, rand.New(rand.NewPCG(1, 2)))
		e := For(r)
		x := make([]float32, e.Len())
		b.Run(fmt.Sprintf("%s/%dplanes", ref, e.Spec().Planes), func(b *testing.B) {
			for b.Loop() {
				e.Encode(x, &p, false)
			}
		})
	}
}
