package selfplay

import (
	"math"
	"math/rand/v2"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/mcts"
)

// game is one game of self-play that is under way, as a machine that hands out
// a leaf at a time, so that several can be advanced side by side.
type game struct {
	spec   Spec
	rng    *rand.Rand
	search *mcts.Search
	pos    engine.Position
	record dataset.Game
	root   []mcts.RootMove

	thinking bool // a search is under way
	full     bool // and it is a full one
}

// start begins a game on a search that is free.
func start(spec Spec, search *mcts.Search) *game {
	g := &game{spec: spec, search: search, rng: spec.stream(dataset.SelfPlay)}
	g.pos, g.record = spec.open(dataset.SelfPlay, g.rng)
	search.Reset(g.pos)
	return g
}

// over reports whether there is nothing left to decide.
func (g *game) over() bool { return g.pos.Result().Over() || g.spec.Cap.Reached(&g.pos) }

// next is the next leaf that needs an evaluation, or false at the end of the
// game. It makes every move that is decided on the way.
func (g *game) next() (mcts.Leaf, bool) {
	for !g.over() {
		if !g.thinking {
			g.think()
		}
		if leaf, ok := g.search.Next(); ok {
			return leaf, true
		}
		g.decide()
	}
	return mcts.Leaf{}, false
}

// think begins the search of a move: full or cheap. Only full searches have
// noise, since only they are trained on (Wu 2019).
func (g *game) think() {
	g.thinking = true
	g.full = g.rng.Float64() < g.spec.Settings.FullShare
	g.search.Begin(g.simulations())
	if g.full {
		g.search.AddNoise(g.rng)
	}
}

func (g *game) simulations() int {
	if g.full {
		return g.spec.Settings.FullSimulations
	}
	return g.spec.Settings.CheapSimulations
}

// decide ends the search of a move, records it, and plays.
func (g *game) decide() {
	g.thinking = false
	g.root = g.search.Root(g.root[:0])
	t := temperature(g.spec.Settings, g.pos.Ply())
	m := mcts.Sample(g.root, t, g.rng)

	r := newRow(&g.pos)
	r.Played, r.Temperature = m, float32(t)
	r.Simulations, r.Full, r.Noise = g.simulations(), g.full, g.full
	for _, move := range g.root {
		if move.Visits > 0 {
			r.Policy = append(r.Policy, dataset.Visit{Move: move.Move, Visits: move.Visits, Prior: move.Prior, Q: move.Q})
		}
	}
	r.Surprise = surprise(r.Policy)
	seats := g.spec.Rules.Seats()
	root, network := g.search.RootValue(), g.search.NetworkValue()
	r.RootValue = append(r.RootValue, root[:seats]...)
	r.NetworkValue = append(r.NetworkValue, network[:seats]...)

	g.record.Rows = append(g.record.Rows, r)
	g.record.Moves = append(g.record.Moves, m)
	g.pos.Play(m)
	g.search.Advance(m)
}

// finish is the record of the game.
func (g *game) finish() (dataset.Game, error) {
	err := g.spec.close(g.pos, &g.record)
	return g.record, err
}

// temperature of the choice at a ply.
func temperature(s Settings, ply int) float64 {
	if s.HalfLife <= 0 {
		return s.Floor
	}
	return max(s.Floor, s.Temperature*math.Exp2(-float64(ply)/s.HalfLife))
}

// surprise is the Kullback-Leibler divergence of the visits from the prior, in
// nats: how much the search has taught.
func surprise(policy []dataset.Visit) float32 {
	total := 0.0
	for _, v := range policy {
		total += float64(v.Visits)
	}
	sum := 0.0
	for _, v := range policy {
		p := float64(v.Visits) / total
		sum += p * math.Log(p/max(float64(v.Prior), 1e-9))
	}
	return float32(sum)
}
