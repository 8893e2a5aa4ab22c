package mcts

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

// manySeats are rulesets of every number of seats and every way to end a game.
var manySeats = []string{"wiki-8", "star-121-2", "star-121-3", "wiki-4", "wiki-4-teams", "leapstone-4", "star-121-5", "star-121-6"}

// endgame is a position in which each seat has all pieces but one in its
// target, and that one near the cell that is left, with a random seat to move.
// Where a limit is given, the game is drawn so many plies later.
func endgame(tb testing.TB, ref string, limit int, rng *rand.Rand) engine.Position {
	tb.Helper()
	const ply = 300
	if limit > 0 {
		ref += fmt.Sprintf(",turn_limit=%d", ply+limit)
	}
	r := rules(tb, ref)
	b := r.Board()
	for {
		set := engine.SetUp{Cells: make([]uint8, b.Cells()), Mover: rng.IntN(b.Seats()), Ply: ply}
		var holes [engine.MaxSeats]int
		for seat := range b.Seats() {
			goal := b.Goal(seat)
			holes[seat] = int(goal[rng.IntN(len(goal))])
			for _, c := range goal {
				if int(c) != holes[seat] {
					set.Cells[c] = uint8(seat + 1)
				}
			}
			set.Made[seat] = ply / b.Seats()
		}
		for seat := range b.Seats() {
			var near []int
			for c := range b.Cells() {
				if set.Cells[c] == 0 && !b.InGoal(seat, c) && b.Distance(c, holes[seat]) <= 3 {
					near = append(near, c)
				}
			}
			if len(near) > 0 {
				set.Cells[near[rng.IntN(len(near))]] = uint8(seat + 1)
			}
		}
		p, err := engine.NewPosition(r, set)
		if err != nil {
			tb.Fatal(err)
		}
		if p.SkipBlocked(); !p.Result().Over() {
			return p
		}
	}
}

// winInOne is an endgame whose mover can end it at once, as a winner.
func winInOne(tb testing.TB, ref string, rng *rand.Rand) (p engine.Position, win engine.Move) {
	for {
		p = endgame(tb, ref, 0, rng)
		var q engine.Position
		for _, m := range p.Moves(nil) {
			q = p
			if q.Play(m); q.Result().Over() && q.Result().Values()[p.Mover()] == 1 {
				return p, m
			}
		}
	}
}

// A win in one is found at every number of seats: worth 1 to the mover and -1
// to whoever loses by it.
func TestWinInOneForEverySeat(t *testing.T) {
	for _, ref := range manySeats {
		if ref == "leapstone-4" || ref == "wiki-4-teams" {
			continue // nobody wins those alone with a move
		}
		for _, root := range []RootPolicy{PUCT, Gumbel} {
			for _, solver := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/solver=%t", ref, root, solver), func(t *testing.T) {
					cfg := Default()
					cfg.Solver, cfg.Root, cfg.GumbelMoves = solver, root, 1000
					rng := rand.New(rand.NewPCG(1, 9))
					movers := map[int]bool{}
					for range 12 {
						p, _ := winInOne(t, ref, rng)
						movers[p.Mover()] = true
						s := newSearch(t, cfg, p)
						run(t, s, constant{}, 2*p.CountMoves())
						m := s.Choose(0, nil)
						q := p
						if q.Play(m); !q.Result().Over() || q.Result().Values()[p.Mover()] != 1 {
							t.Fatalf("%s: %s does not win", &p, p.MoveText(m))
						}
						for _, r := range s.Root(nil) {
							if r.Move == m && (r.Q != 1 || r.Proven != solver) {
								t.Errorf("%s: the win is %+v", &p, r)
							}
						}
						v := s.RootValue()
						for seat := range p.Board().Seats() {
							if seat != p.Mover() && v[seat] >= v[p.Mover()] || solver && v[seat] != q.Result().Values()[seat] {
								t.Errorf("%s: root value %v", &p, v)
							}
						}
					}
					if len(movers) < p2(ref, t) {
						t.Errorf("only seats %v were tried", movers)
					}
				})
			}
		}
	}
}

// p2 is how many seats must have been tried: not all may have had their turn.
func p2(ref string, t *testing.T) int { return min(3, rules(t, ref).Seats()) }

// What ends a game is worth what the rules say, for every seat and every
// root; a loss never looks like anything else.
func TestEndsAreWorthTheirResult(t *testing.T) {
	for _, ref := range append(manySeats, "wiki-8-d30") {
		t.Run(ref, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(2, 2))
			ends := 0
			for i := range 30 {
				cfg := Default()
				cfg.Solver, cfg.Root = i%2 == 1, RootPolicy(i/2%2)
				p := endgame(t, ref, 1+i%2, rng)
				s := newSearch(t, cfg, p)
				run(t, s, hashed{}, 300)
				var q engine.Position
				for _, m := range s.Root(nil) {
					q = p
					q.Play(m.Move)
					if !q.Result().Over() || m.Visits == 0 {
						continue
					}
					ends++
					want := q.Result().Values()[p.Mover()]
					if q.Result().Kind == engine.Draw && p.Board().Seats() > 2 && p.Rules().Finish() == engine.FinishFirst {
						want = 2/float32(p.Board().Seats()) - 1 // an equal share of one win
					}
					if m.Q != want {
						t.Errorf("%s: %s ends the game with %s and has Q %v, want %v", &p, p.MoveText(m.Move), q.Result(), m.Q, want)
					}
				}
			}
			if ends < 30 {
				t.Errorf("only %d moves ended a game", ends)
			}
		})
	}
}

// The properties of every search, at every number of seats.
func TestEveryNumberOfSeats(t *testing.T) {
	for _, ref := range manySeats {
		for name, set := range variants {
			t.Run(ref+"/"+name, func(t *testing.T) {
				cfg := Default()
				set(&cfg)
				trees := make([][]RootMove, 2)
				for i := range trees {
					p := midgame(t, ref, 13)
					before := p
					s := newSearch(t, cfg, p)
					rng := rand.New(rand.NewPCG(8, 8))
					for range 3 {
						inherited := visits(s.Root(nil))
						if err := Run(s, hashed{}, 100, rng); err != nil {
							t.Fatal(err)
						}
						trees[i] = s.Root(trees[i])
						if got := visits(s.Root(nil)); got != inherited+100 {
							t.Errorf("%d visits of 100 simulations and %d inherited", got, inherited)
						}
						if err := wellFormed(s); err != nil {
							t.Error(err)
						}
						s.Advance(s.Choose(1, rng))
					}
					if p != before {
						t.Error("the search changed the position")
					}
				}
				if fmt.Sprint(trees[0]) != fmt.Sprint(trees[1]) {
					t.Error("equal seeds gave different trees")
				}
			})
		}
	}
}

// variants are the ways to search.
var variants = map[string]func(*Config){
	"puct":          func(*Config) {},
	"forced":        func(c *Config) { c.ForcedPlayouts = 2 },
	"solver":        func(c *Config) { c.Solver = true },
	"gumbel":        func(c *Config) { c.Root = Gumbel },
	"all":           func(c *Config) { c.Root, c.Solver, c.GumbelMoves = Gumbel, true, 4 },
	"graph":         func(c *Config) { c.Transpositions = true },
	"graph, solver": func(c *Config) { c.Transpositions, c.Solver, c.ForcedPlayouts = true, true, 2 },
	"graph, gumbel": func(c *Config) { c.Transpositions, c.Solver, c.Root = true, true, Gumbel },
}

// A search without a solver, with uniform priors and the remaining distance for
// a value, plays a move that wins by force wherever the whole rest of the game
// has one; the game is drawn so soon that there is no second chance.
func TestSmallEndgamesAreSolved(t *testing.T) {
	for _, ref := range []string{"wiki-8", "star-121-2", "star-121-3"} {
		t.Run(ref, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(12, 3))
			seats := rules(t, ref).Seats()
			found := 0
			for try := 0; try < 3000 && found < 8; try++ {
				p := endgame(t, ref, seats+1, rng) // two moves of the mover
				if won, depth := forcedWin(p, seats+1); !won || depth < 2 {
					continue
				}
				found++
				s := newSearch(t, Default(), p)
				run(t, s, distance{}, 12000)
				q := p
				q.Play(s.Choose(0, nil))
				if !keepsWin(q, p.Mover(), seats) {
					t.Errorf("%v: %s lets the win go", &p, p.MoveText(s.Choose(0, nil)))
				}
			}
			if found < 8 {
				t.Errorf("only %d endgames were tried", found)
			}
		})
	}
}

// forcedWin reports whether the mover wins by force within so many plies, and
// with how many moves of its own at best.
func forcedWin(p engine.Position, plies int) (won bool, moves int) {
	var q engine.Position
	for _, m := range p.Moves(nil) {
		q = p
		if q.Play(m); q.Result().Kind == engine.Win && int(q.Result().Seat) == p.Mover() {
			return true, 1
		}
	}
	for _, m := range p.Moves(nil) {
		q = p
		if q.Play(m); keepsWin(q, p.Mover(), plies-1) {
			return true, 2
		}
	}
	return false, 0
}

// keepsWin reports whether a seat wins by force within so many plies, whoever
// is to move.
func keepsWin(p engine.Position, seat, plies int) bool {
	if r := p.Result(); r.Over() || plies == 0 {
		return r.Kind == engine.Win && int(r.Seat) == seat
	}
	var q engine.Position
	for _, m := range p.Moves(nil) {
		q = p
		q.Play(m)
		if wins := keepsWin(q, seat, plies-1); wins == (p.Mover() == seat) {
			return wins
		}
	}
	return p.Mover() != seat
}
