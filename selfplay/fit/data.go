package fit

import (
	"context"
	"fmt"
	"slices"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/progress"
	"halmazero/internal/seed"
)

// maxValidationRows is how many validation rows are held and measured, the
// newest; more would say little more and cost much time at each interval.
const maxValidationRows = 16384

// Source is a folder of games, as it was when it was read.
type Source struct {
	Dir   string `json:"-"`       // not part of what is learned: folders may be moved
	Hash  string `json:"dataset"` // of the dataset's manifest
	Games int    `json:"games"`
	Rows  int    `json:"rows"`
}

// data is all sources together, read once.
type data struct {
	rules   *engine.Rules
	sources []Source

	train, validation           *dataset.Window
	trainGames, validationGames int
	trainRows, validationRows   int            // that were read; a window holds the newest
	examples                    []dataset.Game // for the self-test, by exampleRank
	audited                     dataset.Audit  // numbers of all sources

	seed  uint64
	share float64
	limit int // rows in train
}

// load reads all games of the sources and checks that one network can learn
// from them. The error names the folder, and the file if it is about one.
func load(ctx context.Context, dirs []string, o *Options, limit int, root uint64) (*data, error) {
	d := &data{seed: root, share: o.Validation, limit: limit}
	var sets []*dataset.Set
	shards := 0
	for _, dir := range dirs {
		set, err := dataset.Open(dir, arrowio.Codec{})
		if err != nil {
			return nil, err
		}
		s := Source{Dir: dir, Hash: set.Manifest().Hash()}
		for _, shard := range set.Manifest().Shards() {
			s.Games, s.Rows = s.Games+shard.Games, s.Rows+shard.Rows
		}
		if s.Games == 0 {
			return nil, fmt.Errorf("%s holds no game", dir)
		}
		if i := slices.IndexFunc(d.sources, func(t Source) bool { return t.Hash == s.Hash }); i >= 0 {
			return nil, fmt.Errorf("%s and %s hold the same games", d.sources[i].Dir, dir)
		}
		shards += len(set.Manifest().Shards())
		sets, d.sources = append(sets, set), append(d.sources, s)
	}
	bar := progress.New(o.Talk, "read shards", int64(shards))
	defer bar.Done()
	for i, set := range sets {
		if err := d.read(ctx, set, bar); err != nil {
			return nil, fmt.Errorf("%s: %w", d.sources[i].Dir, err)
		}
	}
	if d.train.Len() == 0 {
		return nil, fmt.Errorf("no decision to learn from: %d games for training have %d rows, %d games are for validation", d.trainGames, d.trainRows, d.validationGames)
	}
	return d, nil
}

// read takes in one source, if its labels pass the audit.
func (d *data) read(ctx context.Context, set *dataset.Set, bar *progress.Bar) error {
	var a audits
	for _, shard := range set.Manifest().Shards() {
		if err := ctx.Err(); err != nil {
			return err
		}
		games, err := set.Load(shard)
		if err != nil {
			return err
		}
		if err := d.add(games); err != nil {
			return err
		}
		if err := a.add(shard.Generation, games); err != nil {
			return err
		}
		bar.Add(1)
	}
	err := a.end()
	d.audited.Games += a.total.Games
	d.audited.Rows += a.total.Rows
	d.audited.Searched += a.total.Searched
	return err
}

// add takes the games of a shard into the windows.
func (d *data) add(games []dataset.Game) error {
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
	if err := d.train.Add(train); err != nil {
		return err
	}
	d.train.Trim(d.limit)
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
