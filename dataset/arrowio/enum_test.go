package arrowio

import (
	"bytes"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
)

// A value of an enumeration that has no name is neither written nor read: the
// rest of the program prints names without looking.
func TestEnumsHaveNames(t *testing.T) {
	raw := func(name string, at func(*game) uint8) column[game] {
		return column[game]{name: name, kind: asInt8.kind, put: func(b builder, g *game) { asInt8.put(b, int(int8(at(g)))) }}
	}
	tests := []struct {
		name   string
		change func(g *game)
		column column[game] // writes what the proper one refuses
	}{
		{"kind", func(g *game) { g.Kind = 3 }, raw("kind", func(g *game) uint8 { return uint8(g.Kind) })},
		{"start_kind", func(g *game) { g.StartKind = 127 }, raw("start_kind", func(g *game) uint8 { return uint8(g.StartKind) })},
		{"cause", func(g *game) { g.Cause = 7 }, raw("cause", func(g *game) uint8 { return uint8(g.Cause) })},
		{"cause", func(g *game) { g.Cause = 0x80 }, raw("cause", func(g *game) uint8 { return uint8(g.Cause) })},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			gs := datatest.Games(t, "wiki-8", 0, 0, 2)
			_, positions := encode(t, gs)
			test.change(&gs[1])
			want := test.name + " is "
			if err := (Codec{}).Encode(new(bytes.Buffer), new(bytes.Buffer), gs); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("written with error %v", err)
			}
			meta, err := metadata(gs)
			if err != nil {
				t.Fatal(err)
			}
			columns := append([]column[dataset.Game](nil), gameColumns...)
			for i := range columns {
				if columns[i].name == test.name {
					columns[i] = test.column
				}
			}
			var games bytes.Buffer
			if err := write(&games, memory.DefaultAllocator, columns, meta, gs); err != nil {
				t.Fatal(err)
			}
			if _, err := (Codec{}).Decode(games.Bytes(), positions); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("read with error %v", err)
			}
		})
	}
}
