package tensorboard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// fileVersion is the first event's of every file.
const fileVersion = "brain.Event:2"

// Writer writes one event file. It is for one goroutine. The nil Writer writes
// nothing, for callers whose user does not want any.
type Writer struct {
	file *os.File
	now  func() time.Time
	data []byte // scratch
	buf  []byte // scratch
}

// Create begins a new file in a folder, which is made if need be. The program
// goes on at a step: whatever earlier files hold of it and of later ones, from
// before a kill, is void. now gives the times of the events. The caller closes
// the writer.
func Create(dir string, step int64, now func() time.Time) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("event file: %w", err)
	}
	host, err := os.Hostname()
	if err != nil || strings.ContainsAny(host, `/\`) {
		host = "host"
	}
	// Two files of one process and second differ in the last number.
	base := fmt.Sprintf("events.out.tfevents.%010d.%s.%d", now().Unix(), host, os.Getpid())
	var f *os.File
	for n := 0; f == nil; n++ {
		f, err = os.OpenFile(filepath.Join(dir, fmt.Sprintf("%s.%d", base, n)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil && !os.IsExist(err) {
			return nil, fmt.Errorf("event file: %w", err)
		}
	}
	w := &Writer{file: f, now: now}
	err = w.write(&Event{Version: fileVersion})
	if err == nil {
		err = w.write(&Event{Start: true, Step: step})
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}

// Add writes the scalars of a step. They are in the hands of the operating
// system when it returns: a kill of the program loses none.
func (w *Writer) Add(step int64, scalars ...Scalar) error {
	if w == nil || len(scalars) == 0 {
		return nil
	}
	return w.write(&Event{Step: step, Scalars: scalars})
}

func (w *Writer) write(e *Event) error {
	t := w.now()
	e.WallTime = float64(t.UnixNano()) / 1e9
	w.data = appendEvent(w.data[:0], e)
	w.buf = appendRecord(w.buf[:0], w.data)
	if _, err := w.file.Write(w.buf); err != nil {
		return fmt.Errorf("event file: %w", err)
	}
	return nil
}

// Close ends the file.
func (w *Writer) Close() error {
	if w == nil {
		return nil
	}
	if err := w.file.Close(); err != nil {
		return fmt.Errorf("event file: %w", err)
	}
	return nil
}
