package mcts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
)

// outcomes is every value vector that max^n may give a position, over all ways
// to break ties, by playing out the whole rest of the game.
func outcomes(s *Search, p *engine.Position) []Values {
	if p.Result().Over() {
		return []Values{s.resultValue(p)}
	}
	m := p.Mover()
	var all [][]Values
	sure := float32(-2) // what the mover can have however the others break ties
	q := *p
	for _, move := range p.Moves(nil) {
		q = *p
		q.Play(move)
		sets := outcomes(s, &q)
		worst := float32(2)
		for _, v := range sets {
			worst = min(worst, v[m])
		}
		sure = max(sure, worst)
		all = append(all, sets)
	}
	var possible []Values
	seen := map[Values]bool{}
	for _, sets := range all {
		for _, v := range sets {
			if v[m] >= sure && !seen[v] {
				seen[v] = true
				possible = append(possible, v)
			}
		}
	}
	return possible
}

// claims holds every proof in a tree against the whole rest of the game.
func claims(s *Search, at int32, p *engine.Position, deep int) (int, error) {
	n := &s.tree.nodes[at]
	count := 0
	if n.exact != 0 {
		for _, v := range outcomes(s, p) {
			for seat := range s.seats {
				if n.exact.has(seat) && n.proven(seat) != v[seat] {
					return 0, fmt.Errorf("%v: seat %d is proven to have %v, but may have %v", p, seat+1, n.proven(seat), v[seat])
				}
			}
		}
		count++
	}
	var q engine.Position
	for _, e := range s.tree.edgesOf(n) {
		if e.child == none || deep == 0 {
			continue
		}
		q = *p
		q.Play(e.move)
		c, err := claims(s, e.child, &q, deep-1)
		if err != nil {
			return 0, err
		}
		count += c
	}
	return count, nil
}

// Whatever the solver says is so, and given enough simulations it says it all.
func TestSolverAgainstTheWholeGame(t *testing.T) {
	for i, ref := range slices.Concat(manySeats, manySeats) {
		share := i >= len(manySeats)
		t.Run(fmt.Sprintf("%s/transpositions=%t", ref, share), func(t *testing.T) {
			cfg := Default()
			cfg.Solver, cfg.Transpositions = true, share
			rng := rand.New(rand.NewPCG(4, 4))
			proven, values := 0, map[float32]int{}
			for i := range 12 {
				plies := 1 + i%3
				p := endgame(t, ref, plies, rng)
				s := newSearch(t, cfg, p)
				whole := outcomes(s, &p)
				unique := true
				for _, v := range whole {
					unique = unique && v[p.Mover()] == whole[0][p.Mover()]
				}
				for range 20 {
					run(t, s, constant{}, 300)
					if err := wellFormed(s); err != nil {
						t.Fatal(err)
					}
					if s.Proven() {
						break
					}
				}
				if _, err := claims(s, 0, &p, 2); err != nil {
					t.Fatal(err)
				}
				// With two seats everything is decided; with more, ties may
				// leave it open.
				if s.seats == 2 && plies <= 2 && !s.Proven() {
					t.Errorf("%v: not proven after %d visits", &p, visits(s.Root(nil)))
				}
				if !s.Proven() {
					continue
				}
				proven++
				v := s.RootValue()[p.Mover()]
				values[v]++
				if !unique || v != whole[0][p.Mover()] {
					t.Errorf("%v: proven to be %v, but may be %v", &p, v, whole)
				}
				m := s.Choose(0, nil)
				q := p
				q.Play(m)
				for _, v := range outcomes(s, &q) {
					if whole[0][p.Mover()] != -1 && v[p.Mover()] == -1 {
						t.Errorf("%v: %s loses, and there is something better", &p, p.MoveText(m))
					}
				}
			}
			if proven < 4 || len(values) < 2 && s2(ref) {
				t.Errorf("%d positions were proven, worth %v", proven, values)
			}
		})
	}
}

func s2(ref string) bool { return ref == "wiki-8" || ref == "star-121-2" }

// A proof corrects the means on the way to it: what is left are the values
// of moves that are not proven.
func TestProofCorrectsMeans(t *testing.T) {
	cfg := Default()
	cfg.Solver = true
	rng := rand.New(rand.NewPCG(6, 6))
	for i := range 40 {
		cfg.Transpositions = i >= 20
		p := endgame(t, "wiki-8", 3, rng)
		s := newSearch(t, cfg, p)
		for range 40 {
			run(t, s, hashed{}, 20)
			root := &s.tree.nodes[0]
			sum := float64(root.value[p.Mover()])
			edges := s.tree.edgesOf(root)
			for i := range edges {
				sum += edges[i].sum
				if q, ok := s.edgeProven(root, &edges[i]); ok && edges[i].sum != float64(q)*float64(edges[i].visits) {
					t.Fatalf("%v: a proven %v has a mean of %v", &p, q, edges[i].sum/float64(edges[i].visits))
				}
			}
			if diff := sum - root.sum[p.Mover()]; !s.Proven() && (diff > 1e-9 || diff < -1e-9) {
				t.Fatalf("%v: the moves sum to %v, the root to %v", &p, sum, root.sum[p.Mover()])
			}
		}
	}
}

// A game goes on with what was proven before.
func TestSolverAcrossMoves(t *testing.T) {
	cfg := Default()
	cfg.Solver = true
	rng := rand.New(rand.NewPCG(7, 7))
	for _, ref := range []string{"wiki-8", "star-121-3", "leapstone-4"} {
		for i := range 20 {
			cfg.Transpositions = i >= 10
			s := newSearch(t, cfg, endgame(t, ref, 12, rng))
			promised, to := float32(-2), 0
			for !s.Position().Result().Over() {
				run(t, s, hashed{}, 150)
				if err := wellFormed(s); err != nil {
					t.Fatal(err)
				}
				mover := s.Position().Mover()
				if s.Proven() && s.RootValue()[mover] == 1 && promised < 1 {
					promised, to = 1, mover
				}
				s.Advance(s.Choose(0, nil))
			}
			if promised == 1 {
				if v := s.RootValue(); v[to] != 1 {
					t.Errorf("%s: seat %d was promised a win and has %v in %v", ref, to+1, v, s.Position())
				}
			}
		}
	}
}

// By hand: what the moves of a node prove about it, the first seat to move.
func TestProof(t *testing.T) {
	const open = -9 // not proven
	for _, x := range []struct {
		name, ref string
		moves     []Values
		exact     seatSet
		want      Values
	}{
		{"a win", "star-121-3", []Values{{-1, 1, -1}, {1, -1, -1}, {open}}, 7, Values{1, -1, -1}},
		{"a loss among others", "star-121-3", []Values{{-1, 1, -1}, {open}}, 0, Values{}},
		{"all lose to the same", "star-121-3", []Values{{-1, 1, -1}, {-1, 1, -1}}, 7, Values{-1, 1, -1}},
		{"the mover decides who wins", "star-121-3", []Values{{-1, 1, -1}, {-1, -1, 1}}, 1, Values{-1}},
		{"the best of all", "wiki-8", []Values{{-1, 1}, {0, 0}}, 3, Values{}},
		{"two seats, one open", "wiki-8", []Values{{0, 0}, {open}}, 0, Values{}},
		{"first of four, the others open", "leapstone-4", []Values{{1, -1, 0.5, -0.5}, {open}}, 1, Values{1}},
		{"second of four in two ways", "leapstone-4", []Values{{0.5, 1, -0.5, -1}, {0.5, 1, -1, -0.5}, {-1, 1, 0.5, -0.5}}, 3, Values{0.5, 1}},
		{"a team's win", "wiki-4-teams", []Values{{open}, {1, -1, 1, -1}}, 15, Values{1, -1, 1, -1}},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := newSearch(t, Default(), rules(t, x.ref).Start(0))
			s.tree.nodes = []node{{count: int32(len(x.moves)), visits: 1}}
			for i, v := range x.moves {
				child := node{terminal: true, value: v}
				if v[0] != open {
					child.exact = s.all
				}
				s.tree.nodes = append(s.tree.nodes, child)
				s.tree.edges = append(s.tree.edges, edge{visits: 1, child: int32(i) + 1})
			}
			v, exact := s.proof(&s.tree.nodes[0])
			if exact != x.exact {
				t.Fatalf("proven for the seats %b, want %b", exact, x.exact)
			}
			for seat := range s.seats {
				if exact.has(seat) && v[seat] != x.want[seat] {
					t.Errorf("%v is proven, want %v", v, x.want)
				}
			}
		})
	}
}

// A horizon is no rule: what it says is no proof, however certain it looks.
func TestHorizonProvesNothing(t *testing.T) {
	for name, set := range variants {
		cfg := Default()
		set(&cfg)
		cfg.Solver = true
		cfg.Horizon = func(*engine.Position) (Values, bool) { return Values{1, -1}, true }
		s := newSearch(t, cfg, midgame(t, "wiki-8", 12))
		run(t, s, hashed{}, 200)
		if s.Proven() {
			t.Errorf("%s: the root is proven", name)
		}
		for _, m := range s.Root(nil) {
			if m.Proven || m.Visits > 0 && m.Q != 1 {
				t.Fatalf("%s: %+v", name, m)
			}
		}
	}
}

// By hand: a proven win is gone for and a proven loss left alone, whatever
// their scores; where all are lost the best score decides.
func TestChoiceAmongProvenMoves(t *testing.T) {
	win, loss := node{terminal: true, value: Values{1, -1}, exact: 3}, node{terminal: true, value: Values{-1, 1}, exact: 3}
	for _, x := range []struct {
		name  string
		edges []edge
		want  int32
	}{
		{"a win", []edge{{prior: 0.9, visits: 1, sum: 0.9, child: none}, {prior: 0.1, visits: 9, sum: -9, child: 1}}, 1},
		{"no loss", []edge{{prior: 0.9, visits: 1, sum: 1, child: 2}, {prior: 0.1, visits: 9, sum: -8, child: none}}, 1},
		{"all lost", []edge{{prior: 0.1, visits: 5, sum: -5, child: 2}, {prior: 0.9, visits: 5, sum: -5, child: 2}}, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := &Search{cfg: Default(), capNodes: 10, seats: 2, all: 3}
			s.tree.edges = x.edges
			s.tree.nodes = []node{{count: 2, visits: 11, informed: true}, win, loss}
			if got := s.choose(0); got != x.want {
				t.Errorf("edge %d, want %d", got, x.want)
			}
		})
	}
}
