package selfplay

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/mcts"
)

// lead is an evaluator without a network: it prefers long moves and values
// the lead in remaining distance.
type lead struct{ calls int }

func (e *lead) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error {
	e.calls += len(leaves)
	for i, l := range leaves {
		out[i].Value = CapRule{}.Outcome(l.Position)
		sum := float32(0)
		for k, m := range l.Moves {
			out[i].Priors[k] = 1 + float32(l.Position.Board().Distance(m.From(), m.To()))
			sum += out[i].Priors[k]
		}
		for k := range l.Moves {
			out[i].Priors[k] /= sum
		}
	}
	return nil
}

func spec(t *testing.T, rules string, cap int) Spec {
	t.Helper()
	r, err := engine.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	return Spec{Run: "test", Seed: 3, Generation: 1, Rules: r, Model: "lead", Cap: CapRule{Plies: cap},
		Settings: Settings{Search: mcts.Default(), FullSimulations: 24, CheapSimulations: 6, FullShare: 0.3, OpeningPlies: 4,
			Temperature: 1, HalfLife: 8, Floor: 0.1, BotNoise: 0.2}}
}

// games plays n games in lock-step and returns them by index.
func games(t *testing.T, s Spec, n, lockstep int) []dataset.Game {
	t.Helper()
	return gamesOf(t, &lead{}, s, n, lockstep)
}

func gamesOf(t *testing.T, e mcts.Evaluator, s Spec, n, lockstep int) []dataset.Game {
	t.Helper()
	w, err := NewWorker(e, s.Settings, s.Cap, lockstep)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]dataset.Game, n)
	next := 0
	err = w.Play(context.Background(), func() (Spec, bool) {
		g := s
		g.Index = next
		next++
		return g, g.Index < n
	}, func(g dataset.Game) error {
		all[g.Index] = g
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestGameDoesNotDependOnItsCompany(t *testing.T) {
	s := spec(t, "wiki-8-d30", 50)
	alone := games(t, s, 6, 1)
	if together := games(t, s, 6, 5); !reflect.DeepEqual(alone, together) {
		t.Error("games differ between one and five in lock-step")
	}
	if alone[0].Hash == alone[1].Hash || reflect.DeepEqual(alone[0].Moves, alone[1].Moves) {
		t.Error("two games of different index are equal")
	}
	s.Seed++
	if other := games(t, s, 1, 1); reflect.DeepEqual(alone[0].Moves, other[0].Moves) {
		t.Error("another seed gave the same game")
	}
}

func TestRecordOfAGame(t *testing.T) {
	s := spec(t, "wiki-8-d30", 0)
	full, decisions := 0, 0
	for _, g := range games(t, s, 8, 4) {
		if g.Result == "" || g.Result == "truncated" || g.Plies != len(g.Moves) || len(g.Rows) != g.Plies-g.OpeningPlies {
			t.Errorf("game %s: result %q, %d plies, %d rows, %d of the opening", g.ID, g.Result, g.Plies, len(g.Rows), g.OpeningPlies)
		}
		if math.Abs(float64(g.Outcome[0]+g.Outcome[1])) > 1e-6 {
			t.Errorf("game %s: outcome %v", g.ID, g.Outcome)
		}
		for _, r := range g.Rows {
			decisions++
			want := s.Settings.CheapSimulations
			if r.Full {
				full++
				want = s.Settings.FullSimulations
			}
			visits := 0
			for _, v := range r.Policy {
				visits += int(v.Visits)
			}
			if r.Simulations != want || visits < want || r.Noise != r.Full {
				t.Errorf("game %s, ply %d: %d simulations (want %d), %d visits, noise %v, full %v", g.ID, r.Ply, r.Simulations, want, visits, r.Noise, r.Full)
			}
			if r.RootValue[0] != -r.RootValue[1] || r.Surprise < 0 {
				t.Errorf("game %s, ply %d: root value %v, surprise %v", g.ID, r.Ply, r.RootValue, r.Surprise)
			}
		}
	}
	if share := float64(full) / float64(decisions); share < .2 || share > .4 {
		t.Errorf("%.2f of the searches were full, want about 0.3", share)
	}
}

// A game is what the search plays by itself, slowly and obviously: the random
// stream in the same order, the noise in full searches alone and at every root,
// the cap a horizon, and the tree kept.
func TestGameIsWhatTheSearchPlays(t *testing.T) {
	for name, set := range ways {
		t.Run(name, func(t *testing.T) {
			s := spec(t, "wiki-8-d30", 16)
			s.Settings.FullShare, s.Cap.SquatLoss = 0.5, true
			set(&s.Settings.Search)
			cfg := s.Settings.Search
			cfg.Horizon = func(p *engine.Position) ([engine.MaxSeats]float32, bool) { return s.Cap.Outcome(p), p.Ply() >= 16 }
			search, err := mcts.New(cfg, 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range games(t, s, 3, 2) {
				s.Index = g.Index
				rng := s.stream(dataset.SelfPlay)
				first, random := s.Rules.First()
				if random {
					first = rng.IntN(s.Rules.Seats())
				}
				p := s.Rules.Start(first)
				for range rng.IntN(s.Settings.OpeningPlies + 1) {
					moves := p.Moves(nil)
					p.Play(moves[rng.IntN(len(moves))])
				}
				if p.Ply() != g.OpeningPlies {
					t.Fatalf("game %s: %d plies of the opening, want %d", g.ID, g.OpeningPlies, p.Ply())
				}
				search.Reset(p)
				for _, r := range g.Rows {
					sims, noise := s.Settings.CheapSimulations, (*rand.Rand)(nil)
					if rng.Float64() < s.Settings.FullShare {
						sims, noise = s.Settings.FullSimulations, rng
					}
					if err := mcts.Run(search, &lead{}, sims, noise); err != nil {
						t.Fatal(err)
					}
					m := search.Choose(math.Max(0.1, math.Pow(0.5, float64(p.Ply())/8)), rng)
					if root := search.RootValue(); r.Played != m || r.Full != (noise != nil) || abs(r.RootValue[0]-root[0]) > 1e-4 { // values are rounded in a record
						t.Fatalf("game %s, ply %d: played %d, full %t, root value %v; want %d, %t, %v", g.ID, r.Ply, r.Played, r.Full, r.RootValue, m, noise != nil, root[:2])
					}
					p.Play(m)
					search.Advance(m)
				}
				if p.Ply() != 16 && !p.Result().Over() {
					t.Errorf("game %s ends at ply %d", g.ID, p.Ply())
				}
			}
		})
	}
}

func TestSurprise(t *testing.T) {
	for _, x := range []struct {
		name   string
		policy []dataset.Visit
		want   float64
	}{
		{"as the prior", []dataset.Visit{{Visits: 3, Prior: 0.75}, {Visits: 1, Prior: 0.25}}, 0},
		{"three to one from even", []dataset.Visit{{Visits: 3, Prior: 0.5}, {Visits: 1, Prior: 0.5}}, 0.75*math.Log(1.5) + 0.25*math.Log(0.5)},
		{"one of two, without visits of the other", []dataset.Visit{{Visits: 4, Prior: 0.1}, {Visits: 0, Prior: 0.9}}, math.Log(10)},
		{"no prior", []dataset.Visit{{Visits: 4}}, math.Log(1e9)},
	} {
		if got := surprise(x.policy); math.Abs(float64(got)-x.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

func TestCapTruncatesWithATruthfulOutcome(t *testing.T) {
	s := spec(t, "wiki-8", 20)
	for _, g := range games(t, s, 4, 2) {
		p := position(t, g.Start)
		for _, m := range g.Moves {
			p.Play(m)
		}
		want := s.Cap.Outcome(&p)
		if g.Result != "truncated" || g.Cause != engine.Cap || g.Plies != 20 || g.Outcome[0] != want[0] || g.Outcome[1] != want[1] {
			t.Errorf("game %s: %s after %d plies, outcome %v, want %v", g.ID, g.Result, g.Plies, g.Outcome, want[:2])
		}
	}
}

func TestTemperature(t *testing.T) {
	s := Settings{Temperature: 1, HalfLife: 8, Floor: 0.2}
	for ply, want := range map[int]float64{0: 1, 8: .5, 16: .25, 24: .2, 100: .2} {
		if got := temperature(s, ply); math.Abs(got-want) > 1e-9 {
			t.Errorf("ply %d: %v, want %v", ply, got, want)
		}
	}
}

// liar answers with something that is no probability.
type liar struct{ lead }

func (e *liar) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error {
	err := e.lead.Evaluate(leaves, out)
	out[0].Priors[0] = float32(math.NaN())
	return err
}

func TestBrokenNetworkIsAnError(t *testing.T) {
	s := spec(t, "wiki-8", 20)
	w, err := NewWorker(&liar{}, s.Settings, s.Cap, 2)
	if err != nil {
		t.Fatal(err)
	}
	err = w.Play(context.Background(), func() (Spec, bool) { return s, true }, func(dataset.Game) error { return nil })
	if err == nil {
		t.Error("no error")
	}
}

type stepper struct{}

func (stepper) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	return p.Moves(nil)[0], nil
}
func (stepper) Reset()              {}
func (stepper) Observe(engine.Move) {}

func TestBootstrapGame(t *testing.T) {
	s := spec(t, "wiki-8", 60)
	g, err := PlayBot(t.Context(), s, stepper{})
	if err != nil {
		t.Fatal(err)
	}
	s.Settings.NearGoalShare = 1 // is for self-play alone
	again, err := PlayBot(t.Context(), s, stepper{})
	if err != nil || again.Hash != g.Hash {
		t.Errorf("played again: %v, hash %s and %s", err, g.Hash, again.Hash)
	}
	random := 0
	for _, r := range g.Rows {
		switch {
		case r.Flags&dataset.FlagRandom != 0:
			random++
			if r.Full || len(r.Policy) > 0 {
				t.Errorf("ply %d: a random move would train the policy", r.Ply)
			}
		case !r.Full || len(r.Policy) != 1 || r.Policy[0].Move != r.Played:
			t.Errorf("ply %d: the bot's move is not the policy", r.Ply)
		}
	}
	if random == 0 || random == len(g.Rows) {
		t.Errorf("%d of %d moves were random", random, len(g.Rows))
	}
}

func TestOrder(t *testing.T) {
	var got []int
	o := NewOrder(2, func(g dataset.Game) error {
		got = append(got, g.Index)
		if g.Index == 5 {
			return errors.New("full")
		}
		return nil
	})
	for _, i := range []int{4, 2, 3} {
		if err := o.Done(dataset.Game{Index: i}); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(got, []int{2, 3, 4}) {
		t.Errorf("written in the order %v", got)
	}
	if o.Done(dataset.Game{Index: 5}) == nil || o.Done(dataset.Game{Index: 6}) == nil {
		t.Error("an error of writing is forgotten")
	}
}
