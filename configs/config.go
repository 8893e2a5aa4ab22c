package configs

// Config is everything that a run depends on, apart from the program itself.
// Every field has its default in defaults.yaml and its bounds in Validate.
// The resolved configuration is written into the run folder; its hash is part
// of every game.
type Config struct {
	// Name is what the run is called in its files.
	Name string `yaml:"name"`
	// Rules is the ruleset reference that is played: wiki-8-d30, plyyard, ...
	// Where a file or an assignment gives the path of a ruleset file, it is
	// the reference of that ruleset.
	Rules string `yaml:"rules"`
	// RulesID is the name of the ruleset, if it is not its reference; that of
	// a ruleset file comes from there.
	RulesID string `yaml:"rules_id"`
	// Seed decides every random choice of the run.
	Seed uint64 `yaml:"seed"`
	// Generations is the number of generations after which the run ends;
	// 0: until it is stopped.
	Generations int `yaml:"generations"`

	Network   Network   `yaml:"network"`
	Bootstrap Bootstrap `yaml:"bootstrap"`
	SelfPlay  SelfPlay  `yaml:"selfplay"`
	Search    Search    `yaml:"search"`
	Cap       Cap       `yaml:"cap"`
	Training  Training  `yaml:"training"`
	Gate      Gate      `yaml:"gate"`
	Ladder    Ladder    `yaml:"ladder"`
}

// Network is the size of the network; the formula is in package model.
type Network struct {
	Blocks        int     `yaml:"blocks"`         // residual blocks
	Filters       int     `yaml:"filters"`        // channels of the tower
	PolicyDim     int     `yaml:"policy_dim"`     // width of a query and of a key
	ValueChannels int     `yaml:"value_channels"` // width of the pooled value features
	ValueHidden   int     `yaml:"value_hidden"`   // width of the hidden value layer
	PoolScale     float64 `yaml:"pool_scale"`     // factor on the pooled features
	// From is a network file, or the name of an embedded network, whose weights
	// the first network takes over wherever both have the same layer; "": random
	// weights. It may be of another board.
	From string `yaml:"from"`
}

// Bootstrap is the games of a bot, or of other folders, from which the first
// generation may start.
type Bootstrap struct {
	Games  int     `yaml:"games"`  // 0: start from random weights
	Player string  `yaml:"player"` // player spec, such as classical:depth=1
	Noise  float64 `yaml:"noise"`  // probability of a random move, which is not trained on
	// Data are folders of games of the same rules that are learned from as
	// well: run folders, or those of halma selfplay. They are only read.
	Data []string `yaml:"data"`
	// Share is the share of a batch that comes from the games of Data and of
	// Player in generation 1; it halves every ShareHalfLife generations. With
	// 0 they are rows of the window like any others, its oldest.
	Share         float64 `yaml:"share"`
	ShareHalfLife float64 `yaml:"share_half_life"`
}

// SelfPlay is how games are made.
type SelfPlay struct {
	Games int `yaml:"games"` // games a generation
	// Simulations of a full search, whose visits train the policy, and of a
	// cheap one, which only moves the game on (playout cap randomisation, Wu 2019).
	Simulations      int     `yaml:"simulations"`
	CheapSimulations int     `yaml:"cheap_simulations"`
	FullShare        float64 `yaml:"full_share"` // share of moves with a full search
	// OpeningPlies is the most random plies that a game starts with; the
	// number is drawn from 0 to it.
	OpeningPlies int `yaml:"opening_plies"`
	// Temperature of the move choice at the first ply; it halves every
	// TemperatureHalfLife plies down to TemperatureFloor.
	Temperature         float64 `yaml:"temperature"`
	TemperatureHalfLife float64 `yaml:"temperature_half_life"`
	TemperatureFloor    float64 `yaml:"temperature_floor"`
	ShardGames          int     `yaml:"shard_games"` // games in a file
	// SimulationsGrowth is how many simulations a full search has more in each
	// generation after the first, up to SimulationsMax; a cheap one grows in
	// proportion.
	SimulationsGrowth int `yaml:"simulations_growth"`
	SimulationsMax    int `yaml:"simulations_max"`
	// ForcedPlayouts is the factor of the visits that a full search makes of
	// each move at least, and leaves out of the policy target (Wu 2019); 0: none.
	ForcedPlayouts float64 `yaml:"forced_playouts"`
	// NearGoalShare is the share of games that begin with most pieces in their
	// targets and the rest near them.
	NearGoalShare float64 `yaml:"near_goal_share"`
	// BackplayStart is the largest share of the way that is left at the start of
	// games of generation 1, and BackplayGrowth how much that is more each
	// generation. The least is half of the largest, and a game with 1 or more
	// begins at the start position. 0: all begin there.
	BackplayStart  float64 `yaml:"backplay_start"`
	BackplayGrowth float64 `yaml:"backplay_growth"`
	// BackplayFor is which runs do so: "random", those that start from random
	// weights alone, or "any", those as well that start from a bot's games, games
	// from elsewhere, or another network.
	BackplayFor string `yaml:"backplay_for"`
	// StandoffPlies is after how many plies in which no seat came nearer to its
	// target than it ever was a game stands still: then one in eight moves, and
	// ever more, is a random one that brings the mover nearer; 0: never.
	StandoffPlies int `yaml:"standoff_plies"`
	// Resign lets a side give up when the value of its searches has been below
	// -Resign several times in a row; 0: never. In ResignPlayOn of the games
	// it plays on, which tells how often it would have been wrong.
	Resign       float64 `yaml:"resign"`
	ResignPlayOn float64 `yaml:"resign_play_on"`
	// Lockstep is the number of games that a worker steps together, so that
	// the network sees several positions at once. It changes the speed, never a game.
	Lockstep int `yaml:"lockstep"`
}

// Search is the tree search of self-play, gate and ladder alike.
type Search struct {
	CPuct         float64 `yaml:"cpuct"`          // exploration factor
	FPUReduction  float64 `yaml:"fpu_reduction"`  // first-play urgency below the parent's value
	NoiseFraction float64 `yaml:"noise_fraction"` // share of Dirichlet noise in the root prior of self-play
	NoiseTotal    float64 `yaml:"noise_total"`    // its total concentration, spread over the legal moves
	// Solver has proven wins and losses travel up the tree.
	Solver bool `yaml:"solver"`
	// Root is how the root's moves are searched: puct, or gumbel, which
	// considers GumbelMoves of them and halves their number, and whose policy
	// target is the improved policy (Danihelka et al. 2022).
	Root        string `yaml:"root"`
	GumbelMoves int    `yaml:"gumbel_moves"`
	// Transpositions has a position that several orders of moves lead to
	// searched once, and its value shared (Czech et al. 2021).
	Transpositions bool `yaml:"transpositions"`
	// CacheMB is the memory in which each searcher, a worker of self-play or a
	// network player of a match, keeps what its network answered, in MiB;
	// 0: none. It changes the speed, never a game.
	CacheMB int `yaml:"cache_mb"`
}

// Cap is the training cap on plies. It is not a rule: a capped game is
// truncated, and its outcome is a bounded function of the remaining distances.
type Cap struct {
	Start  int `yaml:"start"`  // plies in generation 1
	Growth int `yaml:"growth"` // further plies a generation
	Max    int `yaml:"max"`    // never more; also the cap of matches and bootstrap games
	// SquatLoss gives -1 to the one side that alone still has a piece in its
	// own camp when the cap is reached.
	SquatLoss bool `yaml:"squat_loss"`
	// Decisive gives the whole game to the side that is ahead when the largest
	// cap is reached.
	Decisive bool `yaml:"decisive"`
}

// Training is the optimiser and the replay window.
type Training struct {
	Batch         int     `yaml:"batch"`           // rows a step
	Replicas      int     `yaml:"replicas"`        // graphs side by side; part of the result, unlike the workers
	SamplesPerRow float64 `yaml:"samples_per_row"` // how often each new row is trained on, on average
	// BucketMax bounds the samples of a generation: the bucket from which
	// training takes what its new rows put in holds no more.
	BucketMax      int `yaml:"bucket_max"`
	BootstrapSteps int `yaml:"bootstrap_steps"` // steps of generation 1 where it starts from bootstrap games
	// LearningRate is that of generation 1 after the warm-up. It halves every
	// LearningRateHalfLife generations down to LearningRateMin; 0: it stays.
	LearningRate         float64 `yaml:"learning_rate"`
	LearningRateHalfLife float64 `yaml:"learning_rate_half_life"`
	LearningRateMin      float64 `yaml:"learning_rate_min"`
	WarmupSteps          int     `yaml:"warmup_steps"`
	WeightDecay          float64 `yaml:"weight_decay"`
	ClipNorm             float64 `yaml:"clip_norm"`
	AverageDecay         float64 `yaml:"average_decay"` // of the moving average of the weights, a step
	ValueWeight          float64 `yaml:"value_weight"`  // of the value loss against the policy loss
	// RootValueShare mixes the search's root value into the value target:
	// 0 is the outcome alone.
	RootValueShare float64 `yaml:"root_value_share"`
	// SurpriseShare is the share of the weight of a game's trained decisions
	// that goes to each by how far its visits are from the prior.
	SurpriseShare float64 `yaml:"surprise_share"`
	// The weights of further losses against the policy loss. A network whose
	// training weighs one has a head for it, which play does not compute.
	PliesLeftWeight  float64 `yaml:"plies_left_weight"`  // of the moves left to the end
	DistanceWeight   float64 `yaml:"distance_weight"`    // of each seat's remaining distance at the end
	ReplyWeight      float64 `yaml:"reply_weight"`       // of the policy of the next decision
	ShortValueWeight float64 `yaml:"short_value_weight"` // of all short-horizon values together
	ShortHorizons    []int   `yaml:"short_horizons"`     // how many plies each of these looks ahead, on average
	WindowStart      int     `yaml:"window_start"`       // rows before the window grows more slowly than the data
	WindowPower      float64 `yaml:"window_power"`       // exponent of that growth
	WindowMax        int     `yaml:"window_max"`         // rows in memory at most
	KeepCheckpoints  int     `yaml:"keep_checkpoints"`
	// SelfTest has a copy of the first network learn ten games by heart before
	// a run trains; TensorBoard writes event files. Neither changes anything else.
	SelfTest    bool `yaml:"selftest"`
	TensorBoard bool `yaml:"tensorboard"`
}

// Gate is the match that a candidate must win.
type Gate struct {
	Simulations  int     `yaml:"simulations"`   // a move
	OpeningPlies int     `yaml:"opening_plies"` // random plies of each opening, played twice with sides swapped
	MaxPairs     int     `yaml:"max_pairs"`
	Elo0         float64 `yaml:"elo0"` // bounds of the sequential test
	Elo1         float64 `yaml:"elo1"`
	Alpha        float64 `yaml:"alpha"`
	Beta         float64 `yaml:"beta"`
	// Undecided is how a match ends that MaxPairs have not decided: sure
	// promotes a candidate whose whole interval of Elo is above Elo0, likelier
	// one for which a gain of Elo1 is likelier than one of Elo0.
	Undecided string `yaml:"undecided"`
}

// Ladder is the fixed opponents that each generation is measured against.
type Ladder struct {
	Simulations  int      `yaml:"simulations"`
	OpeningPlies int      `yaml:"opening_plies"`
	Pairs        int      `yaml:"pairs"`       // against each opponent, each generation
	FinalPairs   int      `yaml:"final_pairs"` // against each opponent and the first network, after the last generation; 0: no final match
	Opponents    []string `yaml:"opponents"`
}
