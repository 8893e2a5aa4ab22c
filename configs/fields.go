package configs

import (
	"reflect"
	"regexp"
	"strings"
)

// field is a setting's entry in the table from which Validate and Schema are
// made. Its kind is the Go type of the struct field of that key.
type field struct {
	key string
	// min and max are the bounds of a number, or of each of a list, both allowed. They are not used
	// for other kinds, nor for the seed, which takes all 64 bits.
	min, max float64
	// pattern is what a text, or each text of a list, has to match, and want
	// says the same in words.
	pattern *regexp.Regexp
	want    string
	doc     string

	// free: it changes no game and no network, and is no part of the hash.
	free bool
	// was is, for a setting that came when there were runs already, the value
	// that does what they did, as YAML writes it ([] for a list, emptyText): with it the
	// setting is no part of the hash. Empty for all others.
	was string
}

var (
	namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)
	// textPattern is anything printable.
	textPattern     = regexp.MustCompile(`^\P{C}+$`)
	optionalPattern = regexp.MustCompile(`^\P{C}*$`)
	// optionalIDPattern is the id of a ruleset, or nothing.
	optionalIDPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{0,64}$`)
)

// emptyText is how YAML writes an empty text.
const emptyText = `""`

// rootPattern is the ways to search a root.
var rootPattern = regexp.MustCompile(`^(puct|gumbel)$`)

// backplayForPattern is the runs that backplay is for.
var backplayForPattern = regexp.MustCompile(`^(random|any)$`)

// undecidedPattern is the ways to end a gate's match that is undecided.
var undecidedPattern = regexp.MustCompile(`^(sure|likelier)$`)

const (
	nameWords   = "1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first"
	playerWords = "a player spec such as classical:depth=1"
)

// fields lists every setting in the order of Config. A test holds the two
// against each other.
var fields = []field{
	{key: "name", pattern: namePattern, want: nameWords, doc: "What the run is called in its files."},
	{key: "rules", pattern: textPattern, want: "a ruleset reference such as wiki-8-d30", doc: "Ruleset that is played: a preset, a preset with options, or the path of a ruleset file."},
	{key: "rules_id", pattern: optionalIDPattern, want: "nothing, or " + rulesIDWords, doc: "Name of the ruleset; empty: its reference, or the id of its file."},
	{key: "seed", doc: "Decides every random choice of the run."},
	{key: "generations", min: 0, max: 1e6, doc: "Generations after which the run ends; 0: until it is stopped."},

	{key: "network.blocks", min: 0, max: 40, doc: "Residual blocks."},
	{key: "network.filters", min: 1, max: 512, doc: "Channels of the tower."},
	{key: "network.policy_dim", min: 1, max: 256, doc: "Width of a query and of a key of the policy head."},
	{key: "network.value_channels", min: 1, max: 512, doc: "Width of the pooled value features."},
	{key: "network.value_hidden", min: 1, max: 1024, doc: "Width of the hidden value layer."},
	{key: "network.pool_scale", min: 0.001, max: 1000, doc: "Factor on the pooled features; without it the value head starves."},
	{key: "network.from", pattern: optionalPattern, want: "nothing, or a network file or the name of an embedded network", was: emptyText, doc: "Network file, or name of an embedded network, of any board, whose weights the first network takes over wherever both have the same layer; empty: random weights."},

	{key: "bootstrap.games", min: 0, max: 1e6, doc: "Games of a bot to start from; 0: start from random weights."},
	{key: "bootstrap.player", pattern: textPattern, want: playerWords, doc: "Player spec of that bot."},
	{key: "bootstrap.noise", min: 0, max: 1, doc: "Probability of a random move, which is not trained on."},
	{key: "bootstrap.data", pattern: textPattern, want: "a folder of games", was: "[]", doc: "Folders of games that are learned from as well, such as those of halma selfplay."},
	{key: "bootstrap.share", min: 0, max: 1, was: "0", doc: "Share of a batch that comes from these games in generation 1; 0: they are rows of the window like any others."},
	{key: "bootstrap.share_half_life", min: 0.1, max: 1e6, was: "5", doc: "Generations in which that share halves."},

	{key: "selfplay.games", min: 1, max: 1e6, doc: "Games a generation."},
	{key: "selfplay.simulations", min: 1, max: 1e6, doc: "Simulations of a full search, whose visits train the policy."},
	{key: "selfplay.cheap_simulations", min: 1, max: 1e6, doc: "Simulations of a cheap search, which only moves the game on."},
	{key: "selfplay.full_share", min: 0.01, max: 1, doc: "Share of moves with a full search."},
	{key: "selfplay.opening_plies", min: 0, max: 1000, doc: "Most random plies that a game starts with; the number is drawn from 0 to it."},
	{key: "selfplay.temperature", min: 0, max: 10, doc: "Temperature of the move choice at the first ply; 0: the most visited move."},
	{key: "selfplay.temperature_half_life", min: 0.1, max: 1e6, doc: "Plies in which the temperature halves."},
	{key: "selfplay.temperature_floor", min: 0, max: 10, doc: "Temperature at which it stops falling."},
	{key: "selfplay.shard_games", min: 1, max: 65536, doc: "Games in a file."},
	{key: "selfplay.simulations_growth", min: 0, max: 1e6, was: "0", doc: "Further simulations of a full search each generation; a cheap one grows in proportion."},
	{key: "selfplay.simulations_max", min: 1, max: 1e6, was: "800", doc: "Simulations of a full search beyond which it does not grow."},
	{key: "selfplay.forced_playouts", min: 0, max: 100, was: "0", doc: "Factor of the visits that a full search makes of each move at least, and leaves out of the policy target; 0: none, KataGo: 2."},
	{key: "selfplay.near_goal_share", min: 0, max: 1, was: "0", doc: "Share of games that begin with most pieces in their targets and the rest near them."},
	{key: "selfplay.backplay_start", min: 0, max: 2, was: "0", doc: "Largest share of the way that is left at the start of games of generation 1; 0: all begin at the start position."},
	{key: "selfplay.backplay_growth", min: 0, max: 2, was: "0.08", doc: "How much larger that share is each generation; each game draws from half of it on, and begins at the start position at 1 and more."},
	{key: "selfplay.backplay_for", pattern: backplayForPattern, want: "random or any", was: "random", doc: "Which runs begin games nearer to the end: random, those from random weights alone, or any, those from games or from another network as well."},
	{key: "selfplay.standoff_plies", min: 0, max: 100000, was: "0", doc: "Plies without any seat coming nearer to its target than ever before, after which one in eight moves, and ever more, is a random one that brings the mover nearer; 0: never."},
	{key: "selfplay.resign", min: 0, max: 1, was: "0", doc: "A side gives up when the value of its searches has been below minus this several times in a row; 0: never."},
	{key: "selfplay.resign_play_on", min: 0, max: 1, was: "0.1", doc: "Share of games in which nobody gives up, to see how often that would have been wrong."},
	{key: "selfplay.lockstep", min: 1, max: 256, doc: "Games that a worker steps together; changes the speed, never a game."},

	{key: "search.cpuct", min: 0, max: 100, doc: "Exploration factor of the tree search."},
	{key: "search.fpu_reduction", min: 0, max: 2, doc: "First-play urgency below the parent's value, in units of the value."},
	{key: "search.noise_fraction", min: 0, max: 1, doc: "Share of Dirichlet noise in the root prior of self-play."},
	{key: "search.noise_total", min: 0.01, max: 10000, doc: "Total concentration of the noise, spread over the legal moves."},
	{key: "search.solver", was: "false", doc: "Proven wins and losses travel up the tree."},
	{key: "search.root", pattern: rootPattern, want: "puct or gumbel", was: "puct", doc: "How the root's moves are searched: puct, or gumbel, by sequential halving."},
	{key: "search.gumbel_moves", min: 1, max: 65536, was: "8", doc: "Moves that a gumbel root considers."},
	{key: "search.transpositions", was: "false", doc: "A position that several orders of moves lead to is searched once."},
	{key: "search.cache_mb", min: 0, max: 4096, doc: "MiB in which each worker or network player keeps the answers of its network; 0: none. Changes the speed, never a game."},

	{key: "cap.start", min: 1, max: 100000, doc: "Training cap on plies in generation 1."},
	{key: "cap.growth", min: 0, max: 100000, doc: "Further plies a generation."},
	{key: "cap.max", min: 1, max: 100000, doc: "Largest cap; also the cap of matches and of bootstrap games."},
	{key: "cap.squat_loss", doc: "At the cap, the one side that alone still has a piece in its own camp gets -1."},
	{key: "cap.decisive", was: "false", doc: "At the largest cap, the side that is ahead by remaining distance gets the whole game."},

	{key: "training.batch", min: 1, max: 65536, doc: "Rows a step."},
	{key: "training.replicas", min: 1, max: 64, doc: "Graphs side by side; part of the result, unlike the workers."},
	{key: "training.samples_per_row", min: 0.01, max: 1000, doc: "How often each new row is trained on, on average."},
	{key: "training.bucket_max", min: 1, max: 1e12, was: "4000000", doc: "Samples at most that a generation is trained on; what its rows would allow beyond that is not made up for."},
	{key: "training.bootstrap_steps", min: 0, max: 1e6, doc: "Steps of generation 1 where it starts from bootstrap games."},
	{key: "training.learning_rate", min: 1e-7, max: 1, doc: "Learning rate after the warm-up, in a run that of generation 1."},
	{key: "training.learning_rate_half_life", min: 0, max: 1e6, was: "0", doc: "Generations of a run in which the learning rate halves; 0: it stays."},
	{key: "training.learning_rate_min", min: 1e-7, max: 1, was: "0.0001", doc: "Learning rate at which it stops falling."},
	{key: "training.warmup_steps", min: 0, max: 1e6, doc: "Steps in which the learning rate rises from 0."},
	{key: "training.weight_decay", min: 0, max: 1, doc: "Decay of the weights, decoupled from the gradient."},
	{key: "training.clip_norm", min: 0.001, max: 1e6, doc: "Largest norm of a gradient; a longer one is scaled down to it."},
	{key: "training.average_decay", min: 0, max: 0.999999, doc: "Decay of the moving average of the weights, a step."},
	{key: "training.value_weight", min: 0, max: 100, doc: "Weight of the value loss against the policy loss."},
	{key: "training.root_value_share", min: 0, max: 1, doc: "Share of the search's root value in the value target; 0: the outcome alone."},
	{key: "training.surprise_share", min: 0, max: 1, was: "0", doc: "Share of the weight of a game's trained decisions that goes to each by the divergence of its visits from the prior; 0: all weigh the same."},
	{key: "training.plies_left_weight", min: 0, max: 100, was: "0", doc: "Weight of the loss of the moves left to the end against the policy loss; 0: no such head."},
	{key: "training.distance_weight", min: 0, max: 100, was: "0", doc: "Weight of the loss of each seat's remaining distance at the end; 0: no such head."},
	{key: "training.reply_weight", min: 0, max: 100, was: "0", doc: "Weight of the loss of the next decision's policy; 0: no such head."},
	{key: "training.short_value_weight", min: 0, max: 100, was: "0", doc: "Weight of the losses of the short-horizon values; 0: no such head."},
	{key: "training.short_horizons", min: 1, max: 1000, was: "[]", doc: "How many plies each short-horizon value looks ahead on average."},
	{key: "training.window_start", min: 1, max: 1e9, doc: "Rows before the window grows more slowly than the data."},
	{key: "training.window_power", min: 0.01, max: 1, doc: "Exponent of that growth."},
	{key: "training.window_max", min: 1, max: 1e9, doc: "Rows in memory at most."},
	{key: "training.keep_checkpoints", min: 1, max: 10000, doc: "Newest checkpoints that stay on the disk."},
	{key: "training.selftest", free: true, doc: "Before a run trains, a copy of the first network has to learn ten games by heart."},
	{key: "training.tensorboard", free: true, doc: "Losses and measurements are written for TensorBoard, too, below tensorboard/."},

	{key: "gate.simulations", min: 1, max: 1e6, doc: "Simulations a move in the match of a candidate."},
	{key: "gate.opening_plies", min: 0, max: 1000, doc: "Random plies of each opening, played twice with sides swapped."},
	{key: "gate.max_pairs", min: 1, max: 100000, doc: "Pairs of games after which the test is broken off."},
	{key: "gate.elo0", min: -1000, max: 1000, doc: "The sequential test decides between this gain in Elo and elo1."},
	{key: "gate.elo1", min: -1000, max: 1000, doc: "The larger of the two gains."},
	{key: "gate.alpha", min: 0.001, max: 0.4, doc: "Probability of accepting a gain of elo0."},
	{key: "gate.beta", min: 0.001, max: 0.4, doc: "Probability of rejecting a gain of elo1."},
	{key: "gate.undecided", pattern: undecidedPattern, want: "sure or likelier", was: "sure", doc: "How a match ends that max_pairs have not decided: sure promotes if the 95 % interval of the gain lies above elo0, likelier if elo1 is likelier than elo0."},

	{key: "ladder.simulations", min: 1, max: 1e6, doc: "Simulations a move of the network against the fixed opponents."},
	{key: "ladder.opening_plies", min: 0, max: 1000, doc: "Random plies of each opening, played twice with sides swapped."},
	{key: "ladder.pairs", min: 0, max: 100000, doc: "Pairs of games against each opponent, each generation; 0: no ladder."},
	{key: "ladder.final_pairs", min: 0, max: 100000, doc: "Pairs of games against each opponent and the first network, after the last generation; 0: no final match."},
	{key: "ladder.opponents", pattern: textPattern, want: playerWords, doc: "Player specs of the fixed opponents."},
}

// sectionDocs explains the sections.
var sectionDocs = map[string]string{
	"network":   "Size of the network.",
	"bootstrap": "Games of a bot, or of other folders, from which the first generation may start.",
	"selfplay":  "How games are made.",
	"search":    "Tree search of self-play, gate and ladder alike.",
	"cap":       "Training cap on plies, which is no rule: a capped game is truncated.",
	"training":  "Optimiser and replay window.",
	"gate":      "Match that a candidate must win.",
	"ladder":    "Fixed opponents that each generation is measured against.",
}

// bounds says what a number may be, as in "1 to 64".
func (f field) bounds() string { return number(f.min) + " to " + number(f.max) }

// member is a field of a struct by its YAML name.
func member(v reflect.Value, name string) (reflect.Value, bool) {
	t := v.Type()
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("yaml") == name {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

// setting is the struct field of a key; ok is false for a section and for a
// key that does not exist.
func (c *Config) setting(key string) (v reflect.Value, ok bool) {
	v = reflect.ValueOf(c).Elem()
	for name := range strings.SplitSeq(key, ".") {
		if v.Kind() != reflect.Struct {
			return reflect.Value{}, false
		}
		if v, ok = member(v, name); !ok {
			return reflect.Value{}, false
		}
	}
	return v, v.Kind() != reflect.Struct
}

// names lists the YAML names in a struct, in its order.
func names(t reflect.Type) []string {
	list := make([]string, t.NumField())
	for i := range list {
		list[i] = t.Field(i).Tag.Get("yaml")
	}
	return list
}
