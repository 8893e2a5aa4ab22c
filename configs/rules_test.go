package configs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"halmazero/engine"
)

func TestRulesFile(t *testing.T) {
	tests := []struct{ name, text, id, ref, same string }{
		{"options in any order", "lock: path\nid: corridor\ndeadline: 40\npreset: wiki-8\n", "corridor", "wiki-8,deadline=40,lock=path", ""},
		{"no option", "id: mine\npreset: wiki-8", "mine", "wiki-8", "wiki-8"},
		{"the preset's own values", "{id: mine, preset: wiki-8, lock: end, first: random}", "mine", "wiki-8,first=random,lock=end", "wiki-8"},
		{"every option", `# Three on the star.
id: Three_on-a-star
preset: star-121-3
agreed_draw: on
board: star181
deadline: 0
finish: places
first: 2
lock: end
resign: on
sealed_draw: off
seats: N+S+SW
timeout: 3
turn_limit: 900
`, "Three_on-a-star", "star-121-3,agreed_draw=on,board=star181,deadline=0,finish=places,first=2,lock=end,resign=on,sealed_draw=off,seats=N+S+SW,timeout=3,turn_limit=900", ""},
		// Each of these needs the other.
		{"seats of a board that is not the preset's", "id: a\npreset: wiki-8\nseats: N+NE\nboard: star121\nfirst: 2\n", "a", "wiki-8,board=star121,first=2,seats=N+NE", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := ParseRules("x.yaml", []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if r.ID() != test.id || r.Ref() != test.ref {
				t.Errorf("id %q and reference %q, want %q and %q", r.ID(), r.Ref(), test.id, test.ref)
			}
			same := test.ref
			if test.same != "" {
				same = test.same
			}
			if want := mustParse(t, same); r.Hash() != want.Hash() {
				t.Errorf("hash %s, that of %s is %s", r.Hash(), same, want.Hash())
			}
		})
	}
}

func mustParse(t testing.TB, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A ruleset file gives exactly the lines of its faults.
func TestRulesFileFaults(t *testing.T) {
	known := "a ruleset has id, preset, " + strings.Join(engine.OptionNames(), ", ")
	const head = "id: a\npreset: wiki-8\n"
	tests := []struct{ name, text, want string }{
		{"nothing", "", "x.yaml: id is missing\nx.yaml: preset is missing"},
		{"no id", "preset: wiki-8", "x.yaml: id is missing"},
		{"no preset", "id: a\nlock: nonsense", "x.yaml: preset is missing"},
		{"id of a preset", "id: plyyard\npreset: wiki-8", `x.yaml:1: id is "plyyard", which is the name of a preset, want another one`},
		{"id with a comma", "id: wiki-8,lock=none\npreset: wiki-8", `x.yaml:1: id is "wiki-8,lock=none", want 1 to 64 letters, digits, - and _`},
		{"empty id", "id: ''\npreset: wiki-8", `x.yaml:1: id is "", want 1 to 64 letters, digits, - and _`},
		{"number as an id", "id: 8\npreset: wiki-8", `x.yaml:1: id is 8, want a text: 1 to 64 letters, digits, - and _`},
		{"list as an id", "id: [a]\npreset: wiki-8", `x.yaml:1: id is a list, want a text: 1 to 64 letters, digits, - and _`},
		{"unknown preset", "id: a\npreset: wiki-9\nlock: none\n", `x.yaml:2: unknown preset "wiki-9", did you mean wiki-2? known: ` + presets},
		{"reference as a preset", "id: a\npreset: wiki-8,lock=none\n", `x.yaml:2: unknown preset "wiki-8,lock=none"; known: ` + presets},
		{"empty preset", "id: a\npreset:\n", `x.yaml:2: preset is empty, want the name of a preset`},
		{"unknown key", head + "dedline: 30", `x.yaml:3: unknown key "dedline", did you mean deadline? ` + known},
		{"number as a key", head + "3: 30", "x.yaml:3: 3 is no key; " + known},
		{"twice", head + "lock: none\nid: b\nlock: path", "x.yaml:4: id is given twice, first in line 1\nx.yaml:5: lock is given twice, first in line 3"},
		{"values", head + "lock: maybe\ndeadline: -1\nturn_limit: 1e3\nfirst: 7\nfinish: last\n", `x.yaml:3: lock is "maybe", want none, end, path, endpass
x.yaml:4: deadline is "-1", want 0 to 9999 own moves, 0 for none
x.yaml:5: turn_limit is 1e3, want a text or a whole number
x.yaml:6: first is "7", want a seat from 1 on, or random
x.yaml:7: finish is "last", want first, places, teams`},
		{"kinds", head + "sealed_draw: true\nlock: [end]\nresign: {a: b}\ntimeout:\n", `x.yaml:3: sealed_draw is true, want a text or a whole number
x.yaml:4: lock is a list, want a text or a whole number
x.yaml:5: resign is a section, want a text or a whole number
x.yaml:6: timeout is empty, want a text or a whole number`},
		{"an option inside another", head + "lock: none,deadline=3", `x.yaml:3: lock is "none,deadline=3", want one value without a comma`},
		{"unknown corner", head + "seats: NW+XX", `x.yaml:3: seats is "NW+XX": "XX" is no corner of sq8; known: NW, NE, SE, SW`},
		{"corner of another board", head + "seats: N+S", `x.yaml:3: seats is "N+S": "N" is no corner of sq8; known: NW, NE, SE, SW`},
		{"what does not go together", "deadline: 30\nid: a\npreset: wiki-4\n", "x.yaml:1: deadline is for two seats, not for 4"},
		{"and does not because of the board", "id: a\npreset: wiki-8-d30\nboard: sq16x4\n", "x.yaml:3: deadline is for two seats, not for 4"},
		{"all of it", "id: a\npreset: star-121-4\nfirst: 5\ntimeout: 3\nfinish: teams\ndeadline: 9\nlock: x\n", `x.yaml:3: first is 5, want a seat from 1 to 4, or random
x.yaml:5: finish=teams knows neither resign nor timeout: a team without one of its seats could not finish
x.yaml:6: deadline is for two seats, not for 4
x.yaml:7: lock is "x", want none, end, path, endpass`},
		{"no YAML", "id: [\n", "x.yaml:1: not YAML: did not find expected node content"},
		{"a list", "- id\n", "x.yaml:1: the file is a list, want keys such as preset: wiki-8"},
		{"two documents", "id: a\n---\nid: b\n", "x.yaml:2: a second document begins, want one"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseRules("x.yaml", []byte(test.text))
			var faults Faults
			if !errors.As(err, &faults) {
				t.Fatalf("got %v, want Faults", err)
			}
			if faults.Error() != test.want {
				t.Errorf("got\n%s\nwant\n%s", faults, test.want)
			}
		})
	}
}

// Whatever a file says, the ruleset that comes out is the one of its reference.
func FuzzRulesFile(f *testing.F) {
	f.Add("id: a\npreset: wiki-8\nlock: path\n")
	f.Add("id: a\npreset: star-121-4\nboard: star181\nseats: N+S\nfirst: 2\n")
	f.Add("id: a\npreset: wiki-4\nfinish: teams\nresign: on\ndeadline: 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRules("x.yaml", []byte(text))
		if err != nil {
			var faults Faults
			if !errors.As(err, &faults) || len(faults) == 0 {
				t.Fatalf("error %v, want Faults", err)
			}
			return
		}
		if again := mustParse(t, r.Ref()); again.Hash() != r.Hash() || badRulesID(r.ID()) != "" {
			t.Errorf("%s: hash %s and id %q, the reference has %s", r.Ref(), r.Hash(), r.ID(), again.Hash())
		}
	})
}

func TestRulesByValue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yml")
	if err := os.WriteFile(path, []byte("id: mine\npreset: wiki-8\nlock: none\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	hash := mustParse(t, "wiki-8,lock=none").Hash()
	for value, want := range map[string]string{
		"wiki-8":           "wiki-8 (" + mustParse(t, "wiki-8").Hash() + ")",
		"wiki-8,lock=none": "wiki-8,lock=none (" + hash + ")",
		path:               "mine (wiki-8,lock=none, " + hash + ")",
	} {
		r, err := Rules(value)
		if err != nil {
			t.Fatal(err)
		}
		if got := DescribeRules(r); got != want {
			t.Errorf("%s is %s, want %s", value, got, want)
		}
	}
	if _, err := Rules("absent.yaml"); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "reading the ruleset: ") {
		t.Errorf("an absent file: %v", err)
	}
	if _, err := Rules("wiki-9"); err == nil || !strings.HasPrefix(err.Error(), `unknown preset "wiki-9"`) {
		t.Errorf("an unknown preset: %v", err)
	}
}

// A configuration takes reference and id out of the ruleset file, and forgets
// the path.
func TestConfigurationWithRulesFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"here.yaml":          "id: here\npreset: wiki-8\nlock: none\n",
		"sub/there.yaml":     "id: there\npreset: wiki-10\n",
		"sub/run.yaml":       "rules: there.yaml\n",
		"sub/named.yaml":     "rules_id: other\nrules: there.yaml\n",
		"sub/inline.yaml":    "rules_id: inline\nrules: wiki-8,lock=path\n",
		"sub/wrong.yaml":     "id: wiki-8\npreset: wiki-8\nlock: x\n",
		"sub/run-wrong.yaml": "seed: 2\nrules: wrong.yaml\n",
		"three.yaml":         "id: three\npreset: star-121-3\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name, file string
		set        []string
		ref, id    string
		fault      string
	}{
		{"beside the configuration", "sub/run.yaml", nil, "wiki-10", "there", ""},
		{"assigned", "defaults", []string{"rules=here.yaml"}, "wiki-8,lock=none", "here", ""},
		{"assigned with a folder", "defaults", []string{"rules=sub/there.yaml"}, "wiki-10", "there", ""},
		{"over another", "sub/run.yaml", []string{"rules=here.yaml"}, "wiki-8,lock=none", "here", ""},
		{"a reference over it", "sub/run.yaml", []string{"rules=wiki-8"}, "wiki-8", "", ""},
		{"a name over it", "sub/run.yaml", []string{"rules_id=new"}, "wiki-10", "new", ""},
		{"another setting over it", "sub/run.yaml", []string{"seed=9"}, "wiki-10", "there", ""},
		{"a reference with a name", "sub/inline.yaml", nil, "wiki-8,lock=path", "inline", ""},
		{"named twice", "sub/named.yaml", nil, "", "", `sub/named.yaml:1: rules_id is "other", want none, as there.yaml names its ruleset itself`},
		{"its faults", "sub/run-wrong.yaml", nil, "", "", `sub/run-wrong.yaml:2: rules: sub/wrong.yaml:1: id is "wiki-8", which is the name of a preset, want another one
sub/run-wrong.yaml:2: rules: sub/wrong.yaml:3: lock is "x", want none, end, path, endpass`},
		{"absent", "defaults", []string{"rules=absent.yaml"}, "", "", "--set rules=absent.yaml: rules: reading the ruleset: open absent.yaml: no such file or directory"},
		{"of three seats", "defaults", []string{"rules=three.yaml"}, "star-121-3", "three", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := Load(test.file)
			if err == nil {
				err = c.Set(test.set)
			}
			if test.fault != "" {
				if err == nil || filepath.ToSlash(err.Error()) != test.fault {
					t.Errorf("got\n%v\nwant\n%s", err, test.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.Rules != test.ref || c.RulesID != test.id {
				t.Errorf("rules are %q with the id %q, want %q and %q", c.Rules, c.RulesID, test.ref, test.id)
			}
			r, err := c.Ruleset()
			if err != nil {
				t.Fatal(err)
			}
			if want := mustParse(t, test.ref); r.Hash() != want.Hash() || test.id != "" && r.ID() != test.id || test.id == "" && r.ID() != test.ref {
				t.Errorf("the ruleset is %s", DescribeRules(r))
			}
			roundTrip(t, c)
		})
	}
	named, _ := Load("sub/run.yaml")
	plain := named
	plain.RulesID = ""
	if Hash(named) == Hash(plain) || reflect.DeepEqual(named, plain) {
		t.Error("the name of the ruleset is no part of the hash")
	}
}
