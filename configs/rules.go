package configs

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"halmazero/engine"
)

const (
	rulesIDWords = "1 to 64 letters, digits, - and _"
	idKey        = "id"
	presetKey    = "preset"
)

var rulesIDPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Rules is the ruleset of a value that names one: the path of a ruleset file,
// or a reference such as wiki-8,lock=none. The error of a file is that of
// LoadRules.
func Rules(value string) (*engine.Rules, error) {
	if IsRulesFile(value) {
		return LoadRules(value)
	}
	return engine.ParseRules(value)
}

// IsRulesFile reports whether a value that names a ruleset is the path of a
// file: it ends in .yaml or .yml, as no reference does.
func IsRulesFile(value string) bool {
	ext := filepath.Ext(value)
	return ext == ".yaml" || ext == ".yml"
}

// DescribeRules names a ruleset for a reader: id and content hash, and the
// reference where it is not the id.
func DescribeRules(r *engine.Rules) string {
	if r.ID() == r.Ref() {
		return fmt.Sprintf("%s (%s)", r.ID(), r.Hash())
	}
	return fmt.Sprintf("%s (%s, %s)", r.ID(), r.Ref(), r.Hash())
}

// LoadRules reads a user's own ruleset: a YAML file with an id, the preset that
// it starts from, and any option of a ruleset reference. The ruleset has the
// id of the file, and a reference with the file's options in alphabetical
// order, so that what is written with it can be read without the file. The
// error is Faults, or the system's reason why the file cannot be read.
func LoadRules(path string) (*engine.Rules, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the ruleset: %w", err)
	}
	return ParseRules(path, text)
}

// ParseRules is LoadRules of a text; file is what its faults name as their
// place.
func ParseRules(file string, text []byte) (*engine.Rules, error) {
	r := rulesReader{file: file}
	r.read(text)
	rules := r.rules()
	if len(r.faults) > 0 {
		slices.SortStableFunc(r.faults, func(a, b placedFault) int { return cmp.Compare(a.line, b.line) })
		var faults Faults
		for _, f := range r.faults {
			faults = append(faults, Fault{f.String(), f.text})
		}
		return nil, faults
	}
	return rules.WithID(r.id.value), nil
}

// rulesReader reads one ruleset file and collects what is wrong with it.
type rulesReader struct {
	file       string
	id, preset rulesValue
	options    []rulesValue // whose values a ruleset can have, in the order of the file
	faults     []placedFault
}

// rulesValue is one key of the file; an empty value was not given, or wrong.
type rulesValue struct {
	key, value string
	line       int
}

func (r *rulesReader) fault(line int, format string, args ...any) {
	r.faults = append(r.faults, placedFault{place{source: r.file, line: line}, fmt.Sprintf(format, args...)})
}

// read takes the keys and their values out of the text.
func (r *rulesReader) read(text []byte) {
	root, err := parse(text)
	var syntax syntaxError
	switch {
	case errors.As(err, &syntax):
		r.fault(syntax.line, "%s", syntax.reason)
		return
	case root == nil || root.ShortTag() == "!!null":
		root = new(yaml.Node) // a file without keys
	case root.Kind != yaml.MappingNode:
		r.fault(root.Line, "the file is %s, want keys such as preset: wiki-8", show(root))
		return
	}
	known := append([]string{idKey, presetKey}, engine.OptionNames()...)
	seen := make(map[string]int)
	for i := 0; i+1 < len(root.Content); i += 2 {
		name, value := root.Content[i], root.Content[i+1]
		key, line := name.Value, name.Line
		switch {
		case name.Kind != yaml.ScalarNode || name.ShortTag() != "!!str":
			r.fault(line, "%s is no key; a ruleset has %s", show(name), strings.Join(known, ", "))
		case !slices.Contains(known, key):
			r.fault(line, "%s", unknown("key", key, "a ruleset has", known))
		case seen[key] > 0:
			r.fault(line, "%s is given twice, first in line %d", key, seen[key])
		default:
			seen[key] = line
			r.take(key, value, line)
		}
	}
	for _, key := range []string{idKey, presetKey} {
		if seen[key] == 0 {
			r.fault(0, "%s is missing", key)
		}
	}
}

// take stores the value of a key if it is of the right kind.
func (r *rulesReader) take(key string, n *yaml.Node, line int) {
	v := rulesValue{key, n.Value, line}
	scalar := n.Kind == yaml.ScalarNode
	switch {
	case key == idKey:
		if !scalar || n.ShortTag() != "!!str" {
			r.fault(line, "id is %s, want a text: %s", show(n), rulesIDWords)
		} else if text := badRulesID(n.Value); text != "" {
			r.fault(line, "id is %q, %s", shorten(n.Value), text)
		} else {
			r.id = v
		}
	case key == presetKey:
		switch {
		case !scalar || n.ShortTag() != "!!str":
			r.fault(line, "preset is %s, want the name of a preset", show(n))
		case !slices.Contains(engine.PresetNames(), n.Value):
			r.fault(line, "%s", unknown("preset", n.Value, "known:", engine.PresetNames()))
		default:
			r.preset = v
		}
	case !scalar || n.ShortTag() != "!!str" && n.ShortTag() != "!!int":
		r.fault(line, "%s is %s, want a text or a whole number", key, show(n))
	case strings.Contains(n.Value, ","):
		r.fault(line, "%s is %q, want one value without a comma", key, shorten(n.Value))
	default:
		r.options = append(r.options, v)
	}
}

// badRulesID says what is wrong with the id of a ruleset that is not a preset,
// or nothing.
func badRulesID(id string) string {
	switch {
	case !rulesIDPattern.MatchString(id):
		return "want " + rulesIDWords
	case slices.Contains(engine.PresetNames(), id):
		return "which is the name of a preset, want another one"
	}
	return ""
}

// rules makes the ruleset. Where the options are at fault it collects the
// values that no ruleset has, and then, of the others, those that do not go
// together. Without a preset the options are not looked at.
func (r *rulesReader) rules() *engine.Rules {
	if r.preset.value == "" {
		return nil
	}
	preset := r.preset.value
	rules, err := engine.ParseRules(rulesRef(preset, r.options))
	if err == nil {
		return rules
	}
	options := slices.DeleteFunc(slices.Clone(r.options), func(o rulesValue) bool {
		if possible(o) {
			return false
		}
		r.fault(o.line, "%s", refusal(preset, []rulesValue{o}))
		return true
	})
	for reason := refusal(preset, options); reason != ""; reason = refusal(preset, options) {
		i := culprit(preset, options, reason)
		r.fault(options[i].line, "%s", reason)
		options = slices.Delete(options, i, i+1)
	}
	return nil
}

// rulesRef is the reference of a preset with options, in alphabetical order.
func rulesRef(preset string, options []rulesValue) string {
	sorted := slices.SortedFunc(slices.Values(options), func(a, b rulesValue) int { return cmp.Compare(a.key, b.key) })
	ref := preset
	for _, o := range sorted {
		ref += "," + o.key + "=" + o.value
	}
	return ref
}

// possible reports whether any preset takes the option: then a fault lies in
// what it is combined with, and not in its value.
func possible(o rulesValue) bool {
	return slices.ContainsFunc(engine.PresetNames(), func(preset string) bool {
		return refusal(preset, []rulesValue{o}) == ""
	})
}

// refusal says why a preset with options is no ruleset, or nothing.
func refusal(preset string, options []rulesValue) string {
	ref := rulesRef(preset, options)
	_, err := engine.ParseRules(ref)
	if err == nil {
		return ""
	}
	return strings.TrimPrefix(err.Error(), fmt.Sprintf("ruleset %q: ", ref))
}

// culprit is the option to blame for a refusal: one without which the preset
// would not be refused, or for another reason. What lies furthest down the
// file is blamed first, but the board and its seats only if nothing else can be.
func culprit(preset string, options []rulesValue, reason string) int {
	least := 0
	for i, o := range slices.Backward(options) {
		if refusal(preset, slices.Concat(options[:i], options[i+1:])) == reason {
			continue
		}
		if least = i; o.key != "board" && o.key != "seats" {
			return i
		}
	}
	return least
}
