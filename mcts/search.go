package mcts

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"halmazero/engine"
)

// Search is one tree and the game position at its root. Its memory grows with
// the tree, by doubling, and is then kept: a search that has been as large
// once allocates nothing any more.
type Search struct {
	cfg      Config
	capNodes int
	capBytes int // of the tree, 0: as many as capNodes need
	seats    int
	all      seatSet // every seat
	root     engine.Position
	tree     tree
	full     bool // a leaf could not be kept since the root's move was begun

	left  int         // simulations still to begin
	stop  func() bool // ends the budget early, or nil
	noise *rand.Rand  // waits for the root to be expanded, or nil
	raw   []float32   // the root's priors without noise; empty if it has none
	draws []float64   // scratch of mixNoise

	forcing bool // the root makes forced playouts
	gumbel  gumbel
	choice  []RootMove // scratch of Choose
	bounds  []float64  // scratch of ChooseLCB, by root move
	owners  []int32    // the same, by node
	moments []float64  // the same, by node, with transpositions

	lanes  []descent
	flying int // lanes whose leaf is handed out

	run     runBuffers
	buffers []*runBuffers // of the goroutines of RunParallel
}

// descent is a simulation under way in one lane.
type descent struct {
	pending bool // its leaf is handed out
	leaf    engine.Position
	moves   []engine.Move
	path    []step
}

// step is one move of a descent.
type step struct{ node, edge int32 }

// MaxNodes is the most nodes of a tree. It keeps the indices of edges within 31 bits on every board.
const MaxNodes = 1 << 23

// New makes a search whose tree holds at most capNodes nodes (1 to 8,388,608),
// about one for each simulation since the last Reset that is still below the
// root; a node takes about 100 bytes and 24 for each of its moves. A full tree
// spends its budget all the same, but deepens no further. Reset comes first.
func New(cfg Config, capNodes int) (*Search, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if capNodes < 1 || capNodes > MaxNodes {
		return nil, fmt.Errorf("search: capacity is %d nodes, want 1 to %d", capNodes, MaxNodes)
	}
	return &Search{cfg: cfg, capNodes: capNodes, lanes: make([]descent, 1)}, nil
}

// Reset forgets the tree and starts at p; a blocked seat to move is skipped. A
// p that is over has nothing to search: Next hands out no leaf, and RootValue
// is the result.
func (s *Search) Reset(p engine.Position) {
	p.SkipBlocked()
	s.root, s.seats = p, p.Board().Seats()
	s.all = 1<<s.seats - 1
	s.tree.clear()
	s.newRoot()
}

// Advance plays a move at the root and keeps the subtree below it. Noise and
// the rest of the budget are forgotten, and so are leaves that were handed out.
// An illegal move is a mistake of the caller and panics.
func (s *Search) Advance(m engine.Move) {
	if err := s.root.Legal(m); err != nil {
		panic(fmt.Sprintf("mcts: Advance: %v", err))
	}
	s.abandon()
	s.root.Play(m)
	e := s.tree.find(m)
	switch {
	case e == nil || e.child == none || s.tree.nodes[e.child].terminal:
		s.tree.clear()
	case s.cfg.Transpositions:
		s.tree.rerootShared(e.child)
	default:
		s.tree.reroot(e.child)
	}
	s.newRoot()
}

func (s *Search) newRoot() {
	s.Begin(0)
	s.noise, s.raw, s.forcing = nil, s.raw[:0], false
	s.gumbel.noise = s.gumbel.noise[:0]
}

// Position is the root's position. It belongs to the search.
func (s *Search) Position() *engine.Position { return &s.root }

// Begin gives the search its budget for the root's move, in simulations; what
// was left of an earlier one lapses, and so do leaves that were handed out.
// Inherited visits do not count against it, and neither does the evaluation of
// the root, if that is still missing: so a budget of 0 asks just for that, and
// always exactly the given number of simulations is added to the visits of the
// root's moves.
func (s *Search) Begin(sims int) { s.BeginUntil(sims, nil) }

// BeginUntil is Begin with a condition that ends the budget early: it is asked
// before every simulation, and never for the evaluation of the root. Nil is no
// condition. A Gumbel root plans all of its simulations beforehand, with four
// bytes for each, so there they are what it is likely to make.
func (s *Search) BeginUntil(sims int, stop func() bool) {
	s.abandon()
	s.left, s.stop, s.full = sims, stop, false
	s.gumbel.begin(sims)
}

// Next descends to the next leaf that needs an evaluation. It reports false
// when the budget is spent. Simulations that end in a terminal position are
// backed up on the way, and count. Each leaf must be supplied before the next
// is asked for; the caller may stop early and never ask again.
func (s *Search) Next() (leaf Leaf, ok bool) {
	leaf, found := s.NextIn(0)
	return leaf, found == Evaluate
}

// Supply answers the leaf that Next handed out: it expands the leaf and backs
// the value up. The output is copied. One that fails Output.Check is a mistake
// of the caller and panics; Check first where the evaluator is not trusted.
func (s *Search) Supply(out *Output) { s.SupplyIn(0, out) }

func (s *Search) supply(d *descent, out *Output) {
	s.land(d)
	v := out.Value
	clear(v[s.seats:])
	isRoot := len(d.path) == 0
	if isRoot || s.room(len(d.moves)) {
		s.expand(d, &v, out.Priors)
	}
	s.backup(d.path, &v)
	if isRoot && s.noise != nil {
		s.mixNoise(s.noise)
		s.noise = nil
	}
}

// expand adds the leaf to the tree with its moves, visited once.
func (s *Search) expand(d *descent, v *Values, priors []float32) {
	start, count := len(s.tree.edges), len(d.moves)
	n := node{value: *v, edges: int32(start), count: int32(count), visits: 1, link: none, mover: uint8(d.leaf.Mover())}
	for seat := range s.seats {
		n.sum[seat] = float64(v[seat])
	}
	s.tree.edges = slices.Grow(s.tree.edges, count)[:start+count]
	edges := s.tree.edges[start:]
	for i, m := range d.moves {
		edges[i] = edge{move: m, prior: priors[i], child: none}
	}
	s.attach(d, n)
}

// attach adds a node for the leaf of a descent at the end of its path.
func (s *Search) attach(d *descent, n node) {
	i := s.tree.add(n)
	if s.cfg.Transpositions {
		s.tree.graph.add(&d.leaf)
	}
	if last := len(d.path) - 1; last >= 0 {
		s.link(d.path[last], i)
	}
}

// backup adds a value to every node and move of a descent.
func (s *Search) backup(path []step, v *Values) {
	if s.cfg.Transpositions {
		s.settle(path, v)
		return
	}
	if s.cfg.Solver {
		s.backupExact(path, *v)
		s.prove(path)
		return
	}
	for _, at := range path {
		n := &s.tree.nodes[at.node]
		n.visits++
		for seat := range s.seats {
			n.sum[seat] += float64(v[seat])
		}
		e := &s.tree.edges[at.edge]
		if e.visits == 0 {
			n.visited += float64(e.prior)
		}
		e.visits++
		e.sum += float64(v[n.mover])
	}
}
