package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/sync/errgroup"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/engine"
	"halmazero/internal/fsx"
	"halmazero/internal/progress"
	"halmazero/internal/seed"
	"halmazero/mcts"
	"halmazero/model/nn"
	"halmazero/model/pretrained"
	"halmazero/selfplay"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/loop"
)

// dataAudit plays a share of a folder's games again and compares every number.
func dataAudit(e env, args []string) error {
	f := dataOptions(e, "audit", "DIR [--share P] [--seed S] [--network NAME|FILE]... [--workers N] [--json]", "play a share of the games again, with the same players, and compare every number")
	share := f.Float64("share", 0.05, "share of the games, more than 0 and at most 1; one game is always played")
	from := f.Uint64("seed", 1, "decides which games")
	workers := f.Int("workers", runtime.NumCPU(), "goroutines that play")
	asJSON := f.Bool("json", false, "print one JSON object")
	var networks list
	f.Var(&networks, "network", "network file, or name of an embedded network, that is not in the folder's models; may be repeated")
	if err := parse(f, args, 1, 1); err != nil {
		return err
	}
	if !(*share > 0 && *share <= 1) {
		return usageError("--share is %v, want more than 0 and at most 1", *share)
	}
	if err := checkRange("workers", *workers, 1, 1024); err != nil {
		return err
	}
	a, err := newReplayer(f.Arg(0), networks, *workers)
	if err != nil {
		return err
	}
	err = a.audit(e, *share, *from)
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped before all games were played again") // exit code 0 would say that none differs
	}
	if err != nil {
		return err
	}
	if *asJSON {
		err = printJSON(e.out, a.replayed)
	} else {
		for _, d := range a.Differences {
			fmt.Fprintf(e.out, "difference: %s\n", d)
		}
		_, err = fmt.Fprintf(e.out, "%d of %d games were played again, %d of them differ\n", a.Played, a.Games, len(a.Differences))
	}
	if err == nil && len(a.Differences) > 0 {
		err = fmt.Errorf("%w: %d of %d games differ, the first: %s", errShort, len(a.Differences), a.Played, a.Differences[0])
	}
	return err
}

// replayed is what an audit found.
type replayed struct {
	Games       int          `json:"games"`
	Played      int          `json:"played"`
	Differences []difference `json:"differences"`
}

// difference is the first number of a game that came out otherwise.
type difference struct {
	Game   string `json:"game"`
	Ply    int    `json:"ply"` // -1: of the whole game
	Column string `json:"column"`
	Stored string `json:"stored"`
	Again  string `json:"again"`
}

// String is the difference in one line.
func (d difference) String() string {
	where := ""
	if d.Ply >= 0 {
		where = fmt.Sprintf(", ply %d", d.Ply)
	}
	return fmt.Sprintf("game %s%s, column %s: stored is %s, again it is %s", d.Game, where, d.Column, d.Stored, d.Again)
}

// replayer plays games of a folder again.
type replayer struct {
	set     *dataset.Set
	history loop.History
	rules   *engine.Rules
	files   map[string]string // file or name of a network by its hash
	workers int
	replayed
}

func newReplayer(dir string, networks []string, workers int) (*replayer, error) {
	set, err := dataset.Open(dir, arrowio.Codec{})
	if err != nil {
		return nil, err
	}
	h, err := loop.ReadHistory(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no config.yaml: nothing says how its games were played", dir)
	}
	if err != nil {
		return nil, err
	}
	r := &replayer{set: set, history: h, files: make(map[string]string), workers: workers}
	r.Differences = []difference{}
	if r.rules, err = h[0].Config.Ruleset(); err != nil {
		return nil, err
	}
	own, err := fsx.Match(filepath.Join(dir, "models"), "*.safetensors")
	if err != nil {
		return nil, err
	}
	for _, path := range append(own, networks...) {
		hash, err := hashNetwork(path)
		if err != nil {
			return nil, err
		}
		r.files[hash] = path
	}
	return r, nil
}

// audit plays the chosen games shard by shard.
func (r *replayer) audit(e env, share float64, from uint64) error {
	shards := r.set.Manifest().Shards()
	total := 0
	for _, s := range shards {
		total += s.Games
	}
	if total == 0 {
		return fmt.Errorf("there is no game to play again")
	}
	always := int(seed.Sum(from, "audit") % uint64(total)) // one game that is played whatever the share
	bar := progress.New(e.talk, "audit shards", int64(len(shards)))
	defer bar.Done()
	told := make(map[string]bool)
	for _, s := range shards {
		var chosen []dataset.Game
		pick := make([]int, 0, s.Games)
		for i := range s.Games {
			x := float64(seed.Sum(from, "audit", s.Generation, s.First+i)>>11) / (1 << 53)
			if x < share || r.Games+i == always {
				pick = append(pick, i)
			}
		}
		r.Games += s.Games
		if len(pick) > 0 {
			games, err := r.set.Load(s)
			if err != nil {
				return err
			}
			for _, i := range pick {
				chosen = append(chosen, games[i])
			}
		}
		for i := range chosen {
			if b := chosen[i].Build; b != loop.Build() && !told[b] {
				fmt.Fprintf(e.talk, "games were made by %s, this is %s: they may differ in rounding\n", b, loop.Build())
				told[b] = true
			}
		}
		if err := r.compare(e.ctx, chosen); err != nil {
			return err
		}
		bar.Add(1)
	}
	return nil
}

// way is what games have to share to be played by one worker.
type way struct {
	kind       dataset.Kind
	generation int
	model      string
	cap        int
}

// compare plays games again, the ones of each way side by side.
func (r *replayer) compare(ctx context.Context, games []dataset.Game) error {
	var order []way
	groups := make(map[way][]*dataset.Game)
	for i := range games {
		g := &games[i]
		if err := g.CheckShape(); err != nil {
			return err
		}
		if slices.ContainsFunc(g.Models, func(m string) bool { return m != g.Models[0] }) {
			return fmt.Errorf("game %s: its seats were played by different players, %s", g.ID, strings.Join(g.Models, " and "))
		}
		w := way{g.Kind, g.Generation, g.Models[0], g.Cap}
		if groups[w] == nil {
			order = append(order, w)
		}
		groups[w] = append(groups[w], g)
	}
	for _, w := range order {
		found, err := r.again(ctx, w, groups[w])
		if err != nil {
			return err
		}
		r.Played += len(groups[w])
		for _, d := range found {
			if d != nil {
				r.Differences = append(r.Differences, *d)
			}
		}
	}
	return nil
}

// again plays games of one way, and returns the first difference of each.
func (r *replayer) again(ctx context.Context, w way, games []*dataset.Game) ([]*difference, error) {
	era := r.history.At(w.generation)
	cap := loop.CapRule(era.Config.Cap, w.cap)
	work, err := r.work(w, cap)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", games[0].ID, err)
	}
	var mu sync.Mutex
	started, at := 0, make(map[int]int) // position in games by index
	for i, g := range games {
		at[g.Index] = i
	}
	next := func() (selfplay.Spec, bool) {
		mu.Lock()
		defer mu.Unlock()
		if started == len(games) {
			return selfplay.Spec{}, false
		}
		g := games[started]
		started++
		return selfplay.Spec{Run: era.Config.Name, Seed: era.Config.Seed, Generation: g.Generation, Index: g.Index, Rules: r.rules, Model: w.model,
			Build: g.Build, ConfigHash: era.Hash, Cap: cap, Settings: loop.Settings(era.Config)}, true
	}
	found := make([]*difference, len(games))
	done := func(g dataset.Game) error {
		i := at[g.Index]
		d, err := firstDifference(games[i], &g)
		found[i] = d
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	for range min(r.workers, len(games)) {
		group.Go(func() error { return work(ctx, next, done) })
	}
	return found, group.Wait()
}

// work is the player's, as it was when the games were made.
func (r *replayer) work(w way, cap selfplay.CapRule) (selfplay.Work, error) {
	c := r.history.At(w.generation).Config
	settings := loop.Settings(c)
	if w.kind == dataset.Bootstrap {
		player, err := agent.ParseSpec(w.model)
		if err != nil {
			return nil, err
		}
		return selfplay.BotWork(func() (selfplay.Bot, error) { return player.New(nil) }), nil
	}
	path, ok := r.files[w.model]
	if !ok {
		return nil, fmt.Errorf("its network %s is not in the folder's models; name it or its file with --network", w.model)
	}
	network, err := pretrained.Load(path)
	if err != nil {
		return nil, err
	}
	net, err := nn.New(network)
	if err != nil {
		return nil, err
	}
	return selfplay.NetWork(func() (mcts.Evaluator, error) {
		return agent.NewCachedEvaluator(net, r.rules, c.Search.CacheMB)
	}, settings, cap, c.SelfPlay.Lockstep), nil
}

// firstDifference compares a stored game with the one that was played again,
// in the order in which things come about. It is nil where all is equal.
func firstDifference(stored, again *dataset.Game) (*difference, error) {
	if err := stored.Seal(); err != nil { // files of schema version 1 are not rounded
		return nil, err
	}
	if stored.Hash == again.Hash {
		return nil, nil
	}
	for i := range min(len(stored.Rows), len(again.Rows)) {
		if d := differ(&stored.Rows[i], &again.Rows[i]); d != nil {
			d.Game, d.Ply = stored.ID, stored.Rows[i].Ply
			return d, nil
		}
	}
	a, b := *stored, *again
	a.Rows, b.Rows = nil, nil
	if d := differ(&a, &b); d != nil && d.Column != "hash" {
		d.Game, d.Ply = stored.ID, -1
		return d, nil
	}
	return &difference{stored.ID, -1, "rows", fmt.Sprint(len(stored.Rows)), fmt.Sprint(len(again.Rows))}, nil
}

// differ is the first field in which two structures of one type differ, under
// the name of its column.
func differ(stored, again any) *difference {
	a, b := reflect.ValueOf(stored).Elem(), reflect.ValueOf(again).Elem()
	for i := range a.NumField() {
		x, y := a.Field(i).Interface(), b.Field(i).Interface()
		if !reflect.DeepEqual(x, y) {
			return &difference{Column: columnName(a.Type().Field(i).Name), Stored: brief(x), Again: brief(y)}
		}
	}
	return nil
}

// columnName is a field's name as files have it: RootValue is root_value.
func columnName(field string) string {
	var sb strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(rune(field[i-1])) {
			sb.WriteByte('_')
		}
		sb.WriteRune(unicode.ToLower(r))
	}
	return sb.String()
}

// brief is a value in not too many words.
func brief(v any) string {
	text := fmt.Sprint(v)
	if most := 120; len(text) > most {
		text = text[:most] + "..."
	}
	return text
}
