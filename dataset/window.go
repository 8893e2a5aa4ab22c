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
	policy  uint32 // first entry in chunk.policy
	moves   uint16 // number of entries; 0: the row does not train the policy
	seat    uint8
	made    [engine.MaxSeats]uint16
	ply     int32
	outcome [engine.MaxSeats]float32
	root    [engine.MaxSeats]float32
	weight  float32
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
				return fmt.Errorf("game %s, ply %d: %d cells, or vectors that are not of %d seats", g.ID, r.Ply, len(r.Cells), w.rules.Seats())
			}
			c.add(&g.Rows[j])
		}
	}
	w.chunks = append(w.chunks, c)
	w.rows += len(c.rows)
	return nil
}

// fits reports whether a row has the lengths that packing counts on.
func (w *Window) fits(r *Row) bool {
	seats := w.rules.Seats()
	return len(r.Cells) == w.rules.Board().Cells() && len(r.Made) == seats && len(r.Outcome) == seats &&
		(len(r.RootValue) == 0 || len(r.RootValue) == seats)
}

func (c *chunk) add(r *Row) {
	p := packedRow{policy: uint32(len(c.policy)), seat: uint8(r.Seat), ply: int32(r.Ply), weight: r.Weight}
	for s := range r.Made {
		p.made[s] = uint16(r.Made[s])
		p.outcome[s], p.root[s] = r.Outcome[s], r.Outcome[s]
		if len(r.RootValue) > 0 { // a bot's move has no search, and no value but the outcome
			p.root[s] = r.RootValue[s]
		}
	}
	if r.Full && r.Flags&FlagRandom == 0 {
		for _, v := range r.Policy {
			if v.Visits > 0 {
				c.policy = append(c.policy, packedVisit{v.Move, uint16(min(v.Visits, math.MaxUint16))})
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
	r := &c.rows[i]
	cells, seats := w.rules.Board().Cells(), w.rules.Seats()
	set := engine.SetUp{Cells: c.cells[i*cells : (i+1)*cells], Mover: int(r.seat), Ply: int(r.ply)}
	for k := range seats {
		set.Made[k] = int(r.made[k])
	}
	var err error
	if s.Position, err = engine.NewPosition(w.rules, set); err != nil {
		return fmt.Errorf("row of the replay window: %w", err)
	}
	s.Moves = s.Position.Moves(s.Moves[:0])
	s.Visits = s.Visits[:0]
	policy := c.policy[r.policy : r.policy+uint32(r.moves)]
	for _, m := range s.Moves {
		n := float32(0)
		if len(policy) > 0 && policy[0].move == m {
			n = float32(policy[0].visits)
			policy = policy[1:]
		}
		s.Visits = append(s.Visits, n)
	}
	if len(policy) > 0 {
		return fmt.Errorf("row of the replay window: visits of a move that is not legal in %s", s.Position.String())
	}
	s.Outcome = append(s.Outcome[:0], r.outcome[:seats]...)
	s.Root = append(s.Root[:0], r.root[:seats]...)
	s.Weight = r.weight
	return nil
}
