package fsx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// ErrDamaged is returned by ReadLog for a line that is not what was written.
var ErrDamaged = errors.New("damaged line")

// A line of a log is a JSON object whose last key is the checksum:
//
//	{"event":"started","generation":1,"crc32c":"020236f9"}
//
// It is the CRC-32C (Castagnoli), in hexadecimal, of the bytes of the line in
// front of its key: here of `{"event":"started","generation":1,`.
const (
	sumKey    = "crc32c"
	sumPrefix = `"` + sumKey + `":"`
	sumSuffix = `"}`
	sumLength = len(sumPrefix) + 8 + len(sumSuffix)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Log is an append-only file of JSON lines. Append may be called from several
// goroutines; only one process may have the file open for appending.
type Log struct {
	mu   sync.Mutex
	path string
	file *os.File
	size int64 // bytes of whole lines
	err  error // set when the file could not be brought back to whole lines
}

// OpenLog opens a log for appending, creating it if need be. A torn last line
// is cut off. Earlier lines are not looked at; ReadLog checks them.
func OpenLog(path string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, pathError("open log", path, err)
	}
	size, err := repair(f)
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		f.Close()
		return nil, pathError("open log", path, err)
	}
	return &Log{path: path, file: f, size: size}, nil
}

// repair cuts off what follows the last newline and returns what is left.
func repair(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	size, err := wholeLines(f, info.Size())
	if err != nil || size == info.Size() {
		return size, err
	}
	if err := f.Truncate(size); err != nil {
		return 0, err
	}
	return size, f.Sync()
}

// wholeLines returns the length of the file up to and including its last
// newline. It reads backwards, block by block.
func wholeLines(r io.ReaderAt, size int64) (int64, error) {
	block := make([]byte, 64<<10)
	for end := size; end > 0; {
		start := max(0, end-int64(len(block)))
		part := block[:end-start]
		if _, err := r.ReadAt(part, start); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}
		end = start
	}
	return 0, nil
}

// Append writes v, which must become a JSON object without a key "crc32c", as
// one line. When it returns nil the line has reached the disk. After an error
// the log is as it was before, or, if even that fails, refuses every later
// call.
func (l *Log) Append(v any) error {
	line, err := EncodeLine(v)
	if err != nil {
		return fmt.Errorf("append to %s: %w", l.path, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return l.err
	}
	_, err = l.file.WriteAt(line, l.size)
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		err = pathError("append to", l.path, err)
		if undo := l.file.Truncate(l.size); undo != nil {
			l.err = fmt.Errorf("%w; and a part of the line remains: %w", err, undo)
			return l.err
		}
		return err
	}
	l.size += int64(len(line))
	return nil
}

// Close closes the file. Every line has been synced before.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.file.Close(); err != nil {
		return pathError("close log", l.path, err)
	}
	return nil
}

// EncodeLine returns the line of v as Append writes it, checksum and newline
// included, for a file that is written whole. v must become a JSON object
// without a key "crc32c".
func EncodeLine(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // a short move is e5>g7 and stays readable
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	line := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(line, &keys); err != nil || keys == nil {
		return nil, fmt.Errorf("%T is not a JSON object", v)
	}
	if _, taken := keys[sumKey]; taken {
		return nil, fmt.Errorf("%T has a key %q, which is the checksum's", v, sumKey)
	}
	line = line[:len(line)-1]
	if len(keys) > 0 {
		line = append(line, ',')
	}
	return fmt.Appendf(line, "%s%08x%s\n", sumPrefix, crc32.Checksum(line, castagnoli), sumSuffix), nil
}

// decodeLine checks a line, without its newline, and returns its object
// without the checksum.
func decodeLine(line []byte) (json.RawMessage, error) {
	cut := len(line) - sumLength
	if cut < 1 || !bytes.HasPrefix(line[cut:], []byte(sumPrefix)) || !bytes.HasSuffix(line, []byte(sumSuffix)) {
		return nil, fmt.Errorf("%w: no checksum at its end", ErrDamaged)
	}
	body, tail := line[:cut], line[cut:]
	want := string(tail[len(sumPrefix) : len(tail)-len(sumSuffix)])
	if got := fmt.Sprintf("%08x", crc32.Checksum(body, castagnoli)); got != want {
		return nil, fmt.Errorf("%w: checksum is %s, the line says %s", ErrDamaged, got, want)
	}
	if !json.Valid(line) {
		return nil, fmt.Errorf("%w: not a JSON object", ErrDamaged)
	}
	return append(bytes.TrimSuffix(bytes.Clone(body), []byte(",")), '}'), nil
}

// ReadLog returns the objects of a log, in order and without their checksums.
// A torn last line is left out. Any other line that is not what Append wrote
// is an ErrDamaged that names the file and the line, counted from 1; the
// objects before it are returned with it.
func ReadLog(path string) ([]json.RawMessage, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, pathError("read log", path, err)
	}
	var objects []json.RawMessage
	for n := 1; ; n++ {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			return objects, nil
		}
		object, err := decodeLine(line)
		if err != nil {
			return objects, fmt.Errorf("read log %s:%d: %w", path, n, err)
		}
		objects = append(objects, object)
		data = rest
	}
}
