package configs

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
	"halmazero/internal/fsx"
)

// keysOf lists the dotted keys of a struct in its order.
func keysOf(prefix string, t reflect.Type) []string {
	var keys []string
	for i, name := range names(t) {
		if t.Field(i).Type.Kind() == reflect.Struct {
			keys = append(keys, keysOf(prefix+name+".", t.Field(i).Type)...)
			continue
		}
		keys = append(keys, prefix+name)
	}
	return keys
}

func TestTableIsTheStruct(t *testing.T) {
	var keys []string
	for _, f := range fields {
		keys = append(keys, f.key)
		if f.doc == "" || !strings.HasSuffix(f.doc, ".") {
			t.Errorf("%s: the explanation is %q, want a sentence", f.key, f.doc)
		}
		v, ok := new(Config).setting(f.key)
		if !ok {
			t.Errorf("%s is no setting", f.key)
			continue
		}
		switch v.Kind() {
		case reflect.Int, reflect.Float64:
			if f.min >= f.max {
				t.Errorf("%s: bounds %v to %v", f.key, f.min, f.max)
			}
		case reflect.Slice:
			if numbers := v.Type().Elem().Kind() == reflect.Int; numbers && f.min >= f.max || !numbers && f.pattern == nil {
				t.Errorf("%s: a list without bounds or a pattern", f.key)
			}
		case reflect.String:
			if f.pattern == nil || f.want == "" {
				t.Errorf("%s: a text without a pattern", f.key)
			}
		}
	}
	if want := keysOf("", reflect.TypeFor[Config]()); !slices.Equal(keys, want) {
		t.Errorf("table\n%q\nstruct\n%q", keys, want)
	}
	for _, r := range relations {
		for _, key := range r.keys {
			if !slices.Contains(keys, key) {
				t.Errorf("a relation names %s, which is no setting", key)
			}
		}
	}
}

func TestDefaultsGiveEverySetting(t *testing.T) {
	var c Config
	l := newLayers(&c)
	l.yaml("defaults.yaml", embeddedFile("defaults"))
	for _, f := range fields {
		if _, ok := l.places[f.key]; !ok {
			t.Errorf("defaults.yaml does not give %s", f.key)
		}
	}
}

func TestNames(t *testing.T) {
	if got, want := Names(), []string{"10x10", "16x16", "8x8", "8x8-bootstrap", "defaults", "four", "quick", "star", "teams"}; !slices.Equal(got, want) {
		t.Errorf("Names() = %q, want %q", got, want)
	}
}

func TestEmbedded(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			c, err := Load(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Validate(); err != nil {
				t.Error(err)
			}
			if name != "defaults" && c.Name != name {
				t.Errorf("%s.yaml is named %s", name, c.Name)
			}
			roundTrip(t, c)
			if !strings.HasPrefix(string(embeddedFile(name)), "# ") {
				t.Errorf("%s.yaml does not begin with a comment on what it is for", name)
			}
		})
	}
}

// TestEmbeddedHoldDifferencesOnly keeps the named files free of settings that
// merely repeat a default.
func TestEmbeddedHoldDifferencesOnly(t *testing.T) {
	defaults, err := Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Names() {
		if name == "defaults" {
			continue
		}
		var c Config
		l := newLayers(&c)
		l.yaml(name+".yaml", embeddedFile(name))
		for key, at := range l.places {
			a, _ := c.setting(key)
			b, _ := defaults.setting(key)
			if reflect.DeepEqual(a.Interface(), b.Interface()) {
				t.Errorf("%s: %s repeats the default %v", at, key, b)
			}
		}
	}
}

func roundTrip(t *testing.T, c Config) {
	t.Helper()
	text, err := Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	again, err := Load(path)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !reflect.DeepEqual(c, again) {
		t.Errorf("read back as\n%+v\nwas\n%+v", again, c)
	}
	second, err := Marshal(again)
	if err != nil {
		t.Fatal(err)
	}
	if string(second) != string(text) {
		t.Error("written differently the second time")
	}
}

// TestRoundTripExtremes writes every number at both of its bounds.
func TestRoundTripExtremes(t *testing.T) {
	for _, upper := range []bool{false, true} {
		c, err := Load("defaults")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fields {
			v, _ := c.setting(f.key)
			bound := f.min
			if upper {
				bound = f.max
			}
			switch v.Kind() {
			case reflect.Int:
				v.SetInt(int64(bound))
			case reflect.Float64:
				v.SetFloat(bound)
			}
		}
		// What is related has to stay so.
		c.Seed, c.Cap.Start, c.Cap.Max, c.Gate.Elo0 = math.MaxUint64, 1001, 1001, c.Gate.Elo1-0.1
		if !upper {
			c.Gate.Elo0, c.Gate.Elo1 = -1000, -999.9
		}
		c.Training.Batch, c.Training.ShortHorizons = c.Training.Replicas, []int{1, 1000}
		roundTrip(t, c)
	}
}

func TestLaterLayersReplaceSingleSettings(t *testing.T) {
	c, err := Parse("x.yaml", []byte("selfplay:\n  games: 7\nladder:\n  opponents: [random]\n"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	want.SelfPlay.Games, want.Ladder.Opponents = 7, []string{"random"}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got\n%+v\nwant\n%+v", c, want)
	}
	for _, empty := range []string{"", "# nothing\n", "---\n", "null\n"} {
		if _, err := Parse("x.yaml", []byte(empty)); err != nil {
			t.Errorf("%q: %v", empty, err)
		}
	}
}

// presets is how a message lists them.
var presets = strings.Join(engine.PresetNames(), ", ")

// TestFaults gives a file and exactly the lines of its faults.
func TestFaults(t *testing.T) {
	const selfplay = "selfplay has games, simulations, cheap_simulations, full_share, opening_plies, temperature, temperature_half_life, temperature_floor, shard_games, simulations_growth, simulations_max, forced_playouts, near_goal_share, backplay_start, backplay_growth, backplay_for, standoff_plies, resign, resign_play_on, lockstep"
	const top = "the top level has name, rules, rules_id, seed, generations, network, bootstrap, selfplay, search, cap, training, gate, ladder"
	tests := []struct{ name, text, want string }{
		{"below the bounds", "name: a\nselfplay:\n  games: -3\n", "x.yaml:3: selfplay.games is -3, want 1 to 1000000"},
		{"above the bounds", "selfplay: {full_share: 1.5}\n", "x.yaml:1: selfplay.full_share is 1.5, want 0.01 to 1"},
		{"no number", "training:\n  learning_rate: .nan\n", "x.yaml:2: training.learning_rate is NaN, want 1e-07 to 1"},
		{"infinite", "training:\n  clip_norm: .inf\n", "x.yaml:2: training.clip_norm is +Inf, want 0.001 to 1000000"},
		{"several", "seed: x\ncap:\n  max: 0\n  start: 0\n", `x.yaml:1: seed is "x", want a whole number from 0 to 18446744073709551615
x.yaml:3: cap.max is 0, want 1 to 100000
x.yaml:4: cap.start is 0, want 1 to 100000`},
		{"negative seed", "seed: -1", "x.yaml:1: seed is -1, want a whole number from 0 to 18446744073709551615"},
		{"huge", "generations: 99999999999999999999", "x.yaml:1: generations is 99999999999999999999, want a whole number from 0 to 1000000"},
		{"fraction", "generations: 2.7", "x.yaml:1: generations is 2.7, want a whole number from 0 to 1000000"},
		{"text for a number", "selfplay:\n  games: many", `x.yaml:2: selfplay.games is "many", want a whole number from 1 to 1000000`},
		{"text for a fraction", "search:\n  cpuct: '1.5'", `x.yaml:2: search.cpuct is "1.5", want a number from 0 to 100`},
		{"empty", "search:\n  cpuct:\n", `x.yaml:2: search.cpuct is empty, want a number from 0 to 100`},
		{"number for a text", "name: 8", "x.yaml:1: name is 8, want a text: " + nameWords},
		{"text for a truth", "cap:\n  squat_loss: yes", `x.yaml:2: cap.squat_loss is "yes", want true or false`},
		{"section for a number", "seed: {a: 1}", "x.yaml:1: seed is a section, want a whole number from 0 to 18446744073709551615"},
		{"text for a list", "ladder:\n  opponents: greedy", `x.yaml:2: ladder.opponents is "greedy", want a list such as [greedy, random]`},
		{"number in a list", "ladder:\n  opponents: [greedy, 3]", `x.yaml:2: ladder.opponents[1] is 3, want a text`},
		{"text for a list of numbers", "training:\n  short_horizons: 6", `x.yaml:2: training.short_horizons is 6, want a list such as [6, 16]`},
		{"text in a list of numbers", "training:\n  short_horizons: [6, a]", `x.yaml:2: training.short_horizons[1] is "a", want a whole number`},
		{"number in a list below the bounds", "training:\n  short_horizons: [6, 0]", `x.yaml:2: training.short_horizons[1] is 0, want 1 to 1000`},
		{"no horizons", "training:\n  short_value_weight: 0.5", `x.yaml:2: training.short_horizons is empty, want at least one, as training.short_value_weight is 0.5`},
		{"many horizons", "training:\n  short_horizons: [1, 2, 3, 4, 5, 6, 7, 8, 9]", `x.yaml:2: training.short_horizons has 9 horizons, want at most 8`},
		{"list for a section", "gate: [1]", "x.yaml:1: gate is a list, want a section: gate has simulations, opening_plies, max_pairs, elo0, elo1, alpha, beta, undecided"},
		{"empty section", "gate:\n", "x.yaml:1: gate is empty, want a section: gate has simulations, opening_plies, max_pairs, elo0, elo1, alpha, beta, undecided"},
		{"unknown key with a neighbour", "selfplay:\n  game: 3", `x.yaml:2: unknown key "selfplay.game", did you mean games? ` + selfplay},
		{"unknown key without one", "selfplay:\n  chess: 3", `x.yaml:2: unknown key "selfplay.chess"; ` + selfplay},
		{"unknown section", "trianing: {}", `x.yaml:1: unknown key "trianing", did you mean training? ` + top},
		{"number as a key", "3: 4", "x.yaml:1: 3 is no key; " + top},
		{"merge", "<<: {name: a}", "x.yaml:1: << is no key; " + top},
		{"alias", "seed: &s 3\ngenerations: *s", "x.yaml:2: generations is an alias, want a whole number from 0 to 1000000"},
		{"twice", "name: a\nseed: 1\nname: b\n", "x.yaml:3: name is given twice, first in line 1"},
		{"section twice", "cap: {start: 31}\ncap: {start: 32}\n", "x.yaml:2: cap is given twice, first in line 1"},
		{"bad name", "name: ../up", `x.yaml:1: name is "../up", want ` + nameWords},
		{"unknown rules", "rules: chess", `x.yaml:1: rules is "chess": unknown preset "chess"; known: ` + presets},
		{"a preset's name for other rules", "rules: wiki-8,lock=none\nrules_id: wiki-10\n", `x.yaml:2: rules_id is "wiki-10", which is the name of a preset, want another one`},
		{"bad name of rules", "rules_id: a b", `x.yaml:1: rules_id is "a b", want nothing, or 1 to 64 letters, digits, - and _`},
		{"empty rules", `rules: ""`, `x.yaml:1: rules is "", want a ruleset reference such as wiki-8-d30`},
		{"empty player", "bootstrap:\n  player: ''", `x.yaml:2: bootstrap.player is "", want ` + playerWords},
		{"control character", `bootstrap: {player: "a\tb"}`, `x.yaml:1: bootstrap.player is "a\tb", want ` + playerWords},
		{"empty opponent", "ladder:\n  opponents: [greedy, '']", `x.yaml:2: ladder.opponents[1] is "", want ` + playerWords},
		{"no opponents", "ladder:\n  opponents: []", "x.yaml:2: ladder.opponents is empty, want at least one, as ladder.pairs is 20"},
		{"opponent twice", "ladder:\n  opponents: [a, b, a]", `x.yaml:2: ladder.opponents has "a" twice, want each once`},
		{"batch", "training:\n  batch: 100\n  replicas: 3", "x.yaml:2: training.batch is 100, want a multiple of training.replicas, which is 3"},
		{"place of the setting that is new", "training:\n  replicas: 3", "x.yaml:2: training.batch is 256, want a multiple of training.replicas, which is 3"},
		{"no relation of a wrong value", "training:\n  replicas: 0", "x.yaml:2: training.replicas is 0, want 1 to 64"},
		{"cheap above full", "selfplay:\n  simulations: 8", "x.yaml:2: selfplay.cheap_simulations is 16, want at most selfplay.simulations, which is 8"},
		{"no room to grow", "selfplay:\n  simulations_growth: 4\n  simulations_max: 32", "x.yaml:3: selfplay.simulations is 64, want at most selfplay.simulations_max, which is 32"},
		{"forced playouts of a gumbel root", "search:\n  root: gumbel\nselfplay:\n  forced_playouts: 2", "x.yaml:4: selfplay.forced_playouts is 2, want 0, as search.root is gumbel"},
		{"unknown root", "search:\n  root: uct", `x.yaml:2: search.root is "uct", want puct or gumbel`},
		{"resigning among three", "rules: star-121-3\nselfplay:\n  resign: 0.9", "x.yaml:3: selfplay.resign is 0.9, want 0, as star-121-3 has 3 seats"},
		{"floor above temperature", "selfplay:\n  temperature: 0.1", "x.yaml:2: selfplay.temperature_floor is 0.2, want at most selfplay.temperature, which is 0.1"},
		{"openings longer than the largest cap", "selfplay:\n  opening_plies: 100\ncap:\n  max: 100", "x.yaml:2: selfplay.opening_plies is 100, want less than cap.max, which is 100"},
		{"openings as long as the cap", "selfplay:\n  opening_plies: 160", "x.yaml:2: selfplay.opening_plies is 160, want less than cap.start, which is 160"},
		{"long openings of matches", "gate:\n  opening_plies: 160\nladder:\n  opening_plies: 161\n", `x.yaml:2: gate.opening_plies is 160, want less than cap.max, which is 160
x.yaml:4: ladder.opening_plies is 161, want less than cap.max, which is 160`},
		{"elo", "gate:\n  elo0: 60", "x.yaml:2: gate.elo0 is 60, want less than gate.elo1, which is 60"},
		{"no room for the learning rate to fall", "training:\n  learning_rate_half_life: 20\n  learning_rate_min: 0.01", "x.yaml:3: training.learning_rate_min is 0.01, want at most training.learning_rate, which is 0.002"},
		{"unknown end of the gate", "gate:\n  undecided: ahead", `x.yaml:2: gate.undecided is "ahead", want sure or likelier`},
		{"window", "training:\n  window_max: 100", "x.yaml:2: training.window_start is 20000, want at most training.window_max, which is 100"},
		{"untrained bootstrap", "bootstrap:\n  games: 5\ntraining:\n  bootstrap_steps: 0\n", "x.yaml:2: training.bootstrap_steps is 0, want at least 1, as bootstrap.games is 5"},
		{"no YAML", "name: [\n", "x.yaml:1: not YAML: did not find expected node content"},
		{"a list", "- name", "x.yaml: the file is a list, want settings such as name: run"},
		{"two documents", "name: a\n---\nname: b\n", "x.yaml:2: a second document begins, want one"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("x.yaml", []byte(test.text))
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

func TestValidateWithoutPlaces(t *testing.T) {
	c, err := Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	c.Rules, c.SelfPlay.Games, c.Search.CPuct, c.Ladder.Opponents = "chess", 0, math.NaN(), []string{"\xff"}
	want := `rules is "chess": unknown preset "chess"; known: ` + presets + `
selfplay.games is 0, want 1 to 1000000
search.cpuct is NaN, want 0 to 100
ladder.opponents[0] is "\xff", want ` + playerWords
	if err := c.Validate(); err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestLoadResolvesNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"mine": "name: mine\n", "quick": "name: file\n", "here.yml": "seed: 5\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ arg, name string }{
		{"quick", "quick"}, // the embedded one, whatever files there are
		{"./quick", "file"},
		{"mine", "mine"},
		{"here.yml", "run"},
		{filepath.Join(dir, "mine"), "mine"},
	}
	for _, test := range tests {
		c, err := Load(test.arg)
		if err != nil || c.Name != test.name {
			t.Errorf("Load(%q) is named %q, %v; want %q", test.arg, c.Name, err, test.name)
		}
	}
	if _, err := Load("quik"); !errors.Is(err, ErrName) ||
		err.Error() != `no such configuration: unknown name "quik", did you mean quick? the program carries 10x10, 16x16, 8x8, 8x8-bootstrap, defaults, four, quick, star, teams` {
		t.Errorf("Load(quik): %v", err)
	}
	for _, missing := range []string{"absent.yaml", "a/b"} {
		if _, err := Load(missing); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
			t.Errorf("Load(%s): %v, want one that names the missing file", missing, err)
		}
	}
	if _, err := Load(""); !errors.Is(err, ErrName) {
		t.Errorf("Load of nothing: %v", err)
	}
	if err := os.WriteFile("large.yaml", make([]byte, maxFile+1), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load("large.yaml"); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("Load of a huge file: %v", err)
	}
}

func TestSet(t *testing.T) {
	c, err := Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	err = c.Set([]string{"name=7", "seed=18446744073709551615", "selfplay.games=1", "selfplay.games=12", "cap.squat_loss=true",
		"training.learning_rate=1e-3", "rules=wiki-8,lock=none", "ladder.opponents=[greedy, 'net:a=b.safetensors,nodes=8', classical:depth=2]"})
	if err != nil {
		t.Fatal(err)
	}
	want, err := Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	want.Name, want.Seed, want.SelfPlay.Games, want.Cap.SquatLoss = "7", math.MaxUint64, 12, true
	want.Training.LearningRate, want.Rules = 1e-3, "wiki-8,lock=none"
	want.Ladder.Opponents = []string{"greedy", "net:a=b.safetensors,nodes=8", "classical:depth=2"}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got\n%+v\nwant\n%+v", c, want)
	}
}

func TestSetFaults(t *testing.T) {
	const gate = "gate has simulations, opening_plies, max_pairs, elo0, elo1, alpha, beta, undecided"
	tests := []struct {
		name string
		set  []string
		want string
	}{
		{"bounds", []string{"selfplay.games=-3"}, "--set selfplay.games=-3: selfplay.games is -3, want 1 to 1000000"},
		{"type", []string{"selfplay.games=x"}, `--set selfplay.games=x: selfplay.games is "x", want a whole number from 1 to 1000000`},
		{"empty", []string{"selfplay.games="}, `--set selfplay.games=: selfplay.games is "", want a whole number from 1 to 1000000`},
		{"no YAML", []string{"ladder.opponents=["}, `--set ladder.opponents=[: ladder.opponents is "[", want a list such as [greedy, random]`},
		{"form", []string{"seed"}, "--set seed: is not of the form key=value, as in selfplay.games=100"},
		{"section", []string{"gate=3"}, "--set gate=3: gate is a section; " + gate},
		{"unknown", []string{"gate.elo=3"}, `--set gate.elo=3: unknown key "gate.elo", did you mean elo0? ` + gate},
		{"below a setting", []string{"gate.elo0.x=3"}, `--set gate.elo0.x=3: unknown key "gate.elo0.x"; ` + gate},
		{"relation", []string{"seed=2", "cap.start=3"}, "--set cap.start=3: selfplay.opening_plies is 4, want less than cap.start, which is 3"},
		{"all", []string{"seed=-1", "cap.max=0"}, `--set seed=-1: seed is -1, want a whole number from 0 to 18446744073709551615
--set cap.max=0: cap.max is 0, want 1 to 100000`},
		{"control character", []string{"name=a\nb"}, `--set "name=a\nb": name is "a\nb", want ` + nameWords},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := Load("defaults")
			if err != nil {
				t.Fatal(err)
			}
			before, _ := Load("defaults")
			if err := c.Set(test.set); err == nil || err.Error() != test.want {
				t.Errorf("got\n%v\nwant\n%s", err, test.want)
			}
			if !reflect.DeepEqual(c, before) {
				t.Error("the configuration changed all the same")
			}
		})
	}
}

// TestHash changes every setting in turn.
func TestHash(t *testing.T) {
	c, err := Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	// Every written game carries such a hash: how it is made may not change unnoticed.
	if got, want := Hash(Config{Name: "golden", Seed: 7, Search: Search{CPuct: 1.25, Root: "puct", GumbelMoves: 8}, SelfPlay: SelfPlay{SimulationsMax: 800, ResignPlayOn: 0.1, BackplayGrowth: 0.08, BackplayFor: "random"}, Bootstrap: Bootstrap{ShareHalfLife: 5}, Training: Training{BucketMax: 4000000, LearningRateMin: 0.0001}, Gate: Gate{Undecided: "sure"}}), "08ca46677f363e2e"; got != want {
		t.Errorf("hash %s, want %s: change it here if the settings changed on purpose", got, want)
	}
	for _, f := range fields {
		changed := c
		v, _ := changed.setting(f.key)
		switch v.Kind() {
		case reflect.Int:
			v.SetInt(v.Int() + 1)
		case reflect.Uint64:
			v.SetUint(v.Uint() + 1)
		case reflect.Float64:
			v.SetFloat(math.Nextafter(v.Float(), 100))
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.String:
			v.SetString(v.String() + "x")
		case reflect.Slice:
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		}
		same := f.free || f.key == "generations" || f.key == "selfplay.lockstep" || f.key == "search.cache_mb"
		if got := Hash(changed) == Hash(c); got != same {
			t.Errorf("a change of %s leaves the hash: %t, want %t", f.key, got, same)
		}
		d := Differences(c, changed)
		if same && len(d) > 0 || !same && (len(d) != 1 || !strings.HasPrefix(d[0], f.key+" is ")) {
			t.Errorf("a change of %s gives the differences %q", f.key, d)
		}
	}
}

// A setting that came later leaves the hashes of earlier runs as they are: with
// what they did the hash is made of the settings that they knew.
func TestHashOfLaterSettings(t *testing.T) {
	// The defaults as a run stored them before there were later settings.
	c, err := Parse("old.yaml", fsx.SealText([]byte("cap:\n  start: 30\n")))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Hash(c), "71bac6503eb09a47"; got != want {
		t.Errorf("hash of the old defaults %s, want %s", got, want)
	}
	if faults := c.Validate(); faults != nil { // what every setting was can be read, and is within its bounds
		t.Error(faults)
	}
	for _, f := range fields {
		if f.free && f.was != "" {
			t.Errorf("%s is no part of the hash whatever it is, and yet has a value at which it is none", f.key)
		}
	}
}

func TestDifferences(t *testing.T) {
	there, err := Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	here := there
	if err := here.Set([]string{"seed=7", "network.from=8x8", "bootstrap.data=[a,b]", "selfplay.near_goal_share=0.5", "generations=3", "ladder.pairs=99"}); err != nil {
		t.Fatal(err)
	}
	want := []string{"seed is 1 there and 7 here", `network.from is "" there and 8x8 here`, "bootstrap.data is [] there and [a, b] here",
		"selfplay.near_goal_share is 0 there and 0.5 here"}
	got := Differences(there, here)
	if len(got) != 5 || !slices.Equal(got[:4], want) || !strings.HasPrefix(got[4], "ladder.pairs is ") {
		t.Errorf("differences are %q, want %q and ladder.pairs", got, want)
	}
}

// What a stored configuration lacks is what runs did before the setting came;
// what a file of the user's lacks is the default.
func TestStoredBeforeASettingCame(t *testing.T) {
	const text = "selfplay:\n  near_goal_share: 0.25\n"
	stored, err := Parse("config.yaml", fsx.SealText([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	own, err := Parse("own.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if stored.SelfPlay.BackplayStart != 0 || own.SelfPlay.BackplayStart != 0.1 {
		t.Errorf("selfplay.backplay_start is %g where it was stored and %g in a file, want 0 and 0.1", stored.SelfPlay.BackplayStart, own.SelfPlay.BackplayStart)
	}
	edited := strings.Replace(string(fsx.SealText([]byte(text))), "0.25", "0.5", 1) + "# by hand\n"
	if c, err := Parse("config.yaml", []byte(edited)); err != nil || c.SelfPlay.BackplayStart != 0 {
		t.Errorf("selfplay.backplay_start is %g in a stored file that was edited, want 0: %v", c.SelfPlay.BackplayStart, err)
	}
	if stored.SelfPlay.NearGoalShare != 0.25 || own.SelfPlay.NearGoalShare != 0.25 {
		t.Errorf("a setting that is given is lost: %g and %g", stored.SelfPlay.NearGoalShare, own.SelfPlay.NearGoalShare)
	}
	whole, err := Marshal(own)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Parse("config.yaml", fsx.SealText(whole)); err != nil || !reflect.DeepEqual(again, own) {
		t.Errorf("a configuration that was stored whole is read as\n%+v\n%v, want\n%+v", again, err, own)
	}
}

func TestSchema(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	type node struct {
		Description string           `json:"description"`
		Type        string           `json:"type"`
		Additional  *bool            `json:"additionalProperties"`
		Properties  map[string]*node `json:"properties"`
		Minimum     json.Number      `json:"minimum"`
		Maximum     json.Number      `json:"maximum"`
		Default     json.RawMessage  `json:"default"`
	}
	var root node
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	defaults, err := Load("defaults")
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	var count func(n *node)
	count = func(n *node) {
		if n.Properties == nil {
			listed++
			return
		}
		if n.Additional == nil || *n.Additional {
			t.Error("a section of the schema allows unknown keys")
		}
		for _, p := range n.Properties {
			count(p)
		}
	}
	count(&root)
	if listed != len(fields) {
		t.Errorf("the schema lists %d settings, want %d", listed, len(fields))
	}
	for _, f := range fields {
		n := &root
		for name := range strings.SplitSeq(f.key, ".") {
			if n = n.Properties[name]; n == nil {
				t.Fatalf("the schema has no %s", f.key)
			}
			if n.Description == "" {
				t.Errorf("no explanation on the way to %s", f.key)
			}
		}
		v, _ := defaults.setting(f.key)
		value := reflect.New(v.Type())
		if err := json.Unmarshal(n.Default, value.Interface()); err != nil || !reflect.DeepEqual(value.Elem().Interface(), v.Interface()) {
			t.Errorf("the default of %s is %s (%v), want %v", f.key, n.Default, err, v)
		}
		if v.Kind() == reflect.Int || v.Kind() == reflect.Float64 {
			low, err1 := n.Minimum.Float64()
			high, err2 := n.Maximum.Float64()
			if err1 != nil || err2 != nil || low != f.min || high != f.max {
				t.Errorf("the bounds of %s are %s to %s, want %s", f.key, n.Minimum, n.Maximum, f.bounds())
			}
		}
	}
}

// FuzzParse holds that no file crashes the program, and that what is accepted
// is valid and survives being written.
func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		f.Add(embeddedFile(name))
	}
	f.Add([]byte("a: &a [*a]\n<<: *a\n? {x: y}\n: !!int z\n"))
	f.Add([]byte("name: !!binary aGk=\nseed: 0x1F\nladder: {opponents: [\"\\u2028\"]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("x.yaml", text)
		if err != nil {
			return
		}
		if err := c.Validate(); err != nil {
			t.Errorf("accepted but not valid: %v", err)
		}
		out, err := Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("again.yaml", out)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if !reflect.DeepEqual(c, again) {
			t.Errorf("read back as\n%+v\nwas\n%+v", again, c)
		}
	})
}

// FuzzSet holds the same of assignments.
func FuzzSet(f *testing.F) {
	f.Add("selfplay.games=3")
	f.Add("ladder.opponents=[a, \"b\"]")
	f.Add("name=\xff")
	f.Add("...=&a *a")
	f.Fuzz(func(t *testing.T, assignment string) {
		c, err := Load("defaults")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Set([]string{assignment}); err != nil {
			return
		}
		if err := c.Validate(); err != nil {
			t.Errorf("accepted but not valid: %v", err)
		}
	})
}
