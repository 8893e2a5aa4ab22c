package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"halmazero/dataset"
	"halmazero/internal/fsx"
)

// selfTestFile is the record of a self-test that was passed. It is good for
// the program and the configuration that it names, and made again for others.
const selfTestFile = "selftest.json"

type selfTestRecord struct {
	Build      string    `json:"build"`
	ConfigHash string    `json:"config_hash"`
	SelfTest   *SelfTest `json:"self_test"`
}

// loadSelfTest looks whether the self-test has been passed already.
func (d *Driver) loadSelfTest() error {
	path := d.folder.path(selfTestFile)
	lines, err := fsx.ReadLog(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(lines) == 0 {
		return nil
	}
	var r selfTestRecord
	if err == nil {
		err = json.Unmarshal(lines[0], &r)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if r.Build == d.build && r.ConfigHash == d.hash {
		d.tested = r.SelfTest
	}
	return nil
}

// selfTest has a copy of the run's first network learn the first games of
// generation 1 by heart, if this program has not done so with this
// configuration. The run itself is not touched by it.
func (d *Driver) selfTest(ctx context.Context) error {
	if d.tested != nil || !d.cfg.Training.SelfTest {
		return nil
	}
	games, err := d.firstGames(ctx, SelfTestGames)
	if err != nil || len(games) == 0 {
		return err // without a row there is nothing to train on, which train says
	}
	first, err := d.folder.loadModel(0)
	if err != nil {
		return err
	}
	test, err := RunSelfTest(ctx, first, d.cfg, d.rules, games, d.opt.Talk, "self-test on a few games, samples at most")
	if err != nil {
		return err
	}
	line, err := fsx.EncodeLine(selfTestRecord{d.build, d.hash, test})
	if err != nil {
		return err
	}
	if err := fsx.WriteFile(d.folder.path(selfTestFile), line); err != nil {
		return err
	}
	d.tested = test
	d.note("self-test passed: %v", test)
	return nil
}

// firstGames are the first games of generation 1 that have a row.
func (d *Driver) firstGames(ctx context.Context, most int) ([]dataset.Game, error) {
	set, err := dataset.Open(d.opt.Dir, d.codec())
	if err != nil {
		return nil, err
	}
	var first []dataset.Game
	for _, shard := range set.Manifest().Shards() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if shard.Generation != 1 || len(first) == most {
			break
		}
		games, err := set.Load(shard)
		if err != nil {
			return nil, err
		}
		for i := range games {
			if len(games[i].Rows) > 0 && len(first) < most {
				first = append(first, games[i])
			}
		}
	}
	return first, nil
}
