package loop

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"

	"halmazero/dataset"
	"halmazero/model"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/report"
)

// learner is the replay window and the trainer, which live as long as the
// process. After a restart both are built again from the files.
type learner struct {
	d       *Driver
	set     *dataset.Set
	window  *dataset.Window
	trainer *gorgonia.Trainer
	taken   int // generations in the window
	rows    int // rows of all generations so far
	fresh   int // rows of the last one

	encoded *Rows
	batch   model.Batch
	sample  dataset.Sample
}

// learn is the learner with the generations before the present one.
func (d *Driver) learn() (*learner, error) {
	if d.learner != nil {
		return d.learner, nil
	}
	set, err := dataset.Open(d.opt.Dir, d.codec())
	if err != nil {
		return nil, err
	}
	l := &learner{d: d, set: set, window: dataset.NewWindow(d.rules), encoded: NewRows(d.code, d.cfg.Training)}
	for l.taken+1 < d.state.Generation {
		if _, err := l.take(l.taken + 1); err != nil {
			return nil, err
		}
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

// take reads a generation's shards into the window, once, and measures them.
func (l *learner) take(generation int) (*report.SelfPlay, error) {
	m := dataset.NewStats()
	l.fresh = 0
	for _, shard := range l.d.manifest.Shards() {
		if shard.Generation != generation {
			continue
		}
		games, err := l.set.Load(shard)
		if err != nil {
			return nil, err
		}
		if err := l.window.Add(games); err != nil {
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
	l.rows += l.fresh
	t := l.d.cfg.Training
	l.window.Trim(dataset.WindowSize(l.rows, t.WindowStart, t.WindowPower, t.WindowMax))
	return measured(m, l.d.cap().Plies), nil
}

// fill draws a batch from the window.
func (l *learner) fill(rng *rand.Rand) error {
	l.batch.Reset()
	for range l.d.cfg.Training.Batch {
		if err := l.window.At(rng.IntN(l.window.Len()), &l.sample); err != nil {
			return err
		}
		l.encoded.Append(&l.batch, &l.sample, rng.IntN(2) == 1)
	}
	return nil
}

// pruneCheckpoints keeps the last few.
func (f *Folder) pruneCheckpoints(keep int) error {
	files, err := filepath.Glob(f.path("checkpoints", "gen-*.checkpoint"))
	if err != nil {
		return err
	}
	sort.Strings(files)
	for len(files) > keep {
		if err := os.Remove(files[0]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		files = files[1:]
	}
	return nil
}
