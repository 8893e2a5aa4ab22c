package dataset

import (
	"fmt"

	"halmazero/engine"
)

// Game is one finished game: everything that is needed to play it again, and
// what its players thought. Seats are absolute and counted from 0, cells are
// in reading order. Seal fills in the fields marked "derived".
type Game struct {
	ID         string // RUN/gen-0007/000123 (derived)
	Run        string // name of the run
	Generation int    // whose network played; 0 before the first
	Index      int    // within the generation, from 0
	Kind       Kind
	Models     []string // by seat: player spec or hash of the network
	Seed       uint64   // from which every random choice of the game came

	Rules     string // ruleset reference
	RulesHash string // content hash of the rules (derived)
	Seats     int    // number of players (derived)

	// Start is the text of the position before Moves[0]; the seat to move in
	// it is the first player. OpeningPlies is how many of the first moves were
	// drawn at random as an opening.
	Start        string
	StartKind    StartKind
	OpeningPlies int

	// Moves are the moves in order. Skips follow from the rules and are not
	// among them. Routes are the same moves as text, with their canonical
	// routes (derived).
	Moves  []engine.Move
	Routes []string
	Plies  int // number of Moves (derived)

	// Cap is the training cap: the number of plies of the whole game at which
	// it was to be truncated; 0 is none.
	Cap int

	// Result is the text of engine.Result, such as win:2, and Cause why the
	// game ended. A truncated game is no draw.
	Result string
	Cause  engine.Cause
	Places []int // place by seat from 1, in rulesets that give places (derived)

	// Outcome is the value by seat in [-1,1] that training aims at: what the
	// rules say, or, for a truncated game, the label of the training cap.
	Outcome []float32

	FinalRemaining []int // remaining distance by seat at the end, in steps (derived)
	FinalAtHome    []int // pieces by seat in their own camp at the end (derived)

	Build      string // program and kernel path; the same for equal programs
	ConfigHash string // of the resolved configuration
	Hash       string // ContentHash (derived)

	// Rows are the recorded decisions, in ascending ply. Not every move needs
	// one: a move of an opening has none.
	Rows []Row
}

// GameID names a game: RUN/gen-0007/000123.
func GameID(run string, generation, index int) string {
	return fmt.Sprintf("%s/gen-%04d/%06d", run, generation, index)
}

// Row is one decision: a position, what the search made of it, what was
// played, and how the game ended. Vectors are by absolute seat.
type Row struct {
	Ply  int // of the position: moves made before it, an opening's included
	Seat int // to move
	// Cells is one byte per cell in reading order: 0 empty, otherwise the
	// seat number from 1.
	Cells []uint8
	Hash  uint64 // Zobrist hash of pieces and mover
	Made  []int  // moves made so far, by seat

	// Policy is what the search spent on each move, in the engine's order of
	// moves. A legal move that is not listed was not visited. Empty: there was
	// no search, and the row does not train the policy.
	Policy []Visit
	Played engine.Move

	// RootValue is the mean value of the search and NetworkValue the
	// network's own, in [-1,1] and on ValueGrid. Both are empty without a search.
	RootValue    []float32
	NetworkValue []float32

	// Simulations is what this decision's search was given; 0: no search.
	// Visits that an inherited tree brought along come on top, so the visits
	// of Policy sum to Simulations or more.
	Simulations int
	Full        bool    // a full search, whose visits train the policy
	Noise       bool    // Dirichlet noise was mixed into the root's prior
	Temperature float32 // of the choice among the visits

	Outcome    []float32 // the game's (derived)
	ShortValue []float32 // value target of a short horizon, in [-1,1]; empty if not made
	PliesLeft  int       // moves from here to the end, this one included (derived)
	Remaining  []int     // remaining distance by seat, in steps

	Weight   float32 // how much the row counts in training; 1 is usual
	Surprise float32 // KL divergence of visits from prior, in nats; 0 without a search
	Flags    uint32  // sum of Flag constants
}

// Visit is one move of a search's root.
type Visit struct {
	Move   engine.Move
	Visits uint32
	Prior  float32 // the network's own, before noise; on PriorGrid
	Q      float32 // mean value for the mover, in [-1,1]; 0 if not visited; on ValueGrid
}

// Facts about a row that no other column tells.
const (
	// FlagRandom: Played was drawn at random, not from Policy; the row does
	// not train the policy.
	FlagRandom uint32 = 1 << iota
	// FlagTeacher: Policy is the choice of a bot, not the visits of a search.
	FlagTeacher
	// FlagShaped: the Visits of Policy are weights made from a search to train
	// on, such as visits without forced playouts, or an improved policy. They
	// count nothing; moves of weight 0 are those that were visited all the same.
	FlagShaped
	// FlagProven: the root value of the seat to move is no mean but what the
	// rest of the game is proven to give it.
	FlagProven
	// FlagResign: the seat to move gave the game up with this move, or would
	// have if the game were not one of those that are played on.
	FlagResign
	// FlagGraph: the search shared positions that several orders of moves lead
	// to. A root may then inherit more visits than the move to it was given.
	FlagGraph

	knownFlags = FlagRandom | FlagTeacher | FlagShaped | FlagProven | FlagResign | FlagGraph
)

// Kind is why a game was played.
type Kind uint8

// The kinds of game.
const (
	SelfPlay Kind = iota
	Bootstrap
	Match
)

// KindNames are the kinds in text, by value.
var KindNames = []string{"selfplay", "bootstrap", "match"}

// String is the kind's name.
func (k Kind) String() string { return enumName(KindNames, int(k)) }

// StartKind is where a game started.
type StartKind uint8

// The kinds of start.
const (
	StandardStart StartKind = iota // the rules' own start position
	OpeningStart                   // the same, and then random plies
	SetUpStart                     // any other position
)

// StartNames are the kinds of start in text, by value.
var StartNames = []string{"standard", "opening", "setup"}

// String is the kind's name.
func (k StartKind) String() string { return enumName(StartNames, int(k)) }

func enumName(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("unknown(%d)", i)
}
