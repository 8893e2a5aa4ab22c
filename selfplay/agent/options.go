package agent

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"halmazero/engine/classical"
)

// DefaultNodes is the number of simulations of a net player whose spec gives
// neither nodes nor time. MaxNodes (simulations), MaxPositions (of a classical
// search), MaxTime and MaxTemp bound what a spec may ask for.
const (
	DefaultNodes = 64
	MaxNodes     = 1 << 24
	MaxPositions = 1 << 40
	MaxTime      = time.Hour
	MaxTemp      = 100
)

// option is one option of one kind of player. get answers "" for the default.
type option struct {
	of     Kind
	name   string
	values string // the allowed values in words
	set    func(s *Spec, v string) bool
	get    func(s *Spec) string
}

// options are in canonical order.
var options = slices.Concat([]option{
	{Classical, "depth", "1 to " + strconv.Itoa(MaxDepth) + " plies",
		func(s *Spec, v string) bool { return setInt(&s.Depth, v) && depthOK(s.Depth) },
		func(s *Spec) string { return intText(s.Depth) }},
	{Classical, "nodes", "1 to " + strconv.Itoa(MaxPositions) + " positions",
		func(s *Spec, v string) bool { return setInt(&s.Nodes, v) && s.Nodes > 0 && s.Nodes <= MaxPositions },
		func(s *Spec) string { return intText(s.Nodes) }},
	{Classical, "time", durationWords,
		func(s *Spec, v string) bool { return setTime(&s.Time, v) },
		func(s *Spec) string { return timeText(s.Time) }},
	{Classical, "selective", "on or off",
		func(s *Spec, v string) bool {
			s.Selective = v == "on"
			return v == "on" || v == "off"
		},
		func(s *Spec) string {
			switch {
			case s.Selective == s.selectiveByDefault():
				return ""
			case s.Selective:
				return "on"
			}
			return "off"
		}},
	{Classical, "hash", "1 to " + strconv.Itoa(classical.MaxHashMB) + " MiB",
		func(s *Spec, v string) bool { return setInt(&s.Hash, v) && s.Hash > 0 && hashOK(s.Hash) },
		func(s *Spec) string { return intText(s.Hash) }},
	{Classical, "without", "parts of the selective search, joined by +: " + strings.ReplaceAll((^classical.Features(0)).String(), "+", ", "),
		func(s *Spec, v string) (ok bool) {
			f, err := classical.ParseFeatures(v)
			s.Without = f
			return err == nil
		},
		func(s *Spec) string { return s.Without.String() }},
	{Classical, "multi", strings.Join(classical.MultiNames(), ", "),
		func(s *Spec, v string) (ok bool) {
			m, err := classical.ParseMulti(v)
			s.Multi = m
			return err == nil
		},
		func(s *Spec) string {
			if s.Multi == classical.MultiDefault {
				return ""
			}
			return s.Multi.String()
		}},
	{Classical, "noise", "a probability from 0 to 1",
		func(s *Spec, v string) bool { return setFloat(&s.Noise, v) && noiseOK(s.Noise) },
		func(s *Spec) string { return floatText(s.Noise) }},
	{Net, "nodes", "1 to " + strconv.Itoa(MaxNodes) + " simulations",
		func(s *Spec, v string) bool { return setInt(&s.Nodes, v) && s.Nodes > 0 && nodesOK(s.Nodes) },
		func(s *Spec) string { return intText(s.Nodes) }},
	{Net, "time", durationWords,
		func(s *Spec, v string) bool { return setTime(&s.Time, v) },
		func(s *Spec) string { return timeText(s.Time) }},
	{Net, "temp", "a temperature from 0 to " + strconv.Itoa(MaxTemp),
		func(s *Spec, v string) bool { return setFloat(&s.Temp, v) && tempOK(s.Temp) },
		func(s *Spec) string { return floatText(s.Temp) }},
	{Net, "cache", "0 to " + strconv.Itoa(MaxCacheMB) + " MiB",
		func(s *Spec, v string) bool { return setInt(&s.Cache, v) && cacheOK(s.Cache) },
		func(s *Spec) string { return intText(s.Cache) }},
	{UGI, "depth", "1 to " + strconv.Itoa(MaxUGIDepth) + " plies",
		func(s *Spec, v string) bool { return setInt(&s.Depth, v) && s.Depth >= 1 && s.Depth <= MaxUGIDepth },
		func(s *Spec) string { return intText(s.Depth) }},
	{UGI, "nodes", "1 to " + strconv.Itoa(MaxPositions) + " positions",
		func(s *Spec, v string) bool { return setInt(&s.Nodes, v) && s.Nodes > 0 && s.Nodes <= MaxPositions },
		func(s *Spec) string { return intText(s.Nodes) }},
	{UGI, "time", millisWords,
		func(s *Spec, v string) bool { return setTime(&s.Time, v) && millisOK(s.Time) },
		func(s *Spec) string { return timeText(s.Time) }},
	{UGI, "margin", durationWords,
		func(s *Spec, v string) bool { return setTime(&s.Margin, v) },
		func(s *Spec) string { return timeText(s.Margin) }},
}, treeOptions)

// durationWords say what a time may be.
var durationWords = "a duration such as 100ms, at most " + MaxTime.String()

func depthOK(d int) bool          { return d >= 1 && d <= MaxDepth }
func noiseOK(p float64) bool      { return p >= 0 && p <= 1 }
func nodesOK(n int) bool          { return n >= 0 && n <= MaxNodes }
func timeOK(d time.Duration) bool { return d >= 0 && d <= MaxTime }
func tempOK(t float64) bool       { return t >= 0 && t <= MaxTemp }
func cacheOK(mb int) bool         { return mb >= 0 && mb <= MaxCacheMB }
func hashOK(mb int) bool          { return mb >= 0 && mb <= classical.MaxHashMB }

func setInt(dst *int, v string) bool {
	n, err := strconv.Atoi(v)
	*dst = n
	return err == nil
}

// setFloat refuses not-a-number; "-0" is read as 0, for one canonical text.
func setFloat(dst *float64, v string) bool {
	f, err := strconv.ParseFloat(v, 64)
	if f == 0 {
		f = 0
	}
	*dst = f
	return err == nil && !math.IsNaN(f)
}

func setTime(dst *time.Duration, v string) bool {
	d, err := time.ParseDuration(v)
	*dst = d
	return err == nil && d > 0 && timeOK(d)
}

func intText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func timeText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func floatText(f float64) string {
	if f == 0 {
		return ""
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// setOptions reads name=value pairs separated by commas, each name at most
// once, and returns the names.
func (s *Spec) setOptions(text string) (seen map[string]bool, err error) {
	if text == "" {
		return nil, nil
	}
	seen = make(map[string]bool)
	for _, field := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return nil, fmt.Errorf("option %q is not of the form name=value; known: %s", field, known(s.Kind))
		}
		if seen[name] {
			return nil, fmt.Errorf("option %s is given twice", name)
		}
		seen[name] = true
		o := find(s.Kind, name)
		if o == nil {
			return nil, fmt.Errorf("unknown option %q; known: %s", name, known(s.Kind))
		}
		if !o.set(s, value) {
			return nil, fmt.Errorf("%s is %q, want %s", name, value, o.values)
		}
	}
	return seen, nil
}

func find(k Kind, name string) *option {
	for i := range options {
		if options[i].of == k && options[i].name == name {
			return &options[i]
		}
	}
	return nil
}

// known lists the options of a kind.
func known(k Kind) string {
	var names []string
	for i := range options {
		if options[i].of == k {
			names = append(names, options[i].name)
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Validate reports all faults of a spec, however it was made.
func (s Spec) Validate() error {
	var faults []error
	want := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	want(s.Kind <= UGI, "kind is %v; known: %s", s.Kind, forms)
	if s.Kind == Classical {
		want(s.Depth == 0 || depthOK(s.Depth), "depth is %d, want %s", s.Depth, find(Classical, "depth").values)
		want(s.Nodes >= 0 && s.Nodes <= MaxPositions, "nodes is %d, want %s", s.Nodes, find(Classical, "nodes").values)
		want(timeOK(s.Time), "time is %v, want %s", s.Time, durationWords)
		want(s.Depth != 0 || s.Nodes != 0 || s.Time != 0, "a classical player needs a depth, nodes or time; known: %s", classicalForms)
		want(hashOK(s.Hash), "hash is %d, want %s", s.Hash, find(Classical, "hash").values)
		want(s.Without.Valid(), "without is %v, want %s", s.Without, find(Classical, "without").values)
		want(s.Multi.Valid(), "multi is %v, want %s", s.Multi, find(Classical, "multi").values)
		want(noiseOK(s.Noise), "noise is %v, want %s", s.Noise, find(Classical, "noise").values)
	} else {
		want(s.Depth == 0 || s.Kind == UGI, "only a classical player and another program have a depth")
		want(!s.Selective, "only a classical player is selective")
		want(s.Hash == 0, "only a classical player has a transposition table")
		want(s.Without == 0, "only a classical player does without parts of its search")
		want(s.Multi == 0, "only a classical player has ways of searching several seats")
		want(s.Noise == 0, "only a classical player has noise")
	}
	if s.Kind == Net {
		want(s.File != "", "a net player needs a file: net:FILE")
		want(!strings.Contains(s.File, ","), "the name of file %q contains a comma", s.File)
		want(nodesOK(s.Nodes), "nodes is %d, want %s", s.Nodes, find(Net, "nodes").values)
		want(timeOK(s.Time), "time is %v, want %s", s.Time, durationWords)
		want(tempOK(s.Temp), "temp is %v, want %s", s.Temp, find(Net, "temp").values)
		want(cacheOK(s.Cache), "cache is %d, want %s", s.Cache, find(Net, "cache").values)
		want(s.Nodes == 0 != (s.Time == 0), "a net player needs either nodes or time")
		if err := s.Tree.faults(s.Time != 0, s.Temp != 0); err != nil {
			faults = append(faults, err)
		}
	} else {
		want(s.Tree == Tree{}, "only a net player searches a tree")
		want(s.File == "", "only a net player has a file")
		want(s.Nodes == 0 || s.Kind == Classical || s.Kind == UGI, "only a searching player has nodes")
		want(s.Time == 0 || s.Kind == Classical || s.Kind == UGI, "only a searching player has a time")
		want(s.Temp == 0, "only a net player has a temperature")
		want(s.Cache == 0, "only a net player has a cache")
	}
	if s.Kind == UGI {
		want(commandOK(s.Command), "the command %q is not written in its one way", s.Command)
		want(s.Depth >= 0 && s.Depth <= MaxUGIDepth, "depth is %d, want %s", s.Depth, find(UGI, "depth").values)
		want(s.Nodes >= 0 && s.Nodes <= MaxPositions, "nodes is %d, want %s", s.Nodes, find(UGI, "nodes").values)
		want(timeOK(s.Time) && millisOK(s.Time), "time is %v, want %s", s.Time, millisWords)
		want(timeOK(s.Margin), "margin is %v, want %s", s.Margin, durationWords)
	} else {
		want(s.Command == "", "only another program has a command")
		want(s.Margin == 0, "only another program has a margin")
	}
	return errors.Join(faults...)
}
