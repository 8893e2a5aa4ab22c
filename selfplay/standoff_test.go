package selfplay

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/mcts"
)

// idle waits: no position is better than another, and no move is worth a look
// that brings the mover nearer to its target.
type idle struct{}

func (idle) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error {
	for i, l := range leaves {
		out[i].Value = [engine.MaxSeats]float32{}
		sum := float32(0)
		seat := l.Position.Mover()
		for k, m := range l.Moves {
			next := *l.Position
			next.Play(m)
			out[i].Priors[k] = 1
			if next.Remaining(seat) < l.Position.Remaining(seat) {
				out[i].Priors[k] = 1e-6
			}
			sum += out[i].Priors[k]
		}
		for k := range l.Moves {
			out[i].Priors[k] /= sum
		}
	}
	return nil
}

// Two sides that would rather wait come to an end by nudges alone, and these are
// made where the rule of them says, and nowhere else.
func TestNudgesBreakStandoffs(t *testing.T) {
	const limit, n = 8, 30
	var still, nudges [nudgePlies + 1]int // by limits of standing still
	for _, ref := range []string{"wiki-8", "star-121-3"} {
		s := spec(t, ref, 400)
		s.Settings.Backplay = Backplay{Start: 0.1}
		s.Settings.Search.NoiseFraction = 0
		if truncated := truncated(playIdle(t, s, n)); truncated < n*9/10 {
			t.Errorf("%s: without nudges %d of %d games are truncated, want nearly all", ref, truncated, n)
		}
		s.Settings.StandoffPlies = limit
		all := playIdle(t, s, n)
		audited(t, s, all)
		if truncated := truncated(all); truncated > n/10 {
			t.Errorf("%s: %d of %d games are truncated, want hardly any", ref, truncated, n)
		}
		for _, g := range all {
			checkNudges(t, &g, limit, &still, &nudges)
		}
	}
	for i, n := range nudges {
		want := min(1, (float64(i)+0.5)/nudgePlies)
		if i == 0 {
			want = 0
		}
		// Four standard deviations, as the shares of a limit's plies differ a little.
		slack := 0.03 + 4*math.Sqrt(want*(1-want)/float64(still[i]))
		if share := float64(n) / float64(still[i]); share > 1 || !(math.Abs(share-want) <= slack) || (i == 0 || i == nudgePlies) && share != want {
			t.Errorf("%d nudges in %d plies after %d limits of standing still, want a share of %.2f", n, still[i], i, want)
		}
	}
}

func playIdle(t *testing.T, s Spec, n int) []dataset.Game {
	t.Helper()
	return gamesOf(t, idle{}, s, n, 3)
}

func truncated(all []dataset.Game) int {
	n := 0
	for _, g := range all {
		if g.Cause == engine.Cap {
			n++
		}
	}
	return n
}

// checkNudges goes through a game and counts its plies of standing still and its
// nudges.
func checkNudges(t *testing.T, g *dataset.Game, limit int, still, nudges *[nudgePlies + 1]int) {
	t.Helper()
	p, err := engine.ParsePosition(g.Start)
	if err != nil {
		t.Fatal(err)
	}
	var least []int
	for seat := range g.Seats {
		least = append(least, p.Remaining(seat))
	}
	since := 0
	for _, r := range g.Rows {
		limits := min(since/limit, nudgePlies)
		before := p.Remaining(r.Seat)
		if nearer(&p) {
			still[limits]++
		}
		nudged := r.Flags&dataset.FlagRandom != 0
		p.Play(r.Played)
		closer := p.Remaining(r.Seat) < least[r.Seat]
		if nudged {
			nudges[limits]++
			if p.Remaining(r.Seat) >= before || since < limit || r.Full || len(r.Policy) > 0 || len(r.RootValue) > 0 || r.Simulations > 0 {
				t.Fatalf("game %s, ply %d: a nudge after %d plies of standing still, from %d to %d steps left, %d moves searched", g.ID, r.Ply, since, before, p.Remaining(r.Seat), len(r.Policy))
			}
		}
		since++
		if closer {
			least[r.Seat] = p.Remaining(r.Seat)
			if !nudged {
				since = 0
			}
		}
	}
}

// nearer reports whether the mover can come nearer to its target.
func nearer(p *engine.Position) bool {
	for _, m := range p.Moves(nil) {
		next := *p
		if next.Play(m); next.Remaining(p.Mover()) < p.Remaining(p.Mover()) {
			return true
		}
	}
	return false
}

// Where no game stands still, nothing is drawn: the games are the same to the
// last random number.
func TestNoNudgeDrawsNothing(t *testing.T) {
	r := parsedRules(t, "wiki-8-d30")
	p := r.Start(0)
	for _, limit := range []int{0, 5} {
		s := newStandoff(limit, &p)
		rng, same := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
		for range 4 {
			if _, ok := s.nudge(&p, rng); ok {
				t.Errorf("limit %d: a nudge", limit)
			}
			s.note(&p, 0, false)
		}
		if rng.Uint64() != same.Uint64() {
			t.Errorf("limit %d: something was drawn", limit)
		}
	}
}
