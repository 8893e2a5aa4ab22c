package engine

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// draft is a ruleset while a reference is read.
type draft struct {
	grid  string
	seats uint8  // corners, one bit each; 0: not said
	said  string // the value of seats, as it was written
	options
	firstText string // the value of first: it is a seat of the board, known at the end
}

// ruleOption is one option of a ruleset reference: its name, its values in
// words, and how a value is read.
type ruleOption struct {
	name, values string
	set          func(d *draft, value string) bool
}

var ruleOptions = []ruleOption{
	{"agreed_draw", "on, off", func(d *draft, v string) bool { return setSwitch(&d.agreedDraw, v) }},
	{"board", strings.Join(gridIDs, ", "), func(d *draft, v string) bool {
		if !slices.Contains(gridIDs, v) {
			return false
		}
		if d.grid != v {
			d.grid, d.seats = v, usualSeats(v, bits.OnesCount8(d.seats))
		}
		return true
	}},
	{"deadline", "0 to 9999 own moves, 0 for none", func(d *draft, v string) bool { return setCount(&d.deadline, v, 9999) }},
	{"finish", strings.Join(finishNames, ", "), func(d *draft, v string) bool { return setName(&d.finish, v, finishNames) }},
	{"first", "a seat from 1 on, or random", func(d *draft, v string) bool {
		d.firstText = v
		_, ok := parseDigit(v, MaxSeats)
		return ok || v == "random"
	}},
	{"lock", strings.Join(lockNames, ", "), func(d *draft, v string) bool { return setName(&d.lock, v, lockNames) }},
	{"resign", "on, off", func(d *draft, v string) bool { return setSwitch(&d.resign, v) }},
	{"sealed_draw", "on, off", func(d *draft, v string) bool { return setSwitch(&d.sealedDraw, v) }},
	{"seats", "corners of the board joined by +, clockwise, such as N+SE+SW", func(d *draft, v string) bool {
		d.said = v
		return v != ""
	}},
	{"timeout", "0 to 99 missed turns, 0 for none", func(d *draft, v string) bool { return setCount(&d.timeout, v, 99) }},
	{"turn_limit", "0 to 99999 moves, 0 for none", func(d *draft, v string) bool { return setCount(&d.turnLimit, v, 99999) }},
}

// OptionNames lists the options of a ruleset reference in alphabetical order.
func OptionNames() []string {
	names := make([]string, len(ruleOptions))
	for i, o := range ruleOptions {
		names[i] = o.name
	}
	return names
}

func setCount(dst *int, v string, most int) bool {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != v {
		return false
	}
	*dst = n
	return true
}

func setSwitch(dst *bool, v string) bool {
	*dst = v == "on"
	return v == "on" || v == "off"
}

func setName[T ~uint8](dst *T, v string, names []string) bool {
	i := slices.Index(names, v)
	*dst = T(max(i, 0))
	return i >= 0
}

// ParseRules reads a ruleset reference: a preset, or a preset with options,
// such as "wiki-8", "wiki-10,lock=path,deadline=0" or
// "star-121-3,seats=N+S+SW". The order of the options does not matter. Unknown
// names and values, and options that do not go together, are refused; where
// names are unknown the known ones are listed.
func ParseRules(ref string) (*Rules, error) {
	name, rest, hasOptions := strings.Cut(ref, ",")
	p, ok := presets[name]
	if !ok {
		return nil, fmt.Errorf("unknown preset %q; known: %s", name, strings.Join(PresetNames(), ", "))
	}
	d := draft{grid: p.grid, seats: p.seats, options: p.options}
	if d.seats == 0 {
		d.seats = usualSeats(d.grid, 0)
	}
	if hasOptions {
		seen := make(map[string]bool)
		for _, field := range strings.Split(rest, ",") {
			key, value, ok := strings.Cut(field, "=")
			if !ok {
				return nil, fmt.Errorf("ruleset %q: option %q is not of the form name=value", ref, field)
			}
			if seen[key] {
				return nil, fmt.Errorf("ruleset %q: option %s is given twice", ref, key)
			}
			seen[key] = true
			if err := d.set(key, value); err != nil {
				return nil, fmt.Errorf("ruleset %q: %w", ref, err)
			}
		}
	}
	r, err := d.rules()
	if err != nil {
		return nil, fmt.Errorf("ruleset %q: %w", ref, err)
	}
	r.id, r.ref = ref, ref
	return r, nil
}

func (d *draft) set(key, value string) error {
	for _, o := range ruleOptions {
		if o.name == key {
			if !o.set(d, value) {
				return fmt.Errorf("%s is %q, want %s", key, value, o.values)
			}
			return nil
		}
	}
	return fmt.Errorf("unknown option %q; known: %s", key, strings.Join(OptionNames(), ", "))
}

// rules checks how the options go together.
func (d *draft) rules() (*Rules, error) {
	if d.said != "" {
		seats, err := parseSeats(grids[d.grid](), d.said)
		if err != nil {
			return nil, err
		}
		d.seats = seats
	}
	b, err := boardOf(d.grid, d.seats)
	if err != nil {
		return nil, err
	}
	if d.firstText == "random" {
		d.first = -1
	} else if seat, ok := parseDigit(d.firstText, MaxSeats); ok {
		d.first = int(seat) - 1
	}
	switch {
	case d.first >= b.seats:
		return nil, fmt.Errorf("first is %d, want a seat from 1 to %d, or random", d.first+1, b.seats)
	case d.deadline > 0 && b.seats != 2:
		return nil, fmt.Errorf("deadline is for two seats, not for %d", b.seats)
	case d.finish == FinishTeams && b.seats != 4:
		return nil, fmt.Errorf("finish=teams is for four seats, not for %d", b.seats)
	case d.finish == FinishTeams && (d.resign || d.timeout > 0):
		return nil, errors.New("finish=teams knows neither resign nor timeout: a team without one of its seats could not finish")
	}
	return &Rules{board: b, options: d.options}, nil
}

// parseSeats reads the corners of a board joined by +, in clockwise order.
func parseSeats(g *grid, text string) (seats uint8, err error) {
	last := -1
	for _, name := range strings.Split(text, "+") {
		i := slices.Index(g.corners, name)
		switch {
		case i < 0:
			return 0, fmt.Errorf("seats is %q: %q is no corner of %s; known: %s", text, name, g.id, strings.Join(g.corners, ", "))
		case i <= last:
			return 0, fmt.Errorf("seats is %q: name each corner once, in playing order, which is clockwise: %s", text, strings.Join(g.corners, ", "))
		}
		last = i
		seats |= 1 << i
	}
	return seats, nil
}
