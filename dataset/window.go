package dataset

import (
	"fmt"
	"math"

	"halmazero/engine"
)

// Window is the replay window: the most recent rows, decoded once and packed.
// It is filled and read by one goroutine, or read by many while nobody fills it.
type Window struct {
	rules  *engine.Rules
	chunks []*chunk
	rows   int
}

// chunk is the rows of one shard. Dropping a chunk frees its memory whole.
type chunk struct {
	games  []packedGame
	rows   []packedRow
	cells  []uint8
	policy []packedVisit
	first  int // rows before it have been dropped
}

type packedVisit struct {
	move   engine.Move
	visits uint16
}

type packedRow struct {
	policy   uint32 // first entry in chunk.policy
	moves    uint16 // number of entries; 0: the row does not train the policy
	seat     uint8
	searched bool // there was a search; otherwise root is the outcome
	random   bool // played was drawn at random
	played   engine.Move
	game     uint32 // in chunk.games
	made     [engine.MaxSeats]uint16
	ply      int32
	outcome  [engine.MaxSeats]float32
	root     [engine.MaxSeats]float32
	weight   float32
	surprise float32 // Sample.Surprise
}

// NewWindow is an empty window for games of one ruleset.
func NewWindow(rules *engine.Rules) *Window { return &Window{rules: rules} }

// Len is the number of rows.
func (w *Window) Len() int { return w.rows }

// Add appends the games of a shard.
func (w *Window) Add(games []Game) error {
	c := &chunk{}
	for i := range games {
		g := &games[i]
		if g.RulesHash != w.rules.Hash() {
			return fmt.Errorf("game %s was played by other rules: %s (%s), not %s (%s)", g.ID, g.Rules, g.RulesHash, w.rules.Ref(), w.rules.Hash())
		}
		for j := range g.Rows {
			if r := &g.Rows[j]; !w.fits(r) {
				return fmt.Errorf("game %s, ply %d: %d cells, seat %d, or vectors that are not of %d seats", g.ID, r.Ply, len(r.Cells), r.Seat+1, w.rules.Seats())
			}
			c.add(&g.Rows[j])
		}
		c.endGame(g, w.rules.Seats())
	}
	w.chunks = append(w.chunks, c)
	w.rows += len(c.rows)
	return nil
}

// fits reports whether a row has the lengths that packing counts on.
func (w *Window) fits(r *Row) bool {
	seats := w.rules.Seats()
	return r.Seat >= 0 && r.Seat < seats && len(r.Cells) == w.rules.Board().Cells() && len(r.Made) == seats && len(r.Outcome) == seats &&
		(len(r.RootValue) == 0 || len(r.RootValue) == seats)
}

func (c *chunk) add(r *Row) {
	p := packedRow{policy: uint32(len(c.policy)), seat: uint8(r.Seat), ply: int32(r.Ply), weight: r.Weight, surprise: r.Surprise,
		searched: len(r.RootValue) > 0, random: r.Flags&FlagRandom != 0, played: r.Played, game: uint32(len(c.games))}
	for s := range r.Made {
		p.made[s] = uint16(r.Made[s])
		p.outcome[s], p.root[s] = r.Outcome[s], r.Outcome[s]
		if p.searched { // a bot's move has no search, and no value but the outcome
			p.root[s] = r.RootValue[s]
		}
	}
	if r.Full && !p.random {
		most := uint32(math.MaxUint16)
		for _, v := range r.Policy {
			most = max(most, v.Visits)
		}
		for _, v := range r.Policy {
			if v.Visits > 0 {
				// Their shares are what counts, should there be more than fit.
				n := max(1, math.Round(float64(v.Visits)*math.MaxUint16/float64(most)))
				c.policy = append(c.policy, packedVisit{v.Move, uint16(n)})
			}
		}
		p.moves = uint16(len(c.policy) - int(p.policy))
	}
	c.cells = append(c.cells, r.Cells...)
	c.rows = append(c.rows, p)
}

// Trim drops the oldest rows until at most limit are left.
func (w *Window) Trim(limit int) {
	for w.rows > limit {
		c := w.chunks[0]
		drop := min(w.rows-limit, len(c.rows)-c.first)
		c.first += drop
		w.rows -= drop
		if c.first == len(c.rows) {
			w.chunks = w.chunks[1:]
		}
	}
}

// WindowSize is how many rows a window should hold when total have been made:
// all of them up to start, and more slowly after that, by the power law of
// KataGo (Wu 2019, "Accelerating Self-Play Learning in Go", appendix C),
// start·(1 + 0.4·((total/start)^power - 1)/power), but never more than most.
func WindowSize(total, start int, power float64, most int) int {
	size := total
	if total > start {
		ratio := float64(total) / float64(start)
		size = int(float64(start) * (1 + 0.4*(math.Pow(ratio, power)-1)/power))
	}
	return min(size, most)
}

// Sample is a row of the window, ready for the encoder. Values are by absolute seat.
type Sample struct {
	Position engine.Position
	// Visits has one entry for each of Position's legal moves, in order. All
	// are zero if the row does not train the policy.
	Moves   []engine.Move
	Visits  []float32
	Outcome []float32
	Root    []float32
	Weight  float32
	// Surprise is how far the search went from the network's prior, as a
	// multiple of what is usual in the game: the weighted mean over the game's
	// rows that train the policy is 1. Of every other row it is 1.
	Surprise float32

	chunk *chunk // the row lies there
	index int    // in chunk.rows
}

// At unpacks row i, from the oldest, into s, whose slices are used again.
func (w *Window) At(i int, s *Sample) error {
	var c *chunk
	for _, c = range w.chunks {
		if n := len(c.rows) - c.first; i >= n {
			i -= n
			continue
		}
		break
	}
	i += c.first
	r, seats := &c.rows[i], w.rules.Seats()
	var err error
	if s.Position, err = c.position(w.rules, i); err != nil {
		return err
	}
	s.Moves = s.Position.Moves(s.Moves[:0])
	if s.Visits, err = c.visits(s.Visits[:0], r, &s.Position, s.Moves); err != nil {
		return err
	}
	s.Outcome = append(s.Outcome[:0], r.outcome[:seats]...)
	s.Root = append(s.Root[:0], r.root[:seats]...)
	s.Weight, s.Surprise = r.weight, r.surprise
	s.chunk, s.index = c, i
	return nil
}

// position is the position of row i of the chunk.
func (c *chunk) position(rules *engine.Rules, i int) (engine.Position, error) {
	r, cells := &c.rows[i], rules.Board().Cells()
	set := engine.SetUp{Cells: c.cells[i*cells : (i+1)*cells], Mover: int(r.seat), Ply: int(r.ply)}
	for k := range rules.Seats() {
		set.Made[k] = int(r.made[k])
	}
	p, err := engine.NewPosition(rules, set)
	if err != nil {
		err = fmt.Errorf("row of the replay window: %w", err)
	}
	return p, err
}

// visits appends the visits of each of the legal moves of a row.
func (c *chunk) visits(dst []float32, r *packedRow, p *engine.Position, moves []engine.Move) ([]float32, error) {
	policy := c.policy[r.policy : r.policy+uint32(r.moves)]
	for _, m := range moves {
		n := float32(0)
		if len(policy) > 0 && policy[0].move == m {
			n = float32(policy[0].visits)
			policy = policy[1:]
		}
		dst = append(dst, n)
	}
	if len(policy) > 0 {
		return dst, fmt.Errorf("row of the replay window: visits of a move that is not legal in %s", p.String())
	}
	return dst, nil
}
