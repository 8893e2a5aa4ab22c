package selfplay

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/dataset"
	"halmazero/engine"
)

// Half a turn of every board makes homes targets: what retreat relies on.
func TestHalfTurn(t *testing.T) {
	for _, ref := range backplayRules {
		b := parsedRules(t, ref).Board()
		for s := range b.Seats() {
			for _, c := range b.Home(s) {
				if !b.InGoal(s, b.Cells()-1-c) {
					t.Errorf("%s: cell %s of seat %d's home is turned out of its target", ref, b.CellName(c), s+1)
				}
			}
		}
	}
}

var backplayRules = []string{"wiki-8-d30", "wiki-8", "wiki-10-d50", "plyyard", "wiki-4", "leapstone-4", "wiki-4-teams", "star-121-2", "star-121-3", "star-121-6", "wiki-star3", "star-253-5"}

func parsedRules(t *testing.T, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRetreat(t *testing.T) {
	for _, ref := range backplayRules {
		t.Run(ref, func(t *testing.T) {
			r := parsedRules(t, ref)
			b := r.Board()
			start := r.Start(0)
			way := float64(remaining(&start))
			rng := rand.New(rand.NewPCG(3, 4))
			for _, share := range []float64{0.05, 0.2, 0.5, 0.8, 0.95} {
				mean, n := 0.0, 0
				for range 60 {
					p, ok := retreat(r, share, rng.IntN(b.Seats()), 160, rng)
					if !ok {
						continue
					}
					n++
					mean += float64(remaining(&p)) / way
					if p.Ply() > 80 {
						t.Fatalf("%s: %d plies are made, want at most 80", &p, p.Ply())
					}
					for s := range b.Seats() {
						if p.PieceCount(s) != len(b.Home(s)) {
							t.Fatalf("%s: seat %d has %d pieces", &p, s+1, p.PieceCount(s))
						}
						if d := r.Deadline(); d > 0 && d-p.Made(s) <= p.AtHome(s) {
							t.Fatalf("%s: seat %d has %d moves before the deadline for %d pieces at home", &p, s+1, d-1-p.Made(s), p.AtHome(s))
						}
					}
					if _, err := engine.ParsePosition(p.String()); err != nil {
						t.Fatal(err)
					}
				}
				// Remaining distances count the nearest empty cells, forwards and in
				// reverse not quite the same.
				if mean /= float64(n); n < 30 || math.Abs(mean-share) > 0.02+0.25*share {
					t.Errorf("share %g: %d of 60 positions, with %.2f of the way left", share, n, mean)
				}
			}
		})
	}
}

// The smallest share has everybody out of the target, and is found.
func TestBackplayFromTheLastMove(t *testing.T) {
	for _, ref := range append([]string{"wiki-8,turn_limit=40", "star-121-3,turn_limit=20", "wiki-8,deadline=8"}, backplayRules...) {
		r := parsedRules(t, ref)
		rng := rand.New(rand.NewPCG(5, 6))
		for range 5 {
			first := rng.IntN(r.Seats())
			p, ok := Backplay{Start: 1e-6}.Draw(r, 1, first, 100, rng)
			if !ok || p.Result().Over() || p.Mover() != first {
				t.Fatalf("%s: %t, %s", ref, ok, &p)
			}
		}
	}
}

// Rules that end every game at once leave no room.
func TestBackplayWithoutRoom(t *testing.T) {
	r := parsedRules(t, "wiki-8,deadline=1")
	if p, ok := (Backplay{Start: 0.1}).Draw(r, 1, 0, 100, rand.New(rand.NewPCG(5, 6))); ok {
		t.Errorf("drawn: %s", &p)
	}
}

// Games begin further back from generation to generation, and end by the rules.
func TestBackplayGames(t *testing.T) {
	s := spec(t, "wiki-8-d30", 160)
	s.Settings.Backplay = Backplay{Start: 0.1, Growth: 0.1}
	start := s.Rules.Start(0)
	way := float64(remaining(&start))
	for _, x := range []struct {
		generation int
		least      float64
		most       float64
	}{{1, 0, 0.2}, {5, 0.2, 0.6}, {20, 0.9, 1.1}} {
		s.Generation = x.generation
		all := games(t, s, 6, 2)
		audited(t, s, all)
		for _, g := range all {
			p, err := engine.ParsePosition(g.Start)
			if err != nil {
				t.Fatal(err)
			}
			if left := float64(remaining(&p)) / way; left < x.least || left > x.most {
				t.Errorf("generation %d: a game begins with %.2f of the way left: %s", x.generation, left, g.Start)
			}
			if set := g.StartKind == dataset.SetUpStart; set == (x.generation == 20) {
				t.Errorf("generation %d: a game is set up: %t", x.generation, set)
			}
		}
	}
}
