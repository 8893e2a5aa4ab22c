package tensorboard

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// records are events and the whole of their records, worked out apart from this
// program from the descriptions of TFRecord, event.proto and summary.proto. The
// first twelve bytes of the version's record open every file of TensorFlow.
var records = []struct {
	name  string
	event Event
	bytes string
}{
	{"version", Event{WallTime: 2, Version: "brain.Event:2"},
		"1800000000000000a37f4b22" + "090000000000000040" + "1a0d627261696e2e4576656e743a32" + "ff2ee0e7"},
	{"start", Event{WallTime: 2, Step: 300, Start: true},
		"100000000000000095fbfe18" + "090000000000000040" + "10ac02" + "3a020801" + "1292da01"},
	{"scalars", Event{WallTime: 2, Step: 300, Scalars: []Scalar{{"loss", 0.5}, {"lr", -1}}},
		"2600000000000000734fe300" + "090000000000000040" + "10ac02" + "2a18" + "0a0b" + "0a046c6f7373" + "150000003f" + "0a09" + "0a026c72" + "15000080bf" + "0174b9dd"},
}

func TestKnownBytes(t *testing.T) {
	for _, r := range records {
		t.Run(r.name, func(t *testing.T) {
			if got := hex.EncodeToString(appendRecord(nil, appendEvent(nil, &r.event))); got != r.bytes {
				t.Errorf("record\n%s, want\n%s", got, r.bytes)
			}
			raw, err := hex.DecodeString(r.bytes)
			if err != nil {
				t.Fatal(err)
			}
			data, err := ReadRecord(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			if e, err := ParseEvent(data); err != nil || !reflect.DeepEqual(e, r.event) {
				t.Errorf("read back %+v, %v", e, err)
			}
		})
	}
}

// A bit that flips anywhere in a record is noticed, and so is a torn end.
func TestDamageIsNoticed(t *testing.T) {
	raw, err := hex.DecodeString(records[2].bytes)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		for bit := range 8 {
			bad := bytes.Clone(raw)
			bad[i] ^= 1 << bit
			if _, err := ReadRecord(bytes.NewReader(bad)); !errors.Is(err, ErrDamaged) {
				t.Fatalf("bit %d of byte %d: error %v", bit, i, err)
			}
		}
		want := io.ErrUnexpectedEOF
		if i == 0 {
			want = io.EOF
		}
		if _, err := ReadRecord(bytes.NewReader(raw[:i])); err != want {
			t.Errorf("%d bytes: error %v, want %v", i, err, want)
		}
	}
}

// clock gives whole seconds from a start on.
func clock(seconds int64) func() time.Time {
	return func() time.Time { seconds++; return time.Unix(seconds-1, 0) }
}

// readDir is all events in the files of a folder, in the order of their names,
// each file up to its last whole record.
func readDir(t *testing.T, dir string) []Event {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "events.out.tfevents.*"))
	if err != nil {
		t.Fatal(err)
	}
	var all []Event
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for r := bytes.NewReader(b); ; {
			data, err := ReadRecord(r)
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			e, err := ParseEvent(data)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			all = append(all, e)
		}
	}
	return all
}

func TestWriter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	w, err := Create(dir, 0, clock(100))
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(w.Add(7, Scalar{"a", 1.5}, Scalar{"b/c", -2}), w.Add(8), w.Add(1<<40, Scalar{"a", math.Inf(1)}), w.Close())
	if err != nil {
		t.Fatal(err)
	}
	want := []Event{
		{WallTime: 101, Version: "brain.Event:2"},
		{WallTime: 102, Start: true},
		{WallTime: 103, Step: 7, Scalars: []Scalar{{"a", 1.5}, {"b/c", -2}}},
		{WallTime: 104, Step: 1 << 40, Scalars: []Scalar{{"a", math.Inf(1)}}},
	}
	if got := readDir(t, dir); !reflect.DeepEqual(got, want) {
		t.Errorf("events\n%+v, want\n%+v", got, want)
	}
}

// Each start is a file of its own, later in the order of names, also within a
// second; a record that a kill has torn costs nothing but itself.
func TestFilesOfSeveralStarts(t *testing.T) {
	dir := t.TempDir()
	for i, second := range []int64{100, 100, 1000000} {
		w, err := Create(dir, int64(i), clock(second))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Add(int64(i), Scalar{"x", float64(i)}), w.Add(int64(i)+10, Scalar{"y", 0}), w.Close()); err != nil {
			t.Fatal(err)
		}
		files, err := os.ReadDir(dir)
		if err != nil || len(files) != i+1 {
			t.Fatalf("%d files after %d starts, %v", len(files), i+1, err)
		}
		path := filepath.Join(dir, files[i].Name())
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, info.Size()-3); err != nil {
			t.Fatal(err)
		}
	}
	var starts, values []int64
	for _, e := range readDir(t, dir) {
		if e.Start {
			starts = append(starts, e.Step)
		}
		for _, s := range e.Scalars {
			values = append(values, int64(s.Value))
		}
	}
	if want := []int64{0, 1, 2}; !reflect.DeepEqual(starts, want) || !reflect.DeepEqual(values, want) {
		t.Errorf("starts %v, values %v, want %v of each", starts, values, want)
	}
}

func TestNilWriter(t *testing.T) {
	var w *Writer
	if err := errors.Join(w.Add(1, Scalar{"x", 1}), w.Close()); err != nil {
		t.Error(err)
	}
}

func TestFolderThatCannotBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(file, "sub"), 0, clock(1)); err == nil || !strings.HasPrefix(err.Error(), "event file: ") {
		t.Errorf("error is %v", err)
	}
}

func TestFlatten(t *testing.T) {
	type opponent struct {
		Name  string             `json:"name"`
		Score map[string]float64 `json:"score"`
	}
	v := struct {
		Games     int        `json:"games"`
		Text      string     `json:"text"`
		Promoted  bool       `json:"promoted"`
		Nothing   *int       `json:"nothing"`
		Pair      []float64  `json:"pair"`
		Opponents []opponent `json:"opponents"`
		Empty     []float64  `json:"empty"`
	}{3, "x", true, nil, []float64{0.5, -1e-9}, []opponent{{"greedy", map[string]float64{"low": 1, "value": 2}}, {"", map[string]float64{"value": 3}}}, []float64{}}
	got, err := Flatten("run", v)
	want := []Scalar{{"run/games", 3}, {"run/promoted", 1}, {"run/pair/0", 0.5}, {"run/pair/1", -1e-9},
		{"run/opponents/greedy/score/low", 1}, {"run/opponents/greedy/score/value", 2}, {"run/opponents/1/score/value", 3}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if _, err := Flatten("run", math.NaN()); err == nil || !strings.HasPrefix(err.Error(), "scalars of run: ") {
		t.Errorf("no JSON: error %v", err)
	}
}

// Whatever bytes there are, a reader says what is wrong and does not panic.
func FuzzParseEvent(f *testing.F) {
	for _, r := range records {
		raw, err := hex.DecodeString(r.bytes)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw[headerLength : len(raw)-footerLength])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := ParseEvent(data)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("error %v", err)
			}
			return
		}
		again, err := ParseEvent(appendEvent(nil, &e))
		if err != nil || !reflect.DeepEqual(hexed(e), hexed(again)) {
			t.Errorf("%+v became %+v, %v", e, again, err)
		}
	})
}

// hexed is an event's bytes, which unlike its numbers are equal to themselves.
func hexed(e Event) string { return hex.EncodeToString(appendEvent(nil, &e)) }
