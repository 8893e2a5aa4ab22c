package main

import (
	"fmt"
	"io"
	"strings"

	"halmazero/model"
	"halmazero/model/pretrained"
)

func modelCommand() command {
	c := command{name: "model", args: "info NAME|FILE [--json] | export NAME|FILE --out FILE | list [--json]",
		about: "say what a network holds and where it came from, write one to a file, list the embedded ones"}
	c.run = func(e env, args []string) error {
		f := options(c, e)
		asJSON := f.Bool("json", false, "print one JSON object")
		out := f.String("out", "", "file that export writes, which must not exist")
		if err := parse(f, args, 1, 2); err != nil {
			return err
		}
		kind := f.Arg(0)
		switch {
		case kind != "info" && kind != "export" && kind != "list":
			return usageError("unknown subcommand %q; known: info, export, list", kind)
		case kind == "list" && f.NArg() > 1:
			return usageError("unexpected argument %q", f.Arg(1))
		case kind != "list" && f.NArg() < 2:
			return usageError("the network file, or the name of an embedded network, is missing; see halma model --help")
		case kind == "export" && *out == "":
			return usageError("--out is missing")
		case kind != "export" && given(f, "out"):
			return usageError("--out is for export only")
		}
		if kind == "list" {
			return listModels(e, *asJSON)
		}
		info, err := readModel(f.Arg(1))
		if err != nil {
			return err
		}
		if kind == "export" {
			if err := info.export(*out); err != nil {
				return err
			}
			info.File = *out
		}
		if *asJSON {
			return printJSON(e.out, info)
		}
		if kind == "export" {
			_, err := fmt.Fprintf(e.out, "network %s\nsha256 %s\n", info.File, info.SHA256)
			return err
		}
		return info.print(e.out)
	}
	return c
}

// listModels prints the embedded networks, a line each.
func listModels(e env, asJSON bool) error {
	for _, name := range pretrained.Names() {
		info, err := readModel(name)
		if err != nil {
			return err
		}
		if asJSON {
			err = printJSON(e.out, info)
		} else {
			s, p := info.Spec, info.Provenance
			_, err = fmt.Fprintf(e.out, "%-8s %s, %d blocks x %d filters, %d parameters; run %s, generation %d, seed %d, %d steps; sha256 %s\n",
				name, p.Rules, s.Blocks, s.Filters, info.Parameters, p.Run, p.Generation, p.Seed, p.Steps, info.SHA256)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// export writes the network to a new file.
func (i modelInfo) export(file string) error {
	if exists(file) {
		return fmt.Errorf("%s exists already; take another --out", file)
	}
	return i.network.Save(file)
}

// modelInfo is what there is to say about a network file.
type modelInfo struct {
	File       string           `json:"file"`
	SHA256     string           `json:"sha256"`
	Spec       model.Spec       `json:"spec"`
	Parameters int              `json:"parameters"`
	Provenance model.Provenance `json:"provenance"`

	network *model.Network
}

func readModel(file string) (modelInfo, error) {
	n, err := pretrained.Load(file)
	if err != nil {
		return modelInfo{}, err
	}
	hash, err := n.Hash()
	if pretrained.Embedded(file) {
		file = "embedded " + file
	}
	return modelInfo{network: n, File: file, SHA256: hash, Spec: n.Spec, Parameters: n.Spec.Params(), Provenance: n.Provenance}, err
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
