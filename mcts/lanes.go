package mcts

import "fmt"

// MaxLanes is the most lanes of a search.
const MaxLanes = 1024

// Ask is what a lane that asks for a leaf is told.
type Ask uint8

const (
	// Evaluate: a leaf was handed out.
	Evaluate Ask = iota
	// Wait: the leaf that this lane would hand out is another lane's already.
	// Ask again when one has been supplied.
	Wait
	// Spent: the budget is used up. Leaves that other lanes have handed out
	// are still to be supplied.
	Spent
)

// Widen gives a search the number of simulations that may be under way side by
// side (1 to MaxLanes), so that their leaves can be evaluated together or by
// several goroutines. New gives one. With more, a simulation under way counts
// as a loss on its way until its value is there (virtual loss; Chaslot et al.
// 2008, "Parallel Monte-Carlo Tree Search"): the search spreads more than with
// one lane, and with goroutines its tree depends on who comes first. Leaves
// that were handed out lapse. Only a configuration that is Wide can have more
// than one; another panics.
func (s *Search) Widen(lanes int) {
	if lanes < 1 || lanes > MaxLanes || lanes > 1 && !s.cfg.Wide() {
		panic(fmt.Sprintf("mcts: %d lanes for a search with a %s root and transpositions %t", lanes, s.cfg.Root, s.cfg.Transpositions))
	}
	s.abandon()
	s.lanes = make([]descent, lanes)
}

// Lanes is the number of lanes.
func (s *Search) Lanes() int { return len(s.lanes) }

// NextIn is Next for one lane, counted from 0, as long as it has no leaf under
// way.
func (s *Search) NextIn(lane int) (Leaf, Ask) {
	d := &s.lanes[lane]
	if d.pending {
		panic("mcts: Next before the last leaf was supplied")
	}
	if s.root.Result().Over() {
		return Leaf{}, Spent
	}
	if len(s.tree.nodes) == 0 {
		if s.flying > 0 {
			return Leaf{}, Wait
		}
		d.leaf, d.path = s.root, d.path[:0]
		return s.takeOff(d), Evaluate
	}
	for s.left > 0 {
		if s.stop != nil && s.stop() {
			s.left = 0
			break
		}
		switch s.descend(d) {
		case underWay:
			return Leaf{}, Wait
		case needsValue:
			s.left--
			return s.takeOff(d), Evaluate
		case complete:
			s.left--
		}
	}
	return Leaf{}, Spent
}

// SupplyIn is Supply for the leaf of one lane.
func (s *Search) SupplyIn(lane int, out *Output) {
	d := &s.lanes[lane]
	if !d.pending {
		panic("mcts: Supply without a leaf")
	}
	if err := out.Check(len(d.moves), s.seats); err != nil {
		panic(fmt.Sprintf("mcts: Supply: %v", err))
	}
	s.supply(d, out)
}

// takeOff hands the leaf of a lane out.
func (s *Search) takeOff(d *descent) Leaf {
	d.pending = true
	s.flying++
	s.fly(d, 1)
	d.moves = d.leaf.Moves(d.moves[:0])
	return Leaf{Position: &d.leaf, Moves: d.moves}
}

// land ends the flight of a lane's leaf.
func (s *Search) land(d *descent) {
	d.pending = false
	s.flying--
	s.fly(d, -1)
}

// fly counts a simulation under way along its path. With one lane nobody would
// look.
func (s *Search) fly(d *descent, by int) {
	if len(s.lanes) == 1 {
		return
	}
	for _, at := range d.path {
		s.tree.nodes[at.node].flying += uint16(by)
		s.tree.edges[at.edge].flying += uint16(by)
	}
}

// abandon forgets every leaf that was handed out.
func (s *Search) abandon() {
	for i := range s.lanes {
		if d := &s.lanes[i]; d.pending {
			s.land(d)
		}
	}
}
