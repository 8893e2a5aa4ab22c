package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"halmazero/engine"
)

// ShortHorizon is the decay a ply of ShortValue: the short-horizon value of a
// row is (1-d)·root value + d·(short value of the next row), and the outcome
// behind the last one. A decay of 5/6 looks about six plies ahead.
const ShortHorizon = 5.0 / 6

// Seal plays the game again from its start and fills in everything that
// follows from its rules, start, moves and outcome: the fields marked
// "derived" of the game and of its rows. Priors and values are rounded to their
// grids, and empty slices become nil, as they are read back, so that the content
// hash stays the same. It refuses an illegal move.
func (g *Game) Seal() error {
	g.ID = GameID(g.Run, g.Generation, g.Index)
	g.dropEmpty()
	for i := range g.Rows {
		g.Rows[i].round()
	}
	start, err := g.replay()
	if err != nil {
		return fmt.Errorf("game %s: %w", g.ID, err)
	}
	short := g.Outcome
	for i := len(g.Rows) - 1; i >= 0; i-- {
		r := &g.Rows[i]
		r.Outcome = g.Outcome
		r.PliesLeft = g.Plies - (r.Ply - start)
		r.ShortValue = shortValue(r.RootValue, short)
		if r.ShortValue != nil {
			short = r.ShortValue
		}
	}
	g.Hash, err = g.ContentHash()
	return err
}

func (g *Game) dropEmpty() {
	g.Models, g.Moves, g.Rows = full(g.Models), full(g.Moves), full(g.Rows)
	for i := range g.Rows {
		r := &g.Rows[i]
		r.Policy, r.RootValue, r.NetworkValue = full(r.Policy), full(r.RootValue), full(r.NetworkValue)
	}
}

// full is s, or nil if it is empty.
func full[V any](s []V) []V {
	if len(s) == 0 {
		return nil
	}
	return s
}

// shortValue is nil for a row without a search, and on ValueGrid.
func shortValue(root, next []float32) []float32 {
	if len(root) == 0 {
		return nil
	}
	v := make([]float32, len(root))
	for s := range v {
		v[s] = ValueGrid.Round(float32((1-ShortHorizon)*float64(root[s]) + ShortHorizon*float64(next[s])))
	}
	return v
}

// replay fills in what the moves say, and returns the ply of the start.
func (g *Game) replay() (start int, err error) {
	p, err := engine.ParsePosition(g.Start)
	if err != nil {
		return 0, err
	}
	start = p.Ply()
	rules := p.Rules()
	g.RulesHash, g.Seats, g.Plies = rules.Hash(), rules.Seats(), len(g.Moves)
	g.Routes = nil
	for i, m := range g.Moves {
		if err := p.Legal(m); err != nil {
			return 0, fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Routes = append(g.Routes, p.MoveText(m))
		p.Play(m)
	}
	g.Places = places(p.Result())
	g.FinalRemaining, g.FinalAtHome = nil, nil
	for s := range g.Seats {
		g.FinalRemaining = append(g.FinalRemaining, p.Remaining(s))
		g.FinalAtHome = append(g.FinalAtHome, p.AtHome(s))
	}
	return start, nil
}

// places is the place of each seat in a ranked game, from 1, and nil in others.
func places(r engine.Result) []int {
	if r.Kind != engine.Ranked {
		return nil
	}
	var by []int
	for place, seat := range r.Order {
		if seat == 0 {
			break
		}
		for len(by) < int(seat) {
			by = append(by, 0)
		}
		by[seat-1] = place + 1
	}
	return by
}

// ContentHash is the SHA-256, in hexadecimal, of the game with all its rows,
// written as JSON without the hash itself.
func (g *Game) ContentHash() (string, error) {
	c := *g
	c.Hash = ""
	h := sha256.New()
	if err := json.NewEncoder(h).Encode(&c); err != nil {
		return "", fmt.Errorf("hash of game %s: %w", g.ID, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
