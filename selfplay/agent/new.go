package agent

import (
	"errors"
	"fmt"
)

// NetLoader makes the player of a net spec from its file. It is the way in for
// whoever reads networks and shares their evaluation between games.
type NetLoader func(file string, s Spec) (Player, error)

// New makes the player of a valid spec. The loader is asked for net players
// only and may be nil where there are none.
func (s Spec) New(loader NetLoader) (Player, error) {
	p, err := s.make(loader)
	if err != nil {
		return nil, fmt.Errorf("making player %q: %w", s, err)
	}
	return p, nil
}

func (s Spec) make(loader NetLoader) (Player, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	switch s.Kind {
	case Random:
		return &random{}, nil
	case Greedy:
		return &greedy{}, nil
	case Classical:
		return newClassical(s)
	case UGI:
		return newProgram(s)
	}
	if loader == nil {
		return nil, errors.New("network players are not available here")
	}
	return loader(s.File, s)
}
