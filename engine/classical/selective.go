package classical

import (
	"math/rand/v2"
	"slices"

	"halmazero/engine"
)

// selective is the search that looks at few moves, and deeply.
type selective struct {
	params          // on the board of the position
	base     params // on any board
	without  Features
	t        *terrain
	deadline int
	limited  bool // the rules have a turn limit or a sealed draw
	st       state
	reach    engine.Reach
	table    table
	past     []int16 // the history: seat, from, to
	killers  [maxPly]step
	buf      [maxPly][]uint32
	reduce   [MaxDepth + 1][64]int8

	race    race
	root    []rootMove
	rootPly int32

	nodes   uint64
	limit   uint64
	stop    func() bool // nil while the search must not be broken off
	stopped bool
}

// maxPly bounds the length of a line: skips count in it, and no depth.
const maxPly = MaxDepth + 8

// usualMoves is more moves than there are in most positions.
const usualMoves = 512

// rootMove is a move at the root.
type rootMove struct {
	step step
	gain int32
}

func newSelective(c Config) *selective {
	bytes := c.HashMB
	if bytes == 0 {
		bytes = DefaultHashMB
	}
	bytes <<= 20
	if c.Nodes > 0 {
		bytes = int(min(uint64(bytes), 64*c.Nodes)) // more would never be filled
	}
	s := &selective{base: standard, without: c.Without, table: newTable(bytes)}
	s.base.weights = s.base.less(c.Without)
	if c.Without&Tempo != 0 {
		s.base.turn = 0
	}
	s.reduce = s.base.reductions()
	for ply := range s.buf {
		s.buf[ply] = make([]uint32, 0, usualMoves)
	}
	return s
}

// reset forgets what a game taught.
func (s *selective) reset() {
	s.table.clear()
	clear(s.past)
	s.killers = [maxPly]step{}
}

// begin prepares a search of a position with these moves.
func (s *selective) begin(p *engine.Position, moves []engine.Move, rng *rand.Rand) {
	if s.t == nil || s.t.rules != p.Rules() && s.t.rules.Hash() != p.Rules().Hash() {
		s.t = newTerrain(p.Rules(), &s.base.weights)
		s.params = s.base.on(s.t.pace)
		s.deadline = p.Rules().Deadline()
		s.limited = p.Rules().TurnLimit() > 0 || p.Rules().SealedDraw()
		s.past = make([]int16, 2<<16)
		s.reset()
	}
	s.table.next()
	clear(s.past)
	s.st.set(s.t, p)
	s.rootPly = s.st.ply
	s.nodes, s.stopped, s.limit, s.stop = 0, false, ^uint64(0), nil
	s.root = s.root[:0]
	b := p.Board()
	spots := &s.t.spots[s.st.mover]
	for _, m := range moves {
		from, to := b.BitOf(m.From()), b.BitOf(m.To())
		s.root = append(s.root, rootMove{newStep(from, to), spots[to].value - spots[from].value})
	}
	if rng != nil {
		rng.Shuffle(len(s.root), func(i, j int) { s.root[i], s.root[j] = s.root[j], s.root[i] })
	}
	slices.SortStableFunc(s.root, func(a, b rootMove) int { return int(b.gain) - int(a.gain) })
	if e := s.table.find(s.key()); e != nil {
		s.first(step(e.move))
	}
	s.startRace()
}

// first brings a root move to the front.
func (s *selective) first(m step) {
	for i := range s.root {
		if s.root[i].step == m {
			r := s.root[i]
			copy(s.root[1:i+1], s.root[:i])
			s.root[0] = r
			return
		}
	}
}

// key is that of the position in the table: pieces, mover and, where a
// deadline makes them matter, the moves made.
func (s *selective) key() uint64 {
	if s.deadline == 0 {
		return s.st.key | 1
	}
	made := uint64(s.st.made[0])<<16 | uint64(s.st.made[1])
	return (s.st.key ^ made*0x9e3779b97f4a7c15) | 1
}

func (s *selective) visit() {
	s.nodes++
	if s.nodes >= s.limit {
		s.stopped = true
	} else if s.nodes%askEvery == 0 && s.stop != nil && s.stop() {
		s.stopped = true
	}
}

// searchRoot is one iteration with a window: the best move and its score,
// fail-soft. If the search is broken off, the move is the best one among those
// whose score is known, 0 if there is none.
func (s *selective) searchRoot(depth, alpha, beta int) (best step, score int) {
	score = -infinity
	if s.visit(); s.stopped {
		return 0, score
	}
	floor := alpha
	for i := range s.root {
		m := s.root[i].step
		v := s.try(m, 0, depth, floor, beta, i > 0, s.reduction(depth, i))
		if s.stopped {
			break
		}
		if v > score {
			score = v
			if v > floor || best == 0 {
				best = m
			}
			floor = max(floor, v)
			if v >= beta {
				break
			}
		}
	}
	return best, score
}
