package arrowio

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"halmazero/dataset"
)

// magicSize is how many bytes stand in front of the stream of batches in a file.
const magicSize = 8

// Salvage reads the games of a shard whose files have been cut short or
// damaged, as far as the batches in front of the damage go: the stream of them
// can be read without the footer. A game may lack rows, which its content hash
// tells. notes say where reading ended.
func (Codec) Salvage(games, positions []byte) (gs []dataset.Game, notes []error) {
	gs, err := salvage(games, gameTable)
	if err != nil {
		notes = append(notes, fmt.Errorf("games: %w", err))
	}
	rows, err := salvage(positions, rowTable)
	if err != nil {
		notes = append(notes, fmt.Errorf("positions: %w", err))
	}
	for len(rows) > 0 && rows[len(rows)-1].game >= len(gs) {
		rows = rows[:len(rows)-1] // of games that are lost
	}
	if err := attach(gs, rows); err != nil {
		notes = append(notes, err)
	}
	return gs, notes
}

// salvage returns the records of all batches in front of the first that cannot
// be read, and why it cannot.
func salvage[T any](file []byte, t table[T]) (recs []T, err error) {
	defer damaged(&err)
	if len(file) < magicSize || !bytes.HasPrefix(file, ipc.Magic) {
		return nil, errors.New("no Arrow file")
	}
	r, err := ipc.NewReader(bytes.NewReader(file[magicSize:]), ipc.WithAllocator(&bounded{mem: memory.DefaultAllocator, left: decodedLimit(len(file))}))
	if err != nil {
		return nil, err
	}
	defer r.Release()
	columns, err := t.columns(r.Schema())
	if err != nil {
		return nil, err
	}
	for n := 0; r.Next(); n++ {
		more, err := appendBatch(recs, columns, r.Record())
		if err != nil {
			return recs, fmt.Errorf("batch %d: %w", n, err)
		}
		recs = more
	}
	return recs, r.Err()
}
