package dataset_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

// filled is a window with three shards, and all rows in order.
func filled(t testing.TB) (*dataset.Window, []dataset.Row) {
	t.Helper()
	w := dataset.NewWindow(mustRules())
	var rows []dataset.Row
	for i := range 3 {
		games := datatest.Games(t, rules, i, 0, 2)
		if err := w.Add(games); err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			rows = append(rows, g.Rows...)
		}
	}
	return w, rows
}

// same compares a sample with the row that it came from.
func same(t *testing.T, s *dataset.Sample, r *dataset.Row) {
	t.Helper()
	p := &s.Position
	if p.Hash() != r.Hash || p.Mover() != r.Seat || p.Ply() != r.Ply || !reflect.DeepEqual(p.Cells(nil), r.Cells) {
		t.Fatalf("position of ply %d differs: %s", r.Ply, p)
	}
	for seat, n := range r.Made {
		if p.Made(seat) != n {
			t.Errorf("ply %d: seat %d made %d moves, want %d", r.Ply, seat, p.Made(seat), n)
		}
	}
	root := r.RootValue
	if root == nil {
		root = r.Outcome
	}
	if !reflect.DeepEqual(s.Outcome, r.Outcome) || !reflect.DeepEqual(s.Root, root) || s.Weight != r.Weight {
		t.Errorf("ply %d: outcome %v, root %v, weight %v; want %v, %v, %v", r.Ply, s.Outcome, s.Root, s.Weight, r.Outcome, root, r.Weight)
	}
	want := make(map[engine.Move]float32)
	if r.Full && r.Flags&dataset.FlagRandom == 0 {
		for _, v := range r.Policy {
			want[v.Move] = windowed(r.Policy, v.Visits)
		}
	}
	if !reflect.DeepEqual(s.Moves, p.Moves(nil)) || len(s.Visits) != len(s.Moves) {
		t.Fatalf("ply %d: %d moves and %d visits, the position has %d", r.Ply, len(s.Moves), len(s.Visits), p.CountMoves())
	}
	for i, m := range s.Moves {
		if s.Visits[i] != want[m] {
			t.Errorf("ply %d: move %d has %v visits, want %v", r.Ply, i, s.Visits[i], want[m])
		}
	}
}

// windowed is what the window keeps of a move's visits: all of them, or their
// share where a row has more than 65,535 of one move.
func windowed(policy []dataset.Visit, visits uint32) float32 {
	most := 0.0
	for _, v := range policy {
		most = max(most, float64(v.Visits))
	}
	if most <= 1<<16-1 {
		return float32(visits)
	}
	return float32(max(1, math.Round(float64(visits)*(1<<16-1)/most)))
}

func TestWindowGivesTheRowsBack(t *testing.T) {
	w, rows := filled(t)
	if w.Len() != len(rows) {
		t.Fatalf("%d rows, want %d", w.Len(), len(rows))
	}
	var s dataset.Sample
	for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(len(rows)) {
		if err := w.At(i, &s); err != nil {
			t.Fatal(err)
		}
		same(t, &s, &rows[i])
	}
}

// Trim drops the oldest rows, within a shard too, and keeps the order.
func TestWindowTrim(t *testing.T) {
	w, rows := filled(t)
	var s dataset.Sample
	for _, limit := range []int{len(rows) + 1, len(rows), len(rows) - 1, len(rows) / 2, 7, 1, 0} {
		w.Trim(limit)
		left := rows[len(rows)-min(limit, len(rows)):]
		if w.Len() != len(left) {
			t.Fatalf("%d rows after Trim(%d), want %d", w.Len(), limit, len(left))
		}
		for i := range left {
			if err := w.At(i, &s); err != nil {
				t.Fatal(err)
			}
			same(t, &s, &left[i])
		}
	}
	if err := w.Add(datatest.Games(t, rules, 9, 0, 1)); err != nil || w.Len() == 0 {
		t.Errorf("%d rows after emptying and filling again, error %v", w.Len(), err)
	}
}

func TestWindowRefusesOtherRules(t *testing.T) {
	w := dataset.NewWindow(mustRules())
	err := w.Add(datatest.Games(t, "wiki-8", 0, 0, 1))
	if err == nil || !strings.Contains(err.Error(), "wiki-8") || w.Len() != 0 {
		t.Errorf("%d rows, error %v", w.Len(), err)
	}
}

// A window keeps nothing of the games that it was given.
func TestWindowCopies(t *testing.T) {
	games := datatest.Games(t, rules, 0, 0, 1)
	w := dataset.NewWindow(mustRules())
	if err := w.Add(games); err != nil {
		t.Fatal(err)
	}
	rows := datatest.Games(t, rules, 0, 0, 1)[0].Rows
	for i := range games[0].Rows {
		r := &games[0].Rows[i]
		clear(r.Cells)
		clear(r.Policy)
		clear(r.Outcome)
		clear(r.Made)
	}
	var s dataset.Sample
	for i := range rows {
		if err := w.At(i, &s); err != nil {
			t.Fatal(err)
		}
		same(t, &s, &rows[i])
	}
}

func TestWindowRefusesIllegalPolicy(t *testing.T) {
	games := datatest.Games(t, rules, 0, 0, 1)
	at := -1
	for i, r := range games[0].Rows {
		if r.Full {
			at = i
		}
	}
	games[0].Rows[at].Policy[0].Move = engine.NewMove(0, 63)
	w := dataset.NewWindow(mustRules())
	if err := w.Add(games); err != nil {
		t.Fatal(err)
	}
	var s dataset.Sample
	if err := w.At(at, &s); err == nil || !strings.Contains(err.Error(), "not legal") {
		t.Errorf("error %v", err)
	}
}

func TestWindowSize(t *testing.T) {
	tests := []struct {
		name               string
		total, start, most int
		want               int
	}{
		{"empty", 0, 20_000, 100_000, 0},
		{"all of a small set", 19_999, 20_000, 100_000, 19_999},
		{"at the start", 20_000, 20_000, 100_000, 20_000},
		// 20000·(1 + 0.4·(10^0.65 - 1)/0.65)
		{"ten times that", 200_000, 20_000, 100_000, 62_668},
		{"never more than most", 10_000_000, 20_000, 100_000, 100_000},
		{"most below start", 30_000, 20_000, 10_000, 10_000},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := dataset.WindowSize(test.total, test.start, 0.65, test.most); got != test.want {
				t.Errorf("%d rows, want %d", got, test.want)
			}
		})
	}
	last := 0
	for total := 0; total < 1_000_000; total += 997 {
		size := dataset.WindowSize(total, 20_000, 0.65, 1<<30)
		if size < last || size > total {
			t.Fatalf("%d rows of %d after %d", size, total, last)
		}
		last = size
	}
}

func TestAtAllocatesLittle(t *testing.T) {
	w, _ := filled(t)
	var s dataset.Sample
	i := 0
	if n := testing.AllocsPerRun(200, func() {
		if err := w.At(i%w.Len(), &s); err != nil {
			t.Fatal(err)
		}
		i++
	}); n > 4 { // engine.NewPosition lists the pieces of each seat
		t.Errorf("%v allocations a sample", n)
	}
}
