package ugi

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParseAnswer(t *testing.T) {
	for _, x := range []struct {
		line string
		want Answer
	}{
		{"ugiok", Answer{Kind: HelloDone}},
		{" readyok\r", Answer{Kind: Ready}},
		{"bestmove e5>g7", Answer{Kind: BestMove, Text: "e5>g7"}},
		{"bestmove e5>g7 ponder a1-b2", Answer{Kind: BestMove, Text: "e5>g7"}},
		{"bestmove", Answer{Kind: BestMove}},
		{"response  true", Answer{Kind: Response, Text: "true"}},
		{"id name A  B", Answer{Kind: ID, Text: "name A B"}},
		{"option name hash type spin", Answer{Kind: Option, Text: "name hash type spin"}},
		{"info string error no such thing", Answer{Kind: ErrorText, Text: "no such thing"}},
		{"info string error", Answer{Kind: ErrorText}},
		{"info string hello", Answer{}},
		{"info", Answer{}},
		{"info depth 3 seldepth 9 score cp -12 nodes 55 nps 1000 time 7 hashfull 31 pv a b", Answer{Kind: SearchInfo,
			Info: Info{Depth: 3, Unit: "cp", Score: -12, Nodes: 55, Time: 7 * time.Millisecond, Full: 31, Line: []string{"a", "b"}}}},
		{"info depth x score cp y nodes", Answer{Kind: SearchInfo}},
		{"info depth 4 string nodes 7", Answer{Kind: SearchInfo, Info: Info{Depth: 4}}},
		{"bestmovee5", Answer{}},
		{"", Answer{}},
	} {
		if got := ParseAnswer(x.line); !reflect.DeepEqual(got, x.want) {
			t.Errorf("%q is %+v, want %+v", x.line, got, x.want)
		}
	}
}

func TestInfoLine(t *testing.T) {
	for _, x := range []struct {
		info Info
		want string
	}{
		{Info{}, "info time 0"},
		{Info{Depth: 2, Unit: "mate", Score: -4, Nodes: 30, Time: 1500 * time.Millisecond, Full: 1000, Line: []string{"a1-b2"}},
			"info depth 2 score mate -4 nodes 30 time 1500 nps 20 hashfull 1000 pv a1-b2"},
		{Info{Nodes: 8, Unit: "value", Time: time.Microsecond}, "info score value 0 nodes 8 time 0"},
	} {
		if got := x.info.String(); got != x.want {
			t.Errorf("%+v is %q, want %q", x.info, got, x.want)
		}
		x.info.Time = x.info.Time.Truncate(time.Millisecond)
		if got := ParseAnswer(x.want); got.Kind != SearchInfo || !reflect.DeepEqual(got.Info, x.info) {
			t.Errorf("%q is read as %+v", x.want, got)
		}
	}
}

func TestErrorLineIsOneLine(t *testing.T) {
	line := ErrorLine("first\nbestmove a1-b2\r\x1b")
	if strings.ContainsAny(line, "\n\r\x1b") {
		t.Errorf("%q", line)
	}
	if a := ParseAnswer(line); a.Kind != ErrorText || a.Text != "first bestmove a1-b2" {
		t.Errorf("%q is read as %+v", line, a)
	}
}

func FuzzParseAnswer(f *testing.F) {
	for _, line := range []string{"info depth 3 score cp -12 nodes 55 pv a b", "info score x 1 score", "bestmove", "info string error x", "info time -1 time 99999999999999999"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		a := ParseAnswer(line)
		if a.Kind != SearchInfo {
			return
		}
		if again := ParseAnswer(a.Info.String()); again.Kind != SearchInfo || !reflect.DeepEqual(again.Info, a.Info) {
			t.Fatalf("%q is %+v, its text %q is %+v", line, a.Info, a.Info, again)
		}
	})
}
