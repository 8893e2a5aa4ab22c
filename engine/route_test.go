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
	everyBoardAndLock(t, func(t *testing.T, rules string, rng *rand.Rand) {
		r := mustRules(t, rules)
		for range 25 {
			p := scattered(t, rng, r)
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
func scattered(t testing.TB, rng *rand.Rand, r *engine.Rules) engine.Position {
	t.Helper()
	b := r.Board()
	s := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(2)}
	for c := range s.Cells {
		if rng.IntN(5) == 0 {
			s.Cells[c] = uint8(1 + rng.IntN(2))
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
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := put(t, c.rules, c.pieces, 0)
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
	everyBoardAndLock(t, func(t *testing.T, rules string, rng *rand.Rand) {
		r := mustRules(t, rules)
		for range 20 {
			p := randomPosition(t, rng, r)
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
	everyBoardAndLock(t, func(t *testing.T, rules string, rng *rand.Rand) {
		r := mustRules(t, rules)
		for range 40 {
			p := scattered(t, rng, r)
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
		for c := range b.Cells() {
			dr, dc := c/b.Cols()-last/b.Cols(), c%b.Cols()-last%b.Cols()
			if b.Distance(c, last) == 1 {
				near = append(near, c)
			}
			if b.Distance(c, last) == 2 && dr%2 == 0 && dc%2 == 0 && p.At(c) == 0 && p.At((c+last)/2) != 0 {
				far = append(far, c)
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
