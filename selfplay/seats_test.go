package selfplay

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/mcts"
)

// audited fails if the labels of games would not be trained on.
func audited(t *testing.T, s Spec, games []dataset.Game) {
	t.Helper()
	a := dataset.NewAuditor(dataset.AuditOptions{CapOutcomes: func(p *engine.Position) [][engine.MaxSeats]float32 {
		return [][engine.MaxSeats]float32{s.Cap.Outcome(p)}
	}})
	a.Add(games)
	if err := a.Audit().Err(); err != nil {
		t.Fatal(err)
	}
}

// ways are the ways to search in self-play.
var ways = map[string]func(*mcts.Config){
	"puct":   func(*mcts.Config) {},
	"forced": func(c *mcts.Config) { c.ForcedPlayouts = 2 },
	"solver": func(c *mcts.Config) { c.Solver = true },
	"gumbel": func(c *mcts.Config) { c.Root, c.Solver = mcts.Gumbel, true },
	"graph":  func(c *mcts.Config) { c.Transpositions = true },
}

// Games of every number of seats and of every way to search pass the audit,
// and are the same again in other company.
func TestGamesOfManySeats(t *testing.T) {
	for _, ref := range []string{"wiki-8-d30", "star-121-3", "wiki-4", "leapstone-4", "wiki-4-teams", "star-121-5", "star-121-6"} {
		for name, set := range ways {
			t.Run(ref+"/"+name, func(t *testing.T) {
				s := spec(t, ref, 40)
				set(&s.Settings.Search)
				all := games(t, s, 4, 2)
				audited(t, s, all)
				if again := games(t, s, 4, 1); !reflect.DeepEqual(all, again) {
					t.Error("games differ between one and two in lock-step")
				}
				seats := s.Rules.Seats()
				movers := map[int]bool{}
				shaped, proven := 0, 0
				for _, g := range all {
					if len(g.Models) != seats || len(g.Outcome) != seats {
						t.Fatalf("%d models, outcome %v", len(g.Models), g.Outcome)
					}
					for _, r := range g.Rows {
						movers[r.Seat] = true
						if len(r.RootValue) != seats || len(r.NetworkValue) != seats {
							t.Fatalf("values %v and %v", r.RootValue, r.NetworkValue)
						}
						if (r.Flags&dataset.FlagGraph != 0) != (name == "graph") {
							t.Fatalf("flags %#x of %s", r.Flags, name)
						}
						if r.Flags&dataset.FlagShaped != 0 {
							shaped++
						}
						if r.Flags&dataset.FlagProven != 0 {
							proven++
						}
					}
				}
				if len(movers) != seats {
					t.Errorf("rows of seats %v only", movers)
				}
				if want := name == "forced" || name == "gumbel"; (shaped > 0) != want {
					t.Errorf("%d shaped targets", shaped)
				}
			})
		}
	}
}

// A game that is played to its end has moves that prove what they are worth.
func TestSolvedRowsPassTheAudit(t *testing.T) {
	for _, name := range []string{"solver", "gumbel"} {
		s := spec(t, "wiki-8-d30", 0) // played to the end, deadline included
		ways[name](&s.Settings.Search)
		s.Settings.FullSimulations, s.Settings.CheapSimulations = 60, 30
		all := games(t, s, 6, 2)
		audited(t, s, all)
		proven := 0
		for _, g := range all {
			last := g.Rows[len(g.Rows)-1]
			if last.Flags&dataset.FlagProven != 0 {
				proven++
				if last.RootValue[last.Seat] != last.Outcome[last.Seat] {
					t.Errorf("game %s: the last move is proven to be worth %v, the outcome is %v", g.ID, last.RootValue, last.Outcome)
				}
			}
		}
		if proven < 3 {
			t.Errorf("%s: %d of 6 games ended with a proven move", name, proven)
		}
	}
}

func TestCapOutcomeOfManySeats(t *testing.T) {
	sum := func(v []float32) (sum float64) {
		for _, x := range v {
			sum += float64(x)
		}
		return sum
	}
	for _, x := range []struct {
		ref string
		sum float64 // of the values of everybody
	}{{"star-121-3", -1}, {"wiki-4", -2}, {"star-121-5", -3}, {"star-121-6", -4}, {"leapstone-4", 0}, {"wiki-4-teams", 0}} {
		t.Run(x.ref, func(t *testing.T) {
			r, err := engine.ParseRules(x.ref)
			if err != nil {
				t.Fatal(err)
			}
			seats := r.Seats()
			p := r.Start(0)
			even := (CapRule{}).Outcome(&p)
			for s := range seats {
				if math.Abs(float64(even[s])-x.sum/float64(seats)) > 1e-6 {
					t.Errorf("at the start %v, want %v for everybody", even[:seats], x.sum/float64(seats))
				}
			}
			// One seat makes moves that bring it closer.
			var best engine.Move
			p = r.Start(1)
			before := p.Remaining(1)
			for _, m := range p.Moves(nil) {
				q := p
				if q.Play(m); q.Remaining(1) < before {
					before, best = q.Remaining(1), m
				}
			}
			p.Play(best)
			v := (CapRule{}).Outcome(&p)
			for s := range seats {
				partner := r.Finish() == engine.FinishTeams && s%2 == 1
				if s != 1 && !partner && v[s] >= v[1] || partner && v[s] != v[1] || v[s] < -1 || v[s] > 1 {
					t.Errorf("seat 2 is ahead: %v", v[:seats])
				}
			}
			if math.Abs(sum(v[:seats])-x.sum) > 0.05 {
				t.Errorf("%v sum to %v, want about %v", v[:seats], sum(v[:seats]), x.sum)
			}
		})
	}
}

// A seat that has its place keeps it, whatever the others do.
func TestCapOutcomeOfPlaces(t *testing.T) {
	r, err := engine.ParseRules("leapstone-4")
	if err != nil {
		t.Fatal(err)
	}
	b := r.Board()
	at := func(x, y int) int {
		cell, ok := b.CellAt(x, y)
		if !ok {
			t.Fatalf("no cell at %d, %d", x, y)
		}
		return cell
	}
	set := engine.SetUp{Cells: make([]uint8, b.Cells()), Ply: 200, Mover: 1, Made: [engine.MaxSeats]int{50, 50, 50, 50}}
	set.Status[0] = engine.Status{State: engine.Finished, Place: 1}
	for _, c := range b.Goal(0) {
		set.Cells[c] = 1
	}
	set.Cells[at(8, 8)] = 2 // the second seat has one piece left, and it stands closest
	set.Cells[at(2, 8)], set.Cells[at(2, 9)] = 3, 3
	set.Cells[b.Home(3)[0]] = 4
	p, err := engine.NewPosition(r, set)
	if err != nil {
		t.Fatal(err)
	}
	v := (CapRule{}).Outcome(&p)
	if v[0] != 1 {
		t.Errorf("the seat that finished first has %v", v[0])
	}
	for s := 1; s < 4; s++ {
		if v[s] <= -1 || v[s] >= 1./3+1e-6 {
			t.Errorf("seat %d has %v, want something between the places 2 and 4", s+1, v[s])
		}
	}
	resigns, err := engine.ParseRules("leapstone-4,resign=on")
	if err != nil {
		t.Fatal(err)
	}
	gone := set // the fourth seat has given up, and the last place: 2 and 3 are left
	gone.Cells = slices.Clone(set.Cells)
	gone.Cells[b.Home(3)[0]] = 0
	gone.Status[3] = engine.Status{State: engine.Resigned, Place: 4}
	q, err := engine.NewPosition(resigns, gone)
	if err != nil {
		t.Fatal(err)
	}
	if v := (CapRule{}).Outcome(&q); v[0] != 1 || v[3] != -1 || v[1] <= v[2] || v[1] >= 1./3 || v[2] <= -1./3 || math.Abs(float64(v[1]+v[2])) > 1e-6 {
		t.Errorf("with the places 2 and 3 left %v", v[:4])
	}
	if v := (CapRule{SquatLoss: true}).Outcome(&p); math.Abs(float64(v[3])+1) > 1e-6 {
		t.Errorf("the one at home has %v, want the last place", v[3])
	}
}

// The audit takes weights for weights only where the row says so, and a proven
// value only if it is the best move's.
func TestAuditOfFlags(t *testing.T) {
	for _, x := range []struct {
		way  string
		flag uint32
		lie  func(r *dataset.Row)
	}{
		{"gumbel", dataset.FlagShaped, func(r *dataset.Row) { r.Flags &^= dataset.FlagShaped }},
		{"forced", dataset.FlagShaped, func(r *dataset.Row) { r.Flags &^= dataset.FlagShaped }},
		{"gumbel", dataset.FlagShaped, func(r *dataset.Row) {
			r.Policy = slices.DeleteFunc(r.Policy, func(v dataset.Visit) bool { return v.Move == r.Played })
		}},
		{"solver", dataset.FlagProven, func(r *dataset.Row) { r.RootValue[r.Seat] = 1 - abs(r.RootValue[r.Seat]) }},
	} {
		s := spec(t, "wiki-8-d30", 0)
		ways[x.way](&s.Settings.Search)
		s.Settings.FullSimulations = 60
		all := games(t, s, 3, 1)
		audited(t, s, all)
		lies := 0
		for i := range all {
			for k := range all[i].Rows {
				if r := &all[i].Rows[k]; r.Flags&x.flag != 0 {
					x.lie(r)
					lies++
				}
			}
			if err := all[i].Seal(); err != nil {
				t.Fatal(err)
			}
		}
		a := dataset.NewAuditor(dataset.AuditOptions{})
		a.Add(all)
		if audit := a.Audit(); lies == 0 || audit.Total == 0 {
			t.Errorf("%s: %d lies, %d faults", x.way, lies, audit.Total)
		}
	}
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }
