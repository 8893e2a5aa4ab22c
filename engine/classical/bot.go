package classical

import (
	"errors"
	"fmt"
	"strings"

	"halmazero/engine"
)

// Limits of a search, and its scores.
const (
	// MaxDepth is the largest depth in plies.
	MaxDepth = 32
	// Mate is the score of a game won at the root; one won n plies later
	// scores Mate-n, one lost n plies later n-Mate.
	Mate = 1 << 28
	// MateBound is below every won score and above every other.
	MateBound = Mate - MaxDepth - 1
	infinity  = Mate + 1
	// tableDepth is the least depth at which the transposition table pays: no
	// position is reached twice before the third ply.
	tableDepth = 4
	// plainTable is the size in bytes of its table.
	plainTable = 1 << 20
	// DefaultHashMB is the size of the transposition table in MiB where none is
	// given, MaxHashMB the largest.
	DefaultHashMB = 16
	MaxHashMB     = 4096
)

// Config is how a bot plays. At least one of Depth and Nodes bounds a search,
// or the condition that StopWhen gives.
type Config struct {
	// Depth is the largest number of plies looked ahead, 1 to MaxDepth; 0 is
	// MaxDepth.
	Depth int
	// Nodes is the number of positions after which a search ends, 0 for no
	// such bound. The first iteration is always finished.
	Nodes uint64
	// Selective looks at few moves where it matters little, and so much
	// deeper; otherwise every move of every position up to Depth is looked at.
	Selective bool
	// HashMB is the size of the transposition table in MiB, 1 to MaxHashMB; 0
	// is DefaultHashMB. It is rounded down to a power of two.
	HashMB int
	// Multi is how more than one opponent is treated; with two seats it means
	// nothing.
	Multi Multi
	// Without turns parts of the selective search off, to measure them.
	Without Features
}

// Validate reports the first fault of a configuration.
func (c Config) Validate() error {
	switch {
	case c.Depth < 0 || c.Depth > MaxDepth:
		return fmt.Errorf("classical: depth is %d, want 1 to %d", c.Depth, MaxDepth)
	case c.HashMB < 0 || c.HashMB > MaxHashMB:
		return fmt.Errorf("classical: the table's size is %d MiB, want 1 to %d", c.HashMB, MaxHashMB)
	case !c.Multi.Valid():
		return fmt.Errorf("classical: the search of several seats is %v, want %s", c.Multi, strings.Join(multiNames[1:], ", "))
	}
	return nil
}

// Result is what a search found.
type Result struct {
	// Move is a move of the best score. Among several it is the best move of
	// the iteration before, otherwise the one with the greatest gain; the
	// random stream decides between equal gains.
	Move engine.Move
	// Score is that of plain minimax, in the view of the seat to move.
	Score int
	// Nodes is the number of positions searched, the root once an iteration.
	// Moves that a frontier compares without making them are not counted.
	Nodes uint64
	// Depth is the last iteration that was finished, in plies.
	Depth int
	// Line is the best way on as far as it is known, from Move on. It belongs
	// to the bot and holds until the next search.
	Line []engine.Move
}

// ErrNoMove is wrapped for a position that is over or whose seat to move is
// blocked.
var ErrNoMove = errors.New("no legal move")

// Bot searches. It owns the memory of its searches and is not safe for
// concurrent use.
type Bot struct {
	cfg     Config
	eval    evaluator
	table   *table     // nil below tableDepth
	deep    *selective // nil where the search is not selective
	several *several   // nil until there are more than two seats
	nodes   uint64
	rootPly int
	frames  []frame // by ply from the root
	line    []engine.Move

	stop    func() bool  // nil: nothing stops a search but its bounds
	report  func(Result) // nil: nobody listens
	limit   uint64       // nodes of this search
	asking  bool         // the first iteration is finished: the search may be broken off
	stopped bool         // the search is being broken off
}

// frame is what one ply of the search works with.
type frame struct {
	pos   engine.Position
	buf   []engine.Move
	moves []scoredMove
}

// New makes a bot.
func New(cfg Config) (*Bot, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Depth == 0 {
		cfg.Depth = MaxDepth
	}
	b := &Bot{cfg: cfg, frames: make([]frame, cfg.Depth+1)}
	switch {
	case cfg.Selective:
		b.deep = newSelective(cfg)
	case cfg.Depth >= tableDepth:
		t := newTable(plainTable)
		b.table = &t
	}
	return b, nil
}

// StopWhen gives the bot a condition that ends its searches early; nil takes it
// away. It is asked about every thousand nodes, once the first iteration is
// finished. A search that is stopped answers with the move of the last finished
// iteration, or with a better one if the unfinished iteration has found one
// after it had looked at that move.
func (b *Bot) StopWhen(stop func() bool) { b.stop = stop }

// OnIteration gives the bot a function that is called after every iteration
// with what is known; nil takes it away.
func (b *Bot) OnIteration(report func(Result)) { b.report = report }

// Reset forgets what was learned in the searches of a game. What a selective
// search finds depends on the searches since.
func (b *Bot) Reset() {
	if b.deep != nil {
		b.deep.reset()
	}
}

// StepWorth is about what a step forwards is worth in the unit of a score: two
// rows or columns of a piece far ahead.
const StepWorth = 32

// PliesToEnd is in how many plies the seat to move wins by a score, or loses if
// it is below zero; ok is false for a score that decides nothing.
func PliesToEnd(score int) (plies int, ok bool) {
	switch {
	case score > MateBound:
		return Mate - score, true
	case score < -MateBound:
		return -Mate - score, true
	}
	return 0, false
}
