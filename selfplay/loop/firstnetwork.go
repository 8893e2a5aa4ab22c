package loop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"halmazero/configs"
	"halmazero/engine"
	"halmazero/internal/seed"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/pretrained"
)

// FirstNetwork is the network that a configuration starts from, with the heads
// that its training wants. Its weights are random, by the configuration's seed;
// with network.from those that this other network has too are its own, and the
// growth says which. Otherwise the growth is nil.
func FirstNetwork(c configs.Config, code *features.Encoding) (*model.Network, *model.Growth, error) {
	spec := NetworkSpec(c.Network, code)
	spec.Heads = Heads(c.Training)
	n, err := model.Random(spec, seed.New(c.Seed, "network"))
	if err != nil || c.Network.From == "" {
		return n, nil, err
	}
	source, err := pretrained.Load(c.Network.From)
	if err != nil {
		return nil, nil, fmt.Errorf("network.from: %w", err)
	}
	n, growth, err := features.Grow(n, source)
	if err != nil {
		return nil, nil, fmt.Errorf("network.from: network %s: %w", c.Network.From, err)
	}
	return n, &growth, nil
}

// checkFirstNetwork makes the first network of a run that does not have it
// yet, so that a wrong network.from is told before there is a folder.
func checkFirstNetwork(c configs.Config, rules *engine.Rules, dir string) error {
	f := Folder{dir: dir}
	if _, err := os.Stat(f.modelPath(0)); c.Network.From == "" || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	_, _, err := FirstNetwork(c, features.For(rules))
	return err
}
