package configs

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"halmazero/engine"
)

// Validate reports everything that is wrong with a configuration, as Faults,
// or nil. The faults of a configuration from Load are already reported there,
// with their lines.
func (c Config) Validate() error { return newLayers(&c).check().err() }

// Set replaces single settings, each given as key=value with the dotted YAML
// name as key: selfplay.games=100, cap.squat_loss=true, rules=wiki-10-d50,
// rules=my.yaml, ladder.opponents=[greedy, random]. Of two assignments to a key the later one
// counts. The result is validated; if anything is wrong, c is as before and
// the error is Faults.
func (c *Config) Set(assignments []string) error {
	changed := *c
	l := newLayers(&changed)
	for _, a := range assignments {
		l.depth++
		l.assignment(a)
	}
	if err := l.check().err(); err != nil {
		return err
	}
	*c = changed
	return nil
}

// check tests every setting that could be read and returns all faults in the
// order of the layers and lines. Relations are tested between settings that
// are each right.
func (l *layers) check() Faults {
	for _, f := range fields {
		if v, _ := l.config.setting(f.key); !l.faulty[f.key] {
			l.checkField(f, v)
		}
	}
	for _, r := range relations {
		if !slices.ContainsFunc(r.keys, func(key string) bool { return l.faulty[key] }) {
			if text := r.fault(l.config); text != "" {
				l.faults = append(l.faults, placedFault{l.latest(r.keys), text})
			}
		}
	}
	slices.SortStableFunc(l.faults, func(a, b placedFault) int {
		return cmp.Or(cmp.Compare(a.layer, b.layer), cmp.Compare(a.line, b.line))
	})
	var faults Faults
	for _, f := range l.faults {
		faults = append(faults, Fault{f.String(), f.text})
	}
	return faults
}

// latest is the place, among those of the keys, in the latest layer: where
// somebody has to look who has just broken a relation.
func (l *layers) latest(keys []string) place {
	best := l.places[keys[0]]
	for _, key := range keys[1:] {
		if p := l.places[key]; p.layer > best.layer {
			best = p
		}
	}
	return best
}

// checkField tests one setting against its entry in the table.
func (l *layers) checkField(f field, v reflect.Value) {
	at := l.places[f.key]
	switch v.Kind() {
	case reflect.Int:
		if n := v.Int(); float64(n) < f.min || float64(n) > f.max {
			l.fault(f.key, at, "%s is %d, want %s", f.key, n, f.bounds())
		}
	case reflect.Float64:
		// Written so that NaN is refused.
		if x := v.Float(); !(x >= f.min && x <= f.max) {
			l.fault(f.key, at, "%s is %s, want %s", f.key, number(x), f.bounds())
		}
	case reflect.String:
		l.checkText(f, f.key, v.String())
	case reflect.Slice:
		for i := range v.Len() {
			key, e := f.key+"["+strconv.Itoa(i)+"]", v.Index(i)
			if e.Kind() == reflect.String {
				l.checkText(f, key, e.String())
			} else if n := e.Int(); float64(n) < f.min || float64(n) > f.max {
				l.fault(f.key, at, "%s is %d, want %s", key, n, f.bounds())
			}
		}
	case reflect.Uint64, reflect.Bool: // every value is right
	default:
		panic("configs: no bounds for a " + v.Type().String())
	}
}

// checkText tests a text; name is what the fault calls it.
func (l *layers) checkText(f field, name, text string) {
	if !utf8.ValidString(text) || !f.pattern.MatchString(text) {
		l.fault(f.key, l.places[f.key], "%s is %q, want %s", name, shorten(text), f.want)
		return
	}
	switch f.key {
	case "rules":
		if _, err := engine.ParseRules(text); err != nil {
			l.fault(f.key, l.places[f.key], "rules is %q: %v", shorten(text), err)
		}
	case "rules_id":
		if reason := badRulesID(text); text != "" && reason != "" {
			l.fault(f.key, l.places[f.key], "rules_id is %q, %s", shorten(text), reason)
		}
	}
}

// Ruleset is the ruleset that a valid configuration plays, under its name.
func (c Config) Ruleset() (*engine.Rules, error) {
	rules, err := engine.ParseRules(c.Rules)
	if err != nil || c.RulesID == "" {
		return rules, err
	}
	return rules.WithID(c.RulesID), nil
}

// number spells whole numbers out and others as short as they go.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
