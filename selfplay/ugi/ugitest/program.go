// Package ugitest has programs that speak the universal game interface for
// tests: one that plays the first legal move, and many that misbehave. They are
// modes of the test binary itself:
//
//	func TestMain(m *testing.M) {
//		ugitest.Main()
//		os.Exit(m.Run())
//	}
//
// and Command(mode) is then the command of a program.
package ugitest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"halmazero/engine"
	"halmazero/selfplay/ugi"
)

// argument is the first argument of a test binary that is such a program.
const argument = "ugi-program"

// Command is the command of a program of the given mode: "good", or one of those
// in program.run and program.think, with a number behind a colon where the mode
// takes one.
func Command(mode string) []string {
	path, err := os.Executable()
	if err != nil {
		panic(fmt.Sprintf("ugitest: %v", err))
	}
	return []string{path, argument, mode}
}

// Main is the program of a mode, and does not return, if the binary was started
// by a Command; else it does nothing.
func Main() {
	if len(os.Args) != 3 || os.Args[1] != argument {
		return
	}
	name, value, _ := strings.Cut(os.Args[2], ":")
	n, _ := strconv.Atoi(value)
	p := &program{mode: name, n: n, out: os.Stdout}
	os.Exit(p.run(os.Stdin))
}

// program plays the first legal move, and does what its mode says besides.
type program struct {
	mode  string
	n     int // of the mode
	out   io.Writer
	rules *engine.Rules
	pos   engine.Position
	asked int // for moves
}

func (p *program) say(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

// run answers until quit or the end of the input, and returns the exit code.
func (p *program) run(in io.Reader) int {
	p.rules, _ = engine.ParseRules("wiki-8")
	p.pos = p.start()
	switch p.mode {
	case "exit": // with the code n, before anything else
		fmt.Fprintln(os.Stderr, "first words\nno licence found\x1b\nlast words")
		return p.n
	case "mute": // says nothing at all, whatever happens
		time.Sleep(time.Hour)
	case "chatter": // says much before it listens, and a line without an end
		io.WriteString(p.out, strings.Repeat("Loading the book.\n", 20000))
		io.WriteString(p.out, strings.Repeat("x", 1<<20)+"\n")
	case "deaf": // writes for ever and never listens
		for {
			io.WriteString(p.out, "info depth 1\n")
		}
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		r, err := ugi.ParseRequest(lines.Text())
		if err != nil {
			p.say("%s", ugi.ErrorLine(err.Error()))
			continue
		}
		if r.Verb == ugi.Quit && p.mode != "undying" {
			return 0
		}
		p.answer(r)
	}
	if p.mode == "undying" { // ends neither by quit nor with its input
		time.Sleep(time.Hour)
	}
	return 0
}

func (p *program) answer(r ugi.Request) {
	switch r.Verb {
	case ugi.Hello:
		p.say("id name Test %s", p.mode)
		p.say("ugiok")
	case ugi.IsReady:
		if p.mode == "unready" && p.asked >= p.n { // never ready behind n moves
			return
		}
		p.say("readyok")
	case ugi.SetOption:
		rules, err := engine.ParseRules(r.Value)
		if err == nil && p.mode == "wiki8only" && r.Value != "wiki-8" {
			err = fmt.Errorf("only wiki-8 is played here")
		}
		if err != nil {
			p.say("%s", ugi.ErrorLine(err.Error()))
			return
		}
		p.rules = rules
	case ugi.Place:
		p.place(r)
	case ugi.Go:
		p.think(r)
	case ugi.Stop:
		if p.mode == "patient" { // answers when it is stopped, and then alone
			p.say("bestmove %s", p.pos.Board().ShortText(p.pos.Moves(nil)[0]))
		}
	}
}

// start is the position that startpos stands for.
func (p *program) start() engine.Position {
	first, _ := p.rules.First()
	return p.rules.Start(first)
}

func (p *program) place(r ugi.Request) {
	start := p.start()
	var err error
	if r.Start != "" {
		start, err = engine.ParsePosition(r.Start)
	}
	if err == nil {
		p.pos, _, err = engine.Replay(start, r.Moves)
	}
	if err != nil {
		p.say("%s", ugi.ErrorLine(err.Error()))
	}
}

// think answers go. The modes that begin well are those whose n-th move, from
// 0, is bad.
func (p *program) think(r ugi.Request) {
	best := p.pos.Board().ShortText(p.pos.Moves(nil)[0])
	turn := p.asked == p.n
	p.asked++
	switch {
	case p.mode == "log": // tells on its standard error what it is asked
		fmt.Fprintf(os.Stderr, "%s | %s\n", p.pos.String(), r)
	case p.mode == "info":
		p.say("info depth 1 score cp 7 nodes 5 time 0 pv %s\ninfo depth 2 score mate -3 nodes 12 time 0 pv %s a1>z9", best, best)
	case p.mode == "route":
		best = p.pos.MoveText(p.pos.Moves(nil)[0])
	case p.mode == "late": // each move takes n milliseconds
		time.Sleep(time.Duration(p.n) * time.Millisecond)
	case p.mode == "patient":
		return
	case !turn:
	case p.mode == "silent":
		return
	case p.mode == "illegal":
		best = "a1-h8"
	case p.mode == "garbage":
		best = "\x1b[2J\x00\xff"
	case p.mode == "empty":
		best = ""
	case p.mode == "crash":
		fmt.Fprintln(os.Stderr, "panic: out of luck")
		os.Exit(3)
	case p.mode == "halfline": // crashes within its answer
		io.WriteString(p.out, "bestmove a1")
		os.Exit(0)
	case p.mode == "unended": // does not end its line
		io.WriteString(p.out, "bestmove "+best)
		return
	case p.mode == "close": // closes its output and lives on
		os.Stdout.Close()
		return
	case p.mode == "flood": // tells its search for ever
		for {
			p.say("info depth 1 nodes 1 pv %s", best)
		}
	case p.mode == "longline": // a line for ever
		for {
			io.WriteString(p.out, "info string xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
		}
	case p.mode == "twice": // answers twice; the second one is no move
		p.say("bestmove %s\nbestmove a1-h8", best)
		return
	}
	p.say("bestmove %s", best)
}
