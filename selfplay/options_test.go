package selfplay

import (
	"math/rand/v2"
	"testing"

	"halmazero/dataset"
	"halmazero/engine"
)

func TestSimulationsGrow(t *testing.T) {
	s := Settings{FullSimulations: 64, CheapSimulations: 16, Growth: 8, MaxSimulations: 90}
	for _, x := range []struct{ generation, full, cheap int }{{0, 64, 16}, {1, 64, 16}, {2, 72, 18}, {3, 80, 20}, {4, 88, 22}, {5, 90, 23}, {50, 90, 23}} {
		if full, cheap := s.simulations(x.generation, true), s.simulations(x.generation, false); full != x.full || cheap != x.cheap {
			t.Errorf("generation %d: %d and %d simulations, want %d and %d", x.generation, full, cheap, x.full, x.cheap)
		}
	}
	s.Growth = 0
	if full, cheap := s.simulations(9, true), s.simulations(9, false); full != 64 || cheap != 16 {
		t.Errorf("%d and %d simulations without growth", full, cheap)
	}
	grown := spec(t, "wiki-8-d30", 20)
	grown.Settings.Growth, grown.Settings.MaxSimulations, grown.Generation = 10, 40, 3
	for _, r := range games(t, grown, 1, 1)[0].Rows {
		if want := map[bool]int{true: 40, false: 10}[r.Full]; r.Simulations != want {
			t.Errorf("%d simulations, want %d", r.Simulations, want)
		}
	}
}

func TestNearGoal(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "plyyard", "wiki-4", "leapstone-4", "wiki-4-teams", "star-121-2", "star-121-3", "star-121-6", "wiki-star3", "star-253-5"} {
		t.Run(ref, func(t *testing.T) {
			r, err := engine.ParseRules(ref)
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			outside := map[int]bool{}
			shared := ref == "wiki-star3" // its camps share cells, which leaves more pieces outside
			most, reach := len(r.Board().Goal(0))/2, max(r.Board().Rows(), r.Board().Cols())/2
			for range 50 {
				p := nearGoal(r, rng.IntN(r.Seats()), rng)
				for seat := range r.Seats() {
					out := p.PieceCount(seat) - p.InGoal(seat)
					outside[out] = true
					if p.PieceCount(seat) != len(r.Board().Home(seat)) || out == 0 || !shared && (out > most || p.AtHome(seat) > 0) {
						t.Fatalf("%s: seat %d has %d pieces, %d outside, %d at home", &p, seat+1, p.PieceCount(seat), out, p.AtHome(seat))
					}
					for cell := range r.Board().Cells() {
						if p.At(cell) == seat+1 && toGoal(r.Board(), seat, cell) > reach {
							t.Fatalf("%s: a piece of seat %d is %d steps from its target, want %d at most", &p, seat+1, toGoal(r.Board(), seat, cell), reach)
						}
					}
				}
				if _, err := engine.ParsePosition(p.String()); err != nil {
					t.Fatal(err)
				}
			}
			if len(outside) < 3 {
				t.Errorf("always %v pieces outside", outside)
			}
		})
	}
}

// Games from near the goal are games like any others, in their share.
func TestNearGoalShare(t *testing.T) {
	s := spec(t, "wiki-8-d30", 60)
	s.Settings.NearGoalShare = 0.5
	all := games(t, s, 24, 4)
	audited(t, s, all)
	near := 0
	for _, g := range all {
		if g.StartKind == dataset.SetUpStart {
			near++
			if g.OpeningPlies != 0 || g.Result == "truncated" && g.Plies < 60 {
				t.Errorf("game %s: %s after %d plies, %d of the opening", g.ID, g.Result, g.Plies, g.OpeningPlies)
			}
		}
	}
	if near < 5 || near > 19 {
		t.Errorf("%d of 24 games began near the goal", near)
	}
	for _, share := range []float64{0, 1} {
		s.Settings.NearGoalShare = share
		for _, g := range games(t, s, 4, 4) {
			if got := g.StartKind == dataset.SetUpStart; got != (share == 1) {
				t.Errorf("share %v: game %s began near the goal: %t", share, g.ID, got)
			}
		}
	}
}

// Nobody gives up in a game that is played on, and in any other somebody does
// when it first says so.
func TestResignPlayOn(t *testing.T) {
	s := spec(t, "wiki-8-d30", 0)
	s.Settings.Resign = 0.25
	for _, share := range []float64{0, 1} {
		s.Settings.ResignPlayOn = share
		said, resigned := 0, 0
		for _, g := range games(t, s, 6, 3) {
			if g.Cause == engine.Resignation {
				resigned++
			}
			for k, r := range g.Rows {
				if r.Flags&dataset.FlagResign == 0 {
					continue
				}
				said++
				if share == 0 && k != len(g.Rows)-1 {
					t.Errorf("game %s goes on behind ply %d", g.ID, r.Ply)
				}
			}
		}
		if said == 0 || (resigned > 0) != (share == 0) {
			t.Errorf("share %v: said %d times, %d of 6 games resigned", share, said, resigned)
		}
	}
}

// With three seats and more nobody can give up.
func TestNobodyResignsAmongMany(t *testing.T) {
	s := spec(t, "star-121-3", 60)
	s.Settings.Resign = 0.1 // a third of a win is -1/3
	for _, g := range games(t, s, 2, 2) {
		for _, r := range g.Rows {
			if g.Cause == engine.Resignation || r.Flags&dataset.FlagResign != 0 {
				t.Fatalf("game %s, ply %d: seat %d gave up", g.ID, r.Ply, r.Seat+1)
			}
		}
	}
}

func TestResign(t *testing.T) {
	s := spec(t, "wiki-8-d30", 0)
	s.Settings.Resign, s.Settings.ResignPlayOn = 0.25, 0.5
	all := games(t, s, 24, 4)
	audited(t, s, all)
	m := dataset.NewStats()
	for i := range all {
		g := &all[i]
		if err := m.Add(g); err != nil {
			t.Fatal(err)
		}
		hopeless := map[int]int{}
		for k := range g.Rows {
			r := &g.Rows[k]
			if hopeless[r.Seat]++; r.RootValue[r.Seat] >= -0.25 {
				hopeless[r.Seat] = 0
			}
			if flagged := r.Flags&dataset.FlagResign != 0; flagged != (hopeless[r.Seat] >= ResignTurns) {
				t.Errorf("game %s, ply %d: flagged %t after %d hopeless searches", g.ID, r.Ply, flagged, hopeless[r.Seat])
			}
			if g.Cause == engine.Resignation && r.Flags&dataset.FlagResign != 0 && k != len(g.Rows)-1 {
				t.Errorf("game %s goes on behind a resignation", g.ID)
			}
		}
		if last := g.Rows[len(g.Rows)-1]; g.Cause == engine.Resignation && (last.Outcome[last.Seat] != -1 || last.Outcome[1-last.Seat] != 1) {
			t.Errorf("game %s: seat %d resigned, outcome %v", g.ID, last.Seat+1, last.Outcome)
		}
	}
	if m.Resigned < 4 || m.PlayedOn < 4 || m.Wrong > m.PlayedOn {
		t.Errorf("%d games were resigned, %d played on, %d of those not lost", m.Resigned, m.PlayedOn, m.Wrong)
	}
	t.Logf("%d games were resigned, %d played on, %d of those not lost", m.Resigned, m.PlayedOn, m.Wrong)

	for i := range all { // a lie about who gave up
		if g := &all[i]; g.Cause == engine.Resignation {
			g.Outcome[0], g.Outcome[1] = g.Outcome[1], g.Outcome[0]
			if err := g.Seal(); err != nil {
				t.Fatal(err)
			}
			a := dataset.NewAuditor(dataset.AuditOptions{})
			a.Add(all[i : i+1])
			if a.Audit().Total == 0 {
				t.Errorf("game %s: the wrong winner passes the audit", g.ID)
			}
			break
		}
	}
}
