package agent

import (
	"errors"
	"fmt"
	"strconv"

	"halmazero/mcts"
)

// DefaultMemory is the memory of the tree of a net player that is bounded by
// time and whose spec gives none, in MiB, and NodesMemory that of one that is
// bounded by nodes: few need it, and more could be more than there is. MaxMemory,
// MaxBatch and MaxThreads bound what a spec may ask for.
const (
	DefaultMemory = 512
	NodesMemory   = 2048
	MaxMemory     = 1 << 14
	MaxBatch      = 64
	MaxThreads    = 64
)

// Tree is how a net player searches, apart from its budget. The zero value is
// the plain search of the configuration, one leaf at a time.
type Tree struct {
	// Batch is the number of leaves that are evaluated together, 2 to MaxBatch;
	// 0 is one. More than one fill the kernels of a small network, but make
	// the search spread (virtual loss).
	Batch int
	// Threads is the number of goroutines that share the tree, 2 to
	// MaxThreads; 0 is one. Games with several cannot be repeated.
	Threads int
	// Memory bounds the tree, in MiB, 1 to MaxMemory; 0 is DefaultMemory where
	// the clock bounds the move, and otherwise NodesMemory. A tree that is full grows no further, and the search goes on in it; the player's Info
	// says so.
	Memory int
	// MostVisited plays the most visited move in place of the surest one, which
	// has the highest lower confidence bound. A player that draws its moves at
	// a temperature, or whose root is Gumbel's, does neither.
	MostVisited bool
	// Solver has proven wins and losses travel up the tree.
	Solver bool
	// Root is how the root's moves are searched.
	Root mcts.RootPolicy
	// Transpositions has a position that several orders of moves lead to
	// searched once. Unset, it is as the configuration says; ParseSpec and Limited
	// have it on where the clock bounds a move and one leaf at a time is searched,
	// unless they are told otherwise: there it is worth most
	// (docs/experiments.md).
	Transpositions Switch
}

// Switch is an option that is on, off, or not given.
type Switch uint8

// The states of a Switch.
const (
	Unset Switch = iota
	On
	Off
)

// treeOptions are the options of Tree, in canonical order.
var treeOptions = []option{
	{Net, "batch", "1 to " + strconv.Itoa(MaxBatch) + " leaves",
		func(s *Spec, v string) bool { return setCount(&s.Tree.Batch, v, MaxBatch) },
		func(s *Spec) string { return intText(s.Tree.Batch) }},
	{Net, "threads", "1 to " + strconv.Itoa(MaxThreads) + " goroutines",
		func(s *Spec, v string) bool { return setCount(&s.Tree.Threads, v, MaxThreads) },
		func(s *Spec) string { return intText(s.Tree.Threads) }},
	{Net, "memory", "1 to " + strconv.Itoa(MaxMemory) + " MiB",
		func(s *Spec, v string) bool {
			return setInt(&s.Tree.Memory, v) && s.Tree.Memory > 0 && s.Tree.Memory <= MaxMemory
		},
		func(s *Spec) string { return intText(s.Tree.Memory) }},
	{Net, "lcb", "on or off",
		func(s *Spec, v string) bool {
			s.Tree.MostVisited = v == "off"
			return v == "on" || v == "off"
		},
		func(s *Spec) string {
			if s.Tree.MostVisited {
				return "off"
			}
			return ""
		}},
	{Net, "solver", "on or off",
		func(s *Spec, v string) bool { return setSwitch(&s.Tree.Solver, v) },
		func(s *Spec) string { return switchText(s.Tree.Solver) }},
	{Net, "root", "puct or gumbel",
		func(s *Spec, v string) bool {
			s.Tree.Root = mcts.Gumbel
			if v == mcts.PUCT.String() {
				s.Tree.Root = mcts.PUCT
			}
			return v == s.Tree.Root.String()
		},
		func(s *Spec) string {
			if s.Tree.Root == mcts.PUCT {
				return ""
			}
			return s.Tree.Root.String()
		}},
	{Net, "transpositions", "on or off",
		func(s *Spec, v string) bool {
			s.Tree.Transpositions = Off
			if v == "on" {
				s.Tree.Transpositions = On
			}
			return v == "on" || v == "off"
		},
		func(s *Spec) string {
			switch s.Tree.Transpositions {
			case On:
				return "on"
			case Off:
				return "off"
			}
			return ""
		}},
}

// setCount reads a count of which 1 is the default, written as 0.
func setCount(dst *int, v string, most int) bool {
	ok := setInt(dst, v) && *dst >= 1 && *dst <= most
	if *dst == 1 {
		*dst = 0
	}
	return ok
}

func setSwitch(dst *bool, v string) bool {
	*dst = v == "on"
	return v == "on" || v == "off"
}

func switchText(on bool) string {
	if on {
		return "on"
	}
	return ""
}

// faults is what is wrong with the tree of a net player whose budget is in time,
// or whose moves are drawn at a temperature.
func (t Tree) faults(timed, drawn bool) error {
	var faults []error
	want := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	want(t.Batch == 0 || t.Batch >= 2 && t.Batch <= MaxBatch, "batch is %d, want %s", t.Batch, find(Net, "batch").values)
	want(t.Threads == 0 || t.Threads >= 2 && t.Threads <= MaxThreads, "threads is %d, want %s", t.Threads, find(Net, "threads").values)
	want(t.Memory >= 0 && t.Memory <= MaxMemory, "memory is %d, want %s", t.Memory, find(Net, "memory").values)
	want(t.Root <= mcts.Gumbel, "root is %v, want %s", t.Root, find(Net, "root").values)
	want(!t.MostVisited || !drawn, "lcb=off plays the most visited move and draws none, without temp")
	if t.Root == mcts.Gumbel {
		want(t.Batch == 0 && t.Threads == 0, "root=gumbel searches one leaf at a time, without batch and threads")
		want(!timed, "root=gumbel divides its simulations beforehand; give nodes and not time")
		want(!t.MostVisited, "root=gumbel has a choice of its own, without lcb")
	}
	want(t.Transpositions <= Off, "transpositions is %d, want %s", t.Transpositions, find(Net, "transpositions").values)
	want(t.Transpositions != On || t.lanes() == 1, "transpositions=on searches one leaf at a time, without batch and threads")
	return errors.Join(faults...)
}

// lanes is the number of leaves that are looked for at once.
func (t Tree) lanes() int { return max(1, t.Threads) * max(1, t.Batch) }

// timed is the tree of a player whose moves the clock bounds.
func (t Tree) timed() Tree {
	if t.Transpositions == Unset && t.lanes() == 1 && t.Root == mcts.PUCT {
		t.Transpositions = On
	}
	return t
}

// config is a search's configuration with what the tree adds to it.
func (t Tree) config(cfg mcts.Config) mcts.Config {
	cfg.Solver = cfg.Solver || t.Solver
	if t.Root != mcts.PUCT {
		cfg.Root = t.Root
	}
	if t.Transpositions != Unset {
		cfg.Transpositions = t.Transpositions == On
	}
	return cfg
}
