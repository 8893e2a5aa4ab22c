package arrowio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"go.uber.org/goleak"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// encode returns the two files of the games.
func encode(t testing.TB, gs []dataset.Game) (games, positions []byte) {
	t.Helper()
	var a, b bytes.Buffer
	if err := (Codec{}).Encode(&a, &b, gs); err != nil {
		t.Fatal(err)
	}
	return a.Bytes(), b.Bytes()
}

// oddGames are games without rows, and one with the largest values and the
// strangest texts that the columns hold.
func oddGames(t *testing.T) (withoutRows, extreme []dataset.Game) {
	withoutRows = datatest.Games(t, "wiki-8", 1, 0, 2)
	for i := range withoutRows {
		withoutRows[i].Rows = nil
	}
	extreme = datatest.Games(t, "wiki-8", 1, 0, 1)
	extreme[0].Seed = 1<<64 - 1
	extreme[0].Models = []string{"", "a name with ünïcode\x00 and a zero"}
	extreme[0].Places = []int{2, 1}
	extreme[0].Rows[0].Hash = 1<<64 - 1
	extreme[0].Rows[0].Flags = 1<<32 - 1
	extreme[0].Rows[0].Made = []int{1<<15 - 1, 0}
	return withoutRows, extreme
}

func TestRoundTrip(t *testing.T) {
	withoutRows, extreme := oddGames(t)
	tests := []struct {
		name  string
		games []dataset.Game
	}{
		{"8x8 with a deadline", datatest.Games(t, "wiki-8-d30", 0, 0, 8)},
		{"16x16: cells up to 255", datatest.Games(t, "plyyard", 7, 256, 3)},
		{"three batches", datatest.Games(t, "wiki-8-d30", 0, 0, 2*batchGames+1)},
		{"a star", datatest.Games(t, "star-121-2", 0, 0, 2)},
		{"one game", datatest.Games(t, "wiki-10", 2, 9, 1)},
		{"no rows", withoutRows},
		{"extreme values", extreme},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for i := range test.games {
				test.games[i].Hash = contentHash(t, &test.games[i])
			}
			got, err := Codec{}.Decode(encode(t, test.games))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.games) {
				t.Errorf("games differ after the round trip")
			}
			for i := range got {
				if hash := contentHash(t, &got[i]); hash != got[i].Hash {
					t.Errorf("game %d: content hash %s, stored %s", i, hash, got[i].Hash)
				}
			}
		})
	}
}

func contentHash(t *testing.T, g *dataset.Game) string {
	t.Helper()
	hash, err := g.ContentHash()
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// The fields that the codec must store are all fields there are.
func TestEveryFieldIsStored(t *testing.T) {
	game, row := reflect.TypeFor[dataset.Game](), reflect.TypeFor[dataset.Row]()
	// Moves take two columns; Rows are the other file.
	if got, want := len(gameColumns(aShape)), game.NumField()+1-1; got != want {
		t.Errorf("%d columns for games, want %d", got, want)
	}
	// Played takes two columns; the game's number is one, and whether there was a search.
	if got, want := len(rowColumns(aShape)), row.NumField()+1+1+1; got != want {
		t.Errorf("%d columns for positions, want %d", got, want)
	}
	if got, want := len(policyFields), reflect.TypeFor[dataset.Visit]().NumField()+1; got != want {
		t.Errorf("%d fields of a policy's entry, want %d: a move takes two", got, want)
	}
}

// metadata is that of games of wiki-8 or its like.
func metadata(t testing.TB, gs []dataset.Game) arrow.Metadata {
	t.Helper()
	rules, err := engine.ParseRules(gs[0].Rules)
	if err != nil {
		t.Fatal(err)
	}
	meta, err := Codec{}.metadata(rules, gs)
	if err != nil {
		t.Fatal(err)
	}
	return meta
}

// Neither the number of processors nor a second encoding changes a byte.
func TestEqualBytes(t *testing.T) {
	gs := datatest.Games(t, "wiki-8-d30", 3, 0, 40)
	games, positions := encode(t, gs)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(n)
		g, p := encode(t, datatest.Games(t, "wiki-8-d30", 3, 0, 40))
		if !bytes.Equal(g, games) || !bytes.Equal(p, positions) {
			t.Errorf("other bytes with %d processors", n)
		}
	}
}

func TestSchemaIsPlain(t *testing.T) {
	games, positions := encode(t, datatest.Games(t, "wiki-8-d30", 0, 0, 2))
	for name, data := range map[string][]byte{"games": games, "positions": positions} {
		f, err := ipc.NewFileReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, field := range f.Schema().Fields() {
			if field.Nullable {
				t.Errorf("%s: column %s may be null", name, field.Name)
			}
			for _, typ := range within(field.Type) {
				switch typ.ID() {
				case arrow.DICTIONARY, arrow.FIXED_SIZE_BINARY, arrow.BINARY, arrow.NULL:
					t.Errorf("%s: column %s is of type %s", name, field.Name, typ)
				}
			}
		}
		meta := f.Schema().Metadata().ToMap()
		r, err := engine.ParseRules("wiki-8-d30")
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]string{
			"schema_version": SchemaVersion, "rules": "wiki-8-d30", "rules_id": "wiki-8-d30", "rules_hash": r.Hash(), "board": "sq8",
			"kind": "selfplay,bootstrap,match", "start_kind": "standard,opening,setup",
			"cause": ",goal,deadline,turns,sealed,immobile,cap,resigned,agreed",
		} {
			if meta[key] != want {
				t.Errorf("%s: metadata %s is %q, want %q", name, key, meta[key], want)
			}
		}
	}
}

// within is a type and all that it is made of.
func within(typ arrow.DataType) []arrow.DataType {
	all := []arrow.DataType{typ}
	if n, ok := typ.(arrow.NestedType); ok {
		for _, f := range n.Fields() {
			all = append(all, within(f.Type)...)
		}
	}
	return all
}

func TestEncodeRefuses(t *testing.T) {
	mixed := append(datatest.Games(t, "wiki-8", 0, 0, 1), datatest.Games(t, "wiki-8-d30", 0, 1, 1)...)
	large := datatest.Games(t, "wiki-8", 0, 0, 1)
	large[0].Rows[0].Made[0] = 1 << 15
	changed := func(change func(g *dataset.Game)) []dataset.Game {
		gs := datatest.Games(t, "wiki-8", 0, 0, 1)
		change(&gs[0])
		return gs
	}
	first := func(g *dataset.Game, which func(*dataset.Row) bool) *dataset.Row {
		return &g.Rows[slices.IndexFunc(g.Rows, func(r dataset.Row) bool { return which(&r) })]
	}
	searched := func(r *dataset.Row) bool { return len(r.RootValue) > 0 }
	tests := []struct {
		name  string
		games []dataset.Game
		want  string
	}{
		{"cells of another board", changed(func(g *dataset.Game) { g.Rows[0].Cells = g.Rows[0].Cells[:63] }), "cells has 63 entries, want 64"},
		{"an outcome of one seat", changed(func(g *dataset.Game) { g.Outcome = g.Outcome[:1] }), "outcome has 1 entries, want 2"},
		{"no network value in a search", changed(func(g *dataset.Game) { first(g, searched).NetworkValue = nil }), "network_value has 0 entries, want 2"},
		{"a network value without a search", changed(func(g *dataset.Game) {
			first(g, func(r *dataset.Row) bool { return !searched(r) }).NetworkValue = []float32{0, 0}
		}), "network_value has 2 entries, want 0"},
		{"a prior that was not rounded", changed(func(g *dataset.Game) { first(g, searched).Policy[0].Prior = 0.1 }), "0.1 is not a multiple of 1/65535"},
		{"a prior above 1", changed(func(g *dataset.Game) { first(g, searched).Policy[0].Prior = dataset.PriorGrid.At(65536) }), "65536 does not fit"},
		{"a Q below -1", changed(func(g *dataset.Game) { first(g, searched).Policy[0].Q = dataset.ValueGrid.At(-32769) }), "-32769 does not fit"},
		{"a value that is no number", changed(func(g *dataset.Game) { first(g, searched).RootValue[0] = float32(math.NaN()) }), "NaN is not a multiple"},
		{"an infinite value", changed(func(g *dataset.Game) { first(g, searched).RootValue[0] = float32(math.Inf(1)) }), "does not fit"},
		{"a route with a space", changed(func(g *dataset.Game) { g.Routes[0] += " " }), "is no word"},
		{"nothing", nil, "at least one game"},
		{"two rulesets", mixed, "test/gen-0000/000001 has other rules"},
		{"a number too large for its column", large, "32768 does not fit"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var a, b bytes.Buffer
			err := Codec{}.Encode(&a, &b, test.games)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// batches is the part of a file behind its schema and before its footer.
func batches(data []byte) []byte {
	schema := 16 + int(binary.LittleEndian.Uint32(data[12:]))
	end := len(data) - 10
	return data[schema : end-int(binary.LittleEndian.Uint32(data[end:]))]
}

// Damaged records never panic. They are an error, or change nothing, or change
// a game so that its content hash tells.
func TestDamage(t *testing.T) {
	gs := datatest.Games(t, "wiki-8-d30", 0, 0, 2)
	games, positions := encode(t, gs)
	rng := rand.New(rand.NewPCG(1, 2))
	flip := func(data []byte) []byte {
		data = bytes.Clone(data)
		part := batches(data)
		part[rng.IntN(len(part))] ^= 1 << rng.IntN(8)
		return data
	}
	errors, told, same := 0, 0, 0
	for i := range 400 {
		g, p := games, positions
		if i%2 == 0 {
			g = flip(g)
		} else {
			p = flip(p)
		}
		got, err := Codec{}.Decode(g, p)
		switch {
		case err != nil:
			errors++
		case reflect.DeepEqual(got, gs):
			same++
		case hashesAgree(t, got):
			t.Errorf("flip %d changed the games, and nothing tells", i)
		default:
			told++
		}
	}
	if errors < 50 || told < 50 {
		t.Errorf("%d flips were errors, %d changed a content hash, %d changed nothing", errors, told, same)
	}
	for _, n := range []int{0, 1, 8, len(games) / 2, len(games) - 1} {
		if _, err := (Codec{}).Decode(games[:n], positions); err == nil {
			t.Errorf("a games file of %d of %d bytes was read", n, len(games))
		}
	}
	for _, n := range []int{0, 1, 8, len(positions) / 2, len(positions) - 1} {
		if _, err := (Codec{}).Decode(games, positions[:n]); err == nil {
			t.Errorf("a positions file of %d of %d bytes was read", n, len(positions))
		}
	}
	if _, err := (Codec{}).Decode(positions, games); err == nil {
		t.Error("swapped files were read")
	}
}

func hashesAgree(t *testing.T, gs []dataset.Game) bool {
	for i := range gs {
		hash, err := gs[i].ContentHash()
		if err != nil || hash != gs[i].Hash { // a NaN has no hash
			return false
		}
	}
	return true
}

// A file that claims more memory than it may take is refused, not obeyed.
func TestBounded(t *testing.T) {
	b := &bounded{mem: memory.DefaultAllocator, left: 100}
	b.Free(b.Reallocate(60, b.Allocate(40)))
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "claims 1 bytes") {
			t.Errorf("recovered %v", r)
		}
	}()
	b.Allocate(1)
}

// The metadata name a ruleset that has a name of its own, and describe the
// board that it is played on.
func TestMetadataOfRules(t *testing.T) {
	for _, test := range []struct{ rules, id, wantID, board, rows, neighbours string }{
		{"wiki-8,lock=none", "", "wiki-8,lock=none", "sq8", "8", "8, "},
		{"wiki-8,lock=none", "mine", "mine", "sq8", "8", "8, "},
		{"star-121-2", "", "star-121-2", "star121", "17", "6, "},
	} {
		rules, err := engine.ParseRules(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		meta, err := Codec{RulesID: test.id}.metadata(rules, datatest.Games(t, test.rules, 0, 0, 1))
		if err != nil {
			t.Fatal(err)
		}
		m := meta.ToMap()
		if m["rules"] != test.rules || m["rules_id"] != test.wantID || m["board"] != test.board || m["board_rows"] != test.rows ||
			!strings.HasPrefix(m["board_neighbours"], test.neighbours) {
			t.Errorf("%s named %q: metadata %v", test.rules, test.id, m)
		}
	}
}

func TestMemoryIsReleased(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	gs := datatest.Games(t, "wiki-8", 0, 0, 3)
	meta := metadata(t, gs)
	var file bytes.Buffer
	if err := write(&file, mem, gameColumns(shape{64, 2}), meta, [][]game{gs}); err != nil {
		t.Fatal(err)
	}
	got, err := read(file.Bytes(), mem, gameTable)
	if err != nil || len(got) != len(gs) {
		t.Errorf("%d games, error %v", len(got), err)
	}
}

func BenchmarkCodec(b *testing.B) {
	gs := datatest.Games(b, "wiki-8-d30", 0, 0, 256)
	games, positions := encode(b, gs)
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			encode(b, gs)
		}
		b.SetBytes(int64(len(games) + len(positions)))
	})
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			if _, err := (Codec{}).Decode(games, positions); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(games) + len(positions)))
	})
}
