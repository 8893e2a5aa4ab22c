package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"halmazero/engine"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/stats"
)

func maker(t *testing.T, text string) func() (agent.Player, error) {
	t.Helper()
	s, err := agent.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return func() (agent.Player, error) { return s.New(nil) }
}

func match(t *testing.T, a, b string) Match {
	t.Helper()
	return Match{Rules: rules(t, "wiki-8-d30"), Seed: 7, Label: "test", OpeningPlies: 4, Cap: 160, Pairs: 6, Workers: 2,
		NameA: a, NameB: b, NewA: maker(t, a), NewB: maker(t, b)}
}

func play(t *testing.T, m Match) Result {
	t.Helper()
	r, err := Play(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSameGamesWithAnyNumberOfWorkers(t *testing.T) {
	m := match(t, "greedy", "random")
	m.Workers = 1
	one := play(t, m)
	m.Workers = 3
	if three := play(t, m); !reflect.DeepEqual(one, three) {
		t.Errorf("one worker %+v\nthree workers %+v", one.Tally, three.Tally)
	}
}

func TestPairsShareTheirOpeningAndSwapSides(t *testing.T) {
	m := match(t, "greedy", "random")
	r := play(t, m)
	if len(r.Games) != 12 {
		t.Fatalf("%d games, want 12", len(r.Games))
	}
	for i := 0; i < len(r.Games); i += 2 {
		x, y := r.Games[i], r.Games[i+1]
		if fmt.Sprint(x.Moves[:4]) != fmt.Sprint(y.Moves[:4]) || x.First != y.First {
			t.Errorf("pair %d: openings %v and %v", x.Pair, x.Moves[:4], y.Moves[:4])
		}
		if !slices.Equal(x.Players, []string{"greedy", "random"}) || !slices.Equal(y.Players, []string{"random", "greedy"}) {
			t.Errorf("pair %d: players %v and %v", x.Pair, x.Players, y.Players)
		}
	}
}

// Every stored game can be played again from its record, and its result
// belongs to the player it is credited to.
func TestRecordsReplay(t *testing.T) {
	m := match(t, "random", "greedy")
	won := 0
	for _, g := range play(t, m).Games {
		p := m.Rules.Start(g.First - 1)
		for i, text := range g.Moves {
			move, err := p.ParseMove(text)
			if err != nil {
				t.Fatalf("pair %d, ply %d: %v", g.Pair, i, err)
			}
			p.Play(move)
		}
		want := stats.Draw
		if r := p.Result(); r.Kind == engine.Win {
			want = stats.Loss
			if g.Players[r.Seat] == "random" {
				want = stats.Win
			} else {
				won++
			}
		}
		if g.Outcome != want || g.Plies != p.Ply() {
			t.Errorf("pair %d: outcome %v after %d plies, replay says %v after %d", g.Pair, g.Outcome, g.Plies, want, p.Ply())
		}
	}
	if won < 6 {
		t.Errorf("greedy won %d of 12 games against random", won)
	}
}

// A game that gives places is won by the first of them, on a star as well.
func TestPlacesAreWins(t *testing.T) {
	for _, ref := range []string{"wiki-8,finish=places", "star-121-2,finish=places"} {
		t.Run(ref, func(t *testing.T) {
			m := match(t, "greedy", "greedy")
			m.Rules, m.Cap = rules(t, ref), 500
			ranked := 0
			for _, g := range play(t, m).Games {
				want := stats.Draw
				if order, ok := strings.CutPrefix(g.Result, "places:"); ok {
					ranked++
					first := int(order[0] - '0')
					want = stats.Loss
					if g.Side(first-1) == 0 {
						want = stats.Win
					}
				}
				if g.Outcome != want {
					t.Errorf("half %d, result %s: outcome %v, want %v", g.Half, g.Result, g.Outcome, want)
				}
			}
			if ranked < 4 {
				t.Errorf("%d of 12 games gave places", ranked)
			}
		})
	}
}

func rules(t *testing.T, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestStopsAtTheSamePair(t *testing.T) {
	for _, workers := range []int{1, 4} {
		m := match(t, "greedy", "random")
		m.Pairs, m.Workers = 40, workers
		pairs := 0
		m.Stop = func(stats.Pair) bool { pairs++; return pairs == 3 }
		if r := play(t, m); len(r.Pairs) != 3 || len(r.Games) != 6 || r.Tally.Games.Total() != 6 {
			t.Errorf("%d workers: %d pairs, %d games after a stop at 3 pairs", workers, len(r.Pairs), len(r.Games))
		}
	}
}

type cheat struct{ agent.Player }

func (cheat) Choose(p *engine.Position, _ *rand.Rand) (engine.Move, error) {
	return engine.NewMove(0, p.Board().Cells()-1), nil
}

func TestIllegalMoveIsAnErrorWithThePosition(t *testing.T) {
	m := match(t, "greedy", "random")
	m.NewA = func() (agent.Player, error) {
		p, err := maker(t, "random")()
		return cheat{p}, err
	}
	_, err := Play(context.Background(), m)
	if !errors.Is(err, engine.ErrIllegal) {
		t.Fatalf("error is %v", err)
	}
}

func TestContextEndsAMatch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := match(t, "greedy", "greedy")
	m.Pairs = 1000
	m.Progress = func(games int) {
		if games == 4 {
			cancel()
		}
	}
	if _, err := Play(ctx, m); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// sleeper searches until it is stopped.
type sleeper struct {
	agent.Player
	stop func() bool
}

func (s *sleeper) StopWhen(stop func() bool) { s.stop = stop }

func (s *sleeper) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	for !s.stop() {
		time.Sleep(time.Millisecond)
	}
	return s.Player.Choose(p, rng)
}

// The end of the context breaks searches off, and their moves do not count.
func TestContextEndsASearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := match(t, "greedy", "greedy")
	m.NewB = func() (agent.Player, error) {
		p, err := maker(t, "greedy")()
		return &sleeper{Player: p}, err
	}
	m.Store = func(Game) error { t.Error("a game was finished"); return nil }
	go cancel()
	if _, err := Play(ctx, m); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// A game that cannot be stored ends the match.
func TestStoreThatFails(t *testing.T) {
	full, stored := errors.New("no space"), 0
	m := match(t, "greedy", "random")
	m.Store = func(Game) error {
		if stored++; stored > 2 {
			return full
		}
		return nil
	}
	if _, err := m.result(); !errors.Is(err, full) {
		t.Errorf("error is %v", err)
	}
}

// closer counts how often it is closed.
type closer struct {
	agent.Player
	closed *atomic.Int64
}

func (c closer) Close() error { c.closed.Add(1); return errors.New("not heard") }

// Every seat of a worker has a player of its own, which is closed at the end.
func TestPlayersAreClosed(t *testing.T) {
	for ref, each := range map[string]int64{"wiki-8-d30": 1, "star-121-3": 2, "wiki-4-teams": 2} {
		t.Run(ref, func(t *testing.T) {
			var made, closed atomic.Int64
			m := match(t, "greedy", "random")
			m.Rules, m.Workers, m.Pairs, m.Cap = rules(t, ref), 1, 1, 12
			m.NewA = func() (agent.Player, error) {
				made.Add(1)
				p, err := maker(t, "greedy")()
				return closer{p, &closed}, err
			}
			play(t, m)
			if made.Load() != each || closed.Load() != each {
				t.Errorf("%d players made and %d closed, want %d", made.Load(), closed.Load(), each)
			}
		})
	}
}

func (m Match) result() (Result, error) { return Play(context.Background(), m) }
