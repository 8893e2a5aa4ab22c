package progress

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// terminal draws a state as a bar, or as a turning sign where the total is
// not known.
type terminal struct {
	w     io.Writer
	label string
	bar   *progressbar.ProgressBar
}

func newTerminal(w io.Writer, s state) *terminal {
	limit := s.total
	if limit == 0 {
		limit = -1
	}
	bar := progressbar.NewOptions64(limit,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(s.label),
		progressbar.OptionSetWidth(24),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionSetSpinnerChangeInterval(0), // turn at updates; no goroutine
	)
	return &terminal{w: w, label: s.label, bar: bar}
}

func (t *terminal) update(s state) {
	if s.label != t.label {
		t.label = s.label
		t.bar.Describe(s.label)
	}
	if s.total > 0 {
		s.done = min(s.done, s.total) // the bar refuses more
	}
	t.bar.Set64(s.done)
}

// clear empties the bar's line; the next update draws it again.
func (t *terminal) clear() { t.bar.Clear() }

func (t *terminal) finish(state) {
	t.bar.Exit()
	fmt.Fprintln(t.w)
}
