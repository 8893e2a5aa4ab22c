package agent

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn"
)

// BenchmarkNetPlayer is a search of 400 simulations in a middle game with a
// network of the usual size, one leaf at a time, in batches and on two
// goroutines.
func BenchmarkNetPlayer(b *testing.B) {
	const sims = 400
	r, err := engine.ParseRules("wiki-8-d30")
	if err != nil {
		b.Fatal(err)
	}
	s := features.For(r).Spec()
	s.Blocks, s.Filters, s.PolicyDim, s.ValueChannels, s.ValueHidden, s.PoolScale = 4, 32, 16, 32, 32, 16
	network, err := model.Random(s, rand.New(rand.NewPCG(31, 32)))
	if err != nil {
		b.Fatal(err)
	}
	net, err := nn.New(network)
	if err != nil {
		b.Fatal(err)
	}
	p := r.Start(0)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 16 {
		moves := p.Moves(nil)
		p.Play(moves[rng.IntN(len(moves))])
	}
	for _, tree := range []Tree{{}, {Batch: 2}, {Batch: 4}, {Batch: 8}, {Threads: 2}, {Threads: 2, Batch: 4}} {
		b.Run(fmt.Sprintf("batch=%d,threads=%d", max(1, tree.Batch), max(1, tree.Threads)), func(b *testing.B) {
			player, err := NewNetPlayer(net, r, mcts.Default(), Spec{Kind: Net, File: "x", Nodes: sims, Tree: tree})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				player.Reset()
				if _, err := player.Choose(&p, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*sims/b.Elapsed().Seconds(), "sims/s")
		})
	}
}
