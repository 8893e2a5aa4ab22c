package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Lock says what a piece that stands in its target camp may do.
type Lock uint8

// The locks. See doc.go for the difference.
const (
	LockNone Lock = iota
	LockEnd
	LockPath
	LockEndPass
)

var lockNames = []string{"none", "end", "path", "endpass"}

// String is the lock's name in a ruleset reference.
func (l Lock) String() string { return lockNames[l] }

// Rules is one ruleset, a value made by ParseRules and never changed.
type Rules struct {
	ref   string
	board *Board
	// first is the seat that starts, or -1: random, from the game's seed.
	first int
	lock  Lock
	// deadline is the number of own moves after which a piece in the own camp
	// loses; 0 is none.
	deadline int
	// turnLimit is the number of completed moves after which it is a draw; 0 is none.
	turnLimit int
	// sealedDraw makes a provably sealed piece in its own camp a draw.
	sealedDraw bool
}

type preset struct {
	side     int
	first    int
	lock     Lock
	deadline int
}

var presets = map[string]preset{
	"plyyard":     {side: 16, first: 0, lock: LockNone},
	"wiki-2":      {side: 16, first: -1, lock: LockEnd},
	"wiki-8":      {side: 8, first: -1, lock: LockEnd},
	"wiki-8-d30":  {side: 8, first: -1, lock: LockEnd, deadline: 30},
	"wiki-10":     {side: 10, first: -1, lock: LockEnd},
	"wiki-10-d50": {side: 10, first: -1, lock: LockEnd, deadline: 50},
}

// PresetNames lists the presets in alphabetical order.
func PresetNames() []string {
	names := make([]string, 0, len(presets))
	for n := range presets {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// ruleOption is one option of a ruleset reference: its name, its values in
// words, and how a value is read.
type ruleOption struct {
	name, values string
	set          func(r *Rules, value string) bool
}

var ruleOptions = []ruleOption{
	{"deadline", "0 to 9999 own moves, 0 for none", func(r *Rules, v string) bool { return setCount(&r.deadline, v, 9999) }},
	{"first", "1, 2, random", func(r *Rules, v string) bool {
		if v == "random" {
			r.first = -1
			return true
		}
		seat := 0
		ok := setCount(&seat, v, r.board.seats) && seat > 0
		if ok {
			r.first = seat - 1
		}
		return ok
	}},
	{"lock", strings.Join(lockNames, ", "), func(r *Rules, v string) bool {
		for i, n := range lockNames {
			if n == v {
				r.lock = Lock(i)
				return true
			}
		}
		return false
	}},
	{"sealed_draw", "on, off", func(r *Rules, v string) bool {
		r.sealedDraw = v == "on"
		return v == "on" || v == "off"
	}},
	{"turn_limit", "0 to 99999 moves, 0 for none", func(r *Rules, v string) bool { return setCount(&r.turnLimit, v, 99999) }},
}

func setCount(dst *int, v string, most int) bool {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != v {
		return false
	}
	*dst = n
	return true
}

// ParseRules reads a ruleset reference: a preset, or a preset with options,
// such as "wiki-8" or "wiki-10,lock=path,deadline=0". Unknown names and values
// are refused with the list of the known ones.
func ParseRules(ref string) (*Rules, error) {
	name, rest, hasOptions := strings.Cut(ref, ",")
	p, ok := presets[name]
	if !ok {
		return nil, fmt.Errorf("unknown preset %q; known: %s", name, strings.Join(PresetNames(), ", "))
	}
	r := &Rules{ref: ref, board: squareBoards[p.side](), first: p.first, lock: p.lock, deadline: p.deadline}
	if !hasOptions {
		return r, nil
	}
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
		if err := r.setOption(key, value); err != nil {
			return nil, fmt.Errorf("ruleset %q: %w", ref, err)
		}
	}
	return r, nil
}

func (r *Rules) setOption(key, value string) error {
	var known []string
	for _, o := range ruleOptions {
		if o.name == key {
			if !o.set(r, value) {
				return fmt.Errorf("%s is %q, want %s", key, value, o.values)
			}
			return nil
		}
		known = append(known, o.name)
	}
	return fmt.Errorf("unknown option %q; known: %s", key, strings.Join(known, ", "))
}

// Ref is the reference that the rules were read from; ParseRules(Ref()) is the
// same ruleset.
func (r *Rules) Ref() string { return r.ref }

// Board is the board that is played on.
func (r *Rules) Board() *Board { return r.board }

// Seats is the number of players.
func (r *Rules) Seats() int { return r.board.seats }

// Lock, Deadline (own moves, 0 none), TurnLimit (moves of all, 0 none) and
// SealedDraw are the options.
func (r *Rules) Lock() Lock       { return r.lock }
func (r *Rules) Deadline() int    { return r.deadline }
func (r *Rules) TurnLimit() int   { return r.turnLimit }
func (r *Rules) SealedDraw() bool { return r.sealedDraw }

// First is the seat that starts; random reports that it is drawn from the
// game's seed, and then seat is 0.
func (r *Rules) First() (seat int, random bool) { return max(r.first, 0), r.first < 0 }

// Canonical spells every option out in a fixed order; equal rulesets have
// equal spellings.
func (r *Rules) Canonical() string {
	first := "random"
	if r.first >= 0 {
		first = strconv.Itoa(r.first + 1)
	}
	return fmt.Sprintf("board=%s seats=%d first=%s lock=%s finish=first deadline=%d turn_limit=%d sealed_draw=%t",
		r.board.id, r.board.seats, first, r.lock, r.deadline, r.turnLimit, r.sealedDraw)
}

// Hash is the content hash of the ruleset: 16 hexadecimal digits of the
// SHA-256 of Canonical. Two references to the same rules have the same hash.
func (r *Rules) Hash() string {
	sum := sha256.Sum256([]byte(r.Canonical()))
	return hex.EncodeToString(sum[:8])
}
