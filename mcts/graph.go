package mcts

import (
	"unsafe"

	"halmazero/engine"
)

// With Config.Transpositions a position that two orders of moves lead to is one
// node with several edges into it: a graph in place of a tree, as in Monte
// Carlo graph search (Czech, Korus and Kersting 2021, "Improving AlphaZero
// Using Monte-Carlo Graph Search"), in the way of KataGo. Nodes hold what is
// known of a position, edges how often a search went that way. So
//
//   - the value of a node is computed anew from its moves at every visit: its
//     own evaluation and, as often as each move has visits, the mean of the
//     position behind it. Adding up what simulations bring would count what
//     others have found there for one of the ways only;
//   - a simulation ends where it comes to a position that has been visited more
//     often than its move: the value is there already, and only the move's
//     visits have to catch up. It needs no evaluation.
//
// A node that lies on other ways than the last simulations is out of date until
// one comes by. Proofs travel up the way of a simulation like values.
//
// Two positions are the same if nothing differs: pieces, seat to move, status,
// and every counter, the plies among them. Each move adds a ply, so the graph
// has no cycles, and neither a deadline, a turn limit nor a horizon can tell
// two ways apart that meet. Pieces that waste a move on one of them and not on
// the other do not meet. A hash only says where to look: nodes keep their
// positions, and they are compared.

// graph is what the search knows of its nodes besides, if they are shared; it
// is empty otherwise.
type graph struct {
	states []state // by node
	// slots are a hash table with linear probing, a power of two long and
	// filled to one half at most: 0 is free, i+1 node i.
	slots []int32
}

// state is the position of a node, and the sum of the values of its visits that
// no child stands for: when there was no room, nothing else of them was kept.
// All of a move that has no child are of the same value.
type state struct {
	position engine.Position
	lost     [engine.MaxSeats]float64
}

// stateBytes is what a state takes, with at most four slots.
const stateBytes = int(unsafe.Sizeof(state{})) + 4*4

func (g *graph) clear() {
	g.states = g.states[:0]
	clear(g.slots)
}

// add appends the position of a new node.
func (g *graph) add(p *engine.Position) {
	g.states = append(g.states, state{position: *p})
	if need := 2 * len(g.states); need > len(g.slots) {
		g.slots = make([]int32, max(1024, 2*len(g.slots)))
		g.enterAll()
		return
	}
	g.enter(len(g.states) - 1)
}

// enterAll fills a table without entries.
func (g *graph) enterAll() {
	for i := range g.states {
		g.enter(i)
	}
}

func (g *graph) enter(i int) {
	mask := uint64(len(g.slots) - 1)
	at := place(&g.states[i].position) & mask
	for g.slots[at] != 0 {
		at = (at + 1) & mask
	}
	g.slots[at] = int32(i) + 1
}

// find is the node of a position, or none.
func (g *graph) find(p *engine.Position) int32 {
	if len(g.slots) == 0 {
		return none
	}
	mask := uint64(len(g.slots) - 1)
	for at := place(p) & mask; g.slots[at] != 0; at = (at + 1) & mask {
		i := g.slots[at] - 1
		if q := &g.states[i].position; q.Hash() == p.Hash() && *q == *p {
			return i
		}
	}
	return none
}

// place is where the search for a position begins: its hash knows nothing of
// counters.
func place(p *engine.Position) uint64 {
	return p.Hash() + uint64(p.Ply())*0x9e3779b97f4a7c15
}

// join looks for a node of the position that a descent has come to by a move
// without a child, and makes it the child. It reports whether there is one.
func (s *Search) join(at step, p *engine.Position) bool {
	i := s.tree.graph.find(p)
	if i == none {
		return false
	}
	s.link(at, i)
	return true
}

// link makes a node the child of a move. With transpositions it stands from
// then on for all visits of the move, those included that could not be kept.
func (s *Search) link(at step, child int32) {
	e := &s.tree.edges[at.edge]
	e.child = child
	if !s.cfg.Transpositions || e.visits == 0 {
		return
	}
	lost, value := &s.tree.graph.states[at.node].lost, &s.tree.nodes[child].value
	for seat := range s.seats {
		lost[seat] -= float64(float64(e.visits) * float64(value[seat]))
	}
}

// settle is backup with transpositions. v is the value of the leaf, for the
// case that it could not be kept.
func (s *Search) settle(path []step, v *Values) {
	for i := len(path) - 1; i >= 0; i-- {
		at := path[i].node
		n, e := &s.tree.nodes[at], &s.tree.edges[path[i].edge]
		exact := s.valuesAt(n)
		if e.visits == 0 {
			n.visited += float64(e.prior)
		}
		e.visits++
		n.visits++
		if e.child == none {
			e.sum += float64(v[n.mover])
			for seat := range s.seats {
				s.tree.graph.states[at].lost[seat] += float64(v[seat])
			}
		}
		s.average(at)
		if n.informed && n.exact != s.all {
			more, seats := s.proof(n)
			for seat := range s.seats {
				if (seats &^ n.exact).has(seat) {
					exact[seat] = more[seat]
				}
			}
			n.exact |= seats
		}
		for seat := range s.seats {
			if n.exact.has(seat) {
				n.sum[seat] = float64(n.visits) * float64(exact[seat])
			}
		}
	}
}

// average computes the means of a node and of its moves from what is known of
// the positions behind them, and notes whether one of those is proven.
func (s *Search) average(at int32) {
	n := &s.tree.nodes[at]
	sum := s.tree.graph.states[at].lost
	for seat := range s.seats {
		sum[seat] += float64(n.value[seat])
	}
	edges := s.tree.edgesOf(n)
	for i := range edges {
		e := &edges[i]
		if e.child == none || e.visits == 0 {
			continue
		}
		c := &s.tree.nodes[e.child]
		n.informed = n.informed || c.exact.has(int(n.mover))
		visits := float64(e.visits)
		share := visits / float64(c.visits)
		for seat := range s.seats {
			x := c.sum[seat] * share
			if c.terminal || c.exact.has(seat) {
				x = visits * float64(c.proven(seat))
			}
			sum[seat] += float64(x)
			if seat == int(n.mover) {
				e.sum = x
			}
		}
	}
	n.sum = sum
}

// moment is the mean square of the values that make up the mean of a node, for
// a seat. s.moments has it for the nodes that were asked about before, and
// something negative for the others.
func (s *Search) moment(at int32, seat int) float64 {
	n := &s.tree.nodes[at]
	if n.terminal || n.exact.has(seat) {
		q := float64(n.proven(seat))
		return q * q
	}
	if s.moments[at] >= 0 {
		return s.moments[at]
	}
	sum := float64(n.value[seat]) * float64(n.value[seat])
	edges := s.tree.edgesOf(n)
	for i := range edges {
		if e := &edges[i]; e.visits > 0 {
			sum += s.squaresBehind(n, e, seat)
		}
	}
	s.moments[at] = sum / float64(n.visits)
	return s.moments[at]
}

// squaresBehind is the sum of the squares of a move's values.
func (s *Search) squaresBehind(n *node, e *edge, seat int) float64 {
	if e.child == none {
		return s.squares(n, e, seat, none) // all of the same value
	}
	return float64(e.visits) * s.moment(e.child, seat)
}

// rerootShared is reroot where nodes are shared: what can be reached from the
// new root is kept. Nodes keep their order, but for the root, which becomes the
// first; edges keep theirs. That leaves the root's edges behind those of others,
// so with transpositions only those of the nodes behind the root lie in order,
// which is enough for edges to slide: an old root is never kept.
func (t *tree) rerootShared(root int32) {
	t.reach(root)
	kept, first := int32(1), int32(0)
	for i := range t.nodes {
		if n := &t.nodes[i]; n.link != none && i != int(root) {
			n.link = kept
			kept++
		}
	}
	t.nodes[root].link = 0
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.link == none {
			continue
		}
		edges := t.edgesOf(n)
		n.edges = first
		for _, e := range edges {
			if e.child != none {
				e.child = t.nodes[e.child].link
			}
			t.edges[first] = e
			first++
		}
	}
	t.move(root)
	for i := range t.nodes {
		if t.nodes[i].link > 0 {
			t.move(int32(i))
		}
	}
	g := &t.graph
	t.nodes, t.edges, g.states = t.nodes[:kept], t.edges[:first], g.states[:kept]
	clear(g.slots)
	g.enterAll()
}

// reach marks a node and all behind it, by a link that is not none.
func (t *tree) reach(at int32) {
	n := &t.nodes[at]
	n.link = at
	edges := t.edgesOf(n)
	for i := range edges {
		if c := edges[i].child; c != none && t.nodes[c].link == none {
			t.reach(c)
		}
	}
}

// move puts a node where its link says. It never lies before that.
func (t *tree) move(at int32) {
	n := t.nodes[at]
	to := n.link
	n.link, t.nodes[at].link = none, none
	t.nodes[to], t.graph.states[to] = n, t.graph.states[at]
}
