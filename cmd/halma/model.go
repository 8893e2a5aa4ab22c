package main

import (
	"fmt"
	"io"
	"strings"

	"halmazero/model"
)

func modelCommand() command {
	c := command{name: "model", args: "info FILE [--json]", about: "say what a network file holds and where it came from"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		asJSON := f.Bool("json", false, "print one JSON object")
		if err := parse(f, args, 1, 2); err != nil {
			return err
		}
		if f.Arg(0) != "info" {
			return usageError("unknown subcommand %q; known: info", f.Arg(0))
		}
		if f.NArg() < 2 {
			return usageError("the network file is missing; see halma model --help")
		}
		info, err := readModel(f.Arg(1))
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(e.out, info)
		}
		return info.print(e.out)
	}
	return c
}

// modelInfo is what there is to say about a network file.
type modelInfo struct {
	File       string           `json:"file"`
	SHA256     string           `json:"sha256"`
	Spec       model.Spec       `json:"spec"`
	Parameters int              `json:"parameters"`
	Provenance model.Provenance `json:"provenance"`
}

func readModel(file string) (modelInfo, error) {
	n, err := model.Load(file)
	if err != nil {
		return modelInfo{}, err
	}
	hash, err := n.Hash()
	return modelInfo{File: file, SHA256: hash, Spec: n.Spec, Parameters: n.Spec.Params(), Provenance: n.Provenance}, err
}

func (i modelInfo) print(w io.Writer) error {
	s, p := i.Spec, i.Provenance
	parent := p.Parent
	if parent == "" {
		parent = "none"
	}
	board := fmt.Sprintf("%d x %d cells", s.Rows, s.Cols)
	if s.Star > 0 {
		board = fmt.Sprintf("star of %d cells", s.BoardCells())
	}
	_, err := fmt.Fprintf(w, `network     %s
sha256      %s
board       %s, %d seats
features    %s, %d planes
tower       %d blocks x %d filters
policy      %d wide
value       %d channels, %d hidden, pooled times %g
parameters  %d
run         %s, generation %d, seed %d
rules       %s
steps       %d
parent      %s
build       %s
`, i.File, i.SHA256, board, s.Seats, s.Features, s.Planes, s.Blocks, s.Filters, s.PolicyDim,
		s.ValueChannels, s.ValueHidden, s.PoolScale, i.Parameters, p.Run, p.Generation, p.Seed, p.Rules, p.Steps, parent, p.Build)
	if heads := headsText(s.Heads); err == nil && heads != "" {
		_, err = fmt.Fprintf(w, "also learns %s\n", heads)
	}
	if err == nil && p.Note != "" {
		_, err = fmt.Fprintf(w, "note        %s\n", p.Note)
	}
	return err
}

// headsText names the heads that only training computes, or nothing.
func headsText(h model.Heads) string {
	var names []string
	if h.PliesLeft {
		names = append(names, "plies left")
	}
	if h.Distance {
		names = append(names, "distance")
	}
	if h.Reply {
		names = append(names, "reply")
	}
	if h.ShortValues > 0 {
		names = append(names, fmt.Sprintf("%d short-horizon values", h.ShortValues))
	}
	return strings.Join(names, ", ")
}
