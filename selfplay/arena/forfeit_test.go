package arena

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/stats"
)

// quitter plays like its inner player, until its turn after so many.
type quitter struct {
	agent.Player
	turns, after int
}

func (q *quitter) Reset() { q.turns = 0 }

func (q *quitter) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	if q.turns == q.after {
		return 0, fmt.Errorf("asking: %w", &agent.Forfeit{Reason: agent.ForfeitLate, Detail: "asleep", Position: p.String()})
	}
	q.turns++
	return q.Player.Choose(p, rng)
}

func quits(t *testing.T, after int) func() (agent.Player, error) {
	inner := maker(t, "greedy")
	return func() (agent.Player, error) {
		p, err := inner()
		return &quitter{Player: p, after: after}, err
	}
}

// A player that gives no answer has lost, and the match goes on.
func TestForfeitsOfTwoSides(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "leapstone-2", "wiki-4-teams"} {
		t.Run(ref, func(t *testing.T) {
			m := match(t, "greedy", "greedy")
			m.NameA = "quitter"
			m.Rules, m.NewA, m.Pairs = rules(t, ref), quits(t, 3), 4
			r := play(t, m)
			if w := r.Tally.Games; w.Losses != 8 || w.Total() != 8 || r.Forfeits != [2]int{8, 0} {
				t.Errorf("%v, forfeits %v", w, r.Forfeits)
			}
			for _, g := range r.Games {
				f := g.Forfeits[0]
				p, err := engine.ParsePosition(f.Position)
				if err != nil || len(g.Forfeits) != 1 {
					t.Fatalf("forfeits %+v: %v", g.Forfeits, err)
				}
				want := fmt.Sprintf("win:%d", 3-f.Seat)
				if ref == "wiki-4-teams" {
					want = fmt.Sprintf("team:%d", 1+f.Seat%2)
				}
				if g.Result != want || g.Cause != "late" || f.Reason != "late" || f.Detail != "asleep" {
					t.Errorf("result %s (%s), want %s; %+v", g.Result, g.Cause, want, f)
				}
				if p.Mover() != f.Seat-1 || g.Players[f.Seat-1] != "quitter" || p.Ply() != f.Ply || f.Ply != g.Plies || len(g.Moves) != g.Plies {
					t.Errorf("seat %d of %v forfeits at ply %d of %d, %d moves", f.Seat, g.Players, f.Ply, g.Plies, len(g.Moves))
				}
			}
		})
	}
}

// Among several seats the others play on where the rules know resigning;
// otherwise they share the first place.
func TestForfeitsOfSeveralSeats(t *testing.T) {
	for _, x := range []struct {
		ref   string
		check func(t *testing.T, g *Game)
	}{
		{"leapstone-4", func(t *testing.T, g *Game) {
			p, err := engine.ParsePosition(rulesStart(t, "leapstone-4"))
			if err != nil {
				t.Fatal(err)
			}
			end, n, err := engine.Replay(p, g.Moves)
			if err != nil || n != g.Plies || end.Result().String() != g.Result || !strings.HasPrefix(g.Result, "places:") {
				t.Errorf("replay: %v after %d plies, %v; stored %s after %d", end.Result(), n, err, g.Result, g.Plies)
			}
			for i, f := range g.Forfeits {
				if g.Places[f.Seat-1] != 4-i || !slices.Contains(g.Moves, fmt.Sprintf("resign:%d", f.Seat)) {
					t.Errorf("seat %d was number %d to forfeit and has place %d", f.Seat, i+1, g.Places[f.Seat-1])
				}
			}
		}},
		{"star-121-3", func(t *testing.T, g *Game) {
			if seat := g.Forfeits[0].Seat; g.Result != fmt.Sprintf("forfeit:%d", seat) || g.Cause != "late" {
				t.Errorf("result %s (%s)", g.Result, g.Cause)
			}
			for seat, place := range g.Places {
				if want := 1; place != want && seat != g.Forfeits[0].Seat-1 || seat == g.Forfeits[0].Seat-1 && place != 3 {
					t.Errorf("places %v, seat %d has left", g.Places, g.Forfeits[0].Seat)
				}
			}
		}},
	} {
		t.Run(x.ref, func(t *testing.T) {
			m := match(t, "greedy", "greedy")
			m.NameA = "quitter"
			m.Rules, m.NewA, m.Pairs, m.Cap, m.OpeningPlies = rules(t, x.ref), quits(t, 3), 2, 1000, 0
			r := play(t, m)
			if s := r.Groups.Score(); s.Value >= 0.5 || r.Forfeits[0] < len(r.Games) || r.Forfeits[1] != 0 {
				t.Errorf("score %v, forfeits %v in %d games", s, r.Forfeits, len(r.Games))
			}
			for i := range r.Games {
				x.check(t, &r.Games[i])
			}
		})
	}
}

// Any other error ends the match.
func TestOtherErrorsAreNoForfeits(t *testing.T) {
	broken := errors.New("broken")
	m := match(t, "greedy", "random")
	m.NewB = func() (agent.Player, error) { return failing{err: broken}, nil }
	if r, err := m.result(); !errors.Is(err, broken) || r.Tally != (stats.Tally{}) {
		t.Errorf("result %v, error %v", r.Tally, err)
	}
	m.NewB = func() (agent.Player, error) { return nil, broken }
	if _, err := m.result(); !errors.Is(err, broken) {
		t.Errorf("error is %v", err)
	}
}

type failing struct {
	agent.Player
	err error
}

func (failing) Reset()              {}
func (failing) Observe(engine.Move) {}
func (f failing) Choose(*engine.Position, *rand.Rand) (engine.Move, error) {
	return 0, f.err
}
