package mcts

import (
	"unsafe"

	"halmazero/engine"
)

// none is the index of a node that does not exist.
const none = -1

// node is a position of the tree, expanded or terminal. The position itself is
// not kept: a descent plays the moves again from the root, which costs less
// than the memory would.
type node struct {
	sum      [engine.MaxSeats]float64 // of the values of its visits, its own evaluation included
	value    Values                   // the evaluation, or the exact value of a terminal node
	edges    int32                    // index of its first edge
	count    int32                    // number of edges
	visits   uint32                   // 1 for its own evaluation and those of its edges; 0 if terminal
	flying   uint16                   // simulations under way through it, with several lanes
	mover    uint8
	terminal bool
	visited  float64 // sum of the priors of the edges visited so far
	link     int32   // scratch of reroot
	exact    seatSet // seats whose value here is proven, with a solver
	informed bool    // what one of its moves is worth for the mover is proven
}

const (
	nodeBytes = int(unsafe.Sizeof(node{}))
	edgeBytes = int(unsafe.Sizeof(edge{}))
)

// bytes is what the tree takes, apart from room to grow.
func (t *tree) bytes() int {
	return len(t.nodes)*nodeBytes + len(t.edges)*edgeBytes + len(t.graph.states)*stateBytes
}

// edge is a move of a node. It may have visits and no child: when the tree was
// full, nothing could be kept of what they found but their values.
type edge struct {
	sum    float64 // of the values of its visits, for the mover of its node
	prior  float32 // with noise, if the node is a root with noise
	visits uint32
	child  int32 // none until it is visited
	move   engine.Move
	flying uint16 // simulations under way through it, with several lanes
}

// tree is an arena of nodes and edges that refer to each other by index; node
// 0 is the root, and an empty tree has none. Three things hold always: a child
// lies behind its parent, every node that is not terminal is expanded, and the
// edges of nodes lie in the order of the nodes. The memory is kept when the
// tree shrinks. With transpositions the first and the last do not hold, and the
// tree is a graph without cycles (see graph.go).
type tree struct {
	nodes []node
	edges []edge
	graph graph
}

func (t *tree) clear() {
	t.nodes, t.edges = t.nodes[:0], t.edges[:0]
	t.graph.clear()
}

// add appends a node and returns its index.
func (t *tree) add(n node) int32 {
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

func (t *tree) edgesOf(n *node) []edge { return t.edges[n.edges : n.edges+n.count] }

// find is the root's edge of a move, or nil.
func (t *tree) find(m engine.Move) *edge {
	if len(t.nodes) == 0 {
		return nil
	}
	edges := t.edgesOf(&t.nodes[0])
	for i := range edges {
		if edges[i].move == m {
			return &edges[i]
		}
	}
	return nil
}

// reroot keeps the subtree below a node and forgets the rest, by one pass that
// slides what is kept to the front of both arenas. A node is kept if its
// parent was, which is known by then because a child lies behind its parent.
func (t *tree) reroot(root int32) {
	nodes, edges := 0, int32(0)
	for i := int(root); i < len(t.nodes); i++ {
		n := t.nodes[i]
		switch {
		case i == int(root):
		case n.link == none:
			continue
		default:
			t.edges[n.link].child = int32(nodes)
		}
		first := edges
		for _, e := range t.edgesOf(&n) {
			if e.child != none {
				t.nodes[e.child].link = edges
			}
			t.edges[edges] = e
			edges++
		}
		n.edges, n.link = first, none
		t.nodes[nodes] = n
		nodes++
	}
	t.nodes, t.edges = t.nodes[:nodes], t.edges[:edges]
}
