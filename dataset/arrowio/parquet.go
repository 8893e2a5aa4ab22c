package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	pqmeta "github.com/apache/arrow/go/v15/parquet/metadata"

	"halmazero/dataset"
)

// Parquet is the dataset.Encoder of Parquet files, for other programs: the
// columns and the metadata are those of the Arrow files, in one row group, each
// column compressed with zstd. Every list has any length.
//
// Arrow has a writer of its own from its arrays to Parquet. It is not used: it
// would make the program half as large again, as it needs the packages for
// computing and for remote calls, and it marks every entry of a list of fixed
// length as null.
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
	root, err := parquetSchema(s)
	if err != nil {
		return err
	}
	pairs := pqmeta.NewKeyValueMetadata()
	for i, key := range meta.Keys() {
		if err := pairs.Append(key, meta.Values()[i]); err != nil {
			return fmt.Errorf("metadata %s: %w", key, err)
		}
	}
	var buf bytes.Buffer // the Parquet writer panics where it cannot write
	fw := file.NewParquetWriter(&buf, root, file.WithWriteMetadata(pairs),
		file.WithWriterProps(parquet.NewWriterProperties(parquet.WithVersion(parquet.V2_LATEST), parquet.WithCompression(compress.Codecs.Zstd))))
	if len(recs) > 0 {
		err = build(memory.DefaultAllocator, s, columns, [][]T{recs}, func(batch arrow.Record) error { return writeRowGroup(fw, batch) })
	}
	if err := errors.Join(err, fw.Close()); err != nil {
		return err
	}
	_, err = w.Write(buf.Bytes())
	return err
}

// writeRowGroup writes a batch as a row group.
func writeRowGroup(fw *file.Writer, batch arrow.Record) error {
	group := fw.AppendRowGroup()
	for i := range int(batch.NumCols()) {
		for _, l := range leaves(batch.Column(i)) {
			w, err := group.NextColumn()
			if err == nil {
				err = errors.Join(l.write(w), w.Close())
			}
			if err != nil {
				return fmt.Errorf("column %s: %w", batch.ColumnName(i), err)
			}
		}
	}
	return group.Close()
}
