package mcts

import "halmazero/engine"

const none = -1

// node is a position in the tree; the position itself is not kept, a descent
// plays it again from the root.
type node struct {
	edges    int32 // index of its first edge
	count    int32 // number of edges, 0 before it is expanded
	visits   uint32
	mover    uint8
	terminal bool
	sum      Values // of the visits' values
	value    Values // the evaluation, or the exact value of a terminal node
}

// edge is a move of a node.
type edge struct {
	move   engine.Move
	prior  float32
	sum    float32 // of the visits' values, for the mover of its node
	visits uint32
	child  int32
}

// tree is an arena: nodes and edges refer to each other by index, and clearing
// it keeps the memory.
type tree struct {
	nodes []node
	edges []edge
}

func (t *tree) clear() { t.nodes, t.edges = t.nodes[:0], t.edges[:0] }

func (t *tree) add(mover int) int32 {
	t.nodes = append(t.nodes, node{mover: uint8(mover)})
	return int32(len(t.nodes) - 1)
}

func (t *tree) edgesOf(n *node) []edge { return t.edges[n.edges : n.edges+n.count] }

// copyFrom makes t the subtree of src below root, breadth first.
func (t *tree) copyFrom(src *tree, root int32) {
	t.clear()
	t.nodes = append(t.nodes, src.nodes[root])
	for i := 0; i < len(t.nodes); i++ {
		n := t.nodes[i]
		first := int32(len(t.edges))
		t.edges = append(t.edges, src.edgesOf(&n)...)
		t.nodes[i].edges = first
		for j := first; j < int32(len(t.edges)); j++ {
			if c := t.edges[j].child; c != none {
				t.edges[j].child = int32(len(t.nodes))
				t.nodes = append(t.nodes, src.nodes[c])
			}
		}
	}
}
