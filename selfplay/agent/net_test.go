package agent

import (
	"math"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn"
)

// netRules are rulesets of all shapes that networks play.
var netRules = []string{"wiki-8-d30", "plyyard", "leapstone-4", "wiki-4-teams", "star-121-2", "star-121-2,seats=N+SE",
	"star-121-3", "star-121-6", "star-181-4", "star-253-5", "wiki-star3"}

// randomNet is a small network of random weights for a ruleset.
func randomNet(t *testing.T, r *engine.Rules) *nn.Net {
	t.Helper()
	s := features.For(r).Spec()
	s.Blocks, s.Filters, s.PolicyDim, s.ValueChannels, s.ValueHidden, s.PoolScale = 1, 16, 8, 8, 8, 16
	network, err := model.Random(s, rand.New(rand.NewPCG(31, 32)))
	if err != nil {
		t.Fatal(err)
	}
	// Random networks say much the same to all seats.
	for i := range network.Tensors["value.out.w"] {
		network.Tensors["value.out.w"][i] *= 10
	}
	net, err := nn.New(network)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// evaluated is the answer to one position: the values by seat, and the prior of
// each move.
func evaluated(t *testing.T, e *Evaluator, p *engine.Position) (mcts.Values, map[engine.Move]float32) {
	t.Helper()
	moves := p.Moves(nil)
	out := []mcts.Output{{Priors: make([]float32, len(moves))}}
	if err := e.Evaluate([]mcts.Leaf{{Position: p, Moves: moves}}, out); err != nil {
		t.Fatal(err)
	}
	priors := make(map[engine.Move]float32, len(moves))
	for i, m := range moves {
		priors[m] = out[0].Priors[i]
	}
	return out[0].Value, priors
}

// TestEvaluatorTurnsWithTheBoard lays positions onto themselves by the turns of
// their boards: every seat and every move of the image has the same answer.
func TestEvaluatorTurnsWithTheBoard(t *testing.T) {
	for _, ref := range netRules {
		r := rules(t, ref)
		e, err := NewEvaluator(randomNet(t, r), r)
		if err != nil {
			t.Fatal(err)
		}
		all, differ := r.Board().Symmetries(), false
		for _, p := range wander(r, 8, rand.New(rand.NewPCG(33, 34))) {
			values, priors := evaluated(t, e, &p)
			for i := range all {
				s := &all[i]
				if r.Board().View(int(s.Seats[0]))[s.Cells[0]] != r.Board().View(0)[0] ||
					r.Board().View(int(s.Seats[0]))[s.Cells[1]] != r.Board().View(0)[1] {
					continue // a reflection
				}
				q := p.Image(s)
				image, imagePriors := evaluated(t, e, &q)
				for seat := range r.Seats() {
					if math.Float32bits(image[s.Seats[seat]]) != math.Float32bits(values[seat]) {
						t.Fatalf("%s\n%s\nvalues %v and %v", &p, &q, values, image)
					}
					differ = differ || values[seat] != values[0]
				}
				for m, prior := range priors {
					if got := imagePriors[m.Image(s)]; math.Abs(float64(got-prior)) > 1e-6 {
						t.Fatalf("%s: prior of %s is %v, of its image %v", &p, p.MoveText(m), prior, got)
					}
				}
			}
		}
		if !differ {
			t.Errorf("%s: all seats have equal values, which is no test", ref)
		}
	}
}

// TestNetPlayersPlayEverywhere lets a network search a few moves of each game.
func TestNetPlayersPlayEverywhere(t *testing.T) {
	for _, ref := range netRules {
		r := rules(t, ref)
		some, err := NewNetPlayer(randomNet(t, r), r, mcts.Default(), Spec{Kind: Net, Nodes: 12})
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start(0)
		for range 2 * r.Seats() {
			m, err := some.Choose(&p, rand.New(rand.NewPCG(35, 36)))
			if err != nil {
				t.Fatalf("%s: %v", ref, err)
			}
			if err := p.Legal(m); err != nil {
				t.Fatalf("%s: %v", ref, err)
			}
			p.Play(m)
			some.Observe(m)
		}
	}
}

func TestNewEvaluatorRefusesOtherBoards(t *testing.T) {
	net := randomNet(t, rules(t, "star-121-3"))
	for _, ref := range []string{"star-121-2", "star-181-3", "wiki-8", "leapstone-4"} {
		if _, err := NewEvaluator(net, rules(t, ref)); err == nil {
			t.Errorf("a network for star-121-3 plays %s", ref)
		}
	}
	if _, err := NewEvaluator(net, rules(t, "wiki-star3")); err != nil {
		t.Error(err)
	}
}

// A seat that resigns is no move, and is not told: a network's player notices it
// by a move that does not fit.
func TestNetPlayerAfterResigning(t *testing.T) {
	n, r := netPlayerOf(t, "leapstone-4", ",nodes=4")
	rng := rand.New(rand.NewPCG(1, 2))
	p := r.Start(0)
	play := func(m engine.Move) {
		p.Play(m)
		n.Observe(m)
	}
	m, err := n.Choose(&p, rng)
	if err != nil {
		t.Fatal(err)
	}
	play(m)
	if err := p.Resign(1); err != nil {
		t.Fatal(err)
	}
	for range 6 {
		play(p.Moves(nil)[0])
	}
	if m, err = n.Choose(&p, rng); err != nil || p.Legal(m) != nil {
		t.Errorf("the answer is %v, error %v", m, err)
	}
}
