package server

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"halmazero/engine"
)

// talk is a dialogue with a server. All of it is gone when its test has ended.
type talk struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

func newTalk(t *testing.T, cfg Config) *talk {
	t.Helper()
	if cfg.Name == "" {
		cfg.Name = "Test"
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s, err := New(cfg, outW)
	if err != nil {
		t.Fatal(err)
	}
	k := &talk{t: t, in: inW, lines: make(chan string, 100), ended: make(chan error, 1)}
	go func() {
		err := s.Run(inR)
		outW.Close()
		k.ended <- err
	}()
	go func() {
		defer close(k.lines)
		for scan := bufio.NewScanner(outR); scan.Scan(); {
			k.lines <- scan.Text()
		}
	}()
	t.Cleanup(func() {
		k.in.Close()
		for range k.lines {
		}
		goleak.VerifyNone(t)
	})
	return k
}

func (k *talk) send(line string) {
	k.t.Helper()
	if _, err := io.WriteString(k.in, line+"\n"); err != nil {
		k.t.Fatalf("%q cannot be sent: %v", line, err)
	}
}

// timing is the part of an info line that differs from run to run.
var timing = regexp.MustCompile(` time \d+( nps \d+)?`)

// next is the next answer, without the time that has passed.
func (k *talk) next() string {
	k.t.Helper()
	select {
	case line, ok := <-k.lines:
		if !ok {
			return "(end)"
		}
		return timing.ReplaceAllString(line, "")
	case <-time.After(20 * time.Second):
		k.t.Fatal("no answer")
		return ""
	}
}

// end waits for the server to end by itself.
func (k *talk) end() {
	k.t.Helper()
	if line := k.next(); line != "(end)" {
		k.t.Errorf("at its end it says %q", line)
	}
	if err := <-k.ended; err != nil {
		k.t.Errorf("it ends with %v", err)
	}
}

// hold holds a server to a dialogue: lines behind > are sent to it, those
// behind < are its answers, of which ... stands for any end.
func hold(t *testing.T, cfg Config, dialogue string) {
	t.Helper()
	k := newTalk(t, cfg)
	for i, line := range strings.Split(strings.Trim(dialogue, "\n"), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, ">"):
			k.send(strings.TrimSpace(line[1:]))
		case strings.HasPrefix(line, "< "):
			want, any := strings.CutSuffix(line[2:], "...")
			if got := k.next(); got != want && !(any && strings.HasPrefix(got, want)) {
				t.Fatalf("line %d: it says %q, want %q", i+1, got, line[2:])
			}
		default:
			t.Fatalf("line %d of the dialogue is %q", i+1, line)
		}
	}
	k.send("quit")
	k.end()
}

func TestDialogues(t *testing.T) {
	const start = "wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 1 0 0,0 a,a"
	for _, x := range []struct {
		name, player, dialogue string
	}{
		{"hello", "", `
			> ugi
			< id name Test
			< id author the Halma Zero project
			< option name preset type string default wiki-8
			< option name player type string default classical:hard
			< option name seed type spin default 1 min 0 max 9223372036854775807
			< option name hash type spin default 0 min 0 max ...
			< ugiok
			> isready
			< readyok`},
		{"a move", "classical:depth=2", `
			> ugi
			< id name ...
			< id author ...
			< option ...
			< option name player type string default classical:depth=2
			< option ...
			< option ...
			< ugiok
			> uginewgame
			> position startpos moves c1-d2
			> query p1turn
			< response false
			> go depth 1
			< info depth 1 score cp ...
			< bestmove ...
			> query turn
			< response 2`},
		{"positions", "greedy", `
			> position fen ` + start + `
			> query position
			< response ` + start + `
			> position startpos moves c1-d2 f8-e7 b2>d4
			< info string error move 3: illegal move b2>d4: ...
			> query position
			< response ` + start + `
			> position startpos moves c1-d2 f8-e7 a1>c1
			> query position
			< response wiki-8 .111..../1111..../11....../1......./.......2/......22/....2222/....2.22 2 3 2,1 a,a
			> position fen wiki-8 1 1 0 0,0 a,a
			< info string error position text, rows, column ...
			> position fen ` + start + ` x y
			< info string error position text, end, column ...
			> position somewhere
			< info string error position: want startpos or fen ...`},
		{"who begins", "greedy", `
			> setoption name preset value wiki-8,first=2
			> query turn
			< response 2
			> position startpos moves f8-e7
			> query turn
			< response 1
			> uginewgame
			> query turn
			< response 2
			> setoption name preset value wiki-8,first=random
			> position startpos
			> query turn
			< response 1`},
		{"questions", "greedy", `
			> query seats
			< response 2
			> query gameover
			< response false
			> query p1turn
			< response true
			> query turn
			< response 1
			> query result
			< response none
			> query outcome
			< response none
			> query preset
			< response wiki-8
			> query weather
			< info string error query: unknown question "weather"; known: gameover, p1turn, result, seats, turn, outcome, preset, position, moves
			> query
			< info string error query: want one word ...
			> position fen wiki-8 8/8 1 0 0,0 a,a
			< info string error position text, rows, ...`},
		{"a won game", "greedy", `
			> position fen wiki-8 2......./......../......../......1./......../......11/.....111/....1111 1 40 20,20 a,a
			> query gameover
			< response false
			> query moves
			< response ...
			> position fen wiki-8 2......./......../......../......1./......../......11/.....111/....1111 1 40 20,20 a,a moves g4-h5
			> query gameover
			< response true
			> query result
			< response p1win
			> query outcome
			< response win:1
			> query turn
			< response none
			> query moves
			< response none
			> go
			< info string error go: the game is over (win:1)
			< bestmove none`},
		{"options", "", `
			> setoption name preset value wiki-10
			> query preset
			< response wiki-10
			> setoption name preset value wiki-9
			< info string error preset: unknown preset "wiki-9"; ...
			> query preset
			< response wiki-10
			> setoption name Player value clever
			< info string error player: player "clever": unknown player ...
			> setoption name player value greedy
			> setoption name seed value -1
			< info string error seed is "-1", want a whole number from 0
			> setoption name seed value 7
			> setoption name hash value x
			< info string error hash is "x", want 0 to ...
			> setoption name hash value 1
			> setoption name ponder value true
			< info string error unknown option "ponder"; known: preset, player, seed, hash
			> setoption name player value classical:depth=2,multi=maxn
			< info string error player: player "classical:depth=2,multi=maxn": multi=maxn is for more than two seats, wiki-10 has two
			> query preset
			< response wiki-10`},
		{"three seats by the default player", "", `
			> setoption name preset value star-121-3
			> query seats
			< response 3
			> position startpos moves ...
			< info string error move 1: illegal move ...
			> go depth 1
			< info depth 1 score ...
			< bestmove ...
			> setoption name preset value wiki-8
			> go depth 1
			< info depth 1 score ...
			< bestmove ...`},
		{"nonsense", "random", `
			> xboard
			< info string error unknown command "xboard"; known: ugi, isready, uginewgame, setoption, position, go, stop, query, wait, quit
			>
			> go backwards
			< info string error go: unknown limit "backwards"; ...
			> go depth
			< info string error go: nothing follows depth
			> stop
			> wait
			> isready
			< readyok
			> go
			< bestmove ...`},
		{"places", "greedy", `
			> setoption name preset value leapstone-4
			> position startpos moves resign:3 resign:1 resign:4
			> query result
			< response places:2,4,1,3
			> query outcome
			< response places:2,4,1,3
			> setoption name preset value wiki-8,finish=places,resign=on
			> position startpos moves resign:1
			> query result
			< response p2win
			> query outcome
			< response places:2,1`},
		{"a search without an end", "greedy", `
			> go infinite
			> wait
			< info string error wait: the search has no end; stop it
			> isready
			< readyok
			> stop
			< bestmove ...
			> go infinite
			> stop
			> wait
			< bestmove ...`},
		{"a player that cannot be made", "net:/no/such/file", `
			> isready
			< info string error making player ...
			< readyok
			> go
			< info string error go: making player ...
			< bestmove none
			> setoption name player value greedy
			> go
			< bestmove ...`},
	} {
		t.Run(x.name, func(t *testing.T) { hold(t, Config{Player: x.player}, x.dialogue) })
	}
}

// The same requests have the same answers, and the seed is one of them.
func TestSeed(t *testing.T) {
	ask := func(seed int) string {
		k := newTalk(t, Config{Player: "random"})
		k.send(fmt.Sprintf("setoption name seed value %d", seed))
		var all []string
		for range 8 {
			k.send("uginewgame")
			k.send("go")
			all = append(all, k.next())
		}
		k.send("quit")
		k.end()
		return strings.Join(all, "\n")
	}
	one := ask(1)
	if again := ask(1); again != one {
		t.Errorf("seed 1 gives\n%s\nand then\n%s", one, again)
	}
	if ask(2) == one {
		t.Errorf("seed 2 gives the games of seed 1:\n%s", one)
	}
	lines := strings.Split(one, "\n")
	same := true
	for _, line := range lines {
		same = same && line == lines[0]
	}
	if same {
		t.Errorf("every game begins with %s", lines[0])
	}
}

// A search goes on while questions are answered, until it is stopped.
func TestStop(t *testing.T) {
	k := newTalk(t, Config{Player: "classical:hard"})
	k.send("position startpos")
	k.send("go infinite")
	waitFor := func(want string) {
		t.Helper()
		for {
			line := k.next()
			if strings.HasPrefix(line, want) {
				return
			}
			if !strings.HasPrefix(line, "info depth") {
				t.Fatalf("it says %q, want %q", line, want)
			}
		}
	}
	k.send("isready")
	waitFor("readyok")
	k.send("query turn")
	waitFor("response 1")
	for _, line := range []string{"position startpos", "go", "uginewgame", "setoption name seed value 3", "ugi"} {
		k.send(line)
		waitFor("info string error " + strings.Fields(line)[0] + ": a search is running")
	}
	k.send("stop")
	waitFor("bestmove ")
	k.send("stop") // of nothing
	k.send("position startpos moves c1-d2")
	k.send("query turn")
	waitFor("response 2")
	k.send("quit")
	k.end()
}

// The end of the input ends a search, as quit does; its move is told.
func TestEndStopsASearch(t *testing.T) {
	for _, x := range []string{"quit\n", ""} {
		k := newTalk(t, Config{Player: "classical:hard"})
		k.send("go depth 32")
		io.WriteString(k.in, x)
		k.in.Close()
		last := ""
		for line := range k.lines {
			last = line
		}
		if !strings.HasPrefix(last, "bestmove ") {
			t.Errorf("it ends with %q", last)
		}
		if err := <-k.ended; err != nil {
			t.Error(err)
		}
	}
}

// Limits in time replace the player's own budget, whoever looks at the clock:
// two plies would take no time, and the moves do end.
func TestTimesAreKept(t *testing.T) {
	for _, limits := range []string{"movetime 50", "p1time 1250 p2time 5", "movetime 50 depth 30 nodes 1000000000"} {
		k := newTalk(t, Config{Player: "classical:depth=2"})
		k.send("isready")
		k.next()
		begun := time.Now()
		k.send("go " + limits)
		for !strings.HasPrefix(k.next(), "bestmove") {
		}
		if passed := time.Since(begun); passed < 40*time.Millisecond {
			t.Errorf("go %s takes %v", limits, passed)
		}
		k.send("quit")
		k.end()
	}
}

// Lines of any length are read, and those that are too long are refused whole.
func TestLongLines(t *testing.T) {
	k := newTalk(t, Config{Player: "greedy"})
	k.send("query " + strings.Repeat("x", maxLine))
	if got := k.next(); got != "info string error "+errTooLong.Error() {
		t.Errorf("it says %q", got)
	}
	k.send("position startpos moves" + strings.Repeat(" c1-d2 f8-e7 d2-c1 e7-f8", 10_000))
	k.send("query position")
	if got := k.next(); !strings.Contains(got, " 1 40000 20000,20000 ") {
		t.Errorf("it says %q", got)
	}
	io.WriteString(k.in, "query turn") // the last line has no end
	k.in.Close()
	if got := k.next(); got != "response 1" {
		t.Errorf("it says %q", got)
	}
	k.end()
}

// brokenWriter fails.
type brokenWriter struct{}

var errBrokenWriter = errors.New("nobody reads")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBrokenWriter }

func TestOutputThatFailsEndsTheServer(t *testing.T) {
	s, err := New(Config{}, brokenWriter{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(strings.NewReader(strings.Repeat("isready\n", 3))); !errors.Is(err, errBrokenWriter) {
		t.Errorf("it ends with %v", err)
	}
}

func TestConfigIsChecked(t *testing.T) {
	for _, cfg := range []Config{{Preset: "wiki-9"}, {Player: "clever"}, {Preset: "wiki-8", Player: "classical:hard,multi=brs"}} {
		if _, err := New(cfg, io.Discard); err == nil {
			t.Errorf("%+v is accepted", cfg)
		}
	}
	for _, preset := range engine.PresetNames() {
		if _, err := New(Config{Preset: preset}, io.Discard); err != nil {
			t.Errorf("%s has no player by default: %v", preset, err)
		}
	}
}

// FuzzServer holds that no request ends the dialogue or leaves the position
// bad.
func FuzzServer(f *testing.F) {
	for _, text := range []string{
		"position startpos moves c1-d2 skip\nquery moves\ngo\nwait",
		"setoption name preset value star-121-6\nposition startpos\ngo nodes 3\nstop",
		"position fen wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 2 3 4,5 a,a moves f8-e7\ngo p1time 5 p2time 5",
		"go infinite\nwait\ngo\nquery moves\nstop\nwait\ngo",
		"setoption name preset value leapstone-4\nposition startpos moves timeout resign:2 timeout\nquery result\nquery position",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(strings.ToLower(text), "player") {
			return // may take its time, or start a program
		}
		var out strings.Builder
		s, err := New(Config{Player: "greedy"}, &out)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Run(strings.NewReader(text)); err != nil {
			t.Fatalf("%q ends it: %v", text, err)
		}
		now := s.place.now.String()
		again, err := engine.ParsePosition(now)
		if err != nil {
			t.Fatalf("%q leads to %s: %v", text, now, err)
		}
		if again.String() != now {
			t.Fatalf("%q leads to %s, read as %s", text, now, &again)
		}
	})
}
