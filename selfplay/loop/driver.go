package loop

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"halmazero/configs"
	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/buildinfo"
	"halmazero/internal/progress"
	"halmazero/internal/tensorboard"
	"halmazero/mcts"
	"halmazero/model/features"
	"halmazero/model/nn/kernel"
	"halmazero/selfplay/report"
)

// Options are what a user decides when starting a run, apart from its
// configuration: none of them changes a game.
type Options struct {
	Dir     string
	Workers int           // goroutines for games and matches
	Limit   time.Duration // no generation begins after it; 0: no limit
	Out     io.Writer     // results: a line a generation
	Talk    io.Writer     // everything else: progress, notes
}

// Driver executes the commands of a run.
type Driver struct {
	cfg      configs.Config
	opt      Options
	rules    *engine.Rules
	code     *features.Encoding // of the rules
	folder   *Folder
	manifest *dataset.Manifest
	state    State
	sources  []Source // of bootstrap.data
	learner  *learner
	board    *tensorboard.Writer // nil: none is wanted
	tested   *SelfTest           // the self-test that this build and configuration have passed
	build    string
	hash     string // of the configuration
	deadline time.Time
}

// Run takes up the run in a folder, or begins it, and works until it is
// finished, the time is up, or the context ends. Then it can be called again
// with the same folder, and goes on.
func Run(ctx context.Context, cfg configs.Config, opt Options) (err error) {
	if err := Check(cfg); err != nil {
		return err
	}
	rules, err := cfg.Ruleset()
	if err != nil {
		return err
	}
	sources, err := OpenSources(cfg.Bootstrap.Data)
	if err != nil {
		err = fmt.Errorf("bootstrap.data: %w", err)
		if _, begun := os.Stat(filepath.Join(opt.Dir, "config.yaml")); begun == nil {
			err = fmt.Errorf("%w; if the games were moved, --set bootstrap.data=[...] says where to", err)
		}
		return err
	}
	if err := asStored(&cfg, opt.Dir); err != nil {
		return err
	}
	if err := checkFirstNetwork(cfg, rules, opt.Dir); err != nil {
		return err
	}
	folder, err := OpenFolder(opt.Dir, cfg)
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, folder.Close()) }()
	manifest, err := dataset.OpenManifest(opt.Dir)
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, manifest.Close()) }()
	d := &Driver{cfg: cfg, opt: opt, rules: rules, code: features.For(rules), folder: folder, manifest: manifest,
		sources: sources, build: Build(), hash: configs.Hash(cfg)}
	if opt.Limit > 0 {
		d.deadline = time.Now().Add(opt.Limit)
	}
	if d.state, err = Replay(folder.Events); err != nil {
		return fmt.Errorf("%s: %w", folder.path("events.jsonl"), err)
	}
	if err := d.checkSources(); err != nil {
		return err
	}
	if err := d.loadSelfTest(); err != nil {
		return err
	}
	if err := d.openBoard(time.Now); err != nil {
		return err
	}
	defer func() { err = firstError(err, d.board.Close()) }()
	defer func() { err = firstError(err, d.closeLearner()) }()
	return d.run(ctx)
}

// stopwatch starts a clock and returns the reading of it, in seconds.
func stopwatch() func() float64 {
	begin := time.Now()
	return func() float64 { return time.Since(begin).Seconds() }
}

func firstError(err, second error) error {
	if err != nil {
		return err
	}
	return second
}

func (d *Driver) run(ctx context.Context) error {
	resumed := len(d.folder.Events) > 0
	if err := d.happened(Event{Kind: Started, Generation: d.state.Generation, Generations: d.cfg.Generations, Build: d.build, ConfigHash: d.hash}); err != nil {
		return err
	}
	d.greet(resumed)
	for d.state.Next != "" {
		if err := ctx.Err(); err != nil {
			return err
		}
		if d.state.Next == MakeGames && !d.deadline.IsZero() && time.Now().After(d.deadline) && d.state.Generation > 1 {
			if err := d.happened(Event{Kind: TimeUp, Generation: d.state.Generation}); err != nil {
				return err
			}
		}
		seconds := stopwatch()
		e, err := d.execute(ctx, d.state.Next)
		if err != nil {
			return fmt.Errorf("generation %d, %s: %w", d.state.Generation, d.state.Next, err)
		}
		e.Kind, e.Generation = ends[d.state.Next], d.state.Generation
		e.Seconds = seconds()
		if err := d.happened(e); err != nil {
			return err
		}
	}
	return nil
}

// happened logs an event and moves the state on.
func (d *Driver) happened(e Event) error {
	next, err := Step(d.state, e)
	if err != nil {
		return err
	}
	if err := d.folder.record(e); err != nil {
		return err
	}
	d.state = next
	return nil
}

func (d *Driver) execute(ctx context.Context, c Command) (Event, error) {
	switch c {
	case MakeNetwork:
		return d.makeNetwork()
	case MakeGames:
		return d.makeGames(ctx)
	case Train:
		return d.train(ctx)
	case Gate:
		return d.gate(ctx)
	case Ladder:
		return d.ladder(ctx)
	case Publish:
		return d.publish()
	case Conclude:
		return d.conclude(ctx)
	case Finish:
		return Event{}, d.writeReport()
	}
	return Event{}, fmt.Errorf("unknown command %q", c)
}

// greet says what is about to happen.
func (d *Driver) greet(resumed bool) {
	c := d.cfg
	verb := "starts"
	if resumed {
		verb = fmt.Sprintf("goes on in generation %d", d.state.Generation)
	}
	if d.state.Next == "" {
		verb = "is finished; ask for more with --generations, or take another --dir"
	}
	d.note("run %s in %s %s", c.Name, d.opt.Dir, verb)
	d.note("rules %s, seed %d, network %d blocks x %d filters, %d workers, %s", configs.DescribeRules(d.rules), c.Seed, c.Network.Blocks, c.Network.Filters, d.opt.Workers, d.build)
	d.greetBootstrap()
	fmt.Fprintln(d.opt.Out, report.Header())
	for _, g := range d.state.Done {
		fmt.Fprintln(d.opt.Out, report.Line(g))
	}
	if d.state.Next == "" {
		d.printFinal()
	}
}

// greetBootstrap says which games are learned from besides those of self-play.
func (d *Driver) greetBootstrap() {
	b := d.cfg.Bootstrap
	if b.Games > 0 {
		d.note("generation 1 learns from %d games of %s with %.0f %% random moves; later ones from self-play", b.Games, b.Player, 100*b.Noise)
	}
	for _, s := range d.sources {
		d.note("learns from the %d games in %s with %d rows, dataset %s", s.Games, s.Dir, s.Rows, s.Hash)
	}
	if b.Share > 0 {
		d.note("%.0f %% of the samples of generation 1 come from these games; the share halves every %g generations", 100*b.Share, b.ShareHalfLife)
	}
	switch from := d.cfg.Network.From; {
	case from != "":
		d.note("starts from the weights of %s", from)
	case b.Games == 0 && len(d.sources) == 0:
		d.note("starts from random weights: no game of a bot is learned from")
	}
}

func (d *Driver) note(format string, args ...any) { fmt.Fprintf(d.opt.Talk, format+"\n", args...) }

func (d *Driver) bar(label string, total int) *progress.Bar {
	return progress.New(d.opt.Talk, fmt.Sprintf("gen %d %s", d.state.Generation, label), int64(total))
}

func (d *Driver) codec() dataset.Codec { return arrowio.Codec{RulesID: d.cfg.RulesID} }

// search is the constants of every search of the run.
func (d *Driver) search() mcts.Config { return Search(d.cfg) }

// Search is the constants of a configuration's searches.
func Search(c configs.Config) mcts.Config {
	s := mcts.Default()
	s.CPuct, s.FPUReduction = c.Search.CPuct, c.Search.FPUReduction
	s.NoiseFraction, s.NoiseTotal = c.Search.NoiseFraction, c.Search.NoiseTotal
	s.Solver, s.GumbelMoves, s.Transpositions = c.Search.Solver, c.Search.GumbelMoves, c.Search.Transpositions
	if c.Search.Root == mcts.Gumbel.String() {
		s.Root = mcts.Gumbel
	}
	return s
}

// Build describes this program in the files that it writes.
func Build() string { return buildinfo.String() + " kernel=" + kernel.Path() }
