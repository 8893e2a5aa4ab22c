package dataset

import (
	"fmt"

	"halmazero/engine"
)

// Game is one finished game. Seats are absolute and counted from 0, cells are
// in reading order.
//
// The caller of Writer.Append fills in what it knows; Seal derives the fields
// marked "derived" from the moves.
type Game struct {
	Run        string // name of the run
	Generation int    // whose network played; 0 before the first
	Index      int    // within the generation, from 0
	Kind       GameKind
	Models     []string // by seat: player spec or hash of the network
	Seed       uint64   // from which every random choice of the game came

	Rules     string // ruleset reference
	RulesHash string // content hash of the rules (derived)
	Seats     int    // (derived)

	// Start is the text of the position before Moves[0]. Random plies of an
	// opening are part of Start, not of Moves.
	Start     string
	StartKind StartKind
	First     int // seat that makes Moves[0] (derived)

	// Moves are the moves in order. Skips follow from the rules and are not
	// in it. Routes are the same moves in text, canonical route and all (derived).
	Moves  []engine.Move
	Routes []string

	// Result is how and why the game ended; a Truncated one is no draw.
	Result engine.Result
	// Outcome is the value by seat in [-1,1] that training aims at: what the
	// rules say, or, for a truncated game, the label of the training cap.
	Outcome []float32

	FinalRemaining []int // remaining distance by seat at the end, in steps (derived)
	FinalAtHome    []int // pieces by seat in their own camp at the end (derived)

	Build      string // program and kernel path; the same for equal programs
	ConfigHash string // of the resolved configuration
	Hash       string // content hash of the game (derived): see ContentHash

	// Positions are the recorded decisions, in ascending ply. Not every move
	// needs one: a random move of a bootstrap game has none.
	Positions []Row
}

// ID names the game within everything that the program ever writes:
// RUN/gen-0007/000123.
func (g *Game) ID() string { return fmt.Sprintf("%s/gen-%04d/%06d", g.Run, g.Generation, g.Index) }

// Row is one decision: a position, what the search made of it, what was
// played, and how the game ended.
type Row struct {
	Ply  int // of the position: moves made before it, an opening's included
	Seat int // to move
	// Cells is one byte per cell in reading order: 0 empty, otherwise the
	// seat number from 1.
	Cells []uint8
	Hash  uint64   // Zobrist hash of pieces and mover
	Made  []uint16 // moves made so far, by seat

	// Policy is what the search spent on each move, in the engine's order of
	// moves. Moves that are not listed were not visited. Empty: the row does
	// not train the policy.
	Policy []Visit
	Played engine.Move

	// RootValue is the mean value of the search and NetworkValue the
	// network's own, by absolute seat in [-1,1]; both empty without a search.
	RootValue    []float32
	NetworkValue []float32

	// Simulations is what this decision's search was given; 0: no search.
	// Visits that an inherited tree brought along come on top, so the visits
	// of Policy sum to Simulations or more.
	Simulations int
	Full        bool    // a full search, whose visits train the policy
	Noise       bool    // Dirichlet noise was mixed into the root's prior
	Temperature float32 // of the choice among the visits

	Outcome   []float32 // the game's, by absolute seat
	PliesLeft int       // moves from here to the end, this one included
	Remaining []int     // remaining distance by seat, in steps

	Weight   float32 // how much the row counts in training; 1 is usual
	Surprise float32 // KL divergence of visits from prior, in nats; 0 without a search
	Flags    Flags
}

// Visit is one move of a search's root.
type Visit struct {
	Move   engine.Move
	Visits uint32
	Prior  float32 // the network's own, before noise
	Q      float32 // mean value for the mover, in [-1,1]; 0 if not visited
}

// Flags are facts about a row that no other column tells.
type Flags uint32

// The flags.
const (
	// RandomMove: Played was drawn at random and not from Policy.
	RandomMove Flags = 1 << iota
	// Forced: there was one legal move only.
	Forced
	// Teacher: Policy is the choice of a bot, not the visits of a search.
	Teacher

	knownFlags = RandomMove | Forced | Teacher
)

// GameKind is why a game was played.
type GameKind uint8

// The kinds of game.
const (
	SelfPlay GameKind = iota
	Bootstrap
	Match
)


var gameKinds = [...]string{"selfplay", "bootstrap", "match"}

// GameKinds lists the names of the kinds of game; the index is the value.
func GameKinds() []string { return gameKinds[:] }

// String is the kind's name.
func (k GameKind) String() string { return enumName(gameKinds[:], int(k)) }

// StartKind is where a game started.
type StartKind uint8

// The kinds of start: the rules' own, after random plies, or any other position.
const (
	StandardStart StartKind = iota
	OpeningStart
	SetUpStart
)

var startKinds = [...]string{"standard", "opening", "setup"}

// StartKinds lists the names of the kinds of start; the index is the value.
func StartKinds() []string { return startKinds[:] }

// String is the kind's name.
func (k StartKind) String() string { return enumName(startKinds[:], int(k)) }

func enumName(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("unknown(%d)", i)
}
