package loop

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"halmazero/dataset"
	"halmazero/internal/progress"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/report"
)

// learner is the replay window and the trainer, which live as long as the
// process. After a restart both are built again from the files.
type learner struct {
	d      *Driver
	set    *dataset.Set
	window *dataset.Window
	// apart is the bootstrap's rows where they have a share of their own
	// (bootstrap.share), and nil where they are in the window.
	apart   *dataset.Window
	trainer *gorgonia.Trainer
	taken   int // generations in the window
	rows    int // rows of all generations so far, those apart left out
	fresh   int // rows of the last one

	batches Batcher
}

// learn is the learner with the generations before the present one.
func (d *Driver) learn(ctx context.Context) (*learner, error) {
	if d.learner != nil {
		return d.learner, nil
	}
	set, err := dataset.Open(d.opt.Dir, d.codec())
	if err != nil {
		return nil, err
	}
	l := &learner{d: d, set: set, window: dataset.NewWindow(d.rules)}
	l.batches = Batcher{Rows: NewRows(d.code, d.cfg.Training), Size: d.cfg.Training.Batch}
	if d.cfg.Bootstrap.Share > 0 {
		l.apart = dataset.NewWindow(d.rules)
	}
	if err := l.takeSources(ctx); err != nil {
		return nil, err
	}
	if err := l.takeUp(ctx); err != nil {
		return nil, err
	}
	if l.trainer, err = d.resumeTrainer(); err != nil {
		return nil, err
	}
	d.learner = l
	return l, nil
}

// resumeTrainer is the trainer as it was after the generation before.
func (d *Driver) resumeTrainer() (*gorgonia.Trainer, error) {
	first, err := d.folder.loadModel(0)
	if err != nil {
		return nil, err
	}
	trainer, err := gorgonia.NewTrainer(first, TrainerConfig(d.cfg.Training))
	if err != nil {
		return nil, err
	}
	if d.state.Generation <= 1 {
		return trainer, nil
	}
	path := d.folder.checkpointPath(d.state.Generation - 1)
	state, err := os.ReadFile(path)
	if err == nil {
		err = trainer.LoadState(state)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("checkpoint %s: %w", path, err), trainer.Close())
	}
	return trainer, nil
}

func (d *Driver) closeLearner() error {
	if d.learner == nil || d.learner.trainer == nil {
		return nil
	}
	return d.learner.trainer.Close()
}

// takeSources reads the games of bootstrap.data, which are older than any
// generation's.
func (l *learner) takeSources(ctx context.Context) error {
	if len(l.d.sources) == 0 || l.apart != nil && l.d.bootstrapShare() == 0 {
		return nil
	}
	shards := 0
	for i := range l.d.sources {
		shards += l.d.sources[i].Shards()
	}
	bar := progress.New(l.d.opt.Talk, "read and audit shards of bootstrap.data", int64(shards))
	defer bar.Done()
	for i := range l.d.sources {
		_, err := l.d.sources[i].Read(ctx, func(games []dataset.Game) error {
			bar.Add(1)
			return l.add(games, true)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// add takes in games, those of the bootstrap apart if they are to be.
func (l *learner) add(games []dataset.Game, bootstrap bool) error {
	t := l.d.cfg.Training
	if bootstrap && l.apart != nil {
		if err := l.apart.Add(games); err != nil {
			return err
		}
		l.apart.Trim(t.WindowMax)
		return nil
	}
	if err := l.window.Add(games); err != nil {
		return err
	}
	for i := range games {
		l.rows += len(games[i].Rows)
	}
	l.window.Trim(t.WindowMax)
	return nil
}

// take reads a generation's shards into the window, once, and measures them.
func (l *learner) take(generation int) (*report.SelfPlay, error) {
	m := dataset.NewStats()
	l.fresh = 0
	for _, shard := range l.d.manifest.Shards() {
		if shard.Generation != generation {
			continue
		}
		games, err := l.load(shard)
		if err != nil {
			return nil, err
		}
		l.fresh += shard.Rows
		for i := range games {
			if err := m.Add(&games[i]); err != nil {
				return nil, err
			}
		}
	}
	l.taken = generation
	l.window.Trim(l.size(l.rows))
	return measured(m, l.d.cap().Plies), nil
}

// load reads a shard and takes in its games.
func (l *learner) load(shard dataset.ShardInfo) ([]dataset.Game, error) {
	games, err := l.set.Load(shard)
	if err != nil {
		return nil, err
	}
	return games, l.add(games, len(games) > 0 && games[0].Kind == dataset.Bootstrap)
}

// size is how many rows the window should hold of so many.
func (l *learner) size(rows int) int {
	t := l.d.cfg.Training
	return dataset.WindowSize(rows, t.WindowStart, t.WindowPower, t.WindowMax)
}

// takeUp fills the window as the generations before the present one have left
// it. Shards that it has outgrown are not read: what it held after a generation
// are the newest rows of all so far, since it never grows by more than comes in.
func (l *learner) takeUp(ctx context.Context) error {
	l.taken = l.d.state.Generation - 1
	if l.taken == 0 {
		return nil
	}
	var old []dataset.ShardInfo
	later := 0 // rows of the shards not yet taken
	for _, shard := range l.d.manifest.Shards() {
		if shard.Generation < l.d.state.Generation {
			old = append(old, shard)
			if !l.mayBeApart(shard) {
				later += shard.Rows
			}
		}
	}
	size := l.size(l.rows + later)
	bar := progress.New(l.d.opt.Talk, "read shards of earlier generations", int64(len(old)))
	defer bar.Done()
	for _, shard := range old {
		if err := ctx.Err(); err != nil {
			return err
		}
		apart := l.mayBeApart(shard)
		if !apart {
			later -= shard.Rows
		}
		if !apart && later >= size {
			l.rows += shard.Rows
		} else if _, err := l.load(shard); err != nil {
			return err
		}
		bar.Add(1)
	}
	l.window.Trim(l.size(l.rows))
	return nil
}

// mayBeApart reports whether a shard may hold the bootstrap's games and those
// are kept apart.
func (l *learner) mayBeApart(shard dataset.ShardInfo) bool {
	return l.apart != nil && shard.Generation == 1
}

// bootstrapShare is the share of the present generation's samples that come
// from the bootstrap's rows where they are apart. It is 0 once they would be
// less than half a row of a batch.
func (d *Driver) bootstrapShare() float64 {
	b := d.cfg.Bootstrap
	share := b.Share * math.Exp2(-float64(d.state.Generation-1)/b.ShareHalfLife)
	if share*float64(d.cfg.Training.Batch) < 0.5 {
		return 0
	}
	return share
}

// mix is what the present generation is trained on.
func (l *learner) mix() *Mix {
	if l.apart == nil {
		return NewMix(Part{l.window, 1})
	}
	share := l.d.bootstrapShare()
	if share == 0 {
		l.apart = dataset.NewWindow(l.d.rules) // they are not needed any more
	}
	return NewMix(Part{l.window, 1 - share}, Part{l.apart, share})
}
