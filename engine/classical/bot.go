package classical

import (
	"errors"
	"fmt"

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
)

// Config is how a bot plays.
type Config struct {
	// Depth is the number of plies looked ahead, 1 to MaxDepth.
	Depth int
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
}

// ErrNoMove is wrapped for a position that is over or whose seat to move is
// blocked.
var ErrNoMove = errors.New("no legal move")

// Bot searches. It owns the memory of its searches and is not safe for
// concurrent use.
type Bot struct {
	cfg      Config
	eval     evaluator
	table    table // nil below tableDepth
	searches uint64
	nodes    uint64
	rootPly  int
	frames   []frame // by ply from the root
}

// frame is what one ply of the search works with.
type frame struct {
	pos   engine.Position
	buf   []engine.Move
	moves []scoredMove
}

// New makes a bot.
func New(cfg Config) (*Bot, error) {
	if cfg.Depth < 1 || cfg.Depth > MaxDepth {
		return nil, fmt.Errorf("classical: depth is %d, want 1 to %d", cfg.Depth, MaxDepth)
	}
	b := &Bot{cfg: cfg, frames: make([]frame, cfg.Depth+1)}
	if cfg.Depth >= tableDepth {
		b.table = make(table, 1<<tableBits)
	}
	return b, nil
}
