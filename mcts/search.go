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
	seats    int
	root     engine.Position
	tree     tree

	left  int        // simulations still to begin
	noise *rand.Rand // waits for the root to be expanded, or nil
	raw   []float32  // the root's priors without noise; empty if it has none
	draws []float64  // scratch of mixNoise

	// The descent in progress.
	pending bool // its leaf is handed out
	leaf    engine.Position
	moves   []engine.Move
	path    []step

	run runBuffers
}

// step is one move of a descent.
type step struct{ node, edge int32 }

// maxNodes keeps the indices of edges within 31 bits on every board.
const maxNodes = 1 << 23

// New makes a search whose tree holds at most capNodes nodes (1 to 8,388,608),
// about one for each simulation since the last Reset that is still below the
// root; a node takes about 100 bytes and 24 for each of its moves. A full tree
// spends its budget all the same, but deepens no further. Reset comes first.
func New(cfg Config, capNodes int) (*Search, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if capNodes < 1 || capNodes > maxNodes {
		return nil, fmt.Errorf("search: capacity is %d nodes, want 1 to %d", capNodes, maxNodes)
	}
	return &Search{cfg: cfg, capNodes: capNodes}, nil
}

// Reset forgets the tree and starts at p; a blocked seat to move is skipped. A
// p that is over has nothing to search: Next hands out no leaf, and RootValue
// is the result.
func (s *Search) Reset(p engine.Position) {
	p.SkipBlocked()
	s.root, s.seats = p, p.Board().Seats()
	s.tree.clear()
	s.newRoot()
}

// Advance plays a move at the root and keeps the subtree below it. Noise and
// the rest of the budget are forgotten, and so is a leaf that was handed out.
// An illegal move is a mistake of the caller and panics.
func (s *Search) Advance(m engine.Move) {
	if err := s.root.Legal(m); err != nil {
		panic(fmt.Sprintf("mcts: Advance: %v", err))
	}
	s.root.Play(m)
	e := s.tree.find(m)
	if e != nil && e.child != none && !s.tree.nodes[e.child].terminal {
		s.tree.reroot(e.child)
	} else {
		s.tree.clear()
	}
	s.newRoot()
}

func (s *Search) newRoot() {
	s.left, s.pending = 0, false
	s.noise, s.raw = nil, s.raw[:0]
}

// Position is the root's position. It belongs to the search.
func (s *Search) Position() *engine.Position { return &s.root }

// Begin gives the search its budget for the root's move, in simulations; what
// was left of an earlier one lapses, and so does a leaf that was handed out.
// Inherited visits do not count against it, and neither does the evaluation of
// the root, if that is still missing: so a budget of 0 asks just for that, and
// always exactly the given number of simulations is added to the visits of the
// root's moves.
func (s *Search) Begin(sims int) { s.left, s.pending = sims, false }

// Next descends to the next leaf that needs an evaluation. It reports false
// when the budget is spent. Simulations that end in a terminal position are
// backed up on the way, and count. Each leaf must be supplied before the next
// is asked for; the caller may stop early and never ask again.
func (s *Search) Next() (leaf Leaf, ok bool) {
	if s.pending {
		panic("mcts: Next before the last leaf was supplied")
	}
	if s.root.Result().Over() {
		return Leaf{}, false
	}
	if len(s.tree.nodes) == 0 {
		s.leaf, s.path = s.root, s.path[:0]
		return s.handOut(), true
	}
	for s.left > 0 {
		s.left--
		if !s.descend() {
			return s.handOut(), true
		}
	}
	return Leaf{}, false
}

func (s *Search) handOut() Leaf {
	s.pending = true
	s.moves = s.leaf.Moves(s.moves[:0])
	return Leaf{Position: &s.leaf, Moves: s.moves}
}

// Supply answers the leaf that Next handed out: it expands the leaf and backs
// the value up. The output is copied. One that fails Output.Check is a mistake
// of the caller and panics; Check first where the evaluator is not trusted.
func (s *Search) Supply(out *Output) {
	if !s.pending {
		panic("mcts: Supply without a leaf")
	}
	if err := out.Check(len(s.moves), s.seats); err != nil {
		panic(fmt.Sprintf("mcts: Supply: %v", err))
	}
	s.supply(out)
}

func (s *Search) supply(out *Output) {
	s.pending = false
	v := out.Value
	clear(v[s.seats:])
	isRoot := len(s.path) == 0
	if isRoot || len(s.tree.nodes) < s.capNodes {
		s.expand(&v, out.Priors)
	}
	s.backup(&v)
	if isRoot && s.noise != nil {
		s.mixNoise(s.noise)
		s.noise = nil
	}
}

// expand adds the leaf to the tree with its moves, visited once.
func (s *Search) expand(v *Values, priors []float32) {
	start, count := len(s.tree.edges), len(s.moves)
	n := node{value: *v, edges: int32(start), count: int32(count), visits: 1, link: none, mover: uint8(s.leaf.Mover())}
	for seat := range s.seats {
		n.sum[seat] = float64(v[seat])
	}
	s.tree.edges = slices.Grow(s.tree.edges, count)[:start+count]
	edges := s.tree.edges[start:]
	for i, m := range s.moves {
		edges[i] = edge{move: m, prior: priors[i], child: none}
	}
	s.attach(n)
}

// attach adds a node at the end of the descent's path.
func (s *Search) attach(n node) {
	i := s.tree.add(n)
	if last := len(s.path) - 1; last >= 0 {
		s.tree.edges[s.path[last].edge].child = i
	}
}

// backup adds a value to every node and move of the descent.
func (s *Search) backup(v *Values) {
	for _, at := range s.path {
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
