package fit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"halmazero/configs"
	"halmazero/internal/progress"
	"halmazero/internal/seed"
	"halmazero/internal/tensorboard"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/gorgonia"
	"halmazero/selfplay/loop"
)

// Options are what a training is given beside its configuration.
type Options struct {
	Data []Data // folders of games, the newest last
	Dir  string // that it writes
	Init string // network file to start from; "": random weights
	// Steps in all, those of earlier calls included; 0: as many as it takes to
	// train on each row training.samples_per_row times.
	Steps           int
	Validation      float64 // share of the games that is not trained on, in [0,1)
	ValidateEvery   int     // steps between two lines
	CheckpointEvery int     // steps between two checkpoints
	// SelfTest is made before the first step if training.selftest is true, too.
	SelfTest bool
	Out      io.Writer // a line an interval
	Talk     io.Writer // everything else: progress, notes
}

// Result is what a training has come to.
type Result struct {
	Steps           int            `json:"steps"`
	Rules           string         `json:"rules"`
	TrainGames      int            `json:"train_games"`
	TrainRows       int            `json:"train_rows"` // in the window
	ValidationGames int            `json:"validation_games"`
	ValidationRows  int            `json:"validation_rows"`
	Datasets        []string       `json:"datasets"`
	SelfTest        *loop.SelfTest `json:"self_test,omitempty"` // nil: not made, or in an earlier call
	Last            *Line          `json:"last,omitempty"`
	Model           string         `json:"model"`
	SHA256          string         `json:"sha256"` // of the model's file
}

// training is one at work.
type training struct {
	cfg     configs.Config
	opt     *Options
	data    *data
	folder  *folder
	trainer *gorgonia.Trainer
	batches loop.Batcher
	board   *tensorboard.Writer // nil: none is wanted
	parent  string              // SHA-256 of the first network, "" of random weights
	growth  string              // what of its weights the first network has, "" if all
	build   string
	steps   int
}

// Run trains until all steps are done or the context ends; then it leaves a
// checkpoint, and a call with the same arguments goes on. Rules of cfg are
// replaced by those of the games.
func Run(ctx context.Context, cfg configs.Config, o Options) (_ *Result, err error) {
	d, err := open(ctx, o.Data, &o, cfg.Training.WindowMax, cfg.Seed)
	if err != nil {
		return nil, err
	}
	if err := cfg.Set([]string{"rules=" + d.rules.Ref()}); err != nil {
		return nil, err
	}
	code := features.For(d.rules)
	first, parent, growth, err := firstNetwork(cfg, code, o.Init)
	if err != nil {
		return nil, err
	}
	in := inputs{d.rules.Hash(), d.sources, parent, o.Validation, loop.Build()}
	// Reading may take minutes, and leaves no folder behind where it fails.
	if _, err := compare(o.Dir, cfg, in); err != nil {
		return nil, err
	}
	if err := d.read(ctx, &o); err != nil {
		return nil, err
	}
	t := &training{cfg: cfg, opt: &o, data: d, parent: parent, growth: growth, build: in.Build, steps: o.Steps}
	t.batches = loop.Batcher{Mix: d.mix, Rows: loop.NewRows(code, cfg.Training), Size: cfg.Training.Batch}
	if t.steps == 0 {
		t.steps = max(1, int(cfg.Training.SamplesPerRow*float64(d.mix.Len())/float64(cfg.Training.Batch)))
	}
	t.folder, err = openFolder(o.Dir, cfg, in)
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

func (t *training) run(ctx context.Context, first *model.Network) (_ *Result, err error) {
	if err := t.folder.resume(t.trainer); err != nil {
		return nil, err
	}
	begun := t.trainer.Steps()
	if begun > t.steps {
		return nil, fmt.Errorf("%s has been trained for %d steps already, want at most the %d asked for", t.folder.dir, begun, t.steps)
	}
	t.greet(begun)
	if t.cfg.Training.TensorBoard {
		if t.board, err = tensorboard.Create(t.folder.path("tensorboard"), int64(begun)+1, time.Now); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, t.board.Close()) }()
	}
	var test *loop.SelfTest
	if begun == 0 && t.opt.SelfTest && t.cfg.Training.SelfTest {
		test, err = loop.RunSelfTest(ctx, first, t.cfg, t.data.rules, t.data.examples, t.opt.Talk, "self-test on a few games, samples at most")
		if err != nil {
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
	return &Result{Steps: t.trainer.Steps(), Rules: t.data.rules.Ref(), TrainGames: t.data.trainGames, TrainRows: t.data.mix.Len(),
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
	if t.growth != "" && begun == 0 {
		t.note("the first network %s", t.growth)
	}
	t.note("%d games with %d rows for training, %d with %d for validation (%g %% of the games, by a hash of seed and id)",
		d.trainGames, d.trainRows, d.validationGames, d.validationRows, 100*t.opt.Validation)
	t.note("the labels of %d games passed the audit: %d rows, %d with a search", d.audited.Games, d.audited.Rows, d.audited.Searched)
	if t.folder.build != t.build {
		t.note("it was begun by another program, %s; what comes of it may differ in its last bits", t.folder.build)
	}
	if d.mix.Len() < d.trainRows {
		t.note("the newest %d training rows are held and trained on (training.window_max)", d.mix.Len())
	}
	for _, s := range d.sources {
		if s.Share > 0 {
			t.note("%g %% of the samples come from %s", 100*s.Share, s.Dir)
		}
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
		if err := t.measure(nil, &loop.Mean{}, time.Now()); err != nil {
			return err
		}
	}
	batch := int64(t.cfg.Training.Batch)
	bar := progress.New(t.opt.Talk, "train on samples", int64(t.steps-begun)*batch)
	defer bar.Done()
	losses, since := loop.Mean{}, time.Now()
	for done := begun; done < t.steps; {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, t.save())
		}
		b, err := t.batches.Next(seed.New(t.cfg.Seed, "fit", done), true)
		if err != nil {
			return err
		}
		l, err := t.trainer.Step(b)
		if err != nil {
			return err
		}
		losses.Add(l)
		bar.Add(batch)
		if done++; done%t.opt.ValidateEvery == 0 || done == t.steps {
			if err := t.measure(bar, &losses, since); err != nil {
				return err
			}
			losses, since = loop.Mean{}, time.Now()
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
func (t *training) measure(bar *progress.Bar, m *loop.Mean, since time.Time) error {
	l := Line{Step: t.trainer.Steps(), Steps: m.Steps(), Train: m.Losses()}
	l.Samples = int64(l.Step) * int64(t.cfg.Training.Batch)
	if m.Steps() > 0 {
		l.Seconds = time.Since(since).Seconds()
	}
	if t.data.validation.Len() > 0 {
		v, err := loop.Evaluate(t.trainer, t.data.validation, t.batches.Rows, t.batches.Size)
		if err != nil {
			return err
		}
		l.Validation = &v
	}
	if err := t.folder.measured(l); err != nil {
		return err
	}
	if err := t.curves(l); err != nil {
		return err
	}
	if bar != nil {
		bar.Clear()
	}
	_, err := fmt.Fprintln(t.opt.Out, l)
	return err
}

// curves adds a line's points to those of TensorBoard.
func (t *training) curves(l Line) error {
	if t.board == nil {
		return nil
	}
	var all []tensorboard.Scalar
	for _, part := range []struct {
		name   string
		losses *loop.Losses
	}{{"train", l.Train}, {"validation", l.Validation}} {
		if part.losses == nil {
			continue
		}
		scalars, err := tensorboard.Flatten(part.name, part.losses)
		if err != nil {
			return err
		}
		all = append(all, scalars...)
	}
	if l.Steps > 0 {
		samples := float64(l.Steps * t.cfg.Training.Batch)
		all = append(all, tensorboard.Scalar{Tag: "train/samples_per_second", Value: samples / l.Seconds})
	}
	return t.board.Add(int64(l.Step), all...)
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
