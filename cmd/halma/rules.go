package main

import (
	"fmt"
	"io"
	"strings"

	"halmazero/configs"
	"halmazero/engine"
)

// parseRules is the ruleset that a value on the command line names: a
// reference, or the path of a ruleset file. Its errors are usage errors.
func parseRules(value string) (*engine.Rules, error) {
	r, err := configs.Rules(value)
	if err != nil {
		return nil, usageError("%w", err)
	}
	return r, nil
}

// optionAbout explains the options of a ruleset reference, in alphabetical order.
var optionAbout = []struct{ name, about string }{
	{"agreed_draw", "on: the players may agree on a draw; off"},
	{"board", "sq8, sq10, sq16, sq16x4 (four seats), star121, star121x15 (larger camps), star181, star253"},
	{"deadline", "own moves after which a piece in the own camp loses, 1 to 9999; 0: none; for two seats"},
	{"finish", "first: who fills the target camp first wins; places: the others play on; teams: seats 1 and 3 against 2 and 4"},
	{"first", "seat that starts, from 1, or random"},
	{"lock", "for a piece in its target camp; none; end: it may not end a move outside; path: it may not land outside;\n" +
		"endpass: as end, and who lands inside in mid-chain has to end inside, too"},
	{"resign", "on: a seat may resign; off"},
	{"sealed_draw", "on: a piece that can provably never leave its own camp is a draw; off"},
	{"seats", "corners of the board that play, clockwise and joined by +, such as N+SE+SW; on a star any two to six"},
	{"timeout", "turns missed in a row that make a seat resign, 1 to 99; 0: no turn can be missed"},
	{"turn_limit", "moves of all players after which it is a draw, 1 to 99999; 0: none"},
}

func rulesCommand() command {
	c := command{name: "rules", args: "[RULESET|FILE] [--json]",
		about: "list the presets and the options of rulesets, or say what a ruleset reference or file comes to"}
	c.whole = true
	c.run = func(e env, args []string) error {
		f := options(c, e)
		asJSON := f.Bool("json", false, "print a JSON object a line for each ruleset")
		if err := parse(f, args, 0, 1); err != nil {
			return err
		}
		if f.NArg() == 0 {
			return listRules(e.out, *asJSON)
		}
		r, err := parseRules(f.Arg(0))
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(e.out, newRulesInfo(r))
		}
		return printRules(e.out, r)
	}
	return c
}

// rulesInfo is a ruleset as it is printed.
type rulesInfo struct {
	ID      string            `json:"id"`
	Rules   string            `json:"rules"` // reference
	Hash    string            `json:"rules_hash"`
	Options map[string]string `json:"options"` // every one
}

func newRulesInfo(r *engine.Rules) rulesInfo {
	info := rulesInfo{r.ID(), r.Ref(), r.Hash(), make(map[string]string)}
	for option := range strings.FieldsSeq(r.Canonical()) {
		name, value, _ := strings.Cut(option, "=")
		info.Options[name] = value
	}
	return info
}

func printRules(w io.Writer, r *engine.Rules) error {
	info := newRulesInfo(r)
	_, err := fmt.Fprintf(w, "%-12s %s\n%-12s %s\n%-12s %s\n", "id", info.ID, "rules", info.Rules, "hash", info.Hash)
	for _, o := range optionAbout {
		if err == nil {
			_, err = fmt.Fprintf(w, "%-12s %s\n", o.name, info.Options[o.name])
		}
	}
	return err
}

// listRules prints every preset, and for a reader the options, too.
func listRules(w io.Writer, asJSON bool) error {
	for _, name := range engine.PresetNames() {
		r, err := engine.ParseRules(name)
		if err != nil {
			return err
		}
		if asJSON {
			err = printJSON(w, newRulesInfo(r))
		} else {
			_, err = fmt.Fprintf(w, "%-12s %s  %s\n", name, r.Hash(), r.Canonical())
		}
		if err != nil {
			return err
		}
	}
	if asJSON {
		return nil
	}
	fmt.Fprint(w, "\nA ruleset is a preset, a preset with options such as wiki-8,lock=path,deadline=40, or a\nYAML file with an id, a preset and options. The options:\n\n")
	var err error
	for _, o := range optionAbout {
		_, err = fmt.Fprintf(w, "%-12s %s\n", o.name, strings.ReplaceAll(o.about, "\n", "\n             "))
	}
	return err
}
