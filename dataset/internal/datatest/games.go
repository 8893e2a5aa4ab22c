// Package datatest makes games for the tests of dataset and its codecs. They
// are legal and complete, and every field holds something; what a search
// would have found is drawn at random.
package datatest

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/dataset"
	"halmazero/engine"
)

// Cap is the training cap of the games, in plies: some reach it.
const Cap = 70

// Games are n sealed games of a generation, by index from first. Equal
// arguments give equal games. About one ply in four is a random one.
func Games(tb testing.TB, rules string, generation, first, n int) []dataset.Game {
	tb.Helper()
	r, err := engine.ParseRules(rules)
	if err != nil {
		tb.Fatal(err)
	}
	games := make([]dataset.Game, n)
	for i := range games {
		g := &maker{rng: rand.New(rand.NewPCG(uint64(generation), uint64(first+i))), pos: r.Start((first + i) % r.Seats())}
		g.game = dataset.Game{
			Run: "test", Generation: generation, Index: first + i, Kind: dataset.Kind((first + i) % 2),
			Models: []string{"0123abcd", "greedy"}, Seed: g.rng.Uint64(),
			Rules: rules, Start: g.pos.String(), Cap: Cap, Build: "devel go", ConfigHash: "cafe",
		}
		g.play()
		if err := g.game.Seal(); err != nil {
			tb.Fatal(err)
		}
		games[i] = g.game
	}
	return games
}

type maker struct {
	rng  *rand.Rand
	pos  engine.Position
	game dataset.Game
}

func (g *maker) play() {
	for range g.rng.IntN(4) {
		moves := g.pos.Moves(nil)
		g.move(moves[g.rng.IntN(len(moves))])
		g.game.OpeningPlies++
		g.game.StartKind = dataset.OpeningStart
	}
	for !g.pos.Result().Over() && g.pos.Ply() < Cap {
		r := g.row()
		g.game.Rows = append(g.game.Rows, r)
		g.move(r.Played)
	}
	g.pos.Truncate()
	result := g.pos.Result()
	g.game.Result, g.game.Cause = result.String(), result.Cause
	outcome := result.Values()
	if result.Kind == engine.Truncated {
		outcome = CapOutcome(&g.pos)
	}
	g.game.Outcome = append(g.game.Outcome, outcome[:g.pos.Board().Seats()]...)
}

func (g *maker) move(m engine.Move) {
	g.game.Moves = append(g.game.Moves, m)
	g.pos.Play(m)
}

// CapOutcome is the outcome of a game of two seats that the cap has ended.
func CapOutcome(p *engine.Position) (v [engine.MaxSeats]float32) {
	v[0] = float32(0.9 * math.Tanh(float64(p.Remaining(1)-p.Remaining(0))/5))
	v[1] = -v[0]
	return v
}

// row is a decision that a hurried player might have made.
func (g *maker) row() dataset.Row {
	p, seats := &g.pos, g.pos.Board().Seats()
	r := dataset.Row{Ply: p.Ply(), Seat: p.Mover(), Cells: p.Cells(nil), Hash: p.Hash(), Weight: 1 + g.rng.Float32()}
	for s := range seats {
		r.Made = append(r.Made, p.Made(s))
		r.Remaining = append(r.Remaining, p.Remaining(s))
	}
	moves := p.Moves(nil)
	if g.rng.IntN(4) == 0 {
		r.Played, r.Flags = moves[g.rng.IntN(len(moves))], dataset.FlagRandom
		return r
	}
	r.Played = g.nearest(moves)
	r.Full, r.Noise, r.Temperature = g.rng.IntN(2) == 0, g.rng.IntN(2) == 0, g.rng.Float32()
	for _, m := range moves {
		if m == r.Played || g.rng.IntN(3) == 0 {
			v := dataset.Visit{Move: m, Visits: 1 + g.rng.Uint32N(70_000), Prior: 1 / float32(len(moves)), Q: 2*g.rng.Float32() - 1}
			r.Policy = append(r.Policy, v)
			r.Simulations += int(v.Visits)
		}
	}
	Value(&r, 2*g.rng.Float32()-1)
	r.Surprise = g.rng.Float32()
	return r
}

// Value sets the network's value of a row of two seats, for the seat to move,
// and the root's value as follows from it and the visits.
func Value(r *dataset.Row, network float32) {
	n, sum := 1.0, float64(network)
	for _, v := range r.Policy {
		n += float64(v.Visits)
		sum += float64(v.Visits) * float64(v.Q)
	}
	root := float32(sum / n)
	r.RootValue, r.NetworkValue = []float32{root, -root}, []float32{network, -network}
	if r.Seat == 1 {
		r.RootValue, r.NetworkValue = []float32{-root, root}, []float32{-network, network}
	}
}

// nearest is the first move after which the mover has the least way to go.
func (g *maker) nearest(moves []engine.Move) engine.Move {
	best, least := moves[0], math.MaxInt
	var q engine.Position
	for _, m := range moves {
		q = g.pos
		q.Play(m)
		if d := q.Remaining(g.pos.Mover()); d < least {
			best, least = m, d
		}
	}
	return best
}
