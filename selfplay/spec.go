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
	// OpeningPlies is the most random plies at the start of a game.
	OpeningPlies int
	// Temperature at the first ply of the game; it halves every HalfLife
	// plies, down to Floor.
	Temperature float64
	HalfLife    float64
	Floor       float64
	// BotNoise is the probability of a random move in a bootstrap game.
	BotNoise float64
}

// stream is the game's own source of random choices.
func (s *Spec) stream(kind dataset.Kind) *rand.Rand {
	return seed.New(s.Seed, "game", dataset.KindNames[kind], s.Generation, s.Index)
}

// open starts a record and plays the opening: up to OpeningPlies random plies,
// a number of them that is drawn too.
func (s *Spec) open(kind dataset.Kind, rng *rand.Rand) (engine.Position, dataset.Game) {
	first, random := s.Rules.First()
	if random {
		first = rng.IntN(s.Rules.Seats())
	}
	p := s.Rules.Start(first)
	g := dataset.Game{
		Run: s.Run, Generation: s.Generation, Index: s.Index, Kind: kind,
		Seed:  seed.Sum(s.Seed, "game", dataset.KindNames[kind], s.Generation, s.Index),
		Rules: s.Rules.Ref(), Start: p.String(), Cap: s.Cap.Plies,
		Build: s.Build, ConfigHash: s.ConfigHash,
	}
	for range s.Rules.Seats() {
		g.Models = append(g.Models, s.Model)
	}
	var moves []engine.Move
	for range rng.IntN(s.Settings.OpeningPlies + 1) {
		moves = p.Moves(moves[:0])
		if len(moves) == 0 || s.Cap.Reached(&p) {
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
	return p, g
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

// close completes the record of a game that is over or has reached its cap.
func (s *Spec) close(p engine.Position, g *dataset.Game) error {
	outcome := p.Result().Values()
	if s.Cap.Reached(&p) {
		outcome = s.Cap.Outcome(&p)
		p.Truncate()
	}
	seats := s.Rules.Seats()
	g.Result, g.Cause = p.Result().String(), p.Result().Cause
	g.Outcome = append([]float32(nil), outcome[:seats]...)
	return g.Seal()
}
