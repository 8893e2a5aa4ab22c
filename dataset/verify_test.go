package dataset_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/arrowio"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

func TestVerifySound(t *testing.T) {
	dir, games := folder(t, usual...)
	r := verify(t, dir)
	if len(r.Faults) > 0 {
		t.Fatal(r.Text())
	}
	want := dataset.Report{Shards: 3, Games: len(games), Results: map[string]int{}, Causes: map[string]int{}, Bytes: r.Bytes, Hash: r.Hash}
	for i := range games {
		want.Moves += len(games[i].Moves)
		want.Rows += len(games[i].Rows)
		want.Results[games[i].Result]++
		want.Causes[games[i].Cause.String()]++
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("report %+v, want %+v", r, want)
	}
}

// The test games end in every way that they can, so that the checks below see
// all of it.
func TestVerifySeesEveryEnding(t *testing.T) {
	dir, _ := folder(t, shard{0, 0, 40})
	r := verify(t, dir)
	for _, cause := range []engine.Cause{engine.Goal, engine.Deadline, engine.Cap} {
		if r.Causes[cause.String()] == 0 {
			t.Errorf("no game by %s among %v", cause, r.Causes)
		}
	}
	if len(r.Faults) > 0 {
		t.Error(r.Text())
	}
}

// Every ruleset of two seats is verified: the star boards, and games that give
// places.
func TestVerifyOtherRules(t *testing.T) {
	for _, ref := range []string{"leapstone-2", "wiki-8,finish=places", "star-121-2", "star-121-2,seats=N+NE,lock=none"} {
		t.Run(ref, func(t *testing.T) {
			n := 3
			if strings.Contains(ref, "finish=places") {
				n = 20 // enough for some to reach the goal
			}
			games := datatest.Games(t, ref, 0, 0, n)
			dir := t.TempDir()
			store(t, dir, 0, games)
			r := verify(t, dir)
			if len(r.Faults) > 0 || r.Games != n {
				t.Error(r.Text())
			}
			withPlaces := 0
			for i := range games {
				ranked := strings.HasPrefix(games[i].Result, "places:")
				if ranked != (len(games[i].Places) == 2) {
					t.Errorf("result %s with the places %v", games[i].Result, games[i].Places)
				}
				withPlaces += len(games[i].Places)
				if ranked && games[i].Outcome[0] != float32(3-2*games[i].Places[0]) {
					t.Errorf("places %v with the outcome %v", games[i].Places, games[i].Outcome)
				}
			}
			if (withPlaces > 0) != strings.Contains(ref, "finish=places") {
				t.Errorf("%d places in all", withPlaces)
			}
		})
	}
}

// Any flipped bit of any file is found, and the file is named.
func TestVerifyFindsFlippedBits(t *testing.T) {
	dir, _ := folder(t, usual...)
	m, err := dataset.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, s := range m.Shards() {
		for _, name := range []string{s.GamesFile.Path, s.RowsFile.Path} {
			for range 10 {
				var at int
				var bit byte = 1 << rng.IntN(8)
				change(t, dir, name, func(b []byte) []byte { at = rng.IntN(len(b)); b[at] ^= bit; return b })
				r := verify(t, dir)
				if len(r.Faults) != 1 || r.Faults[0].File != name || r.Shards != 2 {
					t.Errorf("%s, byte %d: %d shards sound, faults %v", name, at, r.Shards, r.Faults)
				}
				change(t, dir, name, func(b []byte) []byte { b[at] ^= bit; return b })
			}
		}
	}
	if r := verify(t, dir); len(r.Faults) > 0 {
		t.Error(r.Text())
	}
}

func TestVerifyFiles(t *testing.T) {
	const games, rows = "games/gen-0000/0001.games.arrow", "games/gen-0000/0001.positions.arrow"
	tests := []struct {
		name   string
		damage func(t *testing.T, dir string)
		want   []string
	}{
		{"missing games", func(t *testing.T, dir string) { remove(t, dir, games) }, []string{games, "no such file"}},
		{"missing positions", func(t *testing.T, dir string) { remove(t, dir, rows) }, []string{rows, "no such file"}},
		{"cut short", func(t *testing.T, dir string) {
			change(t, dir, rows, func(b []byte) []byte { return b[:len(b)-1] })
		}, []string{rows, "SHA-256"}},
		{"empty", func(t *testing.T, dir string) {
			change(t, dir, games, func([]byte) []byte { return nil })
		}, []string{games, "SHA-256"}},
		{"swapped", func(t *testing.T, dir string) {
			var first []byte
			change(t, dir, games, func(b []byte) []byte { first = b; return b })
			change(t, dir, "games/gen-0000/0000.games.arrow", func([]byte) []byte { return first })
		}, []string{"0000.games.arrow", "SHA-256"}},
		{"not listed", func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, "games", "gen-0000", "0002.games.arrow"), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}, []string{"games/gen-0000/0002.games.arrow", "not in the manifest"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir, _ := folder(t, usual...)
			test.damage(t, dir)
			wantFault(t, verify(t, dir), test.want...)
		})
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// lie is a game whose files are sound and whose content is not.
type lie struct {
	name string
	tell func(g *dataset.Game, r *dataset.Row) // r has a search
	want string
}

var lies = []lie{
	{"outcome of the game", func(g *dataset.Game, r *dataset.Row) { g.Outcome = []float32{g.Outcome[1], g.Outcome[0]} }, "outcome"},
	{"outcome of a row", func(g *dataset.Game, r *dataset.Row) { r.Outcome = []float32{r.Outcome[1], r.Outcome[0]} }, "outcome"},
	{"seat", func(g *dataset.Game, r *dataset.Row) { r.Seat = 1 - r.Seat }, "seat"},
	{"hash", func(g *dataset.Game, r *dataset.Row) { r.Hash++ }, "hash"},
	{"cells", func(g *dataset.Game, r *dataset.Row) {
		r.Cells = append([]uint8(nil), r.Cells...)
		r.Cells[27] ^= 1
	}, "cells"},
	{"moves made", func(g *dataset.Game, r *dataset.Row) { r.Made[1]++ }, "has made"},
	{"distance", func(g *dataset.Game, r *dataset.Row) { r.Remaining[0]-- }, "distance"},
	{"plies left", func(g *dataset.Game, r *dataset.Row) { r.PliesLeft++ }, "plies left"},
	{"short value", func(g *dataset.Game, r *dataset.Row) {
		r.ShortValue[0] = dataset.ValueGrid.Round(r.ShortValue[0] + 0.01)
	}, "short value"},
	{"a row's ply", func(g *dataset.Game, r *dataset.Row) { r.Ply++ }, "no row"},
	{"a row less", func(g *dataset.Game, r *dataset.Row) { g.Rows = g.Rows[1:] }, "has no row"},
	{"a row twice", func(g *dataset.Game, r *dataset.Row) { g.Rows = append(g.Rows, *r) }, "belongs to no ply"},
	{"move played", func(g *dataset.Game, r *dataset.Row) { r.Played = engine.NewMove(r.Played.From(), 28) }, "played move"},
	{"illegal policy move", func(g *dataset.Game, r *dataset.Row) { r.Policy[0].Move = engine.NewMove(0, 63) }, "illegal move a1>h8"},
	{"policy move off the board", func(g *dataset.Game, r *dataset.Row) { r.Policy[0].Move = engine.NewMove(255, 254) }, "illegal move"},
	{"policy move twice", func(g *dataset.Game, r *dataset.Row) { r.Policy = append(r.Policy, r.Policy[0]) }, "twice"},
	{"visits", func(g *dataset.Game, r *dataset.Row) { r.Simulations++ }, "simulations"},
	{"visits of a graph", func(g *dataset.Game, r *dataset.Row) {
		r.Flags |= dataset.FlagGraph
		r.Policy[0].Visits += 100_000
	}, "can come from"},
	{"played and never visited", func(g *dataset.Game, r *dataset.Row) { r.Policy, r.Simulations = nil, 0 }, "never visited"},
	{"priors", func(g *dataset.Game, r *dataset.Row) {
		for i := range r.Policy {
			r.Policy[i].Prior = dataset.PriorGrid.Round(0.9)
		}
	}, "priors sum"},
	{"weight", func(g *dataset.Game, r *dataset.Row) { r.Weight = float32(math.Inf(1)) }, "+Inf"},
	{"flags", func(g *dataset.Game, r *dataset.Row) { r.Flags |= 1 << 31 }, "unknown flags"},
	{"a random move that trains", func(g *dataset.Game, r *dataset.Row) { r.Full, r.Flags = true, dataset.FlagRandom }, "random move"},
	{"result", func(g *dataset.Game, r *dataset.Row) { g.Result = "draw:turns" }, "result"},
	{"cause", func(g *dataset.Game, r *dataset.Row) { g.Cause = engine.Sealed }, "by sealed"},
	{"places", func(g *dataset.Game, r *dataset.Row) { g.Places = []int{1, 2} }, "places [1 2]"},
	{"a move less", func(g *dataset.Game, r *dataset.Row) {
		n := len(g.Moves) - 1
		g.Moves, g.Routes, g.Plies = g.Moves[:n], g.Routes[:n], n
	}, "result"},
	{"another move", func(g *dataset.Game, r *dataset.Row) { g.Moves[3] = engine.NewMove(g.Moves[3].To(), g.Moves[3].From()) }, "not a route of"},
	{"a route that jumps too far", func(g *dataset.Game, r *dataset.Row) {
		m := g.Moves[0]
		b := mustRules().Board()
		g.Routes[0] = b.CellName(m.From()) + "-h4-" + b.CellName(m.To())
	}, "route"},
	{"a route of a single cell", func(g *dataset.Game, r *dataset.Row) { g.Routes[0] = "a1" }, "goes nowhere"},
	{"plies", func(g *dataset.Game, r *dataset.Row) { g.Plies++ }, "plies"},
	{"distance at the end", func(g *dataset.Game, r *dataset.Row) { g.FinalRemaining[0]++ }, "ends with distance"},
	{"pieces at home at the end", func(g *dataset.Game, r *dataset.Row) { g.FinalAtHome[1]++ }, "at home"},
	{"start", func(g *dataset.Game, r *dataset.Row) { g.Start = "wiki-8-d30 nonsense" }, "start"},
	{"first player", func(g *dataset.Game, r *dataset.Row) {
		p := mustRules().Start(1 - int(g.Start[len(g.Start)-len("1 0 0,0 a,a")]-'1'))
		g.Start = p.String()
	}, "route"},
	{"rules", func(g *dataset.Game, r *dataset.Row) { g.Rules = "wiki-8" }, "the start position says"},
	{"seats", func(g *dataset.Game, r *dataset.Row) { g.Seats = 3 }, "3 seats"},
	{"models", func(g *dataset.Game, r *dataset.Row) { g.Models = g.Models[:1] }, "1 models"},
	{"id", func(g *dataset.Game, r *dataset.Row) { g.ID = "test/gen-0000/000009" }, "id should be"},
}

// unwritable are lies that no file can hold.
var unwritable = []struct {
	lie
	refused string // why
}{
	{lie{"no outcome", func(g *dataset.Game, r *dataset.Row) { g.Outcome = nil }, "0 outcomes"}, "outcome has 0 entries, want 2"},
	{lie{"too few cells", func(g *dataset.Game, r *dataset.Row) { r.Cells = r.Cells[:63] }, "cells"}, "cells has 63 entries, want 64"},
	{lie{"moves made of three seats", func(g *dataset.Game, r *dataset.Row) { r.Made = append(r.Made, 0) }, "3 moves made"}, "made has 3 entries, want 2"},
	{lie{"negative prior", func(g *dataset.Game, r *dataset.Row) { r.Policy[0].Prior = -1 }, "prior -1"}, "-65535 does not fit"},
	{lie{"Q", func(g *dataset.Game, r *dataset.Row) { r.Policy[0].Q = 2 }, "Q 2"}, "65534 does not fit"},
	{lie{"root value", func(g *dataset.Game, r *dataset.Row) { r.RootValue = []float32{2, -2} }, "value 2 out"}, "65534 does not fit"},
	{lie{"values of three seats", func(g *dataset.Game, r *dataset.Row) { r.NetworkValue = []float32{0, 0, 0} }, "3 values"}, "network_value has 3 entries, want 2"},
}

func mustRules() *engine.Rules {
	r, err := engine.ParseRules(rules)
	if err != nil {
		panic(err)
	}
	return r
}

func TestVerifyFindsLies(t *testing.T) {
	for _, lie := range lies {
		t.Run(lie.name, func(t *testing.T) {
			games := datatest.Games(t, rules, 0, 0, 2)
			g := &games[1]
			lie.tellIn(g)
			hash, err := g.ContentHash()
			if lie.name != "weight" && err != nil { // an infinity has no content hash
				t.Fatal(err)
			}
			g.Hash = hash
			dir := t.TempDir()
			store(t, dir, 0, games)
			r := verify(t, dir)
			wantFault(t, r, lie.want, g.ID)
			for _, f := range r.Faults {
				if f.Game != g.ID {
					t.Errorf("fault of another game: %s", f)
				}
			}
		})
	}
}

// tellIn tells the lie in a game.
func (l *lie) tellIn(g *dataset.Game) {
	for i := 5; ; i++ {
		if g.Rows[i].Simulations > 0 {
			l.tell(g, &g.Rows[i])
			return
		}
	}
}

// Such games are refused by the writer, and found in memory by the label audit,
// with the checks that Verify has for files of schema version 1.
func TestWriterRefusesLies(t *testing.T) {
	for _, lie := range unwritable {
		t.Run(lie.name, func(t *testing.T) {
			games := datatest.Games(t, rules, 0, 0, 1)
			lie.tellIn(&games[0])
			err := arrowio.Codec{}.Encode(io.Discard, io.Discard, games)
			if err == nil || !strings.Contains(err.Error(), lie.refused) {
				t.Errorf("written with error %v, want one with %q", err, lie.refused)
			}
			a := dataset.NewAuditor(dataset.AuditOptions{})
			a.Add(games)
			wantFault(t, dataset.Report{Faults: a.Audit().Faults}, lie.want, games[0].ID)
		})
	}
}

// A wrong label of a capped game is found by the rule of the caller alone.
func TestVerifyCapOutcome(t *testing.T) {
	games := datatest.Games(t, rules, 0, 0, 40)
	var g *dataset.Game
	for i := range games {
		if games[i].Cause == engine.Cap {
			g = &games[i]
		}
	}
	g.Outcome = []float32{0.5, -0.5}
	if err := g.Seal(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	store(t, dir, 0, games)
	r := verify(t, dir)
	wantFault(t, r, g.ID, "training cap")
	if len(r.Faults) != 1 {
		t.Error(r.Text())
	}
}

// A content hash that does not fit is found although everything else does.
func TestVerifyContentHash(t *testing.T) {
	games := datatest.Games(t, rules, 0, 0, 1)
	games[0].Seed++
	dir := t.TempDir()
	store(t, dir, 0, games)
	wantFault(t, verify(t, dir), games[0].ID, "content hash")
}

func TestVerifyReportsInOrder(t *testing.T) {
	dir := t.TempDir()
	for shard := range 4 {
		games := datatest.Games(t, rules, 0, 2*shard, 2)
		for i := range games {
			games[i].Rows[0].Hash++
		}
		store(t, dir, 0, games)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var reports []string
	for _, n := range []int{1, 4, 4, 4} {
		runtime.GOMAXPROCS(n)
		r := verify(t, dir)
		reports = append(reports, fmt.Sprint(r.Faults))
	}
	for i, r := range reports {
		if r != reports[0] {
			t.Errorf("report %d differs:\n%s\n%s", i, r, reports[0])
		}
	}
}

func TestVerifyProgress(t *testing.T) {
	dir, _ := folder(t, usual...)
	last := 0
	_, err := dataset.Verify(t.Context(), dir, arrowio.Codec{}, dataset.VerifyOptions{Progress: func(n, of int) {
		if n != last+1 || of != 3 {
			t.Errorf("progress %d of %d after %d", n, of, last)
		}
		last = n
	}})
	if err != nil || last != 3 {
		t.Errorf("progress ended at %d, error %v", last, err)
	}
}

func TestVerifyStops(t *testing.T) {
	dir, _ := folder(t, usual...)
	ctx, cancel := context.WithCancel(t.Context())
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	last := 0
	_, err := dataset.Verify(ctx, dir, arrowio.Codec{}, dataset.VerifyOptions{Progress: func(n, of int) {
		last = n
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || last != 1 {
		t.Errorf("stopped after the first shard, %d were checked: %v", last, err)
	}
}
