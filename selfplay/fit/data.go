package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/internal/progress"
	"halmazero/internal/seed"
	"halmazero/selfplay/loop"
)

// maxValidationRows is how many validation rows are held and measured, the
// newest; more would say little more and cost much time at each interval.
const maxValidationRows = 16384

// selfTestGames is how many games the self-test learns.
const selfTestGames = loop.SelfTestGames

// Data is a folder of games that is learned from.
type Data struct {
	Dir string
	// Share of the samples that come from it, in (0,1]. With 0 the folder
	// belongs to the rest: all its rows and those of the other folders without a
	// share are drawn alike.
	Share float64
}

// CheckShares says whether the shares of folders leave something for those
// without, and otherwise come to 1.
func CheckShares(folders []Data) error {
	sum, rest := 0.0, false
	for _, f := range folders {
		if !(f.Share >= 0 && f.Share <= 1) {
			return fmt.Errorf("the share of %s is %g, want above 0 and at most 1", f.Dir, f.Share)
		}
		sum += f.Share
		rest = rest || f.Share == 0
	}
	switch {
	case sum == 0:
		return nil
	case rest && sum >= 1-1e-9:
		return fmt.Errorf("the shares of the folders come to %g, which leaves nothing for those without a share", sum)
	case !rest && math.Abs(sum-1) > 1e-9:
		return fmt.Errorf("the shares of all folders come to %g, want 1", sum)
	}
	return nil
}

// data is all sources together, read once.
type data struct {
	rules   *engine.Rules
	sources []loop.Source

	train      *dataset.Window   // of the sources without a share
	apart      []*dataset.Window // by source; nil without a share
	validation *dataset.Window
	mix        *loop.Mix // of train and apart

	trainGames, validationGames int
	trainRows, validationRows   int            // that were read; a window holds the newest
	examples                    []dataset.Game // for the self-test, by exampleRank
	audited                     dataset.Audit  // numbers of all sources

	seed  uint64
	share float64 // of the validation games
	limit int     // rows for training, in all windows together
}

// open looks at the sources, and takes the rules from the first game of the
// first one. The error names the folder, and the file if it is about one.
func open(ctx context.Context, folders []Data, o *Options, limit int, root uint64) (*data, error) {
	d := &data{seed: root, share: o.Validation, limit: limit}
	if err := CheckShares(folders); err != nil {
		return nil, err
	}
	var dirs []string
	for _, f := range folders {
		dirs = append(dirs, f.Dir)
	}
	var err error
	if d.sources, err = loop.OpenSources(dirs); err != nil {
		return nil, err
	}
	for i := range d.sources {
		d.sources[i].Share = folders[i].Share
	}
	d.apart = make([]*dataset.Window, len(d.sources))
	_, err = d.sources[0].Read(ctx, func(games []dataset.Game) error {
		if len(games) == 0 {
			return nil
		}
		if err := d.checkRules(&games[0]); err != nil {
			return err
		}
		return errEnough
	})
	switch {
	case errors.Is(err, errEnough):
		return d, nil
	case err == nil:
		err = fmt.Errorf("%s holds no game", d.sources[0].Dir)
	}
	return nil, err
}

// errEnough ends the reading of a source whose first game is known.
var errEnough = errors.New("no more games are wanted")

// read reads all games of the sources and checks that one network can learn
// from them. Its errors are as those of open.
func (d *data) read(ctx context.Context, o *Options) error {
	shards := 0
	for i := range d.sources {
		shards += d.sources[i].Shards()
	}
	bar := progress.New(o.Talk, "read and audit shards", int64(shards))
	defer bar.Done()
	for i := range d.sources {
		audit, err := d.sources[i].Read(ctx, func(games []dataset.Game) error {
			bar.Add(1)
			return d.add(i, games)
		})
		if err != nil {
			return err
		}
		d.audited.Games += audit.Games
		d.audited.Rows += audit.Rows
		d.audited.Searched += audit.Searched
	}
	return d.mixed()
}

// mixed makes the mix of what has been read.
func (d *data) mixed() error {
	parts := []loop.Part{{Window: d.train, Share: d.rest()}}
	for i, w := range d.apart {
		if w != nil && w.Len() == 0 {
			return fmt.Errorf("%s has no decision to learn from, want some for its share of %g", d.sources[i].Dir, d.sources[i].Share)
		}
		parts = append(parts, loop.Part{Window: w, Share: d.sources[i].Share})
	}
	d.mix = loop.NewMix(parts...)
	if d.mix.Len() == 0 {
		return fmt.Errorf("no decision to learn from: %d games for training have %d rows, %d games are for validation", d.trainGames, d.trainRows, d.validationGames)
	}
	return nil
}

// rest is the share of the sources without one.
func (d *data) rest() float64 {
	rest := 1.0
	for _, s := range d.sources {
		rest -= s.Share
	}
	return max(rest, 0)
}

// window is the one of a source for training, and how many rows it may hold.
func (d *data) window(source int) (w *dataset.Window, limit int) {
	share := d.sources[source].Share
	if share == 0 {
		return d.train, max(1, int(d.rest()*float64(d.limit)))
	}
	if d.apart[source] == nil {
		d.apart[source] = dataset.NewWindow(d.rules)
	}
	return d.apart[source], max(1, int(share*float64(d.limit)))
}

// add takes the games of a source's shard into the windows.
func (d *data) add(source int, games []dataset.Game) error {
	var train, validation []dataset.Game
	for i := range games {
		g := &games[i]
		if err := d.checkRules(g); err != nil {
			return err
		}
		if isValidation(d.seed, g.ID, d.share) {
			validation = append(validation, *g)
			d.validationRows += len(g.Rows)
			continue
		}
		train = append(train, *g)
		d.trainRows += len(g.Rows)
		d.example(g)
	}
	d.trainGames, d.validationGames = d.trainGames+len(train), d.validationGames+len(validation)
	w, limit := d.window(source)
	if err := w.Add(train); err != nil {
		return err
	}
	w.Trim(limit)
	if err := d.validation.Add(validation); err != nil {
		return err
	}
	d.validation.Trim(maxValidationRows)
	return nil
}

// checkRules holds a game to the rules of the first one.
func (d *data) checkRules(g *dataset.Game) error {
	if d.rules == nil {
		rules, err := engine.ParseRules(g.Rules)
		if err == nil && rules.Hash() != g.RulesHash {
			err = fmt.Errorf("this program's %s has the hash %s, not %s", rules.Ref(), rules.Hash(), g.RulesHash)
		}
		if err != nil {
			return fmt.Errorf("game %s: %w", g.ID, err)
		}
		d.rules, d.train, d.validation = rules, dataset.NewWindow(rules), dataset.NewWindow(rules)
	}
	if g.RulesHash != d.rules.Hash() {
		return fmt.Errorf("game %s was played by %s (%s), but the games of %s by %s (%s); one network learns one ruleset",
			g.ID, g.Rules, g.RulesHash, d.sources[0].Dir, d.rules.Ref(), d.rules.Hash())
	}
	return nil
}

// example keeps a training game for the self-test if it is among the first by
// exampleRank.
func (d *data) example(g *dataset.Game) {
	if len(g.Rows) == 0 {
		return
	}
	rank := d.exampleRank(g)
	at, _ := slices.BinarySearchFunc(d.examples, rank, func(e dataset.Game, rank uint64) int {
		if d.exampleRank(&e) <= rank {
			return -1
		}
		return 1
	})
	if at < selfTestGames {
		d.examples = slices.Insert(d.examples, at, *g)
		d.examples = d.examples[:min(len(d.examples), selfTestGames)]
	}
}

func (d *data) exampleRank(g *dataset.Game) uint64 { return seed.Sum(d.seed, "self-test", g.ID) }
