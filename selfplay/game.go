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
	target []mcts.RootMove

	standoff standoff

	thinking bool // a search is under way
	full     bool // and it is a full one

	hopeless [2]int // searches in a row that found each of two sides lost
	playOn   bool   // nobody gives up
	resigned int    // the seat that has given up, -1 for none
}

// start begins a game on a search that is free.
func start(spec Spec, search *mcts.Search) *game {
	g := &game{spec: spec, search: search, rng: spec.stream(dataset.SelfPlay), resigned: -1}
	g.pos, g.record = spec.open(dataset.SelfPlay, g.rng)
	if spec.Settings.Resign > 0 {
		g.playOn = g.rng.Float64() < spec.Settings.ResignPlayOn
	}
	g.standoff = newStandoff(spec.Settings.StandoffPlies, &g.pos)
	search.Reset(g.pos)
	return g
}

// over reports whether there is nothing left to decide.
func (g *game) over() bool {
	return g.pos.Result().Over() || g.resigned >= 0 || g.spec.Cap.Reached(&g.pos)
}

// next is the next leaf that needs an evaluation, or false at the end of the
// game. It makes every move that is decided on the way.
func (g *game) next() (mcts.Leaf, bool) {
	for !g.over() {
		if !g.thinking {
			if g.nudged() {
				continue
			}
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
	return g.spec.Settings.simulations(g.spec.Generation, g.full)
}

// decide ends the search of a move, records it, and plays.
func (g *game) decide() {
	g.thinking = false
	t := temperature(g.spec.Settings, g.pos.Ply())
	m := g.search.Choose(t, g.rng)

	r := newRow(&g.pos)
	r.Played, r.Temperature = m, float32(t)
	r.Simulations, r.Full, r.Noise = g.simulations(), g.full, g.full
	g.policy(&r)
	r.Surprise = surprise(r.Policy)
	if g.search.Proven() {
		r.Flags |= dataset.FlagProven
	}
	if g.spec.Settings.Search.Transpositions {
		r.Flags |= dataset.FlagGraph
	}
	seats := g.spec.Rules.Seats()
	root, network := g.search.RootValue(), g.search.NetworkValue()
	r.RootValue = append(r.RootValue, root[:seats]...)
	r.NetworkValue = append(r.NetworkValue, network[:seats]...)

	g.giveUp(&r)
	g.play(r)
	g.search.Advance(m)
}

// play makes the move of a row and records both.
func (g *game) play(r dataset.Row) {
	g.record.Rows = append(g.record.Rows, r)
	g.record.Moves = append(g.record.Moves, r.Played)
	g.pos.Play(r.Played)
	g.standoff.note(&g.pos, r.Seat, r.Flags&dataset.FlagRandom != 0)
}

// giveUp notes whether the side that has searched finds itself lost for the
// last time that it takes. Its move is still made, so that the game ends with a
// row like any other.
func (g *game) giveUp(r *dataset.Row) {
	limit := g.spec.Settings.Resign
	if limit == 0 || g.spec.Rules.Seats() != 2 {
		return
	}
	n := &g.hopeless[r.Seat]
	if float64(r.RootValue[r.Seat]) >= -limit {
		*n = 0
		return
	}
	if *n++; *n < ResignTurns {
		return
	}
	r.Flags |= dataset.FlagResign
	if !g.playOn {
		g.resigned = r.Seat
	}
}

// policy records the moves that the search has visited. Where it made a target
// of its own, that stands in place of the visits, with the moves that it adds.
func (g *game) policy(r *dataset.Row) {
	g.root = g.search.Root(g.root[:0])
	target := g.root
	if g.search.Shaped() {
		r.Flags |= dataset.FlagShaped
		g.target = g.search.Target(g.target[:0])
		target = g.target
	}
	for i, move := range g.root {
		if move.Visits > 0 || target[i].Visits > 0 {
			r.Policy = append(r.Policy, dataset.Visit{Move: move.Move, Visits: target[i].Visits, Prior: move.Prior, Q: move.Q})
		}
	}
}

// finish is the record of the game.
func (g *game) finish() (dataset.Game, error) {
	err := g.spec.close(g.pos, g.resigned, &g.record)
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
		if p == 0 {
			continue
		}
		sum += p * math.Log(p/max(float64(v.Prior), 1e-9))
	}
	return float32(sum)
}
