package loop

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"halmazero/configs"
	"halmazero/internal/fsx"
)

// Era is the generations of a run up to Last, from behind those of the era
// before, and the configuration that they were made with.
type Era struct {
	Last   int
	Config configs.Config
	Hash   string // of the configuration
	File   string // that holds it, relative to the run folder, with slashes
}

// History is the eras of a run in order: one for each run that it was forked
// from, and its own, which has no last generation.
type History []Era

// At is the era of a generation.
func (h History) At(generation int) *Era {
	i := slices.IndexFunc(h, func(e Era) bool { return generation <= e.Last })
	return &h[i]
}

// eraFile is where the configuration of the generations up to the last is kept.
func eraFile(last int) string { return fmt.Sprintf("forks/gen-%04d.yaml", last) }

// ReadHistory reads the configurations of a run folder, or of another folder of
// games with a configuration. An error of one of them names its file; that of
// a folder without one is an fs.ErrNotExist.
func ReadHistory(dir string) (History, error) {
	files, err := fsx.Match(filepath.Join(dir, "forks"), "gen-*.yaml")
	if err != nil {
		return nil, err
	}
	var h History
	for _, file := range files {
		e := Era{File: "forks/" + filepath.Base(file)}
		if _, err := fmt.Sscanf(filepath.Base(file), "gen-%d.yaml", &e.Last); err != nil || e.File != eraFile(e.Last) {
			return nil, fmt.Errorf("%s: the name does not tell the last generation", file)
		}
		h = append(h, e)
	}
	slices.SortFunc(h, func(a, b Era) int { return a.Last - b.Last })
	h = append(h, Era{Last: math.MaxInt, File: "config.yaml"})
	for i := range h {
		path := filepath.Join(dir, filepath.FromSlash(h[i].File))
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, err := fsx.CheckSealed(text); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if h[i].Config, err = configs.Load(path); err != nil {
			return nil, err
		}
		h[i].Hash = configs.Hash(h[i].Config)
	}
	return h, nil
}
