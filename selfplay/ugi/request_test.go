package ugi

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParseRequest(t *testing.T) {
	ms := time.Millisecond
	for _, x := range []struct {
		line string
		want Request
	}{
		{"ugi", Request{Verb: Hello}},
		{"  isready\t\r", Request{Verb: IsReady}},
		{"setoption name preset value wiki-8,lock=none", Request{Verb: SetOption, Name: "preset", Value: "wiki-8,lock=none"}},
		{"setoption name Two Words value a  b value c", Request{Verb: SetOption, Name: "Two Words", Value: "a b value c"}},
		{"setoption name x value", Request{Verb: SetOption, Name: "x"}},
		{"setoption name button", Request{Verb: SetOption, Name: "button"}},
		{"position startpos", Request{Verb: Place}},
		{"position startpos moves c1-d2 g6>e4", Request{Verb: Place, Moves: []string{"c1-d2", "g6>e4"}}},
		{"position startpos moves", Request{Verb: Place, Moves: []string{}}},
		{"position fen wiki-8  a/b 1 0 0,0 a,a", Request{Verb: Place, Start: "wiki-8 a/b 1 0 0,0 a,a"}},
		{"position fen x y moves skip e5-f6", Request{Verb: Place, Start: "x y", Moves: []string{"skip", "e5-f6"}}},
		{"go", Request{Verb: Go}},
		{"go movetime 100 nodes 5 depth 3 infinite", Request{Verb: Go, Limits: Limits{MoveTime: 100 * ms, Nodes: 5, Depth: 3, Infinite: true}}},
		{"go p1time 1000 p2time -5 p2inc 10", Request{Verb: Go, Limits: Limits{Clocked: true, Clocks: [6]time.Duration{1000 * ms}, Increments: [6]time.Duration{0, 10 * ms}}}},
		{"go depth 1 depth 2", Request{Verb: Go, Limits: Limits{Depth: 2}}},
		{"query p1turn", Request{Verb: Query, Name: "p1turn"}},
	} {
		got, err := ParseRequest(x.line)
		if err != nil || !reflect.DeepEqual(got, x.want) {
			t.Errorf("%q is %+v, %v; want %+v", x.line, got, err, x.want)
		}
	}
}

func TestParseRequestRefuses(t *testing.T) {
	for _, x := range []struct{ line, want string }{
		{"xboard", `unknown command "xboard"; known: ugi, isready, `},
		{"\x1b[2J", `unknown command "\x1b[2J"`},
		{strings.Repeat("x", 1000), `xxx"...; known`},
		{"ugi now", `ugi: nothing is allowed behind it, and there is "now"`},
		{"quit x", "quit: nothing"},
		{"setoption", "setoption: want setoption name NAME value VALUE"},
		{"setoption preset value x", "want setoption name"},
		{"setoption name", "the name is missing"},
		{"setoption name value x", "the name is missing"},
		{"position", "position: want position startpos"},
		{"position start", `want startpos or fen and not "start"`},
		{"position startpos e5-f6", `behind startpos, and not "e5-f6"`},
		{"position fen", "no position text follows fen"},
		{"position fen moves e5-f6", "no position text follows fen"},
		{"go depth", "nothing follows depth"},
		{"go depth x", `depth is "x", want a whole number`},
		{"go depth 0", "depth is 0, want 1 to"},
		{"go nodes -1", "nodes is -1, want 1 to"},
		{"go movetime 99999999999999999999", "want a whole number"},
		{"go movetime 9999999999999", "want 1 to 1000000000"},
		{"go p7time 5", `unknown limit "p7time"; known: movetime`},
		{"go p1tim 5", "unknown limit"},
		{"go wtime 5", "unknown limit"},
		{"go 5", "unknown limit"},
		{"query", "want one word behind it, the question, and not 0"},
		{"query a b", "and not 2"},
	} {
		got, err := ParseRequest(x.line)
		if err == nil || !strings.Contains(err.Error(), x.want) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q gives the error %v, want ...%s", x.line, err, x.want)
		}
		if !reflect.DeepEqual(got, Request{}) {
			t.Errorf("%q gives %+v besides its error", x.line, got)
		}
	}
	for _, line := range []string{"", " \t\r"} {
		if _, err := ParseRequest(line); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q gives %v, want ErrEmpty", line, err)
		}
	}
}

// FuzzParseRequest holds that a line that means something is written in one
// way that means the same.
func FuzzParseRequest(f *testing.F) {
	for _, line := range []string{
		"ugi", "setoption name a b value c d", "setoption name a", "position fen a b moves c", "position startpos moves", "query result", "wait",
		"go movetime 5 nodes 6 depth 7 infinite", "go p1time 5 p2time 0 p6time 7 p3inc 2", "go p2inc -4", "go depth 99999999999999",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := ParseRequest(line)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error of %q has several lines: %q", line, err)
			}
			return
		}
		text := r.String()
		again, err := ParseRequest(text)
		if err != nil {
			t.Fatalf("%q is written %q, which is refused: %v", line, text, err)
		}
		if len(r.Moves) == 0 {
			r.Moves, again.Moves = nil, nil
		}
		if !reflect.DeepEqual(r, again) || again.String() != text {
			t.Fatalf("%q is %+v, its text %q is %+v", line, r, text, again)
		}
	})
}

func TestTimeOfAMove(t *testing.T) {
	ms := time.Millisecond
	clock := func(left, increment time.Duration) Limits {
		return Limits{Clocked: true, Clocks: [6]time.Duration{1: left}, Increments: [6]time.Duration{1: increment}}
	}
	for _, x := range []struct {
		name   string
		limits Limits
		want   time.Duration
	}{
		{"none", Limits{Depth: 3}, 0},
		{"of the move", Limits{MoveTime: 70 * ms}, 70 * ms},
		{"a share of the clock", clock(10_000*ms, 0), 400 * ms},
		{"most of the increment", clock(10_000*ms, 1000*ms), 1150 * ms},
		{"not all of the clock", clock(100*ms, 1000*ms), 80 * ms},
		{"an empty clock", clock(0, 0), ms},
		{"another seat's clock", Limits{Clocked: true, Clocks: [6]time.Duration{10_000 * ms}}, ms},
		{"the less of both", Limits{MoveTime: 5 * ms, Clocked: true, Clocks: [6]time.Duration{1: 10_000 * ms}}, 5 * ms},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.limits.Time(1); got != x.want {
				t.Errorf("%v, want %v", got, x.want)
			}
		})
	}
}
