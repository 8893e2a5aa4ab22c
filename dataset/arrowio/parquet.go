package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"halmazero/dataset"
)

// Parquet is the dataset.Encoder of Parquet files, for other programs: the
// columns and the metadata are those of the Arrow files, in one row group, each
// column compressed with zstd. Every list has any length.
type Parquet struct {
	// RulesID is the name of the ruleset in the metadata, as of Codec.
	RulesID string
}

// Extension is the end of the files' names.
func (Parquet) Extension() string { return "parquet" }

// Encode writes the games of a shard, which all have the same rules.
func (p Parquet) Encode(games, positions io.Writer, gs []dataset.Game) error {
	shape, meta, err := describe(p.RulesID, gs)
	if err != nil {
		return err
	}
	if err := writeParquet(games, gameColumns(shape), meta, gs); err != nil {
		return fmt.Errorf("games: %w", err)
	}
	if err := writeParquet(positions, rowColumns(shape), meta, rowsOf(gs, 0)); err != nil {
		return fmt.Errorf("positions: %w", err)
	}
	return nil
}

// writeParquet stores records. A record that its columns cannot hold is an error.
func writeParquet[T any](w io.Writer, columns []column[T], meta arrow.Metadata, recs []T) error {
	s := schema(columns, meta)
	loose := looseSchema(s)
	var file bytes.Buffer // the Parquet writer panics where it cannot write
	fw, err := pqarrow.NewFileWriter(loose, &file,
		parquet.NewWriterProperties(parquet.WithVersion(parquet.V2_LATEST), parquet.WithCompression(compress.Codecs.Zstd)),
		pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err != nil {
		return err
	}
	err = build(memory.DefaultAllocator, s, columns, [][]T{recs}, func(batch arrow.Record) error {
		arrays := make([]arrow.Array, batch.NumCols())
		for i := range arrays {
			arrays[i] = looseArray(batch.Column(i), loose.Field(i).Type)
			defer arrays[i].Release()
		}
		rec := array.NewRecord(loose, arrays, batch.NumRows())
		defer rec.Release()
		return fw.Write(rec)
	})
	if err := errors.Join(err, fw.Close()); err != nil {
		return err
	}
	_, err = w.Write(file.Bytes())
	return err
}

// looseSchema is a schema with lists of any length in place of those of always
// the same: the format has no others, and its writer marks every entry of one
// as a null where the column has none.
func looseSchema(s *arrow.Schema) *arrow.Schema {
	fields := slices.Clone(s.Fields())
	for i := range fields {
		if l, ok := fields[i].Type.(*arrow.FixedSizeListType); ok {
			fields[i].Type = arrow.ListOf(l.Elem())
		}
	}
	meta := s.Metadata()
	return arrow.NewSchema(fields, &meta)
}

// looseArray is a column as looseSchema has it. The caller releases it.
func looseArray(a arrow.Array, kind arrow.DataType) arrow.Array {
	l, ok := a.(*array.FixedSizeList)
	if !ok {
		a.Retain()
		return a
	}
	n := int(l.DataType().(*arrow.FixedSizeListType).Len())
	offsets := make([]int32, l.Len()+1)
	for i := range offsets {
		offsets[i] = int32(i * n)
	}
	data := array.NewData(kind, l.Len(), []*memory.Buffer{nil, memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(offsets))},
		[]arrow.ArrayData{l.ListValues().Data()}, 0, 0)
	defer data.Release()
	return array.NewListData(data)
}
