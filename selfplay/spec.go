package selfplay

import (
	"math/rand/v2"

	"halmazero/dataset"
	"halmazero/engine"
	"halmazero/internal/seed"
	"halmazero/mcts"
)

// Spec fixes a game, together with whoever plays it.
type Spec struct {
	Run        string
	Seed       uint64 // of the run
	Generation int
	Index      int
	Rules      *engine.Rules
	Model      string // SHA-256 of the network, or the spec of the bot
	Build      string
	ConfigHash string
	Cap        CapRule
	Settings   Settings
}

// Settings is how the moves of self-play are chosen.
type Settings struct {
	Search mcts.Config // without a horizon: the cap is one
	// FullSimulations and CheapSimulations are the budgets of a move;
	// FullShare is the probability of a full search.
	FullSimulations  int
	CheapSimulations int
	FullShare        float64
	// Growth is how many simulations a full search has more each generation
	// after the first, up to MaxSimulations; a cheap one grows in proportion.
	Growth         int
	MaxSimulations int
	// OpeningPlies is the most random plies at the start of a game.
	OpeningPlies int
	// Temperature at the first ply of the game; it halves every HalfLife
	// plies, down to Floor.
	Temperature float64
	HalfLife    float64
	Floor       float64
	// NearGoalShare is the share of games that begin near their end (start.go).
	NearGoalShare float64
	// Backplay moves the starts of games away from their end, from generation to
	// generation.
	Backplay Backplay
	// StandoffPlies is after how many plies without progress a game stands
	// still, and its moves are nudged; 0: never.
	StandoffPlies int
	// Resign lets a side give up when the root value of its searches has been
	// below -Resign ResignTurns times in a row; 0: never. In ResignPlayOn of
	// the games it only says so. It is for two seats.
	Resign       float64
	ResignPlayOn float64
	// BotNoise is the probability of a random move in a bootstrap game.
	BotNoise float64
}

// ResignTurns is how many searches in a row have to find a side lost before it
// gives up.
const ResignTurns = 3

// simulations is the budget of a search in a generation.
func (s *Settings) simulations(generation int, full bool) int {
	n := s.FullSimulations
	if s.Growth > 0 && generation > 1 {
		n = min(n+s.Growth*(generation-1), max(s.MaxSimulations, n))
	}
	if full {
		return n
	}
	return max(1, (s.CheapSimulations*n+s.FullSimulations/2)/s.FullSimulations)
}

// mostSimulations is the largest budget of all generations.
func (s *Settings) mostSimulations() int {
	most := max(s.FullSimulations, s.CheapSimulations)
	if s.Growth > 0 {
		most = max(most, s.MaxSimulations)
	}
	return most
}

// stream is the game's own source of random choices.
func (s *Spec) stream(kind dataset.Kind) *rand.Rand {
	return seed.New(s.Seed, "game", dataset.KindNames[kind], s.Generation, s.Index)
}

// open starts a record and plays the opening.
func (s *Spec) open(kind dataset.Kind, rng *rand.Rand) (engine.Position, dataset.Game) {
	first, random := s.Rules.First()
	if random {
		first = rng.IntN(s.Rules.Seats())
	}
	p := s.Rules.Start(first)
	near := false
	if kind == dataset.SelfPlay {
		p, near = s.setUp(p, rng)
	}
	g := dataset.Game{
		Run: s.Run, Generation: s.Generation, Index: s.Index, Kind: kind,
		Seed:  seed.Sum(s.Seed, "game", dataset.KindNames[kind], s.Generation, s.Index),
		Rules: s.Rules.Ref(), Start: p.String(), Cap: s.Cap.Plies,
		Build: s.Build, ConfigHash: s.ConfigHash,
	}
	for range s.Rules.Seats() {
		g.Models = append(g.Models, s.Model)
	}
	if near {
		g.StartKind = dataset.SetUpStart
		return p, g
	}
	s.opening(&p, &g, rng)
	return p, g
}

// setUp is where a game of self-play begins if that is not the start position.
func (s *Spec) setUp(start engine.Position, rng *rand.Rand) (engine.Position, bool) {
	first := start.Mover()
	if share := s.Settings.NearGoalShare; share > 0 && rng.Float64() < share {
		return nearGoal(s.Rules, first, rng), true
	}
	if back := s.Settings.Backplay; !back.Over(s.Generation) {
		if p, ok := back.Draw(s.Rules, s.Generation, first, s.Cap.Plies, rng); ok {
			return p, true
		}
	}
	return start, false
}

// opening plays up to OpeningPlies random plies, a number of them that is drawn
// too.
func (s *Spec) opening(p *engine.Position, g *dataset.Game, rng *rand.Rand) {
	var moves []engine.Move
	for range rng.IntN(s.Settings.OpeningPlies + 1) {
		moves = p.Moves(moves[:0])
		if len(moves) == 0 || s.Cap.Reached(p) {
			break
		}
		m := moves[rng.IntN(len(moves))]
		p.Play(m)
		g.Moves = append(g.Moves, m)
	}
	g.OpeningPlies = len(g.Moves)
	if g.OpeningPlies > 0 {
		g.StartKind = dataset.OpeningStart
	}
}

// newRow records a decision's position.
func newRow(p *engine.Position) dataset.Row {
	r := dataset.Row{Ply: p.Ply(), Seat: p.Mover(), Cells: p.Cells(nil), Hash: p.Hash(), Weight: 1}
	for s := range p.Board().Seats() {
		r.Made = append(r.Made, p.Made(s))
		r.Remaining = append(r.Remaining, p.Remaining(s))
	}
	return r
}

// close completes the record of a game that is over, has reached its cap, or
// was given up by a seat (-1 for none).
func (s *Spec) close(p engine.Position, resigned int, g *dataset.Game) error {
	result := p.Result()
	outcome := result.Values()
	switch {
	case result.Over():
	case resigned >= 0:
		result = engine.Result{Kind: engine.Win, Cause: engine.Resignation, Seat: uint8(1 - resigned)}
		outcome = result.Values()
	case s.Cap.Reached(&p):
		outcome = s.Cap.Outcome(&p)
		p.Truncate()
		result = p.Result()
	}
	seats := s.Rules.Seats()
	g.Result, g.Cause = result.String(), result.Cause
	g.Outcome = append([]float32(nil), outcome[:seats]...)
	return g.Seal()
}
