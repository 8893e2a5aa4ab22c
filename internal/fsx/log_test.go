package fsx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

type event struct {
	Event string `json:"event"`
	Gen   int    `json:"gen"`
}

// writeLog makes a log of n events and returns its path.
func writeLog(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "events.jsonl")
	appendEvents(t, path, 0, n)
	return path
}

func appendEvents(t *testing.T, path string, from, to int) {
	t.Helper()
	log, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := from; i < to; i++ {
		if err := log.Append(event{"e5>g7", i}); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
}

// wantEvents checks that a log holds the events 0..n-1.
func wantEvents(t *testing.T, path string, n int) {
	t.Helper()
	objects, err := ReadLog(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(objects) != n {
		t.Fatalf("%d lines, want %d", len(objects), n)
	}
	for i, object := range objects {
		if want := fmt.Sprintf(`{"event":"e5>g7","gen":%d}`, i); string(object) != want {
			t.Errorf("line %d is %s, want %s", i+1, object, want)
		}
	}
}

func TestLogFormat(t *testing.T) {
	tests := []struct {
		name string
		v    any
		want string
	}{
		{"object", event{"start", 1}, `{"event":"start","gen":1,"crc32c":"3997e865"}`},
		{"empty", struct{}{}, `{"crc32c":"ba6cac67"}`},
		{"raw", json.RawMessage("{ \"a\":\n[1] }"), `{"a":[1],"crc32c":"14d4c657"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			line, err := EncodeLine(test.v)
			if err != nil || string(line) != test.want+"\n" {
				t.Fatalf("%s, %v; want %s", line, err, test.want)
			}
			if !json.Valid(line) {
				t.Error("not valid JSON")
			}
			object, err := decodeLine(bytes.TrimSuffix(line, []byte("\n")))
			want, _ := json.Marshal(test.v)
			if err != nil || !bytes.Equal(object, want) {
				t.Errorf("comes back as %s, %v; want %s", object, err, want)
			}
		})
	}
}

func TestLogRefuses(t *testing.T) {
	path := writeLog(t, 1)
	log, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	for name, v := range map[string]any{
		"number": 1, "list": []int{1}, "null": nil, "function": func() {},
		"checksum": map[string]string{"crc32c": "00000000"},
	} {
		if err := log.Append(v); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	wantEvents(t, path, 1)
}

// Whatever the byte at which the last write was cut off, the log reads as the
// lines before it and can be continued.
func TestLogTornAtEveryByte(t *testing.T) {
	whole, err := os.ReadFile(writeLog(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "torn.jsonl")
	for size := range len(whole) {
		if err := os.WriteFile(path, whole[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		n := bytes.Count(whole[:size], []byte("\n"))
		wantEvents(t, path, n)
		appendEvents(t, path, n, n+1)
		wantEvents(t, path, n+1)
	}
}

// Any changed byte in front of the last newline is noticed.
func TestLogDamageAtEveryByte(t *testing.T) {
	path := writeLog(t, 3)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(whole) - 1 {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		objects, err := ReadLog(path)
		line := bytes.Count(whole[:i], []byte("\n")) // from 0
		if !errors.Is(err, ErrDamaged) || len(objects) != line {
			t.Fatalf("byte %d: %d objects, error %v; want %d", i, len(objects), err, line)
		}
		if want := fmt.Sprintf("%s:%d:", path, line+1); !strings.Contains(err.Error(), want) {
			t.Fatalf("byte %d: error %q does not name %s", i, err, want)
		}
	}
}

// A torn line that is longer than a block of the backward search.
func TestLogLongLines(t *testing.T) {
	path := writeLog(t, 0)
	log, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	long := map[string]string{"text": strings.Repeat("x", 200_000)}
	for range 2 {
		if err := log.Append(long); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 400_000); err != nil {
		t.Fatal(err)
	}
	log, err = OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if err := log.Append(event{}); err != nil {
		t.Fatal(err)
	}
	if objects, err := ReadLog(path); len(objects) != 2 || err != nil {
		t.Errorf("%d lines, %v", len(objects), err)
	}
}

func TestLogConcurrentAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "metrics.jsonl")
	log, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 10 {
				if err := log.Append(event{strings.Repeat("x", j), i}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if objects, err := ReadLog(path); len(objects) != 80 || err != nil {
		t.Errorf("%d lines, %v", len(objects), err)
	}
}

// A log whose file fails says so on every later call and loses nothing.
func TestLogWriteFails(t *testing.T) {
	path := writeLog(t, 2)
	readOnly, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer readOnly.Close()
	info, err := readOnly.Stat()
	if err != nil {
		t.Fatal(err)
	}
	log := &Log{path: path, file: readOnly, size: info.Size()}
	first := log.Append(event{})
	second := log.Append(event{})
	if first == nil || !errors.Is(second, first) || !strings.Contains(first.Error(), path) {
		t.Errorf("errors %v, %v", first, second)
	}
	wantEvents(t, path, 2)
}

func TestReadLogMissing(t *testing.T) {
	if _, err := ReadLog(filepath.Join(t.TempDir(), "x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func FuzzDecodeLine(f *testing.F) {
	for _, v := range []any{event{"a", 1}, struct{}{}} {
		line, err := EncodeLine(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(bytes.TrimSuffix(line, []byte("\n")))
	}
	f.Add([]byte(`"crc32c":"00000000"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		object, err := decodeLine(line)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("error %v", err)
			}
			return
		}
		if !json.Valid(object) || !json.Valid(line) {
			t.Errorf("accepted %q", line)
		}
	})
}
