package configs

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"halmazero/internal/fsx"
)

// layers lays settings over a configuration, one layer after another, and
// remembers where each came from and what was wrong with it.
type layers struct {
	config *Config
	depth  int // of the current layer, from 1
	places map[string]place
	faulty map[string]bool // keys with a fault
	faults []placedFault
}

// place is where a setting was given. The zero place is unknown.
type place struct {
	layer  int
	source string // file or assignment
	line   int    // from 1; 0: the source has no lines
}

type placedFault struct {
	place
	text string
}

func (p place) String() string {
	if p.line == 0 {
		return p.source
	}
	return p.source + ":" + strconv.Itoa(p.line)
}

func newLayers(c *Config) *layers {
	return &layers{config: c, places: make(map[string]place), faulty: make(map[string]bool)}
}

// fault records what is wrong with a key, which may be empty.
func (l *layers) fault(key string, at place, format string, args ...any) {
	if key != "" {
		l.faulty[key] = true
	}
	l.faults = append(l.faults, placedFault{at, fmt.Sprintf(format, args...)})
}

// yaml lays a YAML text over the configuration. A text without settings is
// an empty layer.
func (l *layers) yaml(file string, text []byte) {
	l.depth++
	whole := place{l.depth, file, 0}
	root, err := parse(text)
	var syntax syntaxError
	switch {
	case errors.As(err, &syntax):
		l.fault("", place{l.depth, file, syntax.line}, "%s", syntax.reason)
	case err != nil:
		l.fault("", whole, "%v", err)
	case root == nil || root.ShortTag() == "!!null":
	case root.Kind != yaml.MappingNode:
		l.fault("", whole, "the file is %s, want settings such as name: run", show(root))
	default:
		l.section("", reflect.TypeFor[Config](), root, file)
		if fsx.HasSeal(text) {
			l.earlier(whole)
		}
		l.resolveRules()
	}
}

// earlier completes a configuration that the program stored, which held every
// setting there was: one that it lacks came later, and has the value that does
// what was done before (field.was), whatever the default is by now.
func (l *layers) earlier(at place) {
	for _, f := range fields {
		if f.was == "" || l.places[f.key].layer == l.depth {
			continue
		}
		node, err := parse([]byte(f.was))
		if err != nil || node == nil {
			panic("configs: the table has no value for " + f.key + " before it came: " + f.was)
		}
		l.set(f.key, node, at)
	}
}

// section lays a mapping over the section whose key, with a dot, is prefix.
func (l *layers) section(prefix string, t reflect.Type, mapping *yaml.Node, file string) {
	known, seen := names(t), make(map[string]int)
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		name, value := mapping.Content[i], mapping.Content[i+1]
		at, key := place{l.depth, file, name.Line}, prefix+name.Value
		if name.Kind != yaml.ScalarNode || name.ShortTag() != "!!str" {
			l.fault("", at, "%s is no key; %s %s", show(name), owner(prefix), strings.Join(known, ", "))
			continue
		}
		if first := seen[key]; first > 0 {
			l.fault(key, at, "%s is given twice, first in line %d", key, first)
			continue
		}
		seen[key] = name.Line
		switch j := slices.Index(known, name.Value); {
		case j < 0:
			l.fault("", at, "%s", unknown("key", key, owner(prefix), known))
		case t.Field(j).Type.Kind() != reflect.Struct:
			l.set(key, value, at)
		case value.Kind != yaml.MappingNode:
			l.fault("", at, "%s is %s, want a section: %s %s", key, show(value), owner(key+"."), strings.Join(names(t.Field(j).Type), ", "))
		default:
			l.section(key+".", t.Field(j).Type, value, file)
		}
	}
}

// resolveRules ends a layer that gives the rules: the name that an earlier
// layer gave them is gone, and the path of a ruleset file becomes the reference
// and the id that the file holds. A path in a file is relative to that file's
// folder.
func (l *layers) resolveRules() {
	at, id := l.places["rules"], l.places["rules_id"]
	if at.layer != l.depth {
		return
	}
	named := id.layer == l.depth
	if !named {
		l.config.RulesID = ""
	}
	path := l.config.Rules
	if !IsRulesFile(path) {
		return
	}
	if named && l.config.RulesID != "" {
		l.fault("rules_id", id, "rules_id is %q, want none, as %s names its ruleset itself", shorten(l.config.RulesID), path)
	}
	if at.line > 0 && !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(at.source), path)
	}
	rules, err := LoadRules(path)
	var faults Faults
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			l.fault("rules", at, "rules: %s", f)
		}
	case err != nil:
		l.fault("rules", at, "rules: %v", err)
	default:
		l.config.Rules, l.config.RulesID = rules.Ref(), rules.ID()
	}
}

// owner begins the list of the keys of a section.
func owner(prefix string) string {
	if prefix == "" {
		return "the top level has"
	}
	return strings.TrimSuffix(prefix, ".") + " has"
}

// assignment lays one key=value over the configuration; the value is YAML,
// but a text needs no quotes.
func (l *layers) assignment(text string) {
	at := place{l.depth, "--set " + shorten(text), 0}
	if !textPattern.MatchString(text) {
		at.source = "--set " + strconv.Quote(shorten(text))
	}
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		l.fault("", at, "is not of the form key=value, as in selfplay.games=100")
		return
	}
	v, ok := l.config.setting(key)
	if !ok {
		l.fault("", at, "%s", unknownKey(key))
		return
	}
	if v.Kind() == reflect.String {
		l.set(key, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}, at)
		l.resolveRules()
		return
	}
	node, err := parse([]byte(value))
	if err != nil || node == nil {
		l.fault(key, at, "%s is %q, want %s", key, shorten(value), wanted(key, v))
		return
	}
	l.set(key, node, at)
}

// unknownKey describes a dotted key that names no setting.
func unknownKey(key string) string {
	t, prefix := reflect.TypeFor[Config](), ""
	for name := range strings.SplitSeq(key, ".") {
		i := slices.Index(names(t), name)
		if i < 0 || t.Field(i).Type.Kind() != reflect.Struct {
			return unknown("key", key, owner(prefix), names(t))
		}
		t, prefix = t.Field(i).Type, prefix+name+"."
	}
	return fmt.Sprintf("%s is a section; %s %s", key, owner(prefix), strings.Join(names(t), ", "))
}

// set gives a setting its value from a node of the right type.
func (l *layers) set(key string, node *yaml.Node, at place) {
	v, _ := l.config.setting(key)
	if v.Kind() == reflect.Slice && node.Kind == yaml.SequenceNode {
		l.setList(key, v, node, at)
		return
	}
	if !assign(v, node) {
		l.fault(key, at, "%s is %s, want %s", key, show(node), wanted(key, v))
		return
	}
	l.places[key] = at
}

// setList reads a list of texts or of numbers; an empty one is nil.
func (l *layers) setList(key string, v reflect.Value, node *yaml.Node, at place) {
	list := reflect.Zero(v.Type())
	for i, n := range node.Content {
		element := reflect.New(v.Type().Elem()).Elem()
		if !assign(element, n) {
			l.fault(key, at, "%s[%d] is %s, want %s", key, i, show(n), elementWords(v))
			continue
		}
		list = reflect.Append(list, element)
	}
	v.Set(list)
	l.places[key] = at
}

// elementWords says what the elements of a list are.
func elementWords(list reflect.Value) string {
	if list.Type().Elem().Kind() == reflect.Int {
		return "a whole number"
	}
	return "a text"
}

// assign decodes a scalar into v. It is stricter than the YAML package, which
// cuts 2.7 down to an integer and makes texts of numbers.
func assign(v reflect.Value, node *yaml.Node) bool {
	if node.Kind != yaml.ScalarNode || v.Kind() == reflect.Slice {
		return false
	}
	tag := node.ShortTag()
	switch v.Kind() {
	case reflect.Int, reflect.Uint64:
		return tag == "!!int" && node.Decode(v.Addr().Interface()) == nil
	case reflect.Float64:
		return (tag == "!!int" || tag == "!!float") && node.Decode(v.Addr().Interface()) == nil
	case reflect.Bool:
		return tag == "!!bool" && node.Decode(v.Addr().Interface()) == nil
	case reflect.String:
		return tag == "!!str" && node.Decode(v.Addr().Interface()) == nil
	}
	panic("configs: no way to read a " + v.Type().String())
}

// wanted says what kind of value a setting takes.
func wanted(key string, v reflect.Value) string {
	f := fields[slices.IndexFunc(fields, func(f field) bool { return f.key == key })]
	switch v.Kind() {
	case reflect.Int:
		return "a whole number from " + f.bounds()
	case reflect.Uint64:
		return "a whole number from 0 to " + strconv.FormatUint(math.MaxUint64, 10)
	case reflect.Float64:
		return "a number from " + f.bounds()
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text: " + f.want
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Int {
			return "a list such as [6, 16]"
		}
		return "a list such as [greedy, random]"
	}
	panic("configs: no words for a " + v.Type().String())
}

// show describes a node in a message.
func show(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a section"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.ShortTag() == "!!null":
		return "empty"
	case n.ShortTag() == "!!str":
		return strconv.Quote(shorten(n.Value))
	}
	return shorten(n.Value)
}
