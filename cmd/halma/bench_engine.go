package main

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"halmazero/engine"
	"halmazero/internal/bench"
)

// benchBoards are the boards that are measured, each by a ruleset on it.
var benchBoards = []struct{ name, preset string }{
	{"square8", "wiki-8"},
	{"square10", "wiki-10"},
	{"square16", "plyyard"},
	{"square16x4", "leapstone-4"},
	{"star121", "star-121-2"},
	{"star121x15", "wiki-star3"},
	{"star181", "star-181-2"},
	{"star253", "star-253-2"},
}

// benchPerftDepth is the depth of the perft that is timed, from the start.
const benchPerftDepth = 4

// benchEngine measures, by board:
//
//   - movegen/BOARD/start and movegen/BOARD/mid: positions a second whose legal
//     moves are written to a list. The limit writes as many moves from sets of
//     destinations that are known.
//   - perft/BOARD: leaves a second. The limit counts the moves of positions with
//     as many, and plays none.
//   - playout/BOARD: plies a second of random games. The limit only lists the
//     moves of the same positions.
func benchEngine(s bench.Settings, report func(bench.Result) error) error {
	for _, b := range benchBoards {
		rules, err := engine.ParseRules(b.preset)
		if err != nil {
			return err
		}
		start := rules.Start(0)
		mid := middleGame(rules)
		for _, r := range []func() bench.Result{
			func() bench.Result { return benchMoves(s, "movegen/"+b.name+"/start", start) },
			func() bench.Result { return benchMoves(s, "movegen/"+b.name+"/mid", mid) },
			func() bench.Result { return benchPerft(s, "perft/"+b.name, start) },
			func() bench.Result { return benchPlayout(s, "playout/"+b.name, start) },
		} {
			if err := report(r()); err != nil {
				return err
			}
		}
	}
	return nil
}

// middleGame is the position after 16 moves of each seat, which prefer to go
// forward. It is always the same.
func middleGame(rules *engine.Rules) engine.Position {
	p := rules.Start(0)
	rng := rand.New(rand.NewPCG(5, 7))
	for range 16 * rules.Seats() {
		moves := p.Moves(nil)
		slices.Sort(moves)
		best, least := moves[0], 1<<30
		for _, m := range moves {
			q := p
			q.Play(m)
			if d := 2*q.Remaining(p.Mover()) + rng.IntN(12); d < least {
				best, least = m, d
			}
		}
		p.Play(best)
	}
	return p
}

// moveBuffer is more moves than any position in a game has.
const moveBuffer = 1024

func benchMoves(s bench.Settings, name string, p engine.Position) bench.Result {
	buf := make([]engine.Move, 0, moveBuffer)
	loop := func(n int) float64 {
		for range n {
			buf = p.Moves(buf[:0])
		}
		return float64(n)
	}
	// The limit: for each piece its destinations, as words of bits.
	var sets []destinations
	for _, m := range p.Moves(nil) {
		if len(sets) == 0 || sets[len(sets)-1].from != m.From() {
			sets = append(sets, destinations{from: m.From()})
		}
		sets[len(sets)-1].to[m.To()>>6] |= 1 << (m.To() & 63)
	}
	limit := func(n int) float64 {
		for range n {
			buf = writeAll(buf[:0], sets)
		}
		return float64(n)
	}
	return s.Measure(name, "positions/s", loop, limit)
}

// destinations are the cells that one piece can reach.
type destinations struct {
	from int
	to   [4]uint64
}

func writeAll(dst []engine.Move, sets []destinations) []engine.Move {
	for i := range sets {
		from := engine.NewMove(sets[i].from, 0)
		for w, word := range sets[i].to {
			for ; word != 0; word &= word - 1 {
				dst = append(dst, from|engine.Move(w<<6|bits.TrailingZeros64(word)))
			}
		}
	}
	return dst
}

func benchPerft(s bench.Settings, name string, p engine.Position) bench.Result {
	loop := func(n int) float64 {
		leaves := uint64(0)
		for range n {
			leaves += p.Perft(benchPerftDepth)
		}
		return float64(leaves)
	}
	before := p // a position whose moves are leaves
	for range benchPerftDepth - 1 {
		before.Play(before.Moves(nil)[0])
	}
	limit := func(n int) float64 {
		leaves := 0
		for range n {
			leaves += before.CountMoves()
		}
		return float64(leaves)
	}
	return s.Measure(name, "leaves/s", loop, limit)
}

// playoutPlies is where a random game that does not end is given up: random
// players seldom come to the goal.
const playoutPlies = 400

func benchPlayout(s bench.Settings, name string, start engine.Position) bench.Result {
	buf := make([]engine.Move, 0, moveBuffer)
	loop := func(n int) float64 {
		rng := rand.New(rand.NewPCG(1, 1))
		p := start
		for range n {
			moves := p.Moves(buf[:0])
			if len(moves) == 0 || p.Ply() >= playoutPlies {
				p = start
				continue
			}
			p.Play(moves[rng.IntN(len(moves))])
		}
		return float64(n)
	}
	// The limit: every eighth position of the first game.
	var seen []engine.Position
	rng := rand.New(rand.NewPCG(1, 1))
	for p := start; p.Ply() < playoutPlies && !p.Result().Over(); {
		if p.Ply()%8 == 0 {
			seen = append(seen, p)
		}
		moves := p.Moves(buf[:0])
		p.Play(moves[rng.IntN(len(moves))])
	}
	limit := func(n int) float64 {
		for i := range n {
			buf = seen[i%len(seen)].Moves(buf[:0])
		}
		return float64(n)
	}
	return s.Measure(name, "plies/s", loop, limit)
}
