package client

import (
	"bufio"
	"errors"
	"strings"
	"sync"
	"time"

	"halmazero/selfplay/ugi"
)

// maxLine is the length of a line in bytes; the rest of a longer one is not
// looked at.
const maxLine = 1 << 16

// read takes the lines of the program until its output ends, and hands on
// those that mean something. A line without its end does not count. Once
// nobody listens they are thrown away, so that a program which is asked to end
// is not held up by what it still says.
func (p *Process) read() {
	defer close(p.answers)
	in := bufio.NewReaderSize(p.stdout, maxLine)
	for {
		line, err := in.ReadSlice('\n')
		a := answer{ugi.ParseAnswer(string(line)), time.Now()}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil {
			return
		}
		if a.Kind == ugi.Other {
			continue
		}
		select {
		case p.answers <- a:
		case <-p.closing:
		}
	}
}

// tail is a writer that keeps the end of what is written.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

// The size of what a tail keeps, and the number of lines that it shows.
const (
	tailBytes = 2048
	tailLines = 3
)

func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, data[max(0, len(data)-tailBytes):]...)
	if over := len(t.buf) - tailBytes; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(data), nil
}

// last is the last lines, joined by " / ".
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.buf), "?"))
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	lines = lines[max(0, len(lines)-tailLines):]
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " / ")
}
