package mcts

import (
	"math"
	"math/rand/v2"

	"halmazero/engine"
)

// Search is one tree. Use it in rounds: Begin sets the budget of a move, Next
// hands out leaves until it is spent, Supply takes each answer; then Root and
// RootValue have the result, and Advance keeps the subtree of the move that is
// played. Several searches can be stepped side by side on one Evaluator.
type Search struct {
	cfg   Config
	root  engine.Position
	tree  tree
	spare tree

	left    int        // simulations still to begin
	noise   *rand.Rand // draws the root's noise once the root is expanded
	noisy   []float32  // the root's prior with noise, empty without
	pending bool       // a leaf is handed out

	leaf  engine.Position
	moves []engine.Move
	nodes []int32 // the descent: nodes[0] is the root
	path  []int32 // the edge taken at each of them but the last
}

// New makes a search; Reset gives it a position.
func New(cfg Config) (*Search, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Search{cfg: cfg}, nil
}

// Reset forgets the tree and starts at p, which must not be over.
func (s *Search) Reset(p engine.Position) {
	s.root = p
	s.tree.clear()
	s.tree.add(p.Mover())
	s.noisy = s.noisy[:0]
	s.left, s.pending = 0, false
}

// Position is the root's position.
func (s *Search) Position() *engine.Position { return &s.root }

// Advance plays a legal move at the root and keeps what the tree knows about
// it. Noise is not kept: Begin adds it anew.
func (s *Search) Advance(m engine.Move) {
	next := s.root
	next.Play(m)
	for i := range s.tree.edgesOf(&s.tree.nodes[0]) {
		e := &s.tree.edges[i+int(s.tree.nodes[0].edges)]
		if e.move == m && e.child != none && !s.tree.nodes[e.child].terminal {
			s.spare.copyFrom(&s.tree, e.child)
			s.tree, s.spare = s.spare, s.tree
			s.root = next
			s.noisy = s.noisy[:0]
			s.left, s.pending = 0, false
			return
		}
	}
	s.Reset(next)
}

// Begin gives the search a budget of simulations for the root's move. Visits
// that the tree has kept do not count against it, and neither does the root's
// own evaluation. With a generator, Dirichlet noise is mixed into the prior of
// the root, an inherited one included; nil searches without noise.
func (s *Search) Begin(simulations int, noise *rand.Rand) {
	s.left, s.noise = simulations, noise
	s.noisy = s.noisy[:0]
	if s.tree.nodes[0].count > 0 {
		s.addNoise()
	}
}

// Next descends to the next leaf that needs an evaluation. It reports false
// when the budget is spent. Terminal leaves are backed up on the way, and
// count. Each leaf must be supplied before the next is asked for.
func (s *Search) Next() (Leaf, bool) {
	if s.pending {
		panic("mcts: Next before the last leaf was supplied")
	}
	root := &s.tree.nodes[0]
	for s.left > 0 || root.count == 0 && !root.terminal {
		if root.count > 0 || root.terminal {
			s.left--
		}
		at := s.descend()
		n := &s.tree.nodes[at]
		if n.terminal {
			s.backup(&n.value)
			continue
		}
		s.moves = s.leaf.Moves(s.moves[:0])
		s.pending = true
		return Leaf{Position: &s.leaf, Moves: s.moves}, true
	}
	return Leaf{}, false
}

// Supply expands the leaf that Next handed out with its answer and backs the
// value up.
func (s *Search) Supply(out *Output) {
	if !s.pending {
		panic("mcts: Supply without a leaf")
	}
	s.pending = false
	at := s.nodes[len(s.nodes)-1]
	n := &s.tree.nodes[at]
	n.edges, n.count, n.value = int32(len(s.tree.edges)), int32(len(s.moves)), out.Value
	for i, m := range s.moves {
		s.tree.edges = append(s.tree.edges, edge{move: m, prior: out.Priors[i], child: none})
	}
	s.backup(&out.Value)
	if at == 0 {
		s.addNoise()
	}
}

// descend walks from the root by PUCT to a node that is not expanded, creates
// it if it is new, and leaves its position in s.leaf.
func (s *Search) descend() int32 {
	s.nodes, s.path = append(s.nodes[:0], 0), s.path[:0]
	s.leaf = s.root
	at := int32(0)
	for s.tree.nodes[at].count > 0 {
		i := s.tree.nodes[at].edges + int32(s.choose(at))
		e := &s.tree.edges[i]
		s.leaf.Play(e.move)
		if e.child == none {
			child := s.tree.add(s.leaf.Mover())
			e.child = child
			s.settle(&s.tree.nodes[child])
		}
		at = e.child
		s.path = append(s.path, i)
		s.nodes = append(s.nodes, at)
	}
	return at
}

// settle marks a new node terminal if the rules or the horizon say so.
func (s *Search) settle(n *node) {
	if r := s.leaf.Result(); r.Over() {
		n.terminal, n.value = true, r.Values()
	} else if s.cfg.Horizon != nil {
		if v, over := s.cfg.Horizon(&s.leaf); over {
			n.terminal, n.value = true, v
		}
	}
}

// choose is the index of the edge with the best PUCT score; the first of equals.
func (s *Search) choose(at int32) int {
	n := &s.tree.nodes[at]
	edges := s.tree.edgesOf(n)
	noisy := s.noisy
	if at != 0 {
		noisy = nil
	}
	var visited float32
	var children uint32
	for i := range edges {
		if edges[i].visits > 0 {
			visited += edges[i].prior
			children += edges[i].visits
		}
	}
	unvisited := n.sum[n.mover]/float32(max(n.visits, 1)) - s.cfg.FPUReduction*sqrt(visited)
	explore := s.cfg.CPuct * sqrt(float32(max(children, 1)))
	best, bestScore := 0, float32(math.Inf(-1))
	for i := range edges {
		e := &edges[i]
		prior := e.prior
		if len(noisy) > 0 {
			prior = noisy[i]
		}
		q := unvisited
		if e.visits > 0 {
			q = e.sum / float32(e.visits)
		}
		if score := q + explore*prior/float32(1+e.visits); score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// backup adds a value to every node and edge of the descent.
func (s *Search) backup(v *Values) {
	for i, at := range s.nodes {
		n := &s.tree.nodes[at]
		n.visits++
		for k := range n.sum {
			n.sum[k] += v[k]
		}
		if i < len(s.path) {
			e := &s.tree.edges[s.path[i]]
			e.visits++
			e.sum += v[n.mover]
		}
	}
}

// Run searches simulations of the root's move on one evaluator.
func Run(s *Search, eval Evaluator, simulations int, noise *rand.Rand) error {
	s.Begin(simulations, noise)
	var leaves [1]Leaf
	var out [1]Output
	for {
		leaf, ok := s.Next()
		if !ok {
			return nil
		}
		leaves[0] = leaf
		if cap(out[0].Priors) < len(leaf.Moves) {
			out[0].Priors = make([]float32, len(leaf.Moves)*2)
		}
		out[0].Priors = out[0].Priors[:len(leaf.Moves)]
		if err := eval.Evaluate(leaves[:], out[:]); err != nil {
			return err
		}
		s.Supply(&out[0])
	}
}
