package agent

import (
	"errors"
	"time"
)

// Limited is the player with another budget for its moves: what is not 0 of
// depth (plies), nodes and time replaces all that the spec says of them, and
// more than the player knows is as much as it knows. Nothing at all leaves the
// spec as it is, and players that do not search take no notice.
func (s Spec) Limited(depth, nodes int, t time.Duration) (Spec, error) {
	if depth == 0 && nodes == 0 && t == 0 {
		return s, nil
	}
	t = min(t, MaxTime)
	switch s.Kind {
	case Classical:
		s.Depth, s.Nodes, s.Time = min(depth, MaxDepth), min(nodes, MaxPositions), t
	case Net:
		if depth != 0 {
			return Spec{}, errors.New("a network's search has no depth; its budget is in nodes or in time")
		}
		if s.Nodes, s.Time = min(nodes, MaxNodes), t; t != 0 {
			s.Tree = s.Tree.timed()
		}
	case UGI:
		s.Depth, s.Nodes, s.Time = min(depth, MaxUGIDepth), min(nodes, MaxPositions), t
	}
	return s, s.Validate()
}
