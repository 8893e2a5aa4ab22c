package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
	"halmazero/engine/ref"
)

// shortestRoutes lists all routes of all moves and keeps, for each move, the
// first of the shortest: Routes goes in direction order.
func shortestRoutes(s *ref.State) map[engine.Move][]int {
	best := make(map[engine.Move][]int)
	for from := range s.Cells() {
		for route := range s.Routes(from) {
			m := engine.NewMove(from, route[len(route)-1])
			if old, ok := best[m]; !ok || len(route) < len(old) {
				best[m] = slices.Clone(route)
			}
		}
	}
	return best
}

func TestCanonicalRoutes(t *testing.T) {
	ties := 0
	everyGridAndLock(t, func(t *testing.T, grid, lock string, rng *rand.Rand) {
		for range 10 {
			p := scattered(t, rng, grid, lock)
			s := ref.New(p)
			routes := make(map[engine.Move]int)
			for from := range s.Cells() {
				for route := range s.Routes(from) {
					routes[engine.NewMove(from, route[len(route)-1])]++
				}
			}
			best := shortestRoutes(s)
			moves := p.Moves(nil)
			if len(best) != len(moves) {
				t.Fatalf("%s: %d moves, routes to %d", &p, len(moves), len(best))
			}
			for _, m := range moves {
				if routes[m] > 1 {
					ties++
				}
				if got := p.Route(m); !slices.Equal(got, best[m]) {
					t.Fatalf("%s: route of %s is %v, want %v", &p, p.Board().ShortText(m), got, best[m])
				}
			}
		}
	})
	if ties < 100 {
		t.Errorf("only %d moves with more than one route", ties)
	}
}

// scattered is a position with pieces everywhere, but few enough for all the
// routes to be listed.
func scattered(t testing.TB, rng *rand.Rand, grid, lock string) engine.Position {
	t.Helper()
	r := mustRules(t, "wiki-2,board="+grid+",lock="+lock)
	b := r.Board()
	s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(b.Seats())}
	for c := range s.Cells {
		if rng.IntN(5) == 0 {
			s.Cells[c] = uint8(1 + rng.IntN(b.Seats()))
		}
	}
	p, err := engine.NewPosition(r, s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCanonicalRouteTexts(t *testing.T) {
	cases := []struct{ name, rules, pieces, short, want string }{
		{"one jump", "plyyard", "R e5, B f5", "e5>g5", "e5-g5"},
		{"east before south", "plyyard", "R e5, B f5 g6 f7 e6", "e5>g7", "e5-g5-g7"},
		{"diagonal is shorter", "plyyard", "R e5, B f5 g6 f6", "e5>g7", "e5-g7"},
		{"longer without the diagonal", "plyyard", "R e5, B f5 g6", "e5>g7", "e5-g5-g7"},
		{"around, under end", "wiki-2", "R n13, B m13 l14", "n13>l15", "n13-l13-l15"},
		{"within the target, under path", "wiki-2,lock=path", "R m14, B l15 l16 n14 o15 n16", "m14>m16", "m14-o14-o16-m16"},
		{"shorter by the outside, under end", "wiki-2", "R m14, B l15 l16 n14 o15 n16", "m14>m16", "m14-k16-m16"},
		{"through the target, under end", "wiki-2", "R l11, B m12 m13 k11 j12 k13", "l11>l13", "l11-n13-l13"},
		{"not through the target, under endpass", "wiki-2,lock=endpass", "R l11, B m12 m13 k11 j12 k13", "l11>l13", "l11-j11-j13-l13"},
		{"star, a step", "star-121-2", "R I9", "I9>I10", "I9-I10"},
		{"star, one jump", "star-121-2", "R I9, B J9", "I9>K9", "I9-K9"},
		{"star, north-east before east", "star-121-2", "R I9, B J8 L7 J9 L8", "I9>M7", "I9-K7-M7"},
		{"star, east before south-east", "star-121-2", "R I9, B J9 K10 I10 J11", "I9>K11", "I9-K9-K11"},
		{"star, south-west before west", "star-121-2", "R I9, B H10 F11 H9 F10", "I9>E11", "I9-G11-E11"},
		{"star, the straight way is shorter", "star-121-2", "R I9, B J9 I8 J7 K8", "I9>K9", "I9-K9"},
		{"star, around outside, under end", outside, supports, "N6>R6", "N6-N8-P8-R8-R6"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := put(t, c.rules, c.pieces, firstNamed(c.pieces))
			m, err := p.ParseMove(c.short)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.MoveText(m); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// Every legal move reads back from both its texts, and the twin plays its
// route.
func TestMoveTexts(t *testing.T) {
	everyGridAndLock(t, func(t *testing.T, grid, lock string, rng *rand.Rand) {
		for range 8 {
			p := scattered(t, rng, grid, lock)
			if rng.IntN(2) == 0 {
				p = randomPosition(t, rng, randomRules(t, rng, grid, lock))
			}
			s := ref.New(p)
			for _, m := range p.Moves(nil) {
				text, short := p.MoveText(m), p.Board().ShortText(m)
				for _, way := range []string{text, short} {
					if got, err := p.ParseMove(way); err != nil || got != m {
						t.Fatalf("%s: %s reads as %s, %v", &p, way, p.Board().ShortText(got), err)
					}
				}
				if p.Board().Distance(m.From(), m.To()) == 1 && text != short {
					t.Fatalf("step %s is also written %s", text, short)
				}
				s := s.Clone()
				if err := s.PlayRoute(p.Route(m)); err != nil {
					t.Fatal(err)
				}
				q := p
				q.Play(m)
				if !slices.Equal(s.Cells(), q.Cells(nil)) || s.Result() != q.Result() {
					t.Fatalf("%s: %s leads the twin elsewhere", &p, text)
				}
			}
		}
	})
}

// Routes from outside: engine and twin accept the same ones.
func TestRandomRoutes(t *testing.T) {
	accepted, refused := 0, 0
	everyGridAndLock(t, func(t *testing.T, grid, lock string, rng *rand.Rand) {
		for range 15 {
			p := scattered(t, rng, grid, lock)
			s := ref.New(p)
			for range 100 {
				route := wander(rng, &p)
				err := s.Clone().PlayRoute(route)
				m, engineErr := p.ParseMove(routeText(p.Board(), route))
				if (err == nil) != (engineErr == nil) {
					t.Fatalf("%s\nroute %s: %v, the twin: %v", &p, routeText(p.Board(), route), engineErr, err)
				}
				if err != nil {
					refused++
					continue
				}
				accepted++
				if m != engine.NewMove(route[0], route[len(route)-1]) {
					t.Fatalf("route %v reads as %s", route, p.Board().ShortText(m))
				}
			}
		}
	})
	if accepted < 2000 || refused < 2000 {
		t.Errorf("%d routes accepted and %d refused: too few of either", accepted, refused)
	}
}

// wander walks from a piece, mostly in jumps that look possible.
func wander(rng *rand.Rand, p *engine.Position) []int {
	b := p.Board()
	pieces := p.Pieces(nil, p.Mover())
	if len(pieces) == 0 || rng.IntN(20) == 0 {
		return []int{rng.IntN(b.Cells()), rng.IntN(b.Cells())}
	}
	route := []int{int(pieces[rng.IntN(len(pieces))])}
	for n := 1 + rng.IntN(4); n > 0; n-- {
		last := route[len(route)-1]
		var near, far []int
		row, col := b.Coord(last)
		for _, over := range b.Steps(nil, last) {
			near = append(near, over)
			r, c := b.Coord(over)
			if behind, ok := b.CellAt(2*r-row, 2*c-col); ok && p.At(behind) == 0 && p.At(over) != 0 {
				far = append(far, behind)
			}
		}
		if len(far) == 0 || rng.IntN(10) == 0 {
			route = append(route, near[rng.IntN(len(near))])
		} else {
			route = append(route, far[rng.IntN(len(far))])
		}
	}
	return route
}

func routeText(b *engine.Board, route []int) string {
	text := b.CellName(route[0])
	for _, c := range route[1:] {
		text += fmt.Sprint("-", b.CellName(c))
	}
	return text
}
