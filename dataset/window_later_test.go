package dataset_test

import (
	"math"
	"reflect"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

// TestLater compares what followed each row with the games, also after the
// oldest rows have gone.
func TestLater(t *testing.T) {
	w := dataset.NewWindow(mustRules())
	var games []dataset.Game
	for generation := range 2 {
		shard := datatest.Games(t, rules, generation, 0, 4)
		if err := w.Add(shard); err != nil {
			t.Fatal(err)
		}
		games = append(games, shard...)
	}
	truncated := 0
	check := func() {
		dropped := -w.Len()
		for i := range games {
			dropped += len(games[i].Rows)
		}
		at := -dropped
		for i := range games {
			for j := range games[i].Rows {
				if at >= 0 {
					sameLater(t, w, at, &games[i], j)
				}
				at++
			}
			if games[i].Result == "truncated" {
				truncated++
			}
		}
	}
	check()
	if truncated == 0 || truncated == len(games) {
		t.Errorf("%d of %d games are truncated, which is no test", truncated, len(games))
	}
	w.Trim(w.Len() - len(games[0].Rows) - 3)
	check()
}

func sameLater(t *testing.T, w *dataset.Window, at int, g *dataset.Game, j int) {
	t.Helper()
	var s dataset.Sample
	var l dataset.Later
	if err := w.At(at, &s); err != nil {
		t.Fatal(err)
	}
	if err := s.Later([]int{1, 6}, &l); err != nil {
		t.Fatal(err)
	}
	r := &g.Rows[j]
	if l.PliesLeft != r.PliesLeft || l.Truncated != (g.Result == "truncated") || !reflect.DeepEqual(l.Remaining, g.FinalRemaining) {
		t.Errorf("%s, ply %d: %d plies left, truncated %v, remaining %v; want %d, result %s, %v",
			g.ID, r.Ply, l.PliesLeft, l.Truncated, l.Remaining, r.PliesLeft, g.Result, g.FinalRemaining)
	}
	if len(l.ShortValues) != 2*len(r.RootValue) {
		t.Fatalf("%s, ply %d: short values %v, the root value is %v", g.ID, r.Ply, l.ShortValues, r.RootValue)
	}
	for k, root := range r.RootValue {
		now, six := l.ShortValues[k], l.ShortValues[len(r.RootValue)+k]
		if now != root || math.Abs(float64(six-r.ShortValue[k])) > 1e-3 {
			t.Errorf("%s, ply %d, seat %d: values %v and %v, want the root's %v and %v", g.ID, r.Ply, k, now, six, root, r.ShortValue[k])
		}
	}
	moves, visits := reply(t, g, j)
	if len(l.Reply) != len(moves) || len(moves) > 0 && !(reflect.DeepEqual(l.Reply, moves) && reflect.DeepEqual(l.ReplyVisits, visits)) {
		t.Errorf("%s, ply %d: reply %v with visits %v, want %v with %v", g.ID, r.Ply, l.Reply, l.ReplyVisits, moves, visits)
	}
}

// reply is the next decision of a game: the legal moves after the one that was
// played, and what they are worth.
func reply(t *testing.T, g *dataset.Game, j int) (moves []engine.Move, visits []float32) {
	t.Helper()
	if j+1 == len(g.Rows) || g.Rows[j+1].Flags&dataset.FlagRandom != 0 {
		return nil, nil
	}
	r, next := &g.Rows[j], &g.Rows[j+1]
	set := engine.SetUp{Cells: r.Cells, Mover: r.Seat, Ply: r.Ply}
	copy(set.Made[:], r.Made)
	p, err := engine.NewPosition(mustRules(), set)
	if err != nil {
		t.Fatal(err)
	}
	p.Play(r.Played)
	moves = p.Moves(nil)
	for _, m := range moves {
		n := float32(0)
		if next.Full {
			for _, v := range next.Policy {
				if v.Move == m {
					n = windowed(next.Policy, v.Visits)
				}
			}
		} else if m == next.Played {
			n = 1
		}
		visits = append(visits, n)
	}
	return moves, visits
}

// A row that the next ply's does not follow has no reply.
func TestNoReplyAcrossAGap(t *testing.T) {
	games := datatest.Games(t, rules, 0, 0, 1)
	g := &games[0]
	g.Rows = append(g.Rows[:5:5], g.Rows[6:]...)
	w := dataset.NewWindow(mustRules())
	if err := w.Add(games); err != nil {
		t.Fatal(err)
	}
	var s dataset.Sample
	l := dataset.Later{Reply: make([]engine.Move, 3), ReplyVisits: make([]float32, 3)}
	if err := w.At(4, &s); err != nil {
		t.Fatal(err)
	}
	if err := s.Later(nil, &l); err != nil || len(l.Reply) != 0 || len(l.ReplyVisits) != 0 {
		t.Errorf("reply %v, error %v", l.Reply, err)
	}
}

// TestSurprise: within a game the surprise of the rows that train the policy is
// in the proportion of their divergences, and does not change their weight in
// all. The other rows have 1.
func TestSurprise(t *testing.T) {
	games := datatest.Games(t, rules, 0, 0, 3)
	for j := range games[2].Rows {
		games[2].Rows[j].Surprise = 0
	}
	w := dataset.NewWindow(mustRules())
	if err := w.Add(games); err != nil {
		t.Fatal(err)
	}
	at := 0
	for i := range games {
		var weight, weighted, perNat float64
		for j := range games[i].Rows {
			r := &games[i].Rows[j]
			var s dataset.Sample
			if err := w.At(at, &s); err != nil {
				t.Fatal(err)
			}
			at++
			trains := r.Full && r.Flags&dataset.FlagRandom == 0
			if (!trains || i == 2) && s.Surprise != 1 {
				t.Errorf("game %d, ply %d: surprise %v, want 1", i, r.Ply, s.Surprise)
			}
			if !trains {
				continue
			}
			weight += float64(s.Weight)
			weighted += float64(s.Weight) * float64(s.Surprise)
			ratio := float64(s.Surprise) / float64(r.Surprise)
			if i < 2 && perNat > 0 && math.Abs(ratio/perNat-1) > 1e-5 {
				t.Errorf("game %d, ply %d: surprise %v for %v nats, others %v a nat", i, r.Ply, s.Surprise, r.Surprise, perNat)
			}
			perNat = ratio
		}
		if weight == 0 || math.Abs(weighted/weight-1) > 1e-5 {
			t.Errorf("game %d: weights of %v in all become %v", i, weight, weighted)
		}
	}
}
