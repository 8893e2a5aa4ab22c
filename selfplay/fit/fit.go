package fit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/internal/progress"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/loop"
)

// Options are what a training is given beside its configuration.
type Options struct {
	Data []string // folders of games, the newest last
	Dir  string   // that it writes
	Init string   // network file to start from; "": random weights
	// Steps in all, those of earlier calls included; 0: as many as it takes to
	// train on each row training.samples_per_row times.
	Steps           int
	Validation      float64 // share of the games that is not trained on, in [0,1)
	ValidateEvery   int     // steps between two lines
	CheckpointEvery int     // steps between two checkpoints
	SelfTest        bool
	Out             io.Writer // a line an interval
	Talk            io.Writer // everything else: progress, notes
}

// Result is what a training has come to.
type Result struct {
	Steps           int       `json:"steps"`
	Rules           string    `json:"rules"`
	TrainGames      int       `json:"train_games"`
	TrainRows       int       `json:"train_rows"` // in the window
	ValidationGames int       `json:"validation_games"`
	ValidationRows  int       `json:"validation_rows"`
	Datasets        []string  `json:"datasets"`
	SelfTest        *SelfTest `json:"self_test,omitempty"` // nil: not made, or in an earlier call
	Last            *Line     `json:"last,omitempty"`
	Model           string    `json:"model"`
	SHA256          string    `json:"sha256"` // of the model's file
}

// training is one at work.
type training struct {
	cfg     configs.Config
	opt     *Options
	data    *data
	folder  *folder
	trainer *gorgonia.Trainer
	batch   batcher
	parent  string // SHA-256 of the first network, "" of random weights
	build   string
	steps   int
}

// Run trains until all steps are done or the context ends; then it leaves a
// checkpoint, and a call with the same arguments goes on. Rules of cfg are
// replaced by those of the games.
func Run(ctx context.Context, cfg configs.Config, o Options) (_ *Result, err error) {
	d, err := load(ctx, o.Data, &o, cfg.Training.WindowMax, cfg.Seed)
	if err != nil {
		return nil, err
	}
	if err := cfg.Set([]string{"rules=" + d.rules.Ref()}); err != nil {
		return nil, err
	}
	code := features.For(d.rules)
	first, parent, err := firstNetwork(cfg, code, o.Init)
	if err != nil {
		return nil, err
	}
	t := &training{cfg: cfg, opt: &o, data: d, parent: parent, build: loop.Build(), steps: o.Steps}
	t.batch = batcher{window: d.train, rows: loop.NewRows(code, cfg.Training), size: cfg.Training.Batch}
	if t.steps == 0 {
		t.steps = max(1, int(cfg.Training.SamplesPerRow*float64(d.train.Len())/float64(cfg.Training.Batch)))
	}
	t.folder, err = openFolder(o.Dir, cfg, inputs{d.rules.Hash(), d.sources, parent, o.Validation, t.build})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.folder.close()) }()
	if t.trainer, err = gorgonia.NewTrainer(first, loop.TrainerConfig(cfg.Training)); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.trainer.Close()) }()
	return t.run(ctx, first)
}

func (t *training) run(ctx context.Context, first *model.Network) (*Result, error) {
	if err := t.folder.resume(t.trainer); err != nil {
		return nil, err
	}
	begun := t.trainer.Steps()
	if begun > t.steps {
		return nil, fmt.Errorf("%s has been trained for %d steps already, want at most the %d asked for", t.folder.dir, begun, t.steps)
	}
	t.greet(begun)
	var test *SelfTest
	if begun == 0 && t.opt.SelfTest {
		var err error
		if test, err = selfTest(ctx, first, t.cfg, t.data, t.opt); err != nil {
			return nil, err
		}
		t.note("self-test passed: %v", test)
	}
	if err := t.train(ctx); err != nil {
		return nil, err
	}
	network, err := t.network()
	if err != nil {
		return nil, err
	}
	hash, err := network.Hash()
	return &Result{Steps: t.trainer.Steps(), Rules: t.data.rules.Ref(), TrainGames: t.data.trainGames, TrainRows: t.data.train.Len(),
		ValidationGames: t.data.validationGames, ValidationRows: t.data.validation.Len(), Datasets: hashes(t.data.sources),
		SelfTest: test, Last: t.folder.last, Model: t.folder.path(modelFile), SHA256: hash}, err
}

// greet says what is about to happen.
func (t *training) greet(begun int) {
	d, n := t.data, t.cfg.Network
	verb := "starts"
	if begun > 0 {
		verb = fmt.Sprintf("goes on after %d steps", begun)
	}
	t.note("training in %s %s, %d steps of %d rows in all", t.folder.dir, verb, t.steps, t.cfg.Training.Batch)
	t.note("rules %s, seed %d, network %d blocks x %d filters, %s", configs.DescribeRules(d.rules), t.cfg.Seed, n.Blocks, n.Filters, t.build)
	t.note("%d games with %d rows for training, %d with %d for validation (%g %% of the games, by a hash of seed and id)",
		d.trainGames, d.trainRows, d.validationGames, d.validationRows, 100*t.opt.Validation)
	t.note("the labels of %d games passed the audit: %d rows, %d with a search", d.audited.Games, d.audited.Rows, d.audited.Searched)
	if t.folder.build != t.build {
		t.note("it was begun by another program, %s; what comes of it may differ in its last bits", t.folder.build)
	}
	if d.train.Len() < d.trainRows {
		t.note("the newest %d training rows are held and trained on (training.window_max)", d.train.Len())
	}
	if d.validation.Len() < d.validationRows {
		t.note("the newest %d validation rows are measured", d.validation.Len())
	}
	if d.validationGames == 0 && t.opt.Validation > 0 {
		t.note("no game was chosen for validation: there are too few")
	}
}

func (t *training) note(format string, args ...any) { fmt.Fprintf(t.opt.Talk, format+"\n", args...) }

// train does the steps that are left, with lines and checkpoints between them.
func (t *training) train(ctx context.Context) error {
	begun := t.trainer.Steps()
	if begun == 0 {
		if err := t.measure(nil, &mean{}, time.Now()); err != nil {
			return err
		}
	}
	batch := int64(t.cfg.Training.Batch)
	bar := progress.New(t.opt.Talk, "train on samples", int64(t.steps-begun)*batch)
	defer bar.Done()
	losses, since := mean{}, time.Now()
	for done := begun; done < t.steps; {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, t.save())
		}
		if err := t.batch.fill(seed.New(t.cfg.Seed, "fit", done), true); err != nil {
			return err
		}
		l, err := t.trainer.Step(&t.batch.batch)
		if err != nil {
			return err
		}
		losses.add(l)
		bar.Add(batch)
		if done++; done%t.opt.ValidateEvery == 0 || done == t.steps {
			if err := t.measure(bar, &losses, since); err != nil {
				return err
			}
			losses, since = mean{}, time.Now()
		}
		if done%t.opt.CheckpointEvery == 0 {
			if err := t.save(); err != nil {
				return err
			}
		}
	}
	return t.save()
}

// measure writes a line: the losses of the steps since the last one and those
// on the validation rows.
func (t *training) measure(bar *progress.Bar, m *mean, since time.Time) error {
	l := Line{Step: t.trainer.Steps(), Steps: m.n, Train: m.losses()}
	l.Samples = int64(l.Step) * int64(t.cfg.Training.Batch)
	if m.n > 0 {
		l.Seconds = time.Since(since).Seconds()
	}
	if t.data.validation.Len() > 0 {
		v, err := evaluate(t.trainer, t.data.validation, t.batch.rows, t.batch.size)
		if err != nil {
			return err
		}
		l.Validation = &v
	}
	if err := t.folder.measured(l); err != nil {
		return err
	}
	if bar != nil {
		bar.Clear()
	}
	_, err := fmt.Fprintln(t.opt.Out, l)
	return err
}

// String is the line for a reader.
func (l Line) String() string {
	parts := []string{fmt.Sprintf("step %6d", l.Step)}
	if l.Train != nil {
		parts = append(parts, "train "+l.Train.String())
	}
	if l.Validation != nil {
		parts = append(parts, "validation "+l.Validation.String())
	}
	return strings.Join(parts, "  ")
}

// save leaves a checkpoint and its network.
func (t *training) save() error {
	n, err := t.network()
	if err != nil {
		return err
	}
	b, err := n.Bytes()
	if err != nil {
		return err
	}
	return t.folder.save(t.trainer, b)
}

// network is the averaged network with its provenance.
func (t *training) network() (*model.Network, error) {
	n := t.trainer.Network()
	n.Provenance = model.Provenance{Run: t.cfg.Name, Generation: n.Provenance.Generation, Parent: t.parent, Rules: t.cfg.Rules,
		Seed: t.cfg.Seed, Steps: n.Provenance.Steps, Build: t.build, Note: "trained on dataset " + strings.Join(hashes(t.data.sources), ", ")}
	return n, n.Validate()
}

// batcher draws training batches from a window.
type batcher struct {
	window *dataset.Window
	rows   *loop.Rows
	size   int

	batch  model.Batch
	sample dataset.Sample
}

// fill draws the rows of a batch, each with equal probability, and mirrors half
// of them where that is asked for and the rules allow it.
func (b *batcher) fill(rng *rand.Rand, mirror bool) error {
	b.batch.Reset()
	for range b.size {
		if err := b.window.At(rng.IntN(b.window.Len()), &b.sample); err != nil {
			return err
		}
		b.rows.Append(&b.batch, &b.sample, mirror && rng.IntN(2) == 1)
	}
	return nil
}
