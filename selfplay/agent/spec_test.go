package agent

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"halmazero/engine"
	"halmazero/engine/classical"
)

func TestParseSpec(t *testing.T) {
	for _, tc := range []struct {
		text, canonical string
		want            Spec
	}{
		{"random", "random", Spec{Kind: Random}},
		{"greedy", "greedy", Spec{Kind: Greedy}},
		{"classical:depth=3", "classical:depth=3", Spec{Kind: Classical, Depth: 3}},
		{"classical:nodes=1000", "classical:nodes=1000", Spec{Kind: Classical, Nodes: 1000, Selective: true}},
		{"classical:selective=off,nodes=1000", "classical:nodes=1000,selective=off", Spec{Kind: Classical, Nodes: 1000}},
		{"classical:selective=on,depth=7,hash=4", "classical:depth=7,selective=on,hash=4", Spec{Kind: Classical, Depth: 7, Selective: true, Hash: 4}},
		{"classical:time=50ms,without=lmr+lmp", "classical:time=50ms,without=lmp+lmr",
			Spec{Kind: Classical, Time: 50 * time.Millisecond, Selective: true, Without: classical.LateMovePruning | classical.LateMoveReductions}},
		{"classical:multi=brs+,depth=2", "classical:depth=2,multi=brs+", Spec{Kind: Classical, Depth: 2, Multi: classical.BestReplyPlus}},
		{"classical:easy", "classical:depth=2,noise=0.1", Spec{Kind: Classical, Depth: 2, Noise: 0.1}},
		{"classical:easy,noise=0", "classical:depth=2", Spec{Kind: Classical, Depth: 2}},
		{"classical:easy,nodes=9", "classical:nodes=9,selective=off,noise=0.1", Spec{Kind: Classical, Nodes: 9, Noise: 0.1}},
		{"classical:medium", "classical:time=10ms", Spec{Kind: Classical, Time: 10 * time.Millisecond, Selective: true}},
		{"classical:hard", "classical:time=100ms", Spec{Kind: Classical, Time: 100 * time.Millisecond, Selective: true}},
		{"classical:hard,nodes=10000", "classical:nodes=10000", Spec{Kind: Classical, Nodes: 10000, Selective: true}},
		{"classical:hard,depth=5", "classical:depth=5,selective=on", Spec{Kind: Classical, Depth: 5, Selective: true}},
		{"classical:hard,time=20ms,depth=9", "classical:depth=9,time=20ms", Spec{Kind: Classical, Depth: 9, Time: 20 * time.Millisecond, Selective: true}},
		{"classical:noise=0.10,depth=+2", "classical:depth=2,noise=0.1", Spec{Kind: Classical, Depth: 2, Noise: 0.1}},
		{"classical:depth=1,noise=-0", "classical:depth=1", Spec{Kind: Classical, Depth: 1}},
		{"net:a/b.safetensors", "net:a/b.safetensors,nodes=64", Spec{Kind: Net, File: "a/b.safetensors", Nodes: 64}},
		{"net:C:x,temp=1e0,nodes=800", "net:C:x,nodes=800,temp=1", Spec{Kind: Net, File: "C:x", Nodes: 800, Temp: 1}},
		{"net:x,cache=+16,temp=0.5,nodes=9", "net:x,nodes=9,temp=0.5,cache=16", Spec{Kind: Net, File: "x", Nodes: 9, Temp: 0.5, Cache: 16}},
		{"net:x,cache=0", "net:x,nodes=64", Spec{Kind: Net, File: "x", Nodes: 64}},
		{"ugi:prog", "ugi:prog", Spec{Kind: UGI, Command: "prog"}},
		{"ugi: ./prog  -a  'b c' 'd'", "ugi:./prog -a 'b c' d", Spec{Kind: UGI, Command: "./prog -a 'b c' d"}},
		{"ugi:prog --player \"classical:depth=2,noise=0.1\",margin=1s,nodes=7,time=0.1s,depth=3", "ugi:prog --player 'classical:depth=2,noise=0.1',depth=3,nodes=7,time=100ms,margin=1s",
			Spec{Kind: UGI, Command: "prog --player 'classical:depth=2,noise=0.1'", Depth: 3, Nodes: 7, Time: 100 * time.Millisecond, Margin: time.Second}},
		{"net:x,time=1500ms", "net:x,time=1.5s,transpositions=on", Spec{Kind: Net, File: "x", Time: 1500 * time.Millisecond, Tree: Tree{Transpositions: On}}},
	} {
		t.Run(tc.text, func(t *testing.T) {
			s, err := ParseSpec(tc.text)
			if err != nil {
				t.Fatal(err)
			}
			if s != tc.want {
				t.Errorf("reads %+v, want %+v", s, tc.want)
			}
			if s.String() != tc.canonical {
				t.Errorf("is written %q, want %q", s, tc.canonical)
			}
			if back, err := ParseSpec(s.String()); err != nil || back != s {
				t.Errorf("%q is read back as %+v, %v", s, back, err)
			}
		})
	}
}

func TestParseSpecRefuses(t *testing.T) {
	for _, tc := range []struct{ text, says string }{
		{"", "known: random, greedy, classical:easy|medium|hard, classical:depth=N|nodes=N|time=DURATION, net:FILE"},
		{"alphazero", "known: random, greedy, classical:easy|medium|hard, "},
		{"Random", "unknown player"},
		{"random:", "nothing follows"},
		{"random,x=1", "unknown player"},
		{"random:nodes=3", "known: none"},
		{"greedy:temp=1", "known: none"},
		{"classical", "needs a depth, nodes or time; known: classical:easy|medium|hard, "},
		{"classical:", "nothing follows"},
		{"classical:depth=0", "want 1 to"},
		{"classical:depth=33", "want 1 to 32"},
		{"classical:depth=two", "want 1 to"},
		{"classical:depth=1,depth=2", "twice"},
		{"classical:depth", "name=value"},
		{"classical:depth=1,", "name=value"},
		{"classical:depth=1,noise=1.01", "probability"},
		{"classical:depth=1,noise=NaN", "probability"},
		{"classical:depth=1,temp=1", `unknown option "temp"; known: depth, nodes, time, selective, hash, without, multi, noise`},
		{"classical:noise=0.5", "needs a depth, nodes or time"},
		{"classical:hrd", `"hrd" is neither a level (easy, medium, hard) nor an option of the form name=value; known: depth, nodes, `},
		{"classical:hrd,depth=3", `"hrd" is neither a level`},
		{"classical:depth,nodes=5", `option "depth" is not of the form name=value`},
		{"classical:hard,hard", `option "hard" is not of the form`},
		{"classical:hard,noise=2", "probability"},
		{"classical:nodes=0", "positions"},
		{"classical:nodes=-5", "positions"},
		{"classical:time=0s", "duration"},
		{"classical:depth=3,selective=yes", "on or off"},
		{"classical:depth=3,hash=0", "MiB"},
		{"classical:depth=3,without=luck", "joined by +: lmp, lmr, "},
		{"classical:depth=3,without=", "joined by +"},
		{"classical:depth=3,multi=default", "want brs, brs+, maxn, paranoid"},
		{"classical:depth=3,multi=", "want brs, brs+, maxn, paranoid"},
		{"net", "needs a file"},
		{"net:", "nothing follows"},
		{"net:,nodes=1", "needs a file"},
		{"net,nodes=1", "unknown player"},
		{"net:x,nodes=0", "simulations"},
		{"net:x,nodes=-1", "simulations"},
		{"net:x,nodes=999999999999999999999", "simulations"},
		{"net:x,nodes=5,time=1s", "either nodes or time"},
		{"net:x,time=0s", "duration"},
		{"net:x,time=5", "duration"},
		{"net:x,time=61m", "duration"},
		{"net:x,temp=-1", "temperature"},
		{"net:x,temp=inf", "temperature"},
		{"net:x,cache=-1", "want 0 to 4096 MiB"},
		{"net:x,cache=4097", "want 0 to 4096 MiB"},
		{"net:x,cache=1.5", "want 0 to 4096 MiB"},
		{"greedy:cache=1", "known: none"},
		{"ugi:", "nothing follows"},
		{"ugi:  ", "the command is empty"},
		{"ugi:,nodes=1", "the command is empty"},
		{"ugi:prog 'a", "a quote is not closed"},
		{"ugi:prog a,b", `unknown option "b"; known: depth, nodes, time, margin; a comma of the command stands in quotes`},
		{"ugi:prog --player classical:depth=2,noise=0.1", `unknown option "noise"; known: depth, nodes, time, margin; a comma`},
		{"ugi:prog,", "nothing follows the comma"},
		{"ugi:prog,nodes=5,nodes=6", "twice"},
		{"ugi:prog,nodes=0", "want 1 to"},
		{"ugi:prog,nodes=5,temp=1", `unknown option "temp"; known: depth, nodes, time, margin`},
		{"ugi:prog,depth=1001", "want 1 to 1000 plies"},
		{"ugi:prog,time=1.5ms", "whole milliseconds"},
		{"ugi:prog,time=-1s", "whole milliseconds"},
		{"ugi:prog,margin=0s", "a duration such as"},
		{"greedy:margin=1s", "known: none"},
		{"net:x,depth=1", "known: nodes, time, temp, cache"},
	} {
		t.Run(tc.text, func(t *testing.T) {
			s, err := ParseSpec(tc.text)
			if err == nil {
				t.Fatalf("is accepted as %+v", s)
			}
			if !strings.Contains(err.Error(), tc.says) {
				t.Errorf("error %q does not say %q", err, tc.says)
			}
			if s != (Spec{}) {
				t.Errorf("an error comes with %+v", s)
			}
		})
	}
}

func TestValidateNamesEveryFault(t *testing.T) {
	s := Spec{Kind: Greedy, File: "x", Depth: 1, Noise: 0.5, Nodes: 1, Time: 1, Temp: 1, Cache: 1, Selective: true, Hash: 1, Without: 1, Multi: 1, Command: "x", Margin: 1}
	err := s.Validate()
	if err == nil {
		t.Fatal("a greedy player with everything is accepted")
	}
	for _, word := range []string{"a depth", "noise", "a file", "nodes", "a time", "temperature", "a cache", "selective", "a transposition table", "without parts", "ways of searching", "a command", "a margin"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("no word of %s in %q", word, err)
		}
	}
	if err := (Spec{Kind: Net, File: "a,temp=1", Nodes: 1}).Validate(); err == nil {
		t.Error("a comma in the name of the file is accepted: its text would be read otherwise")
	}
	if err := (Spec{Kind: 9}).Validate(); err == nil {
		t.Error("an unknown kind is accepted")
	}
	for _, command := range []string{"", "a  b", "'a'", "a,b", "a 'b"} {
		if err := (Spec{Kind: UGI, Command: command}).Validate(); err == nil {
			t.Errorf("the command %q is accepted: its text would be read otherwise", command)
		}
	}
}

// Every field of a Spec is an option or part of the name, so that the text
// tells players apart; a field that is added must be written too.
func TestTextTellsSpecsApart(t *testing.T) {
	base := map[Kind]Spec{
		Classical: {Kind: Classical, Depth: 2, Noise: 0.5},
		Net:       {Kind: Net, File: "x", Nodes: 2, Temp: 0.5},
		UGI:       {Kind: UGI, Command: "x", Nodes: 2},
	}
	seen := make(map[string]string)
	for k, s := range base {
		seen[s.String()] = k.String()
	}
	var fields []reflect.StructField // those of Tree in place of Tree itself
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Spec]()) {
		if f.Type.Kind() != reflect.Struct {
			fields = append(fields, f)
			continue
		}
		for _, inner := range reflect.VisibleFields(f.Type) {
			inner.Index = append(f.Index, inner.Index...)
			fields = append(fields, inner)
		}
	}
	for _, field := range fields {
		changed := 0
		for k, s := range base {
			f := reflect.ValueOf(&s).Elem().FieldByIndex(field.Index)
			switch f.Kind() {
			case reflect.String:
				f.SetString(f.String() + "y")
			case reflect.Bool:
				f.SetBool(!f.Bool())
			case reflect.Uint8, reflect.Uint32:
				if field.Name == "Kind" {
					continue
				}
				f.SetUint(f.Uint() + 1)
			case reflect.Int, reflect.Int64:
				f.SetInt(f.Int() + int64(time.Millisecond)/500000)
			case reflect.Float64:
				f.SetFloat(f.Float() / 2)
			default:
				t.Fatalf("no way to change %s", field.Name)
			}
			switch {
			case field.Name == "Time" && k == Net:
				s.Nodes = 0
			case field.Name == "MostVisited":
				s.Temp = 0
			}
			if s.Validate() != nil {
				continue // not a field of this kind
			}
			changed++
			name := k.String() + "." + field.Name
			if other, taken := seen[s.String()]; taken && s != base[k] {
				t.Errorf("%q is the text of %s and of %s", s, other, name)
			}
			seen[s.String()] = name
		}
		if changed == 0 && field.Name != "Kind" {
			t.Errorf("no valid spec has another %s", field.Name)
		}
	}
}

func TestCheckRepeatable(t *testing.T) {
	for text, want := range map[string]bool{
		"random": true, "classical:depth=2,noise=0.5": true, "net:x": true, "net:x,time=5ms": false,
		"ugi:prog": false, "ugi:prog,nodes=5": false,
		"classical:nodes=100": true, "classical:hard": false, "classical:depth=3,time=1s": false, "classical:hard,nodes=9": true,
	} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.CheckRepeatable(); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestNewAsksTheLoader(t *testing.T) {
	s, err := ParseSpec("net:some/file,nodes=7,temp=0.5")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.New(nil); err == nil || !strings.Contains(err.Error(), "net:some/file") {
		t.Errorf("without a loader: %v", err)
	}
	made := &random{}
	p, err := s.New(func(file string, got Spec) (Player, error) {
		if file != "some/file" || got != s {
			t.Errorf("the loader is asked for %q, %+v", file, got)
		}
		return made, nil
	})
	if err != nil || p != Player(made) {
		t.Errorf("the loader's player is not used: %v, %v", p, err)
	}
	broken := errors.New("broken file")
	if _, err := s.New(func(string, Spec) (Player, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("the loader's error is lost: %v", err)
	}
	if _, err := (Spec{Kind: Classical}).New(nil); err == nil {
		t.Error("a player of an invalid spec is made")
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{
		"random", "greedy", "classical:depth=2,noise=0.25", "net:a:b,nodes=3,temp=0.1",
		"net:x,time=1m2s", "classical:depth=1,noise=1e-320", "classical:depth=0x1", `ugi:p 'a,b' "c'\"",time=5ms`, "net:x,temp=0x1p-2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSpec(text)
		if err != nil {
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatalf("%q is read as the invalid %+v: %v", text, s, err)
		}
		back, err := ParseSpec(s.String())
		if err != nil || back != s {
			t.Fatalf("%q is read as %+v, written %q, read back as %+v (%v)", text, s, s, back, err)
		}
	})
}

func TestCheckRules(t *testing.T) {
	for _, test := range []struct{ player, rules, want string }{
		{"random", "star-253-6", ""},
		{"greedy", "wiki-4-teams", ""},
		{"classical:depth=2", "plyyard", ""},
		{"net:f", "wiki-8-d30", ""},
		{"classical:depth=2", "star-121-2", ""},
		{"classical:depth=2", "leapstone-4", ""},
		{"classical:depth=2,multi=maxn", "wiki-4-teams", ""},
		{"classical:depth=2,multi=brs", "wiki-8", `player "classical:depth=2,multi=brs": multi=brs is for more than two seats, wiki-8 has two`},
		{"net:f,nodes=4", "star-181-3", ""},
	} {
		s, err := ParseSpec(test.player)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := engine.ParseRules(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := s.CheckRules(rules); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s by %s: got %q, want %q", test.player, test.rules, got, test.want)
		}
	}
}
