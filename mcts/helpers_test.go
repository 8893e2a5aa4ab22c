package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
)

// cheap is an evaluator that costs next to nothing: uniform priors, and values
// from the hash of the position.
type cheap struct{}

func (cheap) Evaluate(leaves []Leaf, out []Output) error {
	for i, l := range leaves {
		v := float32(l.Position.Hash()>>40)/(1<<24) - 0.5
		out[i].Value = Values{v, -v}
		uniform(out[i].Priors)
	}
	return nil
}

// hashed gives every position its own values, not zero-sum, and its own
// priors, some of them 0.
type hashed struct{}

func (hashed) Evaluate(leaves []Leaf, out []Output) error {
	for i, l := range leaves {
		rng := rand.New(rand.NewPCG(l.Position.Hash(), uint64(l.Position.Ply())))
		for seat := range out[i].Value {
			out[i].Value[seat] = float32(rng.Float32()*2) - 1
		}
		sum := float32(0)
		for j := range out[i].Priors {
			p := max(0, rng.Float32()-0.2)
			if j == 0 {
				p += 0.1 // they are never all 0
			}
			p *= p
			out[i].Priors[j] = p
			sum += p
		}
		for j := range out[i].Priors {
			out[i].Priors[j] /= sum
		}
	}
	return nil
}

// constant values every position alike, whoever moves.
type constant Values

func (c constant) Evaluate(leaves []Leaf, out []Output) error {
	for i := range leaves {
		out[i].Value = Values(c)
		uniform(out[i].Priors)
	}
	return nil
}

// distance values a position by the difference of remaining distances.
type distance struct{}

func (distance) Evaluate(leaves []Leaf, out []Output) error {
	for i, l := range leaves {
		out[i].Value = byDistance(l.Position)
		uniform(out[i].Priors)
	}
	return nil
}

func byDistance(p *engine.Position) (v Values) {
	seats := p.Board().Seats()
	sum := 0
	for seat := range seats {
		sum += p.Remaining(seat)
	}
	for seat := range seats {
		own := float64(p.Remaining(seat))
		others := (float64(sum) - own) / float64(seats-1)
		v[seat] = float32(0.9 * math.Tanh((others-own)/5))
	}
	return v
}

func uniform(priors []float32) {
	for j := range priors {
		priors[j] = 1 / float32(len(priors))
	}
}

func rules(tb testing.TB, ref string) *engine.Rules {
	tb.Helper()
	r, err := engine.ParseRules(ref)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// midgame plays some plies of a fixed, haphazard game.
func midgame(tb testing.TB, ref string, plies int) engine.Position {
	tb.Helper()
	p := rules(tb, ref).Start(0)
	rng := rand.New(rand.NewPCG(7, uint64(plies)))
	var buf []engine.Move
	for range plies {
		buf = p.Moves(buf[:0])
		p.Play(buf[rng.IntN(len(buf))])
	}
	return p
}

func parse(tb testing.TB, text string) engine.Position {
	tb.Helper()
	p, err := engine.ParsePosition(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func newSearch(tb testing.TB, cfg Config, p engine.Position) *Search {
	tb.Helper()
	s, err := New(cfg, 1<<16)
	if err != nil {
		tb.Fatal(err)
	}
	s.Reset(p)
	return s
}

func run(tb testing.TB, s *Search, eval Evaluator, sims int) {
	tb.Helper()
	if err := Run(s, eval, sims, nil); err != nil {
		tb.Fatal(err)
	}
}

func visits(moves []RootMove) (sum int) {
	for _, m := range moves {
		sum += int(m.Visits)
	}
	return sum
}
