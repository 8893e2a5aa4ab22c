package progress

import (
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// Bar is the progress of one task. Its methods may be called from several
// goroutines. After Done it stays silent.
type Bar struct {
	mu    sync.Mutex
	state state
	out   display // nil: say nothing
}

// state is what there is to show.
type state struct {
	label string
	done  int64
	total int64 // 0: unknown
}

// display shows states. finish is called once, after the last update.
type display interface {
	update(state)
	finish(state)
}

// New starts a bar on w: drawn if w is a terminal, plain lines if it is
// anything else, nothing if it is nil or io.Discard. A total of 0 or less
// means that it is not known. The caller ends the bar with Done.
func New(w io.Writer, label string, total int64) *Bar {
	s := state{label: label, total: max(total, 0)}
	switch {
	case w == nil || w == io.Discard:
		return &Bar{state: s}
	case isTerminal(w):
		return &Bar{state: s, out: newTerminal(w, s)}
	default:
		return &Bar{state: s, out: newLines(w, time.Now)}
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Add says that n more units are done.
func (b *Bar) Add(n int64) { b.change(func(s *state) { s.done += n }) }

// Set says that n units are done in all.
func (b *Bar) Set(n int64) { b.change(func(s *state) { s.done = n }) }

// Describe changes the label.
func (b *Bar) Describe(label string) { b.change(func(s *state) { s.label = label }) }

func (b *Bar) change(f func(*state)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.state)
	if b.out != nil {
		b.out.update(b.state)
	}
}

// Clear takes a drawn bar off its line until the next change, so that a line
// can be printed there. Plain lines stay.
func (b *Bar) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t, ok := b.out.(*terminal); ok {
		t.clear()
	}
}

// Done ends the bar where it stands, whether or not the total was reached, and
// leaves the writer at the start of a line. A second call does nothing.
func (b *Bar) Done() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.out != nil {
		b.out.finish(b.state)
		b.out = nil
	}
}
