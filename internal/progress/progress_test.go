package progress

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock is a time that a test moves.
type clock struct{ t time.Time }

func (c *clock) now() time.Time          { return c.t }
func (c *clock) forward(d time.Duration) { c.t = c.t.Add(d) }
func newClock() *clock                   { return &clock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)} }
func lineBar(w io.Writer, c *clock, label string, total int64) *Bar {
	return &Bar{state: state{label: label, total: total}, out: newLines(w, c.now)}
}

func TestLines(t *testing.T) {
	var out bytes.Buffer
	c := newClock()
	b := lineBar(&out, c, "games", 200)
	b.Add(10) // 0 s: silent
	c.forward(9900 * time.Millisecond)
	b.Add(5) // 9.9 s: silent
	c.forward(100 * time.Millisecond)
	b.Add(5) // 10 s: 20 in 10 s
	c.forward(5 * time.Second)
	b.Set(100) // silent
	c.forward(10 * time.Second)
	b.Describe("games of generation 2") // 25 s
	c.forward(15 * time.Second)
	b.Add(100)
	c.forward(time.Second)
	b.Done()
	b.Done()
	b.Add(1)
	want := `games: 20/200 (10 %), 2.0/s, 1m30s left
games of generation 2: 100/200 (50 %), 4.0/s, 25s left
games of generation 2: 200/200 (100 %), 5.0/s, 0s left
games of generation 2: 200/200 (100 %), 4.9/s, took 41s
`
	if out.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", &out, want)
	}
}

func TestLineForms(t *testing.T) {
	tests := []struct {
		name        string
		done, total int64
		after       time.Duration
		want        string
	}{
		{"nothing done yet", 0, 5, 20 * time.Second, "x: 0/5 (0 %)"},
		{"slow", 1, 5, 2 * time.Minute, "x: 1/5 (20 %), 0.5/min, 8m0s left"},
		{"fast", 50_000, 100_000, 10 * time.Second, "x: 50000/100000 (50 %), 5000/s, 10s left"},
		{"total unknown", 30, 0, 10 * time.Second, "x: 30, 3.0/s"},
		{"more than the total", 30, 20, 10 * time.Second, "x: 30/20 (150 %), 3.0/s"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			c := newClock()
			b := lineBar(&out, c, "x", test.total)
			c.forward(test.after)
			b.Set(test.done)
			if got := out.String(); got != test.want+"\n" {
				t.Errorf("wrote %q, want %q", got, test.want)
			}
		})
	}
}

// A task that ends before the first line is due still leaves one.
func TestLinesShortTask(t *testing.T) {
	var out bytes.Buffer
	c := newClock()
	b := lineBar(&out, c, "check", 3)
	b.Add(3)
	c.forward(1500 * time.Millisecond)
	b.Done()
	if want := "check: 3/3 (100 %), 2.0/s, took 1.5s\n"; out.String() != want {
		t.Errorf("wrote %q, want %q", &out, want)
	}
}

func TestConcurrentAdd(t *testing.T) {
	c := newClock()
	for name, out := range map[string]display{
		"lines":    newLines(io.Discard, c.now),
		"terminal": newTerminal(io.Discard, state{total: 800}),
		"nothing":  nil,
	} {
		t.Run(name, func(t *testing.T) {
			b := &Bar{state: state{total: 800}, out: out}
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					for range 100 {
						b.Add(1)
					}
				})
			}
			wg.Wait()
			if b.state.done != 800 {
				t.Errorf("%d done", b.state.done)
			}
			b.Done()
		})
	}
}

func TestTerminalBar(t *testing.T) {
	var out bytes.Buffer
	b := &Bar{state: state{label: "games", total: 4}}
	b.out = newTerminal(&out, b.state)
	if !strings.Contains(out.String(), "games") || !strings.Contains(out.String(), "0/4") {
		t.Errorf("the bar is not drawn at the start: %q", &out)
	}
	b.Add(9)
	b.Done()
	if text := out.String(); !strings.Contains(text, "100%") || !strings.HasSuffix(text, "\n") {
		t.Errorf("wrote %q", text)
	}
	length := out.Len()
	b.Add(1)
	b.Done()
	if out.Len() != length {
		t.Error("the bar speaks after Done")
	}
}

func TestTerminalUnknownTotal(t *testing.T) {
	var out bytes.Buffer
	b := &Bar{state: state{label: "scan"}}
	b.out = newTerminal(&out, b.state)
	b.Add(7)
	b.Describe("scan more")
	b.Done()
	if text := out.String(); !strings.Contains(text, "scan") || !strings.HasSuffix(text, "\n") {
		t.Errorf("wrote %q", text)
	}
}

func TestNewChooses(t *testing.T) {
	for _, w := range []io.Writer{nil, io.Discard} {
		if b := New(w, "x", 1); b.out != nil {
			t.Errorf("%v: not silent", w)
		}
	}
	if _, ok := New(new(bytes.Buffer), "x", 1).out.(*lines); !ok {
		t.Error("a buffer: want lines")
	}
	file, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, ok := New(file, "x", 1).out.(*lines); !ok {
		t.Error("a file: want lines")
	}
	pty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) {
		t.Skip("no pseudo-terminals here:", err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer pty.Close()
	if !isTerminal(pty) {
		t.Skip("the side of a pseudo-terminal that is open is no terminal here")
	}
	if _, ok := New(pty, "x", 1).out.(*terminal); !ok {
		t.Error("a terminal: want a bar")
	}
}

// A writer that fails disturbs nobody.
func TestWriteErrorIsIgnored(t *testing.T) {
	c := newClock()
	b := lineBar(failing{}, c, "x", 2)
	c.forward(time.Minute)
	b.Add(1)
	b.Done()
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }
