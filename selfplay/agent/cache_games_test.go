package agent_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/arena"
)

func tinyNetwork(t *testing.T, r *engine.Rules, seed uint64) *model.Network {
	t.Helper()
	s := features.For(r).Spec()
	s.Blocks, s.Filters, s.PolicyDim, s.ValueChannels, s.ValueHidden, s.PoolScale = 1, 16, 8, 8, 8, 16
	n, err := model.Random(s, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func parse(t *testing.T, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// text is everything that is recorded of games.
func text(t *testing.T, games any) string {
	t.Helper()
	b, err := json.Marshal(games)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// record plays games of self-play and returns their records.
func record(t *testing.T, eval mcts.Evaluator, r *engine.Rules, lockstep int) []dataset.Game {
	t.Helper()
	spec := selfplay.Spec{Run: "test", Seed: 3, Rules: r, Model: "tiny", Cap: selfplay.CapRule{Plies: 40},
		Settings: selfplay.Settings{Search: mcts.Default(), FullSimulations: 32, CheapSimulations: 8, FullShare: 0.3, OpeningPlies: 2,
			Temperature: 1, HalfLife: 8, Floor: 0.1}}
	w, err := selfplay.NewWorker(eval, spec.Settings, spec.Cap, lockstep)
	if err != nil {
		t.Fatal(err)
	}
	games := make([]dataset.Game, 5)
	index := 0
	err = w.Play(context.Background(), func() (selfplay.Spec, bool) {
		s := spec
		s.Index = index
		index++
		return s, s.Index < len(games)
	}, func(g dataset.Game) error {
		games[g.Index] = g
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// Every number that a game of self-play records is the same with a cache, and
// with one that is used already.
func TestCacheChangesNoGame(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "wiki-8,turn_limit=60", "star-121-2"} {
		r := parse(t, ref)
		net, err := nn.New(tinyNetwork(t, r, 1))
		if err != nil {
			t.Fatal(err)
		}
		eval, err := agent.NewCachedEvaluator(net, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := text(t, record(t, eval, r, 2))
		if eval, err = agent.NewCachedEvaluator(net, r, 1); err != nil {
			t.Fatal(err)
		}
		for _, lockstep := range []int{1, 4, 2} {
			if got := text(t, record(t, eval, r, lockstep)); got != want {
				t.Errorf("%s, %d games in lock-step: other games with a cache", ref, lockstep)
			}
		}
		if s := eval.(*agent.Cache).Stats(); s.Hits < 500 || s.Hits == s.Leaves {
			t.Errorf("%s: the cache was hardly asked: %+v", ref, s)
		}
	}
}

// The games of a match are the same with a cache, whoever has one.
func TestCacheChangesNoMatch(t *testing.T) {
	r := parse(t, "wiki-8-d30")
	file := func(name string, seed uint64) string {
		path := filepath.Join(t.TempDir(), name)
		if err := tinyNetwork(t, r, seed).Save(path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b := "net:"+file("a", 1)+",nodes=24", "net:"+file("b", 2)+",nodes=16,temp=0.5"
	games := func(optionA, optionB string) string {
		maker := func(text string) func() (agent.Player, error) {
			s, err := agent.ParseSpec(text)
			if err != nil {
				t.Fatal(err)
			}
			return func() (agent.Player, error) { return s.New(agent.LoadNets(r, mcts.Default())) }
		}
		result, err := arena.Play(context.Background(), arena.Match{Rules: r, Seed: 1, Label: "test", OpeningPlies: 2, Cap: 30, Pairs: 2, Workers: 1,
			NameA: "a", NameB: "b", NewA: maker(a + optionA), NewB: maker(b + optionB)})
		if err != nil {
			t.Fatal(err)
		}
		return text(t, result)
	}
	want := games("", "")
	for _, options := range [][2]string{{",cache=1", ",cache=2"}, {"", ",cache=1"}} {
		if games(options[0], options[1]) != want {
			t.Errorf("other games with %q", options)
		}
	}
}
