package dataset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
)

// Report is what Verify found.
type Report struct {
	Shards, Games, Rows int // that were read
	Bytes               int64
	Moves               int
	Results             map[string]int // games by result
	Causes              map[string]int
	Hash                string // of the dataset
	Faults              []Fault

	played []played // the games, in order
}

// played is what no two games share.
type played struct {
	seed uint64
	id   string
	file string
}

// VerifyOptions are the parts of a check that only the caller knows.
type VerifyOptions struct {
	// CapOutcomes of the games. Nil accepts any outcome in [-1,1].
	CapOutcomes CapOutcomes
	// Game, if set, says what else is wrong with a game: that it is of another
	// run, for example. Several goroutines call it.
	Game func(g *Game) (reasons []string)
	// Progress, if set, is called after each shard.
	Progress func(shards, of int)
}

// Verify checks every byte and every game of a dataset: the manifest, the hash
// of each file, and then each game, which is played again by the slow twin of
// the engine and compared with what is stored, row by row. Its error is about
// the check itself, or that of ctx if that ended it; what it found is in the report.
func Verify(ctx context.Context, dir string, codec Codec, o VerifyOptions) (Report, error) {
	r := Report{Results: make(map[string]int), Causes: make(map[string]int)}
	set, err := Open(dir, codec)
	if errors.Is(err, ErrDamaged) {
		r.Faults = append(r.Faults, Fault{File: ManifestName, Ply: -1, Reason: err.Error()})
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.Hash = set.manifest.Hash()
	if err := unlisted(dir, set.manifest, &r); err != nil {
		return r, err
	}
	shards := set.manifest.Shards()
	parts := make([]Report, len(shards))
	var wg sync.WaitGroup
	var mu sync.Mutex
	next, done := 0, 0
	for range min(runtime.GOMAXPROCS(0), len(shards)) {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= len(shards) || ctx.Err() != nil {
					return
				}
				parts[i] = verifyShard(ctx, set, shards[i], o)
				mu.Lock()
				done++
				if o.Progress != nil {
					o.Progress(done, len(shards))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return r, err
	}
	for i := range parts {
		r.merge(&parts[i])
	}
	r.duplicates()
	return r, nil
}

func (r *Report) merge(p *Report) {
	r.Shards += p.Shards
	r.Games += p.Games
	r.Rows += p.Rows
	r.Bytes += p.Bytes
	r.Moves += p.Moves
	for k, n := range p.Results {
		r.Results[k] += n
	}
	for k, n := range p.Causes {
		r.Causes[k] += n
	}
	r.Faults = append(r.Faults, p.Faults...)
	r.played = append(r.played, p.played...)
}

// duplicates finds games that are there twice. The seed of a game is its own.
func (r *Report) duplicates() {
	first := make(map[uint64]string, len(r.played))
	for _, p := range r.played {
		if id, ok := first[p.seed]; ok {
			r.Faults = append(r.Faults, Fault{File: p.file, Game: p.id, Ply: -1, Check: CheckDuplicate, Reason: "has the seed of game " + id + ": it is the same game"})
			continue
		}
		first[p.seed] = p.id
	}
	r.played = nil
}

// unlisted finds files among the games that the manifest does not know.
func unlisted(dir string, m *Manifest, r *Report) error {
	known := make(map[string]bool)
	for _, s := range m.Shards() {
		known[s.GamesFile.Path], known[s.RowsFile.Path] = true, true
	}
	return filepath.WalkDir(filepath.Join(dir, "games"), func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if rel = filepath.ToSlash(rel); !known[rel] {
			r.Faults = append(r.Faults, Fault{File: rel, Ply: -1, Reason: "is not in the manifest (a run that was killed leaves such a file, and makes it again when it goes on)"})
		}
		return nil
	})
}

// verifyShard checks a shard. Its report is of no use if ctx has ended it.
func verifyShard(ctx context.Context, set *Set, s ShardInfo, o VerifyOptions) Report {
	r := Report{Results: make(map[string]int), Causes: make(map[string]int)}
	games, err := set.Load(s)
	if err != nil {
		f := Fault{File: s.GamesFile.Path, Ply: -1, Reason: err.Error()}
		if bad := new(FileError); errors.As(err, &bad) {
			f.File, f.Reason = bad.Path, bad.Err.Error()
		}
		r.Faults = append(r.Faults, f)
		return r
	}
	r.Shards, r.Games, r.Rows, r.Bytes = 1, len(games), s.Rows, s.GamesFile.Bytes+s.RowsFile.Bytes
	for i := range games {
		if ctx.Err() != nil {
			return r
		}
		g := &games[i]
		r.Moves += len(g.Moves)
		r.Results[g.Result]++
		r.Causes[g.Cause.String()]++
		r.played = append(r.played, played{g.Seed, g.ID, s.GamesFile.Path})
		faults := checkGame(g, o.CapOutcomes)
		if o.Game != nil {
			for _, reason := range o.Game(g) {
				faults = append(faults, Fault{Check: CheckRecord, Ply: -1, Reason: reason})
			}
		}
		for _, f := range faults {
			f.File, f.Game = s.GamesFile.Path, g.ID
			if f.Ply >= 0 {
				f.File = s.RowsFile.Path
			}
			r.Faults = append(r.Faults, f)
		}
	}
	return r
}

// Text is the report for a person.
func (r *Report) Text() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%d shards, %d bytes, %d games, %d moves, %d positions\n", r.Shards, r.Bytes, r.Games, r.Moves, r.Rows)
	fmt.Fprintf(&sb, "results: %s\n", counts(r.Results))
	fmt.Fprintf(&sb, "causes:  %s\n", counts(r.Causes))
	fmt.Fprintf(&sb, "dataset %s\n", r.Hash)
	return sb.String() + r.FaultText()
}

// FaultText is what is wrong, a line each, for a person.
func (r *Report) FaultText() string {
	var sb strings.Builder
	if len(r.Faults) == 0 {
		sb.WriteString("no fault found\n")
	}
	const most = 50
	for i, f := range r.Faults {
		if i == most {
			fmt.Fprintf(&sb, "and %d more faults\n", len(r.Faults)-most)
			break
		}
		fmt.Fprintf(&sb, "fault: %s\n", f)
	}
	return sb.String()
}

func counts(m map[string]int) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var parts []string
	for _, k := range keys {
		parts = append(parts, fmt.Sprintf("%s %d", k, m[k]))
	}
	return strings.Join(parts, ", ")
}
