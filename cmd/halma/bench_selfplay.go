package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/internal/bench"
	"halmazero/mcts"
	"halmazero/model/nn/kernel"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/loop"
)

// selfplayNets are the networks that play themselves in the benchmark. batch is
// the number of games in lock-step: as many positions as a kernel takes.
var selfplayNets = []benchNet{
	{"8x8-4x32", "wiki-8", 4, 32, 4},
	{"16x16-6x64", "plyyard", 6, 64, 1},
}

// gameRounds is how many times the usual time a round of self-play takes. A
// position of a game costs more or less than the next, by its moves and by how
// often its search ends in games that are over. The best of many short rounds
// would be one of cheap positions, and two workers hardly have theirs at once:
// with rounds of 10 ms they seem to do 1.67 to 1.79 times the work of one, with
// those of 50 to 300 ms 1.91 to 1.96 times.
const gameRounds = 5

// benchSelfPlay measures self-play on one core with the settings of the default
// configuration and a random network. The ratio is over the network alone: the
// evaluations a second of self-play over those of the same network, kernels and
// batch, without a game around them.
//
//   - selfplay/NET: positions a second that get a row, those of cheap searches
//     included; as many as the simulations of its games would be evaluations.
//   - games/NET: games an hour, played to the cap, as random networks do.
//   - evals/NET: evaluations a second.
//   - allocs/NET: allocations a simulation of a search that is warm; no ratio.
//   - scaling/2workers: evaluations of two workers; the ratio is over one.
//
// Rounds are gameRounds times as long as those of other benchmarks.
func benchSelfPlay(s bench.Settings, report func(bench.Result) error) error {
	s.While *= gameRounds
	for _, n := range selfplayNets {
		w, err := newSelfplayWork(n, 0)
		if err != nil {
			return err
		}
		results, err := w.measure(s, n)
		if err != nil {
			return err
		}
		for _, r := range results {
			if err := report(r); err != nil {
				return err
			}
		}
	}
	r, err := benchSelfplayScaling(s)
	if err != nil {
		return err
	}
	return report(r)
}

// selfplayWork is a worker in the middle of its games, and its network alone.
type selfplayWork struct {
	alone  *benchWork
	worker *selfplay.Worker
	spec   selfplay.Spec
	eval   *counted
	err    error

	games, rows, sims int // that are finished, with their rows and simulations
}

// counted ends a context behind a number of evaluations.
type counted struct {
	mcts.Evaluator
	done, until int
	cancel      context.CancelFunc
}

func (c *counted) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error {
	c.done += len(leaves)
	if c.done >= c.until {
		c.cancel()
	}
	return c.Evaluator.Evaluate(leaves, out)
}

// newSelfplayWork starts games with an index from first on.
func newSelfplayWork(n benchNet, first int) (*selfplayWork, error) {
	rules, err := engine.ParseRules(n.preset)
	if err != nil {
		return nil, err
	}
	cfg, err := configs.Load("defaults")
	if err != nil {
		return nil, err
	}
	alone, err := newBenchWork(n, kernel.Active())
	if err != nil {
		return nil, err
	}
	eval, err := agent.NewEvaluator(alone.net, rules)
	if err != nil {
		return nil, err
	}
	w := &selfplayWork{alone: alone, eval: &counted{Evaluator: eval}}
	w.spec = selfplay.Spec{Run: "bench", Seed: 1, Index: first, Rules: rules, Cap: selfplay.CapRule{Plies: cfg.Cap.Max}, Settings: loop.Settings(cfg)}
	w.spec.Settings.Backplay = selfplay.Backplay{} // whole games
	w.worker, err = selfplay.NewWorker(w.eval, w.spec.Settings, w.spec.Cap, n.batch)
	return w, err
}

// play goes on with the games for about n evaluations and returns their number.
func (w *selfplayWork) play(n int) float64 {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	before := w.eval.done
	w.eval.until, w.eval.cancel = before+n, cancel
	err := w.worker.Play(ctx, func() (selfplay.Spec, bool) {
		w.spec.Index++
		return w.spec, true
	}, func(g dataset.Game) error {
		w.games++
		w.rows += len(g.Rows)
		for i := range g.Rows {
			w.sims += g.Rows[i].Simulations
		}
		return nil
	})
	if ctx.Err() == nil {
		w.err = err // the context is what ends it
	}
	return float64(w.eval.done - before)
}

// network evaluates n positions of a middle game, a batch at a time.
func (w *selfplayWork) network(n int) float64 {
	batches := max(1, n/len(w.alone.in))
	w.alone.forward(batches)
	return float64(batches * len(w.alone.in))
}

func (w *selfplayWork) measure(s bench.Settings, n benchNet) ([]bench.Result, error) {
	for w.games == 0 && w.err == nil {
		w.play(1000) // grows what grows, and says how long games are
	}
	evals := s.Measure("evals/"+n.name, "evals/s", w.play, w.network)
	if w.err != nil {
		return nil, fmt.Errorf("playing %s: %w", n.name, w.err)
	}
	positions, games := evals, evals
	positions.Name, positions.Unit = "selfplay/"+n.name, "positions/s"
	positions.Value *= float64(w.rows) / float64(w.sims)
	games.Name, games.Unit = "games/"+n.name, "games/h"
	games.Value *= 3600 * float64(w.games) / float64(w.sims)
	allocs, err := w.allocs(n)
	return []bench.Result{positions, games, evals, allocs}, err
}

// allocs counts what searches allocate that have grown to their size.
func (w *selfplayWork) allocs(n benchNet) (bench.Result, error) {
	const sims, moves = 64, 8
	search, err := mcts.New(w.spec.Settings.Search, 4*sims+16)
	if err != nil {
		return bench.Result{}, err
	}
	p := middleGame(w.spec.Rules)
	game := func() error {
		search.Reset(p)
		for range moves {
			if err := mcts.Run(search, w.eval, sims, nil); err != nil {
				return err
			}
			search.Advance(search.Choose(0, nil))
		}
		return nil
	}
	w.eval.until = int(^uint(0) >> 1)
	for range 3 {
		if err := game(); err != nil {
			return bench.Result{}, err
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = game()
	runtime.ReadMemStats(&after)
	// Less than one in a thousand is what the runtime does by itself.
	return bench.Result{Name: "allocs/" + n.name, Value: float64(int(1000*float64(after.Mallocs-before.Mallocs)/(sims*moves))) / 1000, Unit: "allocs/sim"}, err
}

// benchSelfplayScaling plays on two goroutines and on one.
func benchSelfplayScaling(s bench.Settings) (bench.Result, error) {
	var workers [2]*selfplayWork
	for i := range workers {
		var err error
		if workers[i], err = newSelfplayWork(selfplayNets[0], i<<20); err != nil {
			return bench.Result{}, err
		}
		workers[i].play(2000)
	}
	r := s.Measure("scaling/2workers", "evals/s", func(n int) float64 {
		var done [2]float64
		var group sync.WaitGroup
		for i, w := range workers {
			group.Go(func() { done[i] = w.play(n) })
		}
		group.Wait()
		return done[0] + done[1]
	}, workers[0].play)
	return r, firstError(workers[0].err, workers[1].err)
}
