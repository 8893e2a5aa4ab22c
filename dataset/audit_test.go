package dataset_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halmazero/dataset"
	"halmazero/dataset/internal/datatest"
	"halmazero/engine"
)

// audit looks at games of a trained network with the cap's rule of the test games.
func audit(games ...[]dataset.Game) *dataset.Audit {
	return auditAs(true, games...)
}

func auditAs(trained bool, games ...[]dataset.Game) *dataset.Audit {
	a := dataset.NewAuditor(dataset.AuditOptions{Trained: trained, CapOutcomes: func(p *engine.Position) [][engine.MaxSeats]float32 {
		return [][engine.MaxSeats]float32{datatest.CapOutcome(p)}
	}})
	for _, shard := range games {
		a.Add(shard)
	}
	return a.Audit()
}

// opinionated is games whose searches saw the outcome through some noise, times
// the factor of the seat to move.
func opinionated(t testing.TB, n int, factors ...float32) []dataset.Game {
	t.Helper()
	games := datatest.Games(t, rules, 1, 0, n)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range games {
		g := &games[i]
		for j := range g.Rows {
			r := &g.Rows[j]
			if len(r.Policy) == 0 {
				continue
			}
			think := func() float32 { return factors[r.Seat] * (0.5*g.Outcome[r.Seat] + 0.8*rng.Float32() - 0.4) }
			for k := range r.Policy {
				r.Policy[k].Q = think()
			}
			datatest.Value(r, think())
		}
		seal(t, g)
	}
	return games
}

func seal(t testing.TB, g *dataset.Game) {
	t.Helper()
	if err := g.Seal(); err != nil {
		t.Fatal(err)
	}
}

// checksOf are the names of the checks that found something, in order.
func checksOf(a *dataset.Audit) []string {
	var names []string
	for _, f := range a.Faults {
		names = append(names, string(f.Check))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestAuditSound(t *testing.T) {
	for _, ref := range []string{rules, "leapstone-2", "wiki-8,finish=places", "star-121-2", "star-121-2,seats=N+NE,lock=none"} {
		games := datatest.Games(t, ref, 0, 0, 6)
		a := audit(games[:4], games[4:])
		rows := 0
		for i := range games {
			rows += len(games[i].Rows)
		}
		if err := a.Err(); err != nil || a.Games != 6 || a.Rows != rows || a.Searched == 0 || a.Searched >= rows {
			t.Errorf("%s: %v\n%s", ref, err, a.Text())
		}
	}
}

// Games as they come from disk are sound as well, a shard after another.
func TestAuditStored(t *testing.T) {
	dir, games := folder(t, shard{0, 0, 3}, shard{0, 3, 2})
	set, err := dataset.Open(dir, codec)
	if err != nil {
		t.Fatal(err)
	}
	var shards [][]dataset.Game
	for _, s := range set.Manifest().Shards() {
		read, err := set.Load(s)
		if err != nil {
			t.Fatal(err)
		}
		shards = append(shards, read)
	}
	if a := audit(shards...); a.Err() != nil || a.Games != len(games) {
		t.Error(a.Text())
	}
}

// mirrored is the policy as the board's half turn lays it.
func mirrored(r *dataset.Row) {
	same := mustRules().Board().Symmetries()
	for i := range r.Policy {
		r.Policy[i].Move = r.Policy[i].Move.Image(&same[len(same)-1])
	}
}

// spoiled are wrong labels of a single game, by the check that refuses them. A
// ply of whole means that the fault names the game alone.
var spoiled = []struct {
	name   string
	want   dataset.Check
	inject func(t *testing.T, g *dataset.Game) (ply int)
}{
	{"seat swapped", dataset.CheckSeat, inRow(searched, func(r *dataset.Row) {
		r.Seat = 1 - r.Seat
		r.RootValue, r.NetworkValue = swap(r.RootValue), swap(r.NetworkValue)
	})},
	{"values of three seats", dataset.CheckSeat, inRow(searched, func(r *dataset.Row) { r.NetworkValue = []float32{0.5, 0, 0} })},
	{"position of the other seat", dataset.CheckPosition, inRow(searched, func(r *dataset.Row) {
		for i, c := range r.Cells {
			if c != 0 {
				r.Cells[i] = 3 - c
			}
		}
	})},
	{"outcome negated", dataset.CheckOutcome, resealed(func(g *dataset.Game) {
		g.Outcome = []float32{-g.Outcome[0], -g.Outcome[1]}
	})},
	{"outcome negated in a row", dataset.CheckOutcome, inRow(searched, func(r *dataset.Row) {
		r.Outcome = []float32{-r.Outcome[0], -r.Outcome[1]}
	})},
	{"outcome negated for one seat", dataset.CheckOutcome, inRow(searched, func(r *dataset.Row) {
		r.Outcome = []float32{r.Outcome[0], -r.Outcome[1]}
	})},
	{"outcome negated for one seat of the game", dataset.CheckOutcome, resealed(func(g *dataset.Game) {
		g.Outcome = []float32{g.Outcome[0], -g.Outcome[1]}
	})},
	{"outcome of another game", dataset.CheckOutcome, resealed(func(g *dataset.Game) {
		other := unlike(g)
		g.Outcome, g.Result, g.Cause = other.Outcome, other.Result, other.Cause
	})},
	{"outcome of another game in a row", dataset.CheckOutcome, inRow(searched, func(r *dataset.Row) { r.Outcome = []float32{0.125, -0.125} })},
	{"moves of another game", dataset.CheckReplay, func(t *testing.T, g *dataset.Game) int {
		g.Moves[0] = engine.NewMove(g.Moves[0].To(), g.Moves[0].From())
		return 0
	}},
	{"policy mirrored without its position", dataset.CheckPolicy, inRow(searched, mirrored)},
	{"policy of the other seat", dataset.CheckPolicy, inRow(searched, func(r *dataset.Row) { other(r).Move = theirs(r) })},
	{"priors over 1", dataset.CheckPrior, inRow(searched, func(r *dataset.Row) { other(r).Prior++ })},
	{"priors that do not sum", dataset.CheckPrior, inRow(searched, func(r *dataset.Row) {
		for i := range r.Policy {
			r.Policy[i].Prior = 0.9
		}
	})},
	{"prior that is no number", dataset.CheckPrior, inRow(searched, func(r *dataset.Row) { other(r).Prior = float32(math.NaN()) })},
	{"fewer visits than simulations", dataset.CheckVisits, inRow(searched, func(r *dataset.Row) { r.Simulations += 3 })},
	{"more visits than any tree", dataset.CheckVisits, inRow(searched, func(r *dataset.Row) {
		for i := range r.Policy {
			r.Policy[i].Visits += 200_000
		}
	})},
	{"no visit to train on", dataset.CheckVisits, inRow(drawn, func(r *dataset.Row) { r.Flags, r.Full, r.Policy = dataset.FlagTeacher, true, nil })},
	{"visits of nothing", dataset.CheckVisits, inRow(searched, func(r *dataset.Row) {
		for i := range r.Policy {
			r.Policy[i].Visits = 0
		}
	})},
	{"values in another order", dataset.CheckValue, inRow(searched, func(r *dataset.Row) {
		r.RootValue = swap(r.RootValue)
	})},
	{"Q of the other seat", dataset.CheckValue, inRow(searched, func(r *dataset.Row) {
		for i := range r.Policy {
			r.Policy[i].Q = -r.Policy[i].Q
		}
	})},
	{"Q out of range", dataset.CheckValue, inRow(searched, func(r *dataset.Row) { other(r).Q = -2 })},
	{"value out of range", dataset.CheckValue, inRow(searched, func(r *dataset.Row) { r.NetworkValue[1-r.Seat] = 7 })},
	{"id of another game", dataset.CheckRecord, inGame(func(g *dataset.Game) { g.ID += "0" })},
}

// unlike is a game that ended in another way.
func unlike(g *dataset.Game) *dataset.Game {
	for generation := 0; ; generation++ {
		other := datatest.Games(new(testing.T), rules, generation, 0, 1)[0]
		if other.Result != g.Result && other.Outcome[0] != g.Outcome[0] {
			return &other
		}
	}
}

// theirs is a move of a piece that is not the mover's.
func theirs(r *dataset.Row) engine.Move {
	at := slices.Index(r.Cells, uint8(2-r.Seat))
	return engine.NewMove(at, slices.Index(r.Cells, 0))
}

// Each wrong label is refused by the name of its check, with game and ply.
func TestAuditRefuses(t *testing.T) {
	for _, ending := range []string{"win", "truncated"} {
		for _, test := range spoiled {
			t.Run(ending+" "+test.name, func(t *testing.T) {
				g := ended(t, ending)
				ply := test.inject(t, g)
				a := audit([]dataset.Game{*g})
				err := a.Err()
				var labels *dataset.LabelError
				if !errors.Is(err, dataset.ErrLabels) || !errors.As(err, &labels) || labels.Total < 1 {
					t.Fatalf("error is %v", err)
				}
				found := slices.ContainsFunc(labels.Faults, func(f dataset.Fault) bool {
					return f.Check == test.want && f.Game == g.ID && f.Ply == ply && f.Reason != ""
				})
				if !found || !strings.Contains(err.Error(), "check "+string(test.want)+", game "+g.ID) {
					t.Errorf("no fault of check %s, game %s, ply %d: %v", test.want, g.ID, ply, labels.Faults)
				}
			})
		}
	}
}

func TestAuditRefusesDuplicates(t *testing.T) {
	games := datatest.Games(t, rules, 1, 0, 4)
	again := slices.Clone(games)
	for i := range again {
		again[i].Index += len(games)
		again[i].Rows = slices.Clone(again[i].Rows)
		seal(t, &again[i])
	}
	rehashed := slices.Clone(games[3:])
	rehashed[0].Hash, rehashed[0].Seed = games[0].Hash, 1
	for _, test := range []struct {
		name   string
		shards [][]dataset.Game
		want   int
	}{
		{"a game twice", [][]dataset.Game{games, games[2:3]}, 1},
		{"a shard twice", [][]dataset.Game{games, games}, 4},
		{"a shard twice under other ids", [][]dataset.Game{games, again}, 4},
		{"a game twice under another id", [][]dataset.Game{games, again[1:2]}, 1},
		{"a content hash twice", [][]dataset.Game{games[:3], rehashed}, 1},
	} {
		a := audit(test.shards...)
		if got := checksOf(a); !slices.Equal(got, []string{"duplicate"}) || a.Total != test.want {
			t.Errorf("%s: %d faults of %v, want %d of duplicate", test.name, a.Total, got, test.want)
		}
	}
}

// What is wrong everywhere is told in few words, and no name is lost.
func TestAuditKeepsEveryName(t *testing.T) {
	games := datatest.Games(t, rules, 1, 0, 6)
	for i := range games {
		for j := range games[i].Rows {
			games[i].Rows[j].Outcome = []float32{-games[i].Outcome[0], -games[i].Outcome[1]}
		}
	}
	games[5].ID = "elsewhere"
	a := audit(games)
	if want := []string{"outcome", "record"}; !slices.Equal(checksOf(a), want) || a.Total != a.Rows+1 || len(a.Faults) > 20 {
		t.Errorf("%d of %d faults kept, of %v", len(a.Faults), a.Total, checksOf(a))
	}
	if text := a.Err().Error(); strings.Count(text, "\n") != 2 {
		t.Errorf("the error is\n%s", text)
	}
}

// A search that sees the outcome is sound; one that takes it for its contrary
// is not, whichever seat it errs for.
func TestAuditSigns(t *testing.T) {
	sign := []string{"sign"}
	for _, test := range []struct {
		name    string
		games   int
		factors []float32 // by seat to move
		trained bool
		want    []string
		seats   []int // that are found wrong
	}{
		{"sound", 60, []float32{1, 1}, true, nil, nil},
		{"blind", 60, []float32{0, 0}, true, nil, nil},
		{"flipped", 60, []float32{-1, -1}, true, sign, []int{0, 1}},
		{"flipped for the first seat", 60, []float32{-1, 1}, true, sign, []int{0}},
		{"flipped for the second seat", 60, []float32{1, -1}, true, sign, []int{1}},
		{"flipped in a few games", 20, []float32{-1, -1}, true, nil, nil},
		{"flipped before any training", 150, []float32{-1, -1}, false, sign, []int{0, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := auditAs(test.trained, opinionated(t, test.games, test.factors...))
			if !slices.Equal(checksOf(a), test.want) || (a.Err() != nil) != (test.want != nil) {
				t.Errorf("checks %v, want %v\n%s", checksOf(a), test.want, a.Text())
			}
			var wrong []int
			for _, s := range a.Signs {
				if s.Verdict == dataset.SignWrong {
					wrong = append(wrong, s.Seat)
				}
				if !test.trained && s.From > 1 && s.Verdict == dataset.SignWrong {
					t.Errorf("judged before any training: %s", s)
				}
				if test.games < 30 && s.Verdict != dataset.SignFew {
					t.Errorf("judged by too few games: %s", s)
				}
				if f := test.factors[s.Seat]; f != 0 && s.Games >= 30 && f*float32(s.Correlation) < 0.5 {
					t.Errorf("factor %v gives %s", f, s)
				}
			}
			if wrong = slices.Compact(wrong); !slices.Equal(wrong, test.seats) {
				t.Errorf("seats %v are found wrong, want %v", wrong, test.seats)
			}
		})
	}
}

// turned is a game as a symmetry of its board lays it.
func turned(t *testing.T, g dataset.Game, s *engine.Symmetry) dataset.Game {
	t.Helper()
	p, err := engine.ParsePosition(g.Start)
	if err != nil {
		t.Fatal(err)
	}
	p = p.Image(s)
	g.Start = p.String()
	vector := func(v []float32) []float32 {
		w := make([]float32, len(v))
		for seat := range v {
			w[s.Seats[seat]] = v[seat]
		}
		return w
	}
	result, err := engine.ParseResult(g.Result)
	if err != nil {
		t.Fatal(err)
	}
	moves := g.Moves
	g.Moves, g.Rows, g.Outcome = nil, slices.Clone(g.Rows), vector(g.Outcome)
	rows := g.Rows
	for _, m := range moves {
		if len(rows) > 0 && rows[0].Ply == p.Ply() {
			turnRow(&rows[0], &p, s, vector)
			rows = rows[1:]
		}
		g.Moves = append(g.Moves, m.Image(s))
		p.Play(m.Image(s))
	}
	if result.Kind != engine.Truncated {
		g.Result = p.Result().String()
	}
	seal(t, &g)
	return g
}

// turnRow turns what a search found; the position is the one that the turned
// game has come to.
func turnRow(r *dataset.Row, p *engine.Position, s *engine.Symmetry, vector func([]float32) []float32) {
	r.Seat, r.Cells, r.Hash, r.Played = p.Mover(), p.Cells(nil), p.Hash(), r.Played.Image(s)
	r.Made, r.Remaining = nil, nil
	for seat := range p.Board().Seats() {
		r.Made = append(r.Made, p.Made(seat))
		r.Remaining = append(r.Remaining, p.Remaining(seat))
	}
	r.RootValue, r.NetworkValue = vector(r.RootValue), vector(r.NetworkValue)
	r.Policy = slices.Clone(r.Policy)
	for i := range r.Policy {
		r.Policy[i].Move = r.Policy[i].Move.Image(s)
	}
	order := p.Moves(nil)
	slices.SortFunc(r.Policy, func(a, b dataset.Visit) int {
		return slices.Index(order, a.Move) - slices.Index(order, b.Move)
	})
}

// A whole game may be turned by any symmetry of its board: positions,
// policies, seats and outcomes still agree. Turned by halves, they do not.
func TestAuditTurned(t *testing.T) {
	for _, ref := range []string{rules, "star-121-2", "star-121-2,seats=N+SE"} {
		games := datatest.Games(t, ref, 1, 0, 3)
		start, err := engine.ParsePosition(games[0].Start)
		if err != nil {
			t.Fatal(err)
		}
		same := start.Board().Symmetries()
		if len(same) < 2 {
			t.Fatalf("%s: only %d symmetries", ref, len(same))
		}
		for i := range same {
			var image []dataset.Game
			for _, g := range games {
				image = append(image, turned(t, g, &same[i]))
			}
			if a := audit(image); a.Err() != nil {
				t.Errorf("%s, symmetry %d: %s", ref, i, a.Text())
			}
			if i == 0 {
				continue
			}
			for g := range image {
				image[g].Rows = games[g].Rows
			}
			if a := audit(image); !slices.Contains(checksOf(a), "policy") || !slices.Contains(checksOf(a), "position") {
				t.Errorf("%s, symmetry %d, rows not turned: %v", ref, i, checksOf(a))
			}
		}
	}
}

func BenchmarkAudit(b *testing.B) {
	games := datatest.Games(b, rules, 1, 0, 50)
	rows := 0
	for b.Loop() {
		rows += audit(games).Rows
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
