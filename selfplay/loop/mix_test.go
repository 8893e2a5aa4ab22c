package loop

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/configs"
	"halmazero/dataset"
)

// plied is a window of rows whose plies are from first on.
func plied(t *testing.T, c configs.Config, rows, first int) *dataset.Window {
	t.Helper()
	rules := mustRules(t, "wiki-8")
	start := rules.Start(0)
	g := dataset.Game{Rules: "wiki-8", RulesHash: rules.Hash()}
	for i := range rows {
		g.Rows = append(g.Rows, dataset.Row{Ply: first + i, Cells: start.Cells(nil), Made: []int{0, 0}, Outcome: []float32{0, 0}, Weight: 1})
	}
	w := dataset.NewWindow(rules)
	if err := w.Add([]dataset.Game{g}); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestMixKeepsTheShares(t *testing.T) {
	c := tiny(t)
	a, b, d, empty := plied(t, c, 10, 100), plied(t, c, 1000, 2000), plied(t, c, 5, 4000), plied(t, c, 0, 0)
	tests := []struct {
		name  string
		parts []Part
		want  [3]float64
	}{
		{"one window", []Part{{a, 1}}, [3]float64{1, 0, 0}},
		{"two, whatever their sizes", []Part{{a, 0.25}, {b, 0.75}}, [3]float64{0.25, 0.75, 0}},
		{"three", []Part{{a, 0.5}, {b, 0.2}, {d, 0.3}}, [3]float64{0.5, 0.2, 0.3}},
		{"an empty one leaves its share", []Part{{empty, 0.5}, {a, 0.1}, {b, 0.4}}, [3]float64{0.2, 0.8, 0}},
		{"no share and no window", []Part{{a, 0}, {nil, 0.5}, {d, 0.5}}, [3]float64{0, 0, 1}},
	}
	const draws = 20000
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, rng := NewMix(test.parts...), rand.New(rand.NewPCG(1, 2))
			var count [3]int
			rows := map[int]int{}
			var s dataset.Sample
			for range draws {
				if err := m.draw(rng, &s); err != nil {
					t.Fatal(err)
				}
				ply := s.Position.Ply()
				count[ply/2000]++
				rows[ply]++
			}
			for i, want := range test.want {
				// Four standard deviations.
				if got, slack := float64(count[i])/draws, 4*math.Sqrt(want*(1-want)/draws); math.Abs(got-want) > slack {
					t.Errorf("window %d has a share of %.4f, want %.4f", i, got, want)
				}
			}
			for ply := 100; ply < 110 && test.want[0] > 0; ply++ {
				want := test.want[0] / 10
				if got, slack := float64(rows[ply])/draws, 5*math.Sqrt(want*(1-want)/draws); math.Abs(got-want) > slack {
					t.Errorf("the row of ply %d has a share of %.4f, want %.4f", ply, got, want)
				}
			}
		})
	}
	if n := NewMix(Part{a, 0.5}, Part{b, 0.5}, Part{empty, 1}, Part{nil, 1}).Len(); n != 1010 {
		t.Errorf("%d rows, want 1010", n)
	}
	if n := NewMix(Part{empty, 1}).Len(); n != 0 {
		t.Errorf("%d rows in nothing", n)
	}
}

// One window costs one number of the stream a row, as it does without a mix.
func TestMixOfOneDrawsAsTheWindow(t *testing.T) {
	w := plied(t, tiny(t), 50, 0)
	m := NewMix(Part{w, 0.3})
	a, b := rand.New(rand.NewPCG(7, 7)), rand.New(rand.NewPCG(7, 7))
	var s dataset.Sample
	for range 1000 {
		if err := m.draw(a, &s); err != nil {
			t.Fatal(err)
		}
		if want := b.IntN(50); s.Position.Ply() != want {
			t.Fatalf("row %d, want %d", s.Position.Ply(), want)
		}
	}
}
