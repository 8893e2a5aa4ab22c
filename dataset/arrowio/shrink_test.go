package arrowio

import (
	"bytes"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"halmazero/dataset/internal/datatest"
)

// A shrunk file holds what the file of the Arrow writer held, by Arrow's own
// reader, and is smaller.
func TestShrink(t *testing.T) {
	gs := datatest.Games(t, "wiki-8-d30", 0, 0, batchGames+3)
	for _, test := range []struct {
		name    string
		batches [][]game
		share   float64 // of the first size, at most
	}{
		{"two batches", [][]game{gs[:batchGames], gs[batchGames:]}, 0.9},
		{"an empty batch", [][]game{gs[:1], nil, gs[1:2]}, 1.1},
		{"no batch", nil, 1.1},
	} {
		t.Run(test.name, func(t *testing.T) {
			var file bytes.Buffer
			if err := writeFile(&file, memory.DefaultAllocator, gameColumns(aShape), metadata(t, gs), test.batches); err != nil {
				t.Fatal(err)
			}
			small, err := shrink(file.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if most := test.share * float64(file.Len()); float64(len(small)) > most {
				t.Errorf("%d bytes of %d, want at most %.0f", len(small), file.Len(), most)
			}
			want, got := open(t, file.Bytes()), open(t, small)
			if want.NumRecords() != len(test.batches) || got.NumRecords() != want.NumRecords() || !got.Schema().Equal(want.Schema()) {
				t.Fatalf("%d batches, want %d; schema %s", got.NumRecords(), want.NumRecords(), got.Schema())
			}
			for i := range want.NumRecords() {
				a, err := want.Record(i)
				if err != nil {
					t.Fatal(err)
				}
				b, err := got.Record(i)
				if err != nil {
					t.Fatal(err)
				}
				if !array.RecordEqual(a, b) {
					t.Errorf("batch %d differs", i)
				}
			}
		})
	}
}

func open(t *testing.T, file []byte) *ipc.FileReader {
	t.Helper()
	f, err := ipc.NewFileReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// The stream in a file can be read by itself, as other programs do with one
// that was cut: the batches stand where the stream's messages say.
func TestShrunkStream(t *testing.T) {
	gs := datatest.Games(t, "wiki-8-d30", 0, 0, 2*batchGames+1)
	games, positions := encode(t, gs)
	for name, file := range map[string][]byte{"games": games, "positions": positions} {
		r, err := ipc.NewReader(bytes.NewReader(file[8:]))
		if err != nil {
			t.Fatal(err)
		}
		batches := 0
		for r.Next() {
			batches++
		}
		r.Release()
		if r.Err() != nil || batches != 3 {
			t.Errorf("%s: %d batches, want 3; error %v", name, batches, r.Err())
		}
	}
}
