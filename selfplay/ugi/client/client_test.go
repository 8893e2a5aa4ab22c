package client

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"halmazero/engine"
	"halmazero/selfplay/ugi"
	"halmazero/selfplay/ugi/ugitest"
)

func TestMain(m *testing.M) {
	ugitest.Main()
	if len(os.Args) == 2 && os.Args[1] == keeper {
		keep()
	}
	os.Exit(m.Run())
}

// keeper is the argument of a test binary that starts a program, tells the
// number of its process, and waits to be killed.
const keeper = "ugi-keeper"

func keep() {
	p, err := Start(ugitest.Command("undying"), patience)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(p.cmd.Process.Pid)
	time.Sleep(time.Hour)
}

// A program does not outlive the one that has started it, even if that is
// killed.
func TestProgramDiesWithItsParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends a process with its parent")
	}
	cmd := exec.Command(os.Args[0], keeper)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	_, scanErr := fmt.Fscan(out, &pid)
	if scanErr == nil {
		if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); err != nil {
			t.Errorf("before the end of its parent: %v", err)
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	if scanErr != nil {
		t.Fatal(scanErr)
	}
	awaitEnd(t, pid)
}

// patience is the time for answers that come. No test waits for its end.
const patience = 20 * time.Second

// run starts a test program. When the test ends it is closed, and neither a
// goroutine nor a process is left.
func run(t *testing.T, mode string, timeout time.Duration) *Process {
	t.Helper()
	p, err := Start(ugitest.Command(mode), timeout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Close()
		p.Close() // again is nothing
		checkGone(t, p.cmd.Process.Pid)
		goleak.VerifyNone(t)
	})
	return p
}

// checkGone holds that a process does not exist any more, not even as a zombie.
func checkGone(t *testing.T, pid int) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil {
		t.Errorf("process %d is still there: %s", pid, stat)
	}
}

func rulesOf(t *testing.T, ref string) *engine.Rules {
	t.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGame(t *testing.T) {
	p := run(t, "good", patience)
	if p.Name() != "Test good" {
		t.Errorf("its name is %q", p.Name())
	}
	for _, ref := range []string{"wiki-8", "star-121-3", "star-121-3"} {
		rules := rulesOf(t, ref)
		if err := p.NewGame(rules); err != nil {
			t.Fatal(err)
		}
		if !p.Knows(rules) || p.Knows(rulesOf(t, "wiki-10")) {
			t.Error("it is told another ruleset than it knows")
		}
		pos := rules.Start(0)
		want := pos.Board().ShortText(pos.Moves(nil)[0])
		text, complaint, err := p.Move(Ask{Limits: ugi.Limits{Nodes: 3}, Deadline: patience})
		if text != want || complaint != "" || err != nil {
			t.Errorf("%s: it answers %q, %q, %v; want %s", ref, text, complaint, err, want)
		}
	}
	text, complaint, err := p.Move(Ask{Moves: []string{"a1-b1"}})
	if text == "" || !strings.Contains(complaint, "illegal move") || err != nil {
		t.Errorf("behind an illegal move it answers %q, %q, %v", text, complaint, err)
	}
}

func TestStartThatFails(t *testing.T) {
	for _, x := range []struct {
		name, mode string
		timeout    time.Duration
		is         error
		want       string
	}{
		{"exits", "exit:7", patience, ErrCrash, "exit status 7; its last words: first words / no licence found / last words"},
		{"exits with 0", "exit:0", patience, ErrCrash, "exit status 0"},
		{"is mute", "mute", 300 * time.Millisecond, ErrLate, "does not answer ugi: no answer in time"},
		{"is deaf", "deaf", 300 * time.Millisecond, ErrLate, "no answer in time"},
	} {
		t.Run(x.name, func(t *testing.T) {
			defer goleak.VerifyNone(t)
			p, err := Start(ugitest.Command(x.mode), x.timeout)
			if err == nil {
				p.Close()
				t.Fatal("it has started")
			}
			text := strings.ReplaceAll(err.Error(), "\x1b", "")
			if !errors.Is(err, x.is) || !strings.Contains(text, x.want) {
				t.Errorf("the error is %q", err)
			}
		})
	}
	if _, err := Start([]string{filepath.Join(t.TempDir(), "none")}, patience); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no program: %v", err)
	}
}

// What a program says besides its answers, before, between and behind them, is
// passed over.
func TestNoise(t *testing.T) {
	for _, mode := range []string{"chatter", "twice", "info", "route"} {
		t.Run(mode, func(t *testing.T) {
			p := run(t, mode, patience)
			rules := rulesOf(t, "wiki-8")
			if err := p.NewGame(rules); err != nil {
				t.Fatal(err)
			}
			pos := rules.Start(0)
			var moves []string
			for range 3 {
				text, _, err := p.Move(Ask{Moves: moves, Deadline: patience})
				if err != nil {
					t.Fatal(err)
				}
				m, err := pos.ParseMove(text)
				if err != nil {
					t.Fatalf("%q in %s: %v", text, &pos, err)
				}
				moves = append(moves, text)
				pos.Play(m)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	soon := 100 * time.Millisecond
	for _, x := range []struct {
		mode     string
		deadline time.Duration
		is       error
	}{
		{"silent", soon, ErrLate}, {"late:600", soon, ErrLate}, {"flood", soon, ErrLate}, {"longline", soon, ErrLate}, {"unended", soon, ErrLate},
		{"crash", patience, ErrCrash}, {"halfline", patience, ErrCrash}, {"close", patience, ErrCrash}, {"crash", 0, ErrCrash},
	} {
		t.Run(x.mode, func(t *testing.T) {
			p := run(t, x.mode, patience)
			text, _, err := p.Move(Ask{Deadline: x.deadline})
			if !errors.Is(err, x.is) || text != "" {
				t.Errorf("it answers %q, %v; want %v", text, err, x.is)
			}
			if !errors.Is(p.Failed(), x.is) {
				t.Errorf("it has failed by %v", p.Failed())
			}
			checkGone(t, p.cmd.Process.Pid)
			for range 2 { // it stays so
				if _, _, err := p.Move(Ask{}); !errors.Is(err, x.is) {
					t.Errorf("asked again it answers %v", err)
				}
				if err := p.NewGame(rulesOf(t, "wiki-8")); !errors.Is(err, x.is) {
					t.Errorf("a new game: %v", err)
				}
			}
		})
	}
	t.Run("is not ready", func(t *testing.T) {
		p := run(t, "unready:1", patience)
		if _, _, err := p.Move(Ask{Deadline: patience}); err != nil {
			t.Fatal(err)
		}
		p.timeout = 100 * time.Millisecond
		if _, _, err := p.Move(Ask{Deadline: patience}); !errors.Is(err, ErrLate) {
			t.Errorf("it answers %v", err)
		}
	})
	t.Run("refuses", func(t *testing.T) {
		p := run(t, "wiki8only", patience)
		if err := p.NewGame(rulesOf(t, "wiki-10")); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "only wiki-8") {
			t.Errorf("it answers %v", err)
		}
		if err := p.NewGame(rulesOf(t, "wiki-8")); err != nil {
			t.Errorf("after that: %v", err)
		}
	})
	t.Run("is closed", func(t *testing.T) {
		p := run(t, "good", patience)
		p.Close()
		if _, _, err := p.Move(Ask{}); err == nil || p.Failed() == nil {
			t.Error("a closed program answers")
		}
	})
}

// A program that does not read what it is sent is not waited for.
func TestInputThatIsNotRead(t *testing.T) {
	p := run(t, "late:5000", patience)
	p.timeout = 300 * time.Millisecond
	long := make([]string, 100_000)
	for i := range long {
		long[i] = "a1-b1"
	}
	if err := p.send(ugi.Request{Verb: ugi.Go}.String(), ugi.Request{Verb: ugi.Place, Moves: long}.String()); !errors.Is(err, ErrLate) {
		t.Errorf("it is sent %d moves: %v", len(long), err)
	}
}

func TestStopIsToldOnce(t *testing.T) {
	p := run(t, "patient", patience)
	for range 3 {
		asked := 0
		if _, _, err := p.Move(Ask{Deadline: patience, Stop: func() bool { asked++; return asked >= 2 }}); err != nil {
			t.Fatal(err)
		}
		if asked != 2 {
			t.Errorf("it is asked %d times whether to stop", asked)
		}
	}
}

// A program that does not end by itself is ended, however it holds on.
func TestCloseEndsEverything(t *testing.T) {
	t.Run("neither by quit nor with its input", func(t *testing.T) { run(t, "undying", patience) })
	t.Run("between two moves of a flood", func(t *testing.T) {
		p := run(t, "good", patience)
		p.send("go", "go", "go", "go") // answers that nobody takes
	})
	if runtime.GOOS == "windows" {
		return
	}
	t.Run("with its children", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "child")
		script := `sleep 1000 & echo $! >` + file + `; exec "$0" "$@"`
		p, err := Start(append([]string{"sh", "-c", script}, ugitest.Command("good")...), patience)
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
		if err != nil {
			t.Fatal(err)
		}
		awaitEnd(t, pid)
		goleak.VerifyNone(t)
	})
	t.Run("when its child has taken over", func(t *testing.T) {
		// The shell ends, its child goes on and holds the pipes.
		p, err := Start(append([]string{"sh", "-c", `exec 3<&0; "$0" "$@" <&3 & sleep 0.3; exit 9`}, ugitest.Command("good")...), patience)
		if err != nil {
			t.Fatal(err)
		}
		defer goleak.VerifyNone(t)
		defer p.Close()
		var last error
		for end := time.Now().Add(patience); last == nil && time.Now().Before(end); {
			_, _, last = p.Move(Ask{Deadline: patience})
		}
		if !errors.Is(last, ErrCrash) || !strings.Contains(last.Error(), "exit status 9") {
			t.Errorf("it ends with %v", last)
		}
	})
}

// awaitEnd waits until a process that is not this one's child has ended.
func awaitEnd(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || bytes.Contains(stat, []byte(") Z ")) { // a zombie is its new parent's
			return
		}
	}
	t.Errorf("process %d is still there", pid)
}

func TestTail(t *testing.T) {
	var w tail
	if got := w.last(); got != "" {
		t.Errorf("of nothing it keeps %q", got)
	}
	for i := range 5000 {
		fmt.Fprintf(&w, "line %d\r\n", i)
	}
	if got := w.last(); got != "line 4997 / line 4998 / line 4999" {
		t.Errorf("it keeps %q", got)
	}
	w.Write(bytes.Repeat([]byte("é"), tailBytes))
	if got := w.last(); len(w.buf) > tailBytes || len(got) > tailBytes || !strings.HasSuffix(got, "éé") {
		t.Errorf("it keeps %d bytes, shows %d", len(w.buf), len(got))
	}
}
