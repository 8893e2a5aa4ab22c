package progress

import (
	"fmt"
	"io"
	"time"
)

// interval is the least time between two lines of a bar, the last excepted.
const interval = 10 * time.Second

// lines writes a state as a line now and then, when something changes.
type lines struct {
	w       io.Writer
	now     func() time.Time
	started time.Time
	last    time.Time // when the last line was written, or the start
}

func newLines(w io.Writer, now func() time.Time) *lines {
	t := now()
	return &lines{w: w, now: now, started: t, last: t}
}

func (l *lines) update(s state) {
	t := l.now()
	if t.Sub(l.last) < interval {
		return
	}
	l.last = t
	elapsed := t.Sub(l.started)
	text := count(s, elapsed)
	if s.total > 0 && s.done > 0 && s.done <= s.total {
		left := time.Duration(float64(elapsed) / float64(s.done) * float64(s.total-s.done))
		text += ", " + left.Round(time.Second).String() + " left"
	}
	fmt.Fprintln(l.w, text)
}

func (l *lines) finish(s state) {
	elapsed := l.now().Sub(l.started)
	fmt.Fprintf(l.w, "%s, took %v\n", count(s, elapsed), elapsed.Round(100*time.Millisecond))
}

// count is the label, the numbers and the average rate since the start.
func count(s state, elapsed time.Duration) string {
	text := fmt.Sprintf("%s: %d", s.label, s.done)
	if s.total > 0 {
		text += fmt.Sprintf("/%d (%d %%)", s.total, s.done*100/s.total)
	}
	if elapsed <= 0 || s.done <= 0 {
		return text
	}
	switch rate := float64(s.done) / elapsed.Seconds(); {
	case rate >= 100:
		text += fmt.Sprintf(", %.0f/s", rate)
	case rate >= 1:
		text += fmt.Sprintf(", %.1f/s", rate)
	default:
		text += fmt.Sprintf(", %.1f/min", 60*rate)
	}
	return text
}
