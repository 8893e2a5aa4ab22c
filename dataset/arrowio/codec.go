package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"halmazero/dataset"
	"halmazero/engine"
)

// batchGames is how many games share a record batch. Of a file that was cut
// short, what is in whole batches can be saved.
const batchGames = 64

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
	shape, meta, err := describe(c.RulesID, gs)
	if err != nil {
		return err
	}
	batches := slices.Collect(slices.Chunk(gs, batchGames))
	if err := write(games, memory.DefaultAllocator, gameColumns(shape), meta, batches); err != nil {
		return fmt.Errorf("games: %w", err)
	}
	var rows [][]row
	for i, batch := range batches {
		rows = append(rows, rowsOf(batch, i*batchGames))
	}
	if err := write(positions, memory.DefaultAllocator, rowColumns(shape), meta, rows); err != nil {
		return fmt.Errorf("positions: %w", err)
	}
	return nil
}

// describe is what columns and metadata of a shard follow from.
func describe(rulesID string, gs []dataset.Game) (shape, arrow.Metadata, error) {
	if len(gs) == 0 {
		return shape{}, arrow.Metadata{}, errors.New("a shard needs at least one game")
	}
	rules, err := engine.ParseRules(gs[0].Rules)
	if err != nil {
		return shape{}, arrow.Metadata{}, err
	}
	meta, err := Codec{RulesID: rulesID}.metadata(rules, gs)
	return shapeOf(rules), meta, err
}

// rowsOf are the rows of games, the first of which has the given number.
func rowsOf(gs []dataset.Game, first int) []row {
	var rows []row
	for i := range gs {
		for _, r := range gs[i].Rows {
			rows = append(rows, row{r, first + i, len(r.RootValue) > 0})
		}
	}
	return rows
}

// write stores batches of records. A record that its columns cannot hold is an error.
func write[T any](w io.Writer, mem memory.Allocator, columns []column[T], meta arrow.Metadata, batches [][]T) error {
	var file bytes.Buffer
	if err := writeFile(&file, mem, columns, meta, batches); err != nil {
		return err
	}
	small, err := shrink(file.Bytes())
	if err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	_, err = w.Write(small)
	return err
}

// writeFile stores them as Arrow does by itself.
func writeFile[T any](w io.Writer, mem memory.Allocator, columns []column[T], meta arrow.Metadata, batches [][]T) error {
	s := schema(columns, meta)
	fw, err := ipc.NewFileWriter(&counter{w: w}, ipc.WithAllocator(mem), ipc.WithSchema(s), ipc.WithZstd(), ipc.WithCompressConcurrency(1))
	if err != nil {
		return err
	}
	if err := build(mem, s, columns, batches, fw.Write); err != nil {
		return err
	}
	return fw.Close()
}

// build makes a record batch of each batch of records and hands it to put.
func build[T any](mem memory.Allocator, s *arrow.Schema, columns []column[T], batches [][]T, put func(arrow.Record) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			bad, ok := r.(rangeError)
			if !ok {
				panic(r)
			}
			err = bad
		}
	}()
	b := array.NewRecordBuilder(mem, s)
	defer b.Release()
	for _, recs := range batches {
		for j, c := range columns {
			for i := range recs {
				c.put(b.Field(j), &recs[i])
			}
		}
		rec := b.NewRecord()
		err := put(rec)
		rec.Release()
		if err != nil {
			return err
		}
	}
	return nil
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
	gs, err := read(games, memory.DefaultAllocator, gameTable)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	rows, err := read(positions, memory.DefaultAllocator, rowTable)
	if err != nil {
		return nil, fmt.Errorf("positions: %w", err)
	}
	return gs, attach(gs, rows)
}

// attach gives each game its rows, which stand in the order of the games.
func attach(gs []dataset.Game, rows []row) error {
	counts := make([]int, len(gs))
	for i := range rows {
		g := rows[i].game
		if g < 0 || g >= len(gs) || i > 0 && g < rows[i-1].game {
			return fmt.Errorf("positions: row %d belongs to game %d of %d", i, g, len(gs))
		}
		counts[g]++
	}
	for g, n := range counts {
		if n == 0 {
			continue
		}
		gs[g].Rows = make([]dataset.Row, n)
		for i := range n {
			gs[g].Rows[i] = rows[i].Row
		}
		rows = rows[n:]
	}
	return nil
}

// table gives the columns of a file by its schema version and its rules.
type table[T any] map[string]func(shape) []column[T]

var (
	gameTable = table[game]{"1": gameColumns1, SchemaVersion: gameColumns}
	rowTable  = table[row]{"1": rowColumns1, SchemaVersion: rowColumns}
)

// columns are those that a file with this schema must have.
func (t table[T]) columns(s *arrow.Schema) ([]column[T], error) {
	meta := s.Metadata().ToMap()
	of, ok := t[meta["schema_version"]]
	if !ok {
		return nil, fmt.Errorf("schema version is %q, known: %s", meta["schema_version"], strings.Join(slices.Sorted(maps.Keys(t)), ", "))
	}
	rules, err := engine.ParseRules(meta["rules"])
	if err != nil {
		return nil, fmt.Errorf("rules in the metadata: %w", err)
	}
	columns := of(shapeOf(rules))
	return columns, check(columns, s)
}

// read returns the records of a file. They share no memory with data or mem.
func read[T any](data []byte, mem memory.Allocator, t table[T]) (recs []T, err error) {
	defer damaged(&err)
	f, err := ipc.NewFileReader(bytes.NewReader(data), ipc.WithAllocator(&bounded{mem: mem, left: decodedLimit(len(data))}))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	columns, err := t.columns(f.Schema())
	if err != nil {
		return nil, err
	}
	for n := range f.NumRecords() {
		batch, err := f.Record(n)
		if err != nil {
			return nil, fmt.Errorf("batch %d: %w", n, err)
		}
		if recs, err = appendBatch(recs, columns, batch); err != nil {
			return nil, fmt.Errorf("batch %d: %w", n, err)
		}
	}
	return recs, nil
}

// damaged makes an error of a panic of the Arrow reader, or of a column.
func damaged(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("damaged Arrow file: %v", r)
	}
}

// appendBatch reads the records of a batch behind others.
func appendBatch[T any](recs []T, columns []column[T], batch arrow.Record) ([]T, error) {
	first := len(recs)
	recs = append(recs, make([]T, batch.NumRows())...)
	for j, c := range columns {
		a := batch.Column(j)
		if a.NullN() > 0 {
			return nil, fmt.Errorf("column %s has null values", c.name)
		}
		if a.Len() != int(batch.NumRows()) {
			return nil, fmt.Errorf("column %s has %d entries, want %d", c.name, a.Len(), batch.NumRows())
		}
		c.get(a, recs[first:])
	}
	return recs, nil
}

// metadata is what a reader of the files needs to know about them.
func (c Codec) metadata(rules *engine.Rules, gs []dataset.Game) (arrow.Metadata, error) {
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
		{"value_step", "1/" + strconv.Itoa(int(dataset.ValueGrid))},
		{"prior_step", "1/" + strconv.Itoa(int(dataset.PriorGrid))},
		{"distances", "steps"},
	}
	var keys, vals []string
	for _, p := range pairs {
		keys, vals = append(keys, p[0]), append(vals, p[1])
	}
	return arrow.NewMetadata(keys, vals), nil
}
