package arrowio

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
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
		{"cause", func(g *game) { g.Cause = engine.Cause(engine.Causes) }, raw("cause", func(g *game) uint8 { return uint8(g.Cause) })},
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
			columns := gameColumns(shape{64, 2})
			for i := range columns {
				if columns[i].name == test.name {
					columns[i] = test.column
				}
			}
			var games bytes.Buffer
			if err := write(&games, memory.DefaultAllocator, columns, metadata(t, gs), [][]game{gs}); err != nil {
				t.Fatal(err)
			}
			if _, err := (Codec{}).Decode(games.Bytes(), positions); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("read with error %v", err)
			}
		})
	}
}

// Names are only ever added behind the last, so that files with fewer of them
// stay readable.
func TestEnumsGrowAtTheEnd(t *testing.T) {
	meta := metadata(t, datatest.Games(t, "wiki-8", 0, 0, 1))
	first := map[string]string{ // of the first files with this schema version
		"kind":       "selfplay,bootstrap,match",
		"start_kind": "standard,opening,setup",
		"cause":      ",goal,deadline,turns,sealed,immobile,cap",
	}
	for name, names := range first {
		if now := meta.ToMap()[name]; now != names && !strings.HasPrefix(now, names+",") {
			t.Errorf("%s is %q, want more names behind %q or none", name, now, names)
		}
	}
}

// A file is read though its metadata know fewer causes, and a cause that was
// added is stored like the others.
func TestCausesOfOtherFiles(t *testing.T) {
	gs := datatest.Games(t, "wiki-8-d30", 0, 0, 3)
	values := metadata(t, gs).ToMap()
	values["cause"] = ",goal,deadline,turns,sealed,immobile,cap"
	delete(values, "rules_id")
	_, positions := encode(t, gs)
	var games bytes.Buffer
	if err := write(&games, memory.DefaultAllocator, gameColumns(shape{64, 2}), arrow.MetadataFrom(values), [][]game{gs}); err != nil {
		t.Fatal(err)
	}
	got, err := Codec{}.Decode(games.Bytes(), positions)
	if err != nil || !reflect.DeepEqual(got, gs) {
		t.Errorf("a file with fewer causes reads differently, error %v", err)
	}

	gs[1].Result, gs[1].Cause = "win:1", engine.Resignation
	gs[2].Result, gs[2].Cause = "draw:agreed", engine.Agreed
	got, err = Codec{}.Decode(encode(t, gs))
	if err != nil || !reflect.DeepEqual(got, gs) {
		t.Errorf("a file with the causes %s and %s reads differently, error %v", gs[1].Cause, gs[2].Cause, err)
	}
}
