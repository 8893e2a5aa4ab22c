package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

func TestSampleFollowsVisits(t *testing.T) {
	counts := []uint32{0, 40, 10, 0, 25, 1, 24}
	var moves []RootMove
	for i, v := range counts {
		moves = append(moves, RootMove{Move: engine.Move(i), Visits: v})
	}
	for _, temperature := range []float64{0.5, 1, 2, math.Inf(1)} {
		const n = 50_000
		rng := rand.New(rand.NewPCG(1, 2))
		got := make([]float64, len(counts))
		for range n {
			got[Sample(moves, temperature, rng)]++
		}
		total, chi := 0.0, 0.0
		for _, v := range counts {
			if v == 0 {
				continue
			}
			total += math.Pow(float64(v), 1/temperature)
		}
		for i, v := range counts {
			if v == 0 {
				if got[i] != 0 {
					t.Errorf("temperature %v: move %d without visits drawn %v times", temperature, i, got[i])
				}
				continue
			}
			want := n * math.Pow(float64(v), 1/temperature) / total
			chi += (got[i] - want) * (got[i] - want) / want
		}
		if chi > 18.47 { // 0.1 % for 4 degrees of freedom
			t.Errorf("temperature %v: chi-square %v, drawn %v", temperature, chi, got)
		}
	}
}

func TestSampleBest(t *testing.T) {
	tests := []struct {
		name  string
		moves []RootMove
		want  engine.Move
	}{
		{"most visits", []RootMove{{1, 3, .5, .9, false}, {2, 5, .1, .1, false}}, 2},
		{"then Q", []RootMove{{1, 5, .5, .1, false}, {2, 5, .1, .2, false}}, 2},
		{"then prior", []RootMove{{1, 5, .1, .1, false}, {2, 5, .2, .1, false}}, 2},
		{"then order", []RootMove{{3, 5, .2, .1, false}, {2, 5, .2, .1, false}}, 3},
		{"no visits", []RootMove{{1, 0, .1, 0, false}, {2, 0, .6, 0, false}, {3, 0, .3, 0, false}}, 2},
		{"one move", []RootMove{{9, 0, 1, 0, false}}, 9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Sample(tt.moves, 0, nil); got != tt.want {
				t.Errorf("best is %d, want %d", got, tt.want)
			}
		})
	}
	cold := []RootMove{{1, 900, 0, 0, false}, {2, 1000, 0, 0, false}}
	for _, temperature := range []float64{1e-4, 1e-9, 5e-324} {
		if got := Sample(cold, temperature, rand.New(rand.NewPCG(1, 1))); got != 2 {
			t.Errorf("temperature %v draws move %d, want 2", temperature, got)
		}
	}
	if got := Sample([]RootMove{{1, 0, .1, 0, false}, {2, 0, .9, 0, false}}, 1, nil); got != 2 {
		t.Errorf("without visits move %d is drawn, want 2", got)
	}
}

// What is proven decides at every temperature.
func TestSampleProven(t *testing.T) {
	for _, tt := range []struct {
		name  string
		moves []RootMove
		want  engine.Move
	}{
		{"a win with few visits", []RootMove{{1, 90, .9, .9, false}, {2, 1, .1, 1, true}}, 2},
		{"no loss with many visits", []RootMove{{1, 90, .9, -1, true}, {2, 1, .1, -.9, false}}, 2},
		{"Q of 1 that is a mean", []RootMove{{1, 1e6, .9, .5, false}, {2, 1, .1, 1, false}}, 1},
		{"a loss where all are", []RootMove{{1, 1, .9, -1, true}, {2, 1e6, .1, -1, true}}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 1))
			for i := range 100 {
				if got := Sample(tt.moves, float64(i%2), rng); got != tt.want {
					t.Fatalf("temperature %d: move %d, want %d", i%2, got, tt.want)
				}
			}
		})
	}
}

func TestBeforeTheRootIsExpanded(t *testing.T) {
	s := newSearch(t, Default(), midgame(t, "wiki-8", 12))
	if s.RootValue() != (Values{}) || s.NetworkValue() != (Values{}) || len(s.Root(nil)) != 0 || s.Nodes() != 0 {
		t.Errorf("values %v and %v, %d moves, %d nodes", s.RootValue(), s.NetworkValue(), len(s.Root(nil)), s.Nodes())
	}
	run(t, s, constant{0.5, -0.25, 1, 1, 1, 1}, 0)
	if want := (Values{0.5, -0.25}); s.RootValue() != want || s.NetworkValue() != want || s.Nodes() != 1 {
		t.Errorf("values %v and %v, %d nodes, want %v twice and 1", s.RootValue(), s.NetworkValue(), s.Nodes(), want)
	}
}

func TestNetworkValueIsNotSearched(t *testing.T) {
	p := midgame(t, "wiki-8", 12)
	s := newSearch(t, Default(), p)
	run(t, s, hashed{}, 0)
	before := s.NetworkValue()
	run(t, s, hashed{}, 300)
	if s.NetworkValue() != before || s.RootValue() == before {
		t.Errorf("network value %v, want %v; root value %v", s.NetworkValue(), before, s.RootValue())
	}
}
