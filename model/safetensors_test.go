package model

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// small is a spec with an odd number of everything.
var small = Spec{Rows: 5, Cols: 4, Seats: 3, Features: "test-1", Planes: 3, Blocks: 1, Filters: 5,
	PolicyDim: 3, ValueChannels: 3, ValueHidden: 5, PoolScale: 2.5}

// smallNet is a random network of that spec.
func smallNet(t testing.TB) *Network {
	t.Helper()
	n, err := Random(small, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	n.Provenance = Provenance{Run: "r <&> \"ü\"", Generation: 7, Parent: "ab", Rules: "x", Seed: math.MaxUint64, Steps: 3, Build: "b", Note: "n"}
	return n
}

// smallFile is that network as a file.
func smallFile(t testing.TB) []byte {
	t.Helper()
	b, err := smallNet(t).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// editHeader replaces text in the header of a file and mends the length.
func editHeader(t *testing.T, file []byte, old, new string) []byte {
	t.Helper()
	size := binary.LittleEndian.Uint64(file)
	header := string(file[8 : 8+size])
	if !strings.Contains(header, old) {
		t.Fatalf("no %q in header %s", old, header)
	}
	header = strings.Replace(header, old, new, 1)
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(out, header...), file[8+size:]...)
}

func TestFileRoundTrip(t *testing.T) {
	n := smallNet(t)
	n.Tensors["stem.b"][0] = float32(math.Copysign(0, -1))
	n.Tensors["stem.b"][1] = math.SmallestNonzeroFloat32
	var b bytes.Buffer
	if err := n.Encode(&b); err != nil {
		t.Fatal(err)
	}
	got, err := Decode(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, n) {
		t.Errorf("decoded %+v, want %+v", got, n)
	}
	if !math.Signbit(float64(got.Tensors["stem.b"][0])) {
		t.Error("the sign of zero was lost")
	}
	size := binary.LittleEndian.Uint64(b.Bytes())
	if size%8 != 0 || b.Len() != int(8+size)+4*small.Params() {
		t.Errorf("header of %d bytes, file of %d", size, b.Len())
	}
}

func TestFileIsDeterministic(t *testing.T) {
	a, b := smallFile(t), smallFile(t)
	if !bytes.Equal(a, b) {
		t.Error("equal networks give different files")
	}
	n := smallNet(t)
	hash, err := n.Hash()
	if err != nil {
		t.Fatal(err)
	}
	if same, _ := n.Clone().Hash(); same != hash || len(hash) != 64 {
		t.Errorf("hash %s, of a clone %s", hash, same)
	}
	n.Tensors["value.out.b"][2]++
	if other, _ := n.Hash(); other == hash {
		t.Error("another weight, the same hash")
	}
}

func TestBytesRefusesInvalidNetworks(t *testing.T) {
	n := smallNet(t)
	n.Tensors["stem.w"][4] = float32(math.NaN())
	if _, err := n.Bytes(); err == nil || !strings.Contains(err.Error(), "stem.w, element 4") {
		t.Errorf("error %v", err)
	}
	if _, err := n.Hash(); err == nil {
		t.Error("an invalid network has a hash")
	}
	n = smallNet(t)
	n.Provenance.Note = strings.Repeat("x", maxHeader)
	if _, err := n.Bytes(); err == nil {
		t.Error("a header that cannot be read was written")
	}
}

func TestDecodeNamesTheFault(t *testing.T) {
	file := smallFile(t)
	size := binary.LittleEndian.Uint64(file)
	edit := func(old, new string) func(*testing.T) []byte {
		return func(t *testing.T) []byte { return editHeader(t, file, old, new) }
	}
	change := func(f func([]byte) []byte) func(*testing.T) []byte {
		return func(*testing.T) []byte { return f(bytes.Clone(file)) }
	}
	tests := []struct {
		name  string
		file  func(*testing.T) []byte
		words string
	}{
		{"empty", change(func(b []byte) []byte { return nil }), "0 bytes"},
		{"header length too large", change(func(b []byte) []byte { b[7] = 0xff; return b }), "not a network file"},
		{"header cut off", change(func(b []byte) []byte { return b[:100] }), "ends after 92"},
		{"header not JSON", change(func(b []byte) []byte { b[8] = 'x'; return b }), "not valid JSON"},
		{"header not an object", change(func(b []byte) []byte { return append([]byte{2, 0, 0, 0, 0, 0, 0, 0}, "[]"...) }), "not a JSON object"},
		{"data cut off", change(func(b []byte) []byte { return b[:len(b)-1] }), "tensor value.out.b: the data is cut off"},
		{"data too long", change(func(b []byte) []byte { return append(b, 0) }), "tensors end at"},
		{"bit flipped in data", change(func(b []byte) []byte { b[8+size+5] ^= 1; return b }), "the data is damaged"},
		{"no metadata", edit(`"__metadata__"`, `"metadata"`), "no __metadata__"},
		{"metadata of wrong type", edit(`"format_version":"1"`, `"format_version":1`), "__metadata__"},
		{"metadata without key", edit(`"spec"`, `"speck"`), "has no spec"},
		{"unknown version", edit(`"format_version":"1"`, `"format_version":"2"`), `format version "2" is unknown`},
		{"impossible spec", edit(`\"filters\":5`, `\"filters\":5000000`), "filters is 5000000"},
		{"unknown field in spec", edit(`\"filters\":5`, `\"filters\":5,\"bottleneck\":2`), "bottleneck"},
		{"something after the spec", edit(`\"pool_scale\":2.5}`, `\"pool_scale\":2.5}}`), "something follows"},
		{"damaged provenance", edit(`\"run\":`, `\"run\"`), "provenance"},
		{"tensor missing", edit(`"stem.b"`, `"stem.c"`), "tensor stem.b is missing"},
		{"tensor unknown", edit(`,"stem.b":`, `,"stem.c":{},"stem.b":`), `"stem.c" does not belong`},
		{"tensor twice", edit(`,"stem.b":`, `,"stem.b":{},"stem.b":`), `"stem.b" occurs twice`},
		{"wrong dtype", edit(`"stem.b":{"dtype":"F32"`, `"stem.b":{"dtype":"F16"`), `tensor stem.b: dtype is "F16"`},
		{"wrong shape", edit(`"shape":[27,5]`, `"shape":[5,27]`), "tensor stem.w: shape is [5 27], want [27 5]"},
		{"shape of wrong type", edit(`"shape":[27,5]`, `"shape":"27"`), "tensor stem.w"},
		{"negative offset", edit(`[0,540]`, `[-540,0]`), "tensor stem.w: bytes -540 to 0"},
		{"wrong length", edit(`[0,540]`, `[0,544]`), "tensor stem.w: bytes 0 to 544, want 540"},
		{"overlap", edit(`[540,560]`, `[520,540]`), "tensor stem.b: it begins at byte 520 and overlaps stem.w"},
		{"gap", edit(`[540,560]`, `[9000,9020]`), "leaves a gap"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			n, err := Decode(tc.file(t))
			if n != nil || !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), tc.words) {
				t.Errorf("error %q, want one with %q", err, tc.words)
			}
		})
	}
}

func TestDecodeRefusesNonFiniteWeights(t *testing.T) {
	file := smallFile(t)
	size := binary.LittleEndian.Uint64(file)
	old := hashHex(file[8+size:])
	binary.LittleEndian.PutUint32(file[8+size+4*3:], math.Float32bits(float32(math.Inf(1))))
	file = editHeader(t, file, old, hashHex(file[8+size:]))
	n, err := Decode(file)
	if n != nil || !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), "tensor stem.w, element 3") {
		t.Errorf("error %v", err)
	}
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "net.safetensors")
	if _, err := Load(path); !errors.Is(err, ErrFile) || !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("missing file: %v", err)
	}
	file := smallFile(t)
	if err := os.WriteFile(path, file[:50], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), path) {
		t.Errorf("damaged file: %v", err)
	}
	if err := smallNet(t).Save(path); err != nil {
		t.Fatal(err)
	}
	if n, err := Load(path); err != nil || !reflect.DeepEqual(n, smallNet(t)) {
		t.Errorf("loaded %v, %v", n, err)
	}
}

func TestSaveKeepsTheOldFileOnFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "net.safetensors")
	if err := smallNet(t).Save(path); err != nil {
		t.Fatal(err)
	}
	n := smallNet(t)
	n.Tensors["stem.w"][0] = float32(math.NaN())
	if err := n.Save(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if err := n.Save(filepath.Join(path, "below-a-file")); err == nil {
		t.Error("saved below a file")
	}
	if got, err := Load(path); err != nil || !reflect.DeepEqual(got, smallNet(t)) {
		t.Errorf("loaded %v, %v", got, err)
	}
}

// FuzzDecode looks for panics, and for files that are read as something that
// cannot be written and read again.
func FuzzDecode(f *testing.F) {
	file := smallFile(f)
	f.Add(file)
	f.Add(file[:200])
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := Decode(b)
		if err != nil {
			if !errors.Is(err, ErrFile) {
				t.Fatalf("error without ErrFile: %v", err)
			}
			return
		}
		again, err := n.Bytes()
		if err != nil {
			t.Fatalf("cannot write what was read: %v", err)
		}
		if m, err := Decode(again); err != nil || !reflect.DeepEqual(m, n) {
			t.Fatalf("read again: %v, %v; want %v", m, err, n)
		}
	})
}
