package mcts

// LimitMemory bounds the tree to about so many bytes, besides the nodes that
// New allows; 0 is no such bound. While the memory grows, by a quarter or
// more at a time, the old and the new are both there for a moment. A tree that
// is over the bound already keeps what it has and grows no further.
func (s *Search) LimitMemory(bytes int) { s.capBytes = bytes }

// Full reports whether the root's search has met the bound of nodes or of
// memory: since Begin a leaf could not be kept. The search goes on with its
// budget, but no deeper: it evaluates what lies at the edge of the tree again
// and again, which improves the values of the moves that are in it.
func (s *Search) Full() bool { return s.full }

// room reports whether a node with the given number of moves can be kept.
func (s *Search) room(moves int) bool {
	ok := len(s.tree.nodes) < s.capNodes
	if ok && s.capBytes > 0 {
		need := moves*edgeBytes + nodeBytes
		if s.cfg.Transpositions {
			need += stateBytes
		}
		ok = s.tree.bytes()+need <= s.capBytes
	}
	s.full = s.full || !ok
	return ok
}
