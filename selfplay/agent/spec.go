package agent

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"halmazero/engine/classical"
)

// Kind is what a player is.
type Kind uint8

// The kinds, in the order in which an error lists them.
const (
	Random Kind = iota
	Greedy
	Classical
	Net
	UGI
)

// Spec describes a player. The zero value is the random player. Fields that
// the kind does not use are zero; Validate says which those are.
type Spec struct {
	Kind Kind
	// File is the network of a net player, without a comma. What it may name
	// besides a file is for the NetLoader to say.
	File string
	// Depth is the search depth of a classical player in plies, 1 to MaxDepth;
	// 0 where Nodes or Time alone bound the move.
	Depth int
	// Selective lets a classical player look at few moves, and so deeper.
	Selective bool
	// Hash is the size of a classical player's transposition table in MiB; 0 is
	// classical.DefaultHashMB.
	Hash int
	// Without is what a selective classical player does without.
	Without classical.Features
	// Multi is how a classical player treats more than one opponent.
	Multi classical.Multi
	// Noise is the probability, 0 to 1, that a classical player makes a
	// uniformly random legal move instead of its own.
	Noise float64
	// Nodes is the number of simulations a move of a net player, at least 1,
	// and 0 where Time bounds the move instead; or the number of positions a
	// move of a classical player, and 0 where only Depth or Time bound it.
	Nodes int
	// Time bounds a move of a searching player by the clock; 0 is no such
	// bound. Games of such a player cannot be repeated: see CheckRepeatable.
	Time time.Duration
	// Temp is the temperature at which a net player draws its move from the
	// visits of the search; 0 plays the best.
	Temp float64
	// Cache is the memory of a net player's evaluation cache in MiB; 0 is no
	// cache. It changes the speed, never a move.
	Cache int
	// Tree is how a net player searches, apart from its budget.
	Tree Tree
	// Command is the command line of another program that speaks the universal
	// game interface, written as ugi.JoinCommand does. Its Depth, Nodes and
	// Time, all that are not 0, are what it is told at each move.
	Command string
	// Margin is how long after its budget another program may answer: behind
	// its Time, or altogether where it has none. 0 stands for DefaultMargin or
	// DefaultPatience.
	Margin time.Duration
}

// forms are how the kinds are written, for errors.
const forms = "random, greedy, " + classicalForms + ", net:FILE, ugi:COMMAND"

// ParseSpec reads a player's spec:
//
//	random
//	greedy
//	classical:LEVEL[,...]
//	classical:[depth=N][,nodes=N][,time=DURATION][,selective=on|off][,hash=MB][,without=A+B][,multi=WAY][,noise=P]
//	net:FILE[,nodes=N|,time=DURATION][,temp=T][,cache=MB][,batch=N][,threads=N][,memory=MB][,lcb=off][,solver=on][,root=gumbel][,transpositions=on|off]
//	ugi:COMMAND[,depth=N][,nodes=N][,time=DURATION][,margin=DURATION]
//
// A net player that has a time searches transpositions once unless it is told
// otherwise, or searches several leaves at a time.
//
// A level is easy, medium or hard: a name for the options in levels, of which
// those that are given besides are changed. A classical player that has nodes
// or a time is selective unless it is told otherwise, one of a depth alone is
// not.
//
// A command is words between blanks, in quotes where they hold blanks, quotes
// or commas (ugi.SplitCommand): a comma outside quotes ends it.
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
	var l level
	switch name {
	case "random":
		s.Kind = Random
	case "greedy":
		s.Kind = Greedy
	case "classical":
		s.Kind = Classical
		var err error
		if l, rest, err = cutLevel(rest); err != nil {
			return Spec{}, err
		}
	case "net":
		s.Kind = Net
		s.File, rest, _ = strings.Cut(rest, ",")
	case "ugi":
		var err error
		if s, rest, err = cutCommand(rest); err != nil {
			return Spec{}, err
		}
	default:
		return Spec{}, fmt.Errorf("unknown player %q; known: %s", name, forms)
	}
	given, err := s.setOptions(rest)
	if err != nil {
		return Spec{}, err
	}
	if s.Kind == Classical {
		l.complete(&s, given)
	}
	if s.Kind == Net && s.Nodes == 0 && s.Time == 0 {
		s.Nodes = DefaultNodes
	}
	if s.Kind == Net && s.Time != 0 {
		s.Tree = s.Tree.timed()
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
	if s.Kind == UGI {
		add(s.Command)
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
	case UGI:
		return "ugi"
	}
	return "kind#" + strconv.Itoa(int(k))
}

// CheckRepeatable refuses a player that is bounded by the clock, and another
// program: where games must come out the same every time, only simulations and
// depth may bound a player, and what decides its moves must be known.
func (s Spec) CheckRepeatable() error {
	if s.Kind == UGI {
		return fmt.Errorf("player %q is refused here: games must be repeatable, and those of another program may not be", s)
	}
	if s.Time != 0 {
		return fmt.Errorf("player %q: time=%v is refused here, games must be repeatable; use nodes=N", s, s.Time)
	}
	if s.Tree.Threads > 1 {
		return fmt.Errorf("player %q: threads=%d is refused here, games must be repeatable; use batch=N", s, s.Tree.Threads)
	}
	return nil
}
