package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"halma": main})
}

// TestScripts runs the scripts in testdata: one for each command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", Cmds: map[string]func(*testscript.TestScript, bool, []string){
		"exits": exits, "keep": keep, "await": await, "damage": damage, "droplast": dropLast, "again": again, "longrecord": longRecord, "spoil": spoil, "events": events,
	}})
}

// exits CODE COMMAND... runs a command that ends with the given code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	code, err := 0, ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// keep NAME PATTERN sets a variable to the first group of the pattern in the
// last standard output.
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: keep NAME PATTERN")
	}
	found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("no match for %q", args[1])
	}
	ts.Setenv(args[0], found[1])
}

// await FILE waits until a file is there and not empty.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await FILE")
	}
	path := ts.MkAbs(args[0])
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			return
		}
	}
	ts.Fatalf("%s did not appear", args[0])
}

// damage FILE flips a bit in the middle of a file.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: damage FILE")
	}
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	data[len(data)/2] ^= 1
	ts.Check(os.WriteFile(path, data, 0o666))
}

// droplast FILE removes the last line of a file.
func dropLast(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: droplast FILE")
	}
	text := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text[:strings.LastIndex(text, "\n")+1]), 0o666))
}

// again FILE repeats the last line of a file.
func again(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: again FILE")
	}
	text := ts.ReadFile(args[0])
	last := text[strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n")+1:]
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text+last), 0o666))
}

// longrecord FILE writes a record of 200,000 plies, in which two pieces walk
// to and fro.
func longRecord(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: longrecord FILE")
	}
	round := `"c1-d2","f8-e7","d2-c1","e7-f8"`
	moves := strings.TrimSuffix(strings.Repeat(round+",", 50_000), ",")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(`{"preset":"wiki-8","moves":[`+moves+"]}\n"), 0o666))
}

// full is an output that takes so many bytes.
type full struct{ left int }

var errFull = errors.New("nothing more fits")

func (f *full) Write(p []byte) (int, error) {
	n := min(f.left, len(p))
	if f.left -= n; n < len(p) {
		return n, errFull
	}
	return n, nil
}

// A command whose results do not arrive has failed, also where they are a help
// text or a game; and the game does not wait for moves then.
func TestOutputThatFails(t *testing.T) {
	for _, args := range []string{
		"help", "--help", "--version", "help match", "match --help", "run -h", "rules", "rules wiki-8",
		"perft --preset wiki-8 --depth 1", "perft --preset wiki-8 --depth 1 --divide", "play --player greedy --preset wiki-8,first=1",
	} {
		for _, left := range []int{0, 5} {
			var talk strings.Builder
			in := strings.NewReader("a4-a5\n")
			if code := run(strings.Fields(args), in, &full{left}, &talk); code != exitFailed || !strings.Contains(talk.String(), errFull.Error()) {
				t.Errorf("%s, room for %d bytes: exit code %d, %q", args, left, code, talk.String())
			}
			if in.Len() == 0 {
				t.Errorf("%s, room for %d bytes: the input was read", args, left)
			}
		}
		if code := run(strings.Fields(args), strings.NewReader(""), io.Discard, io.Discard); code != exitDone {
			t.Errorf("%s: exit code %d", args, code)
		}
	}
}

func TestOptionsStandAnywhere(t *testing.T) {
	for _, x := range []struct {
		name, args string
		rest       string
		json       bool
		fails      bool
	}{
		{"before", "--json info f", "info f", true, false},
		{"between", "info --json f", "info f", true, false},
		{"behind", "info f --json", "info f", true, false},
		{"not at all", "info f", "info f", false, false},
		{"behind a terminator", "info -- --json", "info --json", false, false},
		{"one too many", "info f g --json", "", false, true},
		{"one too few", "--json info", "", false, true},
		{"unknown", "info f --yaml", "", false, true},
		{"one dash", "info -json f", "info f", true, false},
		{"with a value", "info --json=1 f", "info f", true, false},
		{"switched off", "info --json=false f", "info f", false, false},
		{"a dash alone is an argument", "info - --json", "info -", true, false},
		{"a terminator behind a switch", "--json -- info f", "info f", true, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := options(command{name: "x"}, env{})
			asJSON := f.Bool("json", false, "")
			err := parse(f, strings.Fields(x.args), 2, 2)
			if (err != nil) != x.fails {
				t.Fatalf("error is %v", err)
			}
			if err == nil && (strings.Join(f.Args(), " ") != x.rest || *asJSON != x.json) {
				t.Errorf("arguments %q and json %t, want %q and %t", f.Args(), *asJSON, x.rest, x.json)
			}
		})
	}
}
