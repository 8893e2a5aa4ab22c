package agent

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"halmazero/engine"
)

func rules(t testing.TB, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func player(t testing.TB, text string) Player {
	t.Helper()
	s, err := ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play is a game from random opening plies, at most 300 long: its moves after
// the opening and its last position. It fails on an illegal move.
func play(t testing.TB, r *engine.Rules, seed uint64, opening int, players [2]Player) ([]engine.Move, engine.Position) {
	t.Helper()
	p := r.Start(int(seed % 2))
	start := rand.New(rand.NewPCG(seed, 1))
	for range opening {
		moves := p.Moves(nil)
		p.Play(moves[start.IntN(len(moves))])
	}
	rng := rand.New(rand.NewPCG(seed, 2))
	for _, pl := range players {
		pl.Reset()
	}
	var moves []engine.Move
	for !p.Result().Over() && len(moves) < 300 {
		before := p
		m, err := players[p.Mover()].Choose(&p, rng)
		if err != nil {
			t.Fatalf("%s: %v", &p, err)
		}
		if !p.Equal(&before) {
			t.Fatalf("choosing a move changed %s", &before)
		}
		if err := p.Legal(m); err != nil {
			t.Fatalf("%s: %v", &p, err)
		}
		p.Play(m)
		moves = append(moves, m)
		for _, pl := range players {
			pl.Observe(m)
		}
	}
	return moves, p
}

var simple = []string{"random", "greedy", "classical:depth=1", "classical:depth=2", "classical:depth=2,noise=0.3"}

func TestPlayersPlayLegalMovesRepeatably(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "wiki-8,lock=none", "wiki-10", "plyyard"} {
		r := rules(t, ref)
		for _, spec := range simple {
			first, _ := play(t, r, 11, 2, [2]Player{player(t, spec), player(t, "random")})
			used := [2]Player{player(t, spec), player(t, "random")}
			play(t, r, 5, 2, used)
			again, _ := play(t, r, 11, 2, used)
			if !slices.Equal(first, again) {
				t.Errorf("%s: %s plays another game with the same stream after one before it", ref, spec)
			}
		}
	}
}

func TestStreamVariesPlay(t *testing.T) {
	p := rules(t, "wiki-8").Start(0)
	for spec, want := range map[string]int{"random": 8, "greedy": 1, "classical:depth=1,noise=0.9": 5} {
		seen := make(map[engine.Move]bool)
		pl := player(t, spec)
		for seed := range uint64(60) {
			m, err := pl.Choose(&p, rand.New(rand.NewPCG(seed, 0)))
			if err != nil {
				t.Fatal(err)
			}
			seen[m] = true
		}
		if len(seen) < want {
			t.Errorf("%s: 60 streams give %d different moves, want %d or more", spec, len(seen), want)
		}
	}
}

func TestNoiseIsAProbability(t *testing.T) {
	p := rules(t, "wiki-8").Start(0)
	const tries = 2000
	for _, tc := range []struct {
		spec      string
		low, high int // how often the move is the player's own
	}{
		{"classical:depth=1", tries, tries},
		{"classical:depth=1,noise=0.25", tries * 72 / 100, tries * 84 / 100}, // three quarters and a few by chance
		{"classical:depth=1,noise=1", 0, tries / 10},
	} {
		own, err := player(t, "classical:depth=1").Choose(&p, rand.New(rand.NewPCG(0, 0)))
		if err != nil {
			t.Fatal(err)
		}
		pl, rng, n := player(t, tc.spec), rand.New(rand.NewPCG(1, 1)), 0
		for range tries {
			m, err := pl.Choose(&p, rng)
			if err != nil {
				t.Fatal(err)
			}
			if m == own {
				n++
			}
		}
		if n < tc.low || n > tc.high {
			t.Errorf("%s plays its own move %d times of %d, want %d to %d", tc.spec, n, tries, tc.low, tc.high)
		}
	}
}

func TestGreedyShortensTheDistanceMost(t *testing.T) {
	g := player(t, "greedy")
	rng := rand.New(rand.NewPCG(3, 3))
	for _, ref := range []string{"wiki-8", "wiki-10,lock=none"} {
		r := rules(t, ref)
		for range 20 {
			p := r.Start(rng.IntN(2))
			for range rng.IntN(60) {
				moves := p.Moves(nil)
				q := p
				if q.Play(moves[rng.IntN(len(moves))]); q.Result().Over() {
					break
				}
				p = q
			}
			distance := func(m engine.Move) int {
				q := p
				q.Play(m)
				return q.Remaining(p.Mover())
			}
			best := 1 << 30
			ties := make(map[engine.Move]bool)
			for _, m := range p.Moves(nil) {
				d := distance(m)
				if d < best {
					best = d
					clear(ties)
				}
				if d == best {
					ties[m] = true
				}
			}
			seen := make(map[engine.Move]bool)
			for range 40 * len(ties) {
				m, err := g.Choose(&p, rng)
				if err != nil {
					t.Fatal(err)
				}
				if !ties[m] {
					t.Fatalf("%s: %s leaves %d, the best move %d", &p, p.MoveText(m), distance(m), best)
				}
				seen[m] = true
			}
			if len(seen) != len(ties) {
				t.Errorf("%s: %d of %d equal moves are ever played", &p, len(seen), len(ties))
			}
		}
	}
}

func TestNoMove(t *testing.T) {
	for _, text := range []string{
		"wiki-8 2222..../222...../22....../2......./......../......../......../......11 1 51 25,26 a,a",
		"wiki-8 122...../22....../2.2...../......../......../......../......../........ 1 10 5,5 a,a",
	} {
		p, err := engine.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range simple {
			if m, err := player(t, spec).Choose(&p, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, ErrNoMove) {
				t.Errorf("%s in %s: move %d, error %v", spec, text, m, err)
			}
		}
	}
}

// TestStrength plays pairs of games, each opening once from either side.
func TestStrength(t *testing.T) {
	for _, tc := range []struct {
		strong, weak string
		pairs, least int // least number of points of 2*pairs games; a truncated game gives none
	}{
		{"greedy", "random", 6, 12},
		{"classical:depth=1", "greedy", 20, 24},
		{"classical:depth=2", "classical:depth=1", 20, 28},
		{"classical:depth=3", "classical:depth=2", 12, 16},
		{"classical:depth=1", "classical:depth=1,noise=0.3", 10, 15},
	} {
		t.Run(tc.strong+" over "+tc.weak, func(t *testing.T) {
			t.Parallel()
			r := rules(t, "wiki-8-d30")
			strong, weak := player(t, tc.strong), player(t, tc.weak)
			points := 0
			for pair := range tc.pairs {
				for seat := range 2 {
					var players [2]Player
					players[seat], players[1-seat] = strong, weak
					_, p := play(t, r, uint64(100+pair), 4, players)
					if res := p.Result(); res.Kind == engine.Win && int(res.Seat) == seat {
						points++
					}
				}
			}
			t.Logf("%d of %d", points, 2*tc.pairs)
			if points < tc.least {
				t.Errorf("won %d of %d games, want %d", points, 2*tc.pairs, tc.least)
			}
		})
	}
}
