package main

import (
	"math/rand/v2"
	"slices"
	"time"

	"halmazero/engine"
	"halmazero/engine/classical"
	"halmazero/internal/bench"
)

// benchSearchBoards are the boards of two seats on which the classical search
// is measured.
var benchSearchBoards = []struct{ name, preset string }{
	{"8x8", "wiki-8-d30"},
	{"10x10", "wiki-10-d50"},
	{"16x16", "plyyard"},
	{"star121", "star-121-2"},
	{"star181", "star-181-2"},
	{"star253", "star-253-2"},
}

// benchSearchPositions is how many positions of a game are searched at most.
const benchSearchPositions = 9

// benchSearch measures the selective classical search on positions of a game
// that it plays itself, as many as there are rounds and at most
// benchSearchPositions, each for ten times --ms: 100 ms. Values are the medians.
//
//   - search/BOARD: nodes a second; the ratio is over the positions a second
//     whose moves are found as sets, and nothing done with them.
//   - depth/BOARD: plies that were searched; the ratio is over those of the
//     search that leaves nothing out.
func benchSearch(s bench.Settings, report func(bench.Result) error) error {
	for _, b := range benchSearchBoards {
		rules, err := engine.ParseRules(b.preset)
		if err != nil {
			return err
		}
		positions, err := searchPositions(rules, min(s.Rounds, benchSearchPositions))
		if err != nil {
			return err
		}
		var rates, limits, depths, plain []float64
		for i := range positions {
			p := &positions[i]
			r, took, err := timedSearch(p, true, 10*s.While)
			if err != nil {
				return err
			}
			rates = append(rates, float64(r.Nodes)/took.Seconds())
			depths = append(depths, float64(r.Depth))
			limits = append(limits, reachRate(p, s.While))
			if r, _, err = timedSearch(p, false, 10*s.While); err != nil {
				return err
			}
			plain = append(plain, float64(r.Depth))
		}
		for _, r := range []bench.Result{
			{Name: "search/" + b.name, Value: median(rates), Unit: "nodes/s", Ratio: median(rates) / median(limits)},
			{Name: "depth/" + b.name, Value: median(depths), Unit: "plies", Ratio: median(depths) / median(plain)},
		} {
			if err := report(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// searchPositions are n positions of a game of the search against itself, in
// equal distances. They are always the same.
func searchPositions(rules *engine.Rules, n int) ([]engine.Position, error) {
	bot, err := classical.New(classical.Config{Nodes: 200, Selective: true})
	if err != nil {
		return nil, err
	}
	var game []engine.Position
	rng := rand.New(rand.NewPCG(5, 7))
	for p := rules.Start(0); !p.Result().Over() && p.Ply() < 2*rules.Board().Cells(); {
		game = append(game, p)
		r, err := bot.Search(&p, rng)
		if err != nil {
			return nil, err
		}
		p.Play(r.Move)
	}
	positions := make([]engine.Position, n)
	for i := range positions {
		positions[i] = game[(2*i+1)*len(game)/(2*n)]
	}
	return positions, nil
}

// timedSearch searches a position afresh for so long.
func timedSearch(p *engine.Position, selective bool, budget time.Duration) (classical.Result, time.Duration, error) {
	bot, err := classical.New(classical.Config{Selective: selective})
	if err != nil {
		return classical.Result{}, 0, err
	}
	start := time.Now()
	bot.StopWhen(func() bool { return time.Since(start) >= budget })
	r, err := bot.Search(p, nil)
	return r, time.Since(start), err
}

// reachRate is how many times a second the moves of a position are found.
func reachRate(p *engine.Position, budget time.Duration) float64 {
	own, occupied := p.PieceBits(p.Mover()), engine.Bits{}
	for seat := range p.Board().Seats() {
		set := p.PieceBits(seat)
		occupied = occupied.Or(&set)
	}
	var reach engine.Reach
	start := time.Now()
	for n := 0; ; {
		for range 256 {
			for reach.Start(p.Rules(), p.Mover(), &own, &occupied); reach.Next(); {
			}
		}
		n += 256
		if took := time.Since(start); took >= budget {
			return float64(n) / took.Seconds()
		}
	}
}

// median is the middle one of some numbers, or the mean of the middle two.
func median(of []float64) float64 {
	sorted := slices.Sorted(slices.Values(of))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
