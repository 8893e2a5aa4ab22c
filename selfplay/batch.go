package selfplay

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"halmazero/dataset"
	"halmazero/mcts"
	"halmazero/selfplay/agent"
)

// Work plays games as long as next has one, and hands each to done when it is
// finished. Every call belongs to one goroutine; next and done may be shared.
type Work func(ctx context.Context, next func() (Spec, bool), done func(dataset.Game) error) error

// Batch is the games of one generation.
type Batch struct {
	Spec    Spec // of each game, apart from its index
	Games   int  // in all, those that are stored already included
	Workers int  // goroutines; they change the speed, never a game
	Work    Work
	// Progress, if set, is called with the number of games that are finished
	// or stored already, by one goroutine at a time.
	Progress func(games int)
}

// Fill plays the games of a batch that the writer does not hold yet, and
// closes the writer. When the context ends, or at an error, the shards that
// are complete stay, and the same call goes on behind them.
func Fill(ctx context.Context, w *dataset.Writer, b Batch) error {
	order := NewOrder(w.Next(), w.Append)
	var mu sync.Mutex
	finished := w.Next()
	progress := func(more int) {
		mu.Lock()
		defer mu.Unlock()
		finished += more
		if b.Progress != nil {
			b.Progress(finished)
		}
	}
	progress(0)
	var index atomic.Int64
	index.Store(int64(w.Next()))
	next := func() (Spec, bool) {
		s := b.Spec
		s.Index = int(index.Add(1)) - 1
		return s, s.Index < b.Games
	}
	done := func(g dataset.Game) error {
		progress(1)
		return order.Done(g)
	}
	group, ctx := errgroup.WithContext(ctx)
	for range b.Workers {
		group.Go(func() error { return b.Work(ctx, next, done) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return w.Close()
}

// NetWork plays games of self-play. Each worker makes its own evaluator and
// steps lockstep games side by side.
func NetWork(newEvaluator func() (mcts.Evaluator, error), s Settings, cap CapRule, lockstep int) Work {
	return func(ctx context.Context, next func() (Spec, bool), done func(dataset.Game) error) error {
		eval, err := newEvaluator()
		if err != nil {
			return err
		}
		w, err := NewWorker(eval, s, cap, lockstep)
		if err != nil {
			return err
		}
		return w.Play(ctx, next, done)
	}
}

// BotWork plays bootstrap games. Each worker makes its own bot, whose searches
// end early when the context does.
func BotWork(newBot func() (Bot, error)) Work {
	return func(ctx context.Context, next func() (Spec, bool), done func(dataset.Game) error) error {
		bot, err := newBot()
		if err != nil {
			return err
		}
		agent.StopWhen(bot, func() bool { return ctx.Err() != nil })
		for {
			if err := ctx.Err(); err != nil {
				return err
			}
			spec, ok := next()
			if !ok {
				return nil
			}
			g, err := PlayBot(ctx, spec, bot)
			if err != nil {
				return err
			}
			if err := done(g); err != nil {
				return err
			}
		}
	}
}
