package arrowio

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
)

// readParquet returns the records of a Parquet file and its metadata, as the
// reader of Arrow finds them.
func readParquet[T any](t *testing.T, data []byte, columns []column[T]) ([]T, map[string]string) {
	t.Helper()
	f, err := file.NewParquetReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for g := range f.NumRowGroups() {
		for c := range f.MetaData().RowGroup(g).NumColumns() {
			chunk, err := f.MetaData().RowGroup(g).ColumnChunk(c)
			if err != nil {
				t.Fatal(err)
			}
			if chunk.Compression() != compress.Codecs.Zstd {
				t.Errorf("column %s is compressed with %v", chunk.PathInSchema(), chunk.Compression())
			}
		}
	}
	r, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	table, err := r.ReadTable(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	if got, want := len(table.Schema().Fields()), len(columns); got != want {
		t.Fatalf("%d columns, want %d", got, want)
	}
	for i, c := range columns {
		f := table.Schema().Field(i)
		if f.Name != c.name || f.Nullable {
			t.Errorf("column %d is %v, want %s without nulls", i, f, c.name)
		}
		if got, want := typeText(f.Type), typeText(c.kind); got != want {
			t.Errorf("column %s is %s, want %s", c.name, got, want)
		}
	}
	var recs []T
	batches := array.NewTableReader(table, 0)
	defer batches.Release()
	for batches.Next() {
		b := batches.Record()
		arrays := make([]arrow.Array, len(columns))
		for i, c := range columns {
			arrays[i] = tight(t, b.Column(i), c.kind)
		}
		if recs, err = appendBatch(recs, columns, array.NewRecord(schema(columns, arrow.Metadata{}), arrays, b.NumRows())); err != nil {
			t.Fatal(err)
		}
	}
	meta := make(map[string]string)
	for i, key := range f.MetaData().KeyValueMetadata().Keys() {
		meta[key] = f.MetaData().KeyValueMetadata().Values()[i]
	}
	return recs, meta
}

// tight is a column whose lists all have the length that an Arrow file wants.
func tight(t *testing.T, a arrow.Array, kind arrow.DataType) arrow.Array {
	t.Helper()
	want, ok := kind.(*arrow.FixedSizeListType)
	if !ok {
		return array.MakeFromData(array.NewData(kind, a.Len(), a.Data().Buffers(), a.Data().Children(), a.NullN(), a.Data().Offset()))
	}
	l := a.(*array.List)
	for i := range l.Len() {
		if start, end := l.ValueOffsets(i); end-start != int64(want.Len()) {
			t.Fatalf("entry %d has the length %d, want %d", i, end-start, want.Len())
		}
	}
	if l.Len() > 0 {
		if start, _ := l.ValueOffsets(0); start != 0 {
			t.Fatalf("the first list starts at %d", start)
		}
	}
	return array.MakeFromData(array.NewData(kind, l.Len(), []*memory.Buffer{nil}, []arrow.ArrayData{l.ListValues().Data()}, l.NullN(), 0))
}

// typeText is a type without the names and the lengths of lists.
func typeText(d arrow.DataType) string {
	switch d := d.(type) {
	case *arrow.ListType:
		return "list of " + typeText(d.Elem())
	case *arrow.FixedSizeListType:
		return "list of " + typeText(d.Elem())
	case *arrow.StructType:
		text := "struct"
		for _, f := range d.Fields() {
			text += " " + f.Name + " " + typeText(f.Type)
		}
		return text
	}
	return d.Name()
}

func TestParquetHoldsEveryColumn(t *testing.T) {
	withoutRows, extreme := oddGames(t)
	tests := []struct {
		name  string
		games []dataset.Game
	}{
		{"8x8 with a deadline", datatest.Games(t, "wiki-8-d30", 0, 0, 8)},
		{"16x16", datatest.Games(t, "plyyard", 7, 256, 2)},
		{"a star", datatest.Games(t, "star-121-2", 0, 0, 2)},
		{"no rows", withoutRows},
		{"extreme values", extreme},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var games, rows, again bytes.Buffer
			if err := (Parquet{RulesID: "house"}).Encode(&games, &rows, test.games); err != nil {
				t.Fatal(err)
			}
			if err := (Parquet{RulesID: "house"}).Encode(&again, &bytes.Buffer{}, test.games); err != nil || !bytes.Equal(games.Bytes(), again.Bytes()) {
				t.Errorf("equal games gave other bytes, error %v", err)
			}
			shape, meta, err := describe("house", test.games)
			if err != nil {
				t.Fatal(err)
			}
			got, gamesMeta := readParquet(t, games.Bytes(), gameColumns(shape))
			decisions, rowsMeta := readParquet(t, rows.Bytes(), rowColumns(shape))
			if err := attach(got, decisions); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.games) {
				t.Error("games differ after the round trip")
			}
			for _, all := range []map[string]string{gamesMeta, rowsMeta} {
				for key, want := range meta.ToMap() {
					if all[key] != want {
						t.Errorf("metadata %s is %q, want %q; there are %v", key, all[key], want, slices.Sorted(maps.Keys(all)))
					}
				}
			}
		})
	}
}

// fullDisk takes so many bytes.
type fullDisk struct{ left int }

var errFull = errors.New("no space left")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestParquetRefuses(t *testing.T) {
	games := datatest.Games(t, "wiki-8", 0, 0, 2)
	for _, left := range []int{0, 3, 5000} {
		if err := (Parquet{}).Encode(&fullDisk{left}, &bytes.Buffer{}, games); !errors.Is(err, errFull) {
			t.Errorf("disk with %d bytes: error %v", left, err)
		}
	}
	if err := (Parquet{}).Encode(&bytes.Buffer{}, &bytes.Buffer{}, nil); err == nil {
		t.Error("a shard without games was written")
	}
	games[1].Rows[0].Ply = 1 << 40
	if err := (Parquet{}).Encode(&bytes.Buffer{}, &bytes.Buffer{}, games); err == nil {
		t.Error("a number that does not fit its column was written")
	}
}
