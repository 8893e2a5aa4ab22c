package main

import (
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"halmazero/engine"
)

// maxPerftDepth is far beyond what any machine will count.
const maxPerftDepth = 64

func perftCommand() command {
	c := command{name: "perft", args: "(--preset P | --position T) --depth N [--divide] [--json]",
		about: "count the sequences of N moves from a position"}
	c.whole = true
	c.run = func(e env, args []string) error {
		f := options(c, e)
		preset := f.String("preset", "", "ruleset reference, whose start position is counted from")
		text := f.String("position", "", "position text to count from")
		depth := f.Int("depth", 0, "number of moves, 0 or more; a skip is none")
		divide := f.Bool("divide", false, "print the count behind each first move, too")
		asJSON := f.Bool("json", false, "print one JSON object")
		if err := parse(f, args, 0, 0); err != nil {
			return err
		}
		if given(f, "preset") == given(f, "position") {
			return usageError("want either --preset or --position")
		}
		if !given(f, "depth") {
			return usageError("--depth is missing")
		}
		if err := checkRange("depth", *depth, 0, maxPerftDepth); err != nil {
			return err
		}
		p, err := startPosition(*preset, *text, given(f, "position"))
		if err != nil {
			return err
		}
		p.SkipBlocked()
		count := perft(&p, *depth)
		return count.print(e, p.Board(), *depth, *divide, *asJSON)
	}
	return c
}

// startPosition is the position of a text, if it is asked for, or else the start
// position of a ruleset, where seat 1 is to move if the rules draw the first
// seat.
func startPosition(preset, text string, fromText bool) (engine.Position, error) {
	if fromText {
		p, err := engine.ParsePosition(text)
		if err != nil {
			return p, usageError("%v", err)
		}
		return p, nil
	}
	rules, err := parseRules(preset)
	if err != nil {
		return engine.Position{}, err
	}
	first, _ := rules.First()
	return rules.Start(first), nil
}

// perftCount is the number of sequences in all and behind each first move, the
// moves in order of their cells.
type perftCount struct {
	nodes uint64
	moves []engine.Move
	each  []uint64
}

// perft counts behind the first moves side by side.
func perft(p *engine.Position, depth int) perftCount {
	if depth == 0 {
		return perftCount{nodes: 1}
	}
	c := perftCount{moves: sortedMoves(p)}
	c.each = make([]uint64, len(c.moves))
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i, m := range c.moves {
		group.Go(func() error {
			q := *p
			q.Play(m)
			c.each[i] = q.Perft(depth - 1)
			return nil
		})
	}
	group.Wait()
	for _, n := range c.each {
		c.nodes += n
	}
	return c
}

func (c *perftCount) print(e env, b *engine.Board, depth int, divide, asJSON bool) error {
	if asJSON {
		answer := struct {
			Depth int               `json:"depth"`
			Nodes uint64            `json:"nodes"`
			Moves map[string]uint64 `json:"moves,omitempty"`
		}{Depth: depth, Nodes: c.nodes}
		if divide {
			answer.Moves = make(map[string]uint64)
			for i, m := range c.moves {
				answer.Moves[b.ShortText(m)] = c.each[i]
			}
		}
		return printJSON(e.out, answer)
	}
	if divide {
		for i, m := range c.moves {
			fmt.Fprintf(e.out, "%s %d\n", b.ShortText(m), c.each[i])
		}
	}
	_, err := fmt.Fprintf(e.out, "nodes %d\n", c.nodes)
	return err
}
