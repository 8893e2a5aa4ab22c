package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"halmazero/dataset"
	"halmazero/engine"
)

type (
	builder = array.Builder
	values  = arrow.Array
)

var (
	errLengths = errors.New("columns of one record differ in length")
	errOffsets = errors.New("list reaches beyond its values")
)

// Codec is the dataset.Codec of Arrow files.
type Codec struct {
	// RulesID is the name of the ruleset in the metadata of written files;
	// empty: its reference.
	RulesID string
}

// Extension is the end of the files' names.
func (Codec) Extension() string { return "arrow" }

// Encode writes the games of a shard, which all have the same rules.
func (c Codec) Encode(games, positions io.Writer, gs []dataset.Game) error {
	if len(gs) == 0 {
		return errors.New("a shard needs at least one game")
	}
	meta, err := c.metadata(gs)
	if err != nil {
		return err
	}
	if err := write(games, memory.DefaultAllocator, gameColumns, meta, gs); err != nil {
		return fmt.Errorf("games: %w", err)
	}
	var rows []row
	for i := range gs {
		for _, r := range gs[i].Rows {
			rows = append(rows, row{r, i})
		}
	}
	if err := write(positions, memory.DefaultAllocator, rowColumns, meta, rows); err != nil {
		return fmt.Errorf("positions: %w", err)
	}
	return nil
}

// write stores the records as one batch. A number that its column cannot hold
// is an error.
func write[T any](w io.Writer, mem memory.Allocator, columns []column[T], meta arrow.Metadata, recs []T) (err error) {
	defer func() {
		if r := recover(); r != nil {
			bad, ok := r.(rangeError)
			if !ok {
				panic(r)
			}
			err = bad
		}
	}()
	s := schema(columns, meta)
	b := array.NewRecordBuilder(mem, s)
	defer b.Release()
	for i := range recs {
		for j, c := range columns {
			c.put(b.Field(j), &recs[i])
		}
	}
	rec := b.NewRecord()
	defer rec.Release()
	fw, err := ipc.NewFileWriter(&counter{w: w}, ipc.WithAllocator(mem), ipc.WithSchema(s), ipc.WithZstd(), ipc.WithCompressConcurrency(1))
	if err != nil {
		return err
	}
	if err := fw.Write(rec); err != nil {
		return err
	}
	return fw.Close()
}

// counter is what the Arrow writer needs of a file: it asks for its position,
// and never moves it.
type counter struct {
	w  io.Writer
	at int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.at += int64(n)
	return n, err
}

func (c *counter) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.New("an Arrow file is written front to back")
	}
	return c.at, nil
}

// Decode reads a shard. The caller has compared the files' hashes with the
// manifest, as dataset.Set does. Bytes that nobody has vouched for are read
// with care: where the Arrow reader panics it is an error here, and data that
// claim too much memory are refused. But Arrow follows the lengths in a damaged
// schema or footer wherever they lead, and that can end the program.
func (Codec) Decode(games, positions []byte) ([]dataset.Game, error) {
	gs, err := read(games, memory.DefaultAllocator, gameColumns)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	rows, err := read(positions, memory.DefaultAllocator, rowColumns)
	if err != nil {
		return nil, fmt.Errorf("positions: %w", err)
	}
	for i, r := range rows {
		if r.game < 0 || r.game >= len(gs) || i > 0 && r.game < rows[i-1].game {
			return nil, fmt.Errorf("positions: row %d belongs to game %d of %d", i, r.game, len(gs))
		}
		gs[r.game].Rows = append(gs[r.game].Rows, r.Row)
	}
	return gs, nil
}

// read returns the records of a file. They share no memory with data or mem.
func read[T any](data []byte, mem memory.Allocator, columns []column[T]) (recs []T, err error) {
	defer func() {
		if r := recover(); r != nil {
			recs, err = nil, fmt.Errorf("damaged Arrow file: %v", r)
		}
	}()
	f, err := ipc.NewFileReader(bytes.NewReader(data), ipc.WithAllocator(&bounded{mem: mem, left: decodedLimit(len(data))}))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	meta := f.Schema().Metadata()
	if i := meta.FindKey("schema_version"); i < 0 || meta.Values()[i] != SchemaVersion {
		return nil, fmt.Errorf("schema version is not %s", SchemaVersion)
	}
	if err := check(columns, f.Schema()); err != nil {
		return nil, err
	}
	for n := range f.NumRecords() {
		batch, err := f.Record(n)
		if err != nil {
			return nil, fmt.Errorf("batch %d: %w", n, err)
		}
		first := len(recs)
		recs = append(recs, make([]T, batch.NumRows())...)
		for j, c := range columns {
			a := batch.Column(j)
			if a.NullN() > 0 {
				return nil, fmt.Errorf("batch %d, column %s has null values", n, c.name)
			}
			for i := range recs[first:] {
				c.get(a, i, &recs[first+i])
			}
		}
	}
	return recs, nil
}

// metadata is what a reader of the files needs to know about them.
func (c Codec) metadata(gs []dataset.Game) (arrow.Metadata, error) {
	rules, err := engine.ParseRules(gs[0].Rules)
	if err != nil {
		return arrow.Metadata{}, err
	}
	for i := range gs {
		if gs[i].RulesHash != rules.Hash() {
			return arrow.Metadata{}, fmt.Errorf("game %s has other rules than its shard", gs[i].ID)
		}
	}
	if c.RulesID != "" {
		rules = rules.WithID(c.RulesID)
	}
	b := rules.Board()
	var causes []string
	for cause := range engine.Causes {
		causes = append(causes, engine.Cause(cause).String())
	}
	directions := 8
	if b.Star() {
		directions = 6
	}
	pairs := [][2]string{
		{"schema_version", SchemaVersion},
		{"kind", strings.Join(dataset.KindNames, ",")},
		{"start_kind", strings.Join(dataset.StartNames, ",")},
		{"cause", strings.Join(causes, ",")},
		{"rules", rules.Ref()},
		{"rules_id", rules.ID()},
		{"rules_hash", rules.Hash()},
		{"rules_options", rules.Canonical()},
		{"board", b.ID()},
		{"board_rows", strconv.Itoa(b.Rows())},
		{"board_columns", strconv.Itoa(b.Cols())},
		{"board_neighbours", fmt.Sprintf("%d, chain jumps over one adjacent piece", directions)},
		{"cells", "reading order, row by row from the north, from 0; 0 empty, else seat from 1"},
		{"seats", "seat columns count from 0, lists by seat in absolute seat order"},
		{"values", "[-1,1] by absolute seat; q for the mover"},
		{"distances", "steps"},
	}
	var keys, vals []string
	for _, p := range pairs {
		keys, vals = append(keys, p[0]), append(vals, p[1])
	}
	return arrow.NewMetadata(keys, vals), nil
}
