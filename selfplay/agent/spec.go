package agent

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Kind is what a player is.
type Kind uint8

// The kinds, in the order in which an error lists them.
const (
	Random Kind = iota
	Greedy
	Classical
	Net
)

// Spec describes a player. The zero value is the random player. Fields that
// the kind does not use are zero; Validate says which those are.
type Spec struct {
	Kind Kind
	// File is the network of a net player, without a comma. What it may name
	// besides a file is for the NetLoader to say.
	File string
	// Depth is the search depth of a classical player in plies, 1 to MaxDepth.
	Depth int
	// Noise is the probability, 0 to 1, that a classical player makes a
	// uniformly random legal move instead of its own.
	Noise float64
	// Nodes is the number of simulations a move of a net player, at least 1;
	// 0 where Time bounds the move instead.
	Nodes int
	// Time bounds a move of a net player by the clock; 0 is no such bound.
	// Games of such a player cannot be repeated: see CheckRepeatable.
	Time time.Duration
	// Temp is the temperature at which a net player draws its move from the
	// visits of the search; 0 plays the best.
	Temp float64
	// Cache is the memory of a net player's evaluation cache in MiB; 0 is no
	// cache. It changes the speed, never a move.
	Cache int
}

// forms are how the kinds are written, for errors.
const forms = "random, greedy, classical:depth=N, net:FILE"

// ParseSpec reads a player's spec:
//
//	random
//	greedy
//	classical:depth=N[,noise=P]
//	net:FILE[,nodes=N|,time=DURATION][,temp=T][,cache=MB]
//
// Unknown players, options and values are refused with the list of the known
// ones.
func ParseSpec(text string) (Spec, error) {
	s, err := parseSpec(text)
	if err != nil {
		return Spec{}, fmt.Errorf("player %q: %w", text, err)
	}
	return s, nil
}

func parseSpec(text string) (Spec, error) {
	name, rest, colon := strings.Cut(text, ":")
	if colon && rest == "" {
		return Spec{}, fmt.Errorf("nothing follows the colon; known: %s", forms)
	}
	var s Spec
	switch name {
	case "random":
		s.Kind = Random
	case "greedy":
		s.Kind = Greedy
	case "classical":
		s.Kind = Classical
		switch level, _, _ := strings.Cut(rest, ","); level {
		case "easy", "medium", "hard":
			return Spec{}, fmt.Errorf("level %s is not available; known: classical:depth=N", level)
		}
	case "net":
		s.Kind = Net
		s.File, rest, _ = strings.Cut(rest, ",")
	default:
		return Spec{}, fmt.Errorf("unknown player %q; known: %s", name, forms)
	}
	if err := s.setOptions(rest); err != nil {
		return Spec{}, err
	}
	if s.Kind == Net && s.Nodes == 0 && s.Time == 0 {
		s.Nodes = DefaultNodes
	}
	return s, s.Validate()
}

// String is the canonical spec: equal players have equal texts, and
// ParseSpec(s.String()) is s for every valid s.
func (s Spec) String() string {
	var sb strings.Builder
	sb.WriteString(s.Kind.String())
	sep := byte(':')
	add := func(text string) {
		sb.WriteByte(sep)
		sb.WriteString(text)
		sep = ','
	}
	if s.Kind == Net {
		add(s.File)
	}
	for i := range options {
		if o := &options[i]; o.of == s.Kind {
			if v := o.get(&s); v != "" {
				add(o.name + "=" + v)
			}
		}
	}
	return sb.String()
}

// String is the player's name in a spec.
func (k Kind) String() string {
	switch k {
	case Random:
		return "random"
	case Greedy:
		return "greedy"
	case Classical:
		return "classical"
	case Net:
		return "net"
	}
	return "kind#" + strconv.Itoa(int(k))
}

// CheckRepeatable refuses a player that is bounded by the clock: where games
// must come out the same every time, only simulations and depth may bound it.
func (s Spec) CheckRepeatable() error {
	if s.Time != 0 {
		return fmt.Errorf("player %q: time=%v is refused here, games must be repeatable; use nodes=N", s, s.Time)
	}
	return nil
}
