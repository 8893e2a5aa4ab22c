package main

import (
	"math/rand/v2"
	"sync"

	"halmazero/engine"
	"halmazero/internal/bench"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn"
	"halmazero/model/nn/kernel"
)

// benchNet is a network that is measured: random weights, the sizes of the
// heads as in the defaults.
type benchNet struct {
	name            string
	preset          string
	blocks, filters int
	batch           int // positions computed together
}

var benchNets = []benchNet{
	{"16x16-6x64/b1", "plyyard", 6, 64, 1},
	{"8x8-4x32/b4", "wiki-8", 4, 32, 4},
	{"8x8-4x32/b1", "wiki-8", 4, 32, 1},
	{"10x10-4x32/b1", "wiki-10", 4, 32, 1},
	{"star121-4x64/b1", "star-121-2", 4, 64, 1},
	{"star181-4x64/b1", "star-181-2", 4, 64, 1},
	{"star253-4x64/b1", "star-253-2", 4, 64, 1},
}

// spec is the shape of the network.
func (b benchNet) spec(code *features.Encoding) model.Spec {
	s := code.Spec()
	s.Blocks, s.Filters = b.blocks, b.filters
	s.PolicyDim, s.ValueChannels, s.ValueHidden, s.PoolScale = 16, 32, 32, 16
	return s
}

// benchNN measures inference on one core. Values are operations a second, two
// for each product of a weight and a number of a cell however it is computed,
// and the ratio is over the rate of fused multiply-adds in registers, of the
// same vectors.
//
//   - gemm/KIND: a product of matrices that stay in the first cache.
//   - trunk/NET: the tower; net/NET: with both heads and the probabilities of
//     the legal moves of a middle game. With AVX-512, the same for AVX2 as NET/avx2.
//   - evals/NET: the network's evaluations a second; the ratio is over those
//     that the peak would do.
//   - scaling/2workers: the rate of two workers; the ratio is over one.
func benchNN(s bench.Settings, report func(bench.Result) error) error {
	kinds := kernel.Available()
	for i := len(kinds) - 1; i >= 0; i-- {
		if kinds[i] <= kernel.Active() {
			if err := report(benchGemm(s, kinds[i])); err != nil {
				return err
			}
		}
	}
	for i := len(kinds) - 1; i >= 0; i-- {
		kind := kinds[i]
		if kind > kernel.Active() || kind == kernel.KindGo && kernel.Active() != kernel.KindGo {
			continue
		}
		suffix := ""
		if kind != kernel.Active() {
			suffix = "/" + kind.String()
		}
		for _, n := range benchNets {
			w, err := newBenchWork(n, kind)
			if err != nil {
				return err
			}
			for _, r := range w.measure(s, n.name+suffix) {
				if err := report(r); err != nil {
					return err
				}
			}
		}
	}
	r, err := benchScaling(s)
	if err != nil {
		return err
	}
	return report(r)
}

// peak is the limit of a kind.
func peak(kind kernel.Kind) bench.Loop {
	return func(n int) float64 { return kernel.Peak(kind, n) }
}

func benchGemm(s bench.Settings, kind kernel.Kind) bench.Result {
	const m, n, k = 48, 32, 96 // 36 KB
	p := kernel.Product{A: kernel.Aligned(m * k), B: kernel.Aligned(k * n), C: kernel.Aligned(m * n),
		LDA: k, StepA: 1, LDB: n, LDC: n, M: m, N: n, K: k, Planes: 1}
	for i := range p.A {
		p.A[i] = 1
	}
	for i := range p.B {
		p.B[i] = 1
	}
	return s.Measure("gemm/"+kind.String(), "FLOP/s", func(loops int) float64 {
		for range loops {
			p.RunKind(kind)
		}
		return float64(loops) * 2 * m * n * k
	}, peak(kind))
}

// benchWork is a network with inputs for one batch.
type benchWork struct {
	kind        kernel.Kind
	net         *nn.Net
	eval        *nn.Evaluator
	in          []nn.Input
	out         []nn.Output
	priors      []float32
	trunk, full float64 // operations of a batch
}

func newBenchWork(b benchNet, kind kernel.Kind) (*benchWork, error) {
	rules, err := engine.ParseRules(b.preset)
	if err != nil {
		return nil, err
	}
	code := features.For(rules)
	spec := b.spec(code)
	net, err := model.Random(spec, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		return nil, err
	}
	ready, err := nn.NewKind(net, kind)
	if err != nil {
		return nil, err
	}
	p := middleGame(rules)
	moves := p.Moves(nil)
	w := &benchWork{kind: kind, net: ready, eval: ready.NewEvaluator(), priors: make([]float32, len(moves))}
	for range b.batch {
		in := nn.Input{Planes: make([]float32, code.Len())}
		code.Encode(in.Planes, &p, false)
		in.From, in.To = code.Moves(nil, nil, &p, moves, false)
		w.in = append(w.in, in)
		w.out = append(w.out, nn.Output{Logits: make([]float32, len(moves)), Value: make([]float32, spec.Seats)})
	}
	w.trunk, w.full = operations(spec, len(moves))
	w.trunk *= float64(b.batch)
	w.full *= float64(b.batch)
	return w, nil
}

// operations counts two for each weight and playable cell that it is multiplied
// at, of the tower and of the whole network with a number of legal moves.
func operations(s model.Spec, moves int) (trunk, full float64) {
	cells, f := float64(s.BoardCells()), float64(s.Filters)
	trunk = 2 * cells * 9 * f * (float64(s.Planes) + 2*float64(s.Blocks)*f)
	perCell := 2 * f * float64(2*s.PolicyDim+s.ValueChannels)
	value := 2 * float64(s.ValueHidden) * float64(s.ValueChannels+s.Seats)
	return trunk, trunk + cells*perCell + value + 2*float64(moves*s.PolicyDim)
}

func (w *benchWork) measure(s bench.Settings, name string) []bench.Result {
	trunk := s.Measure("trunk/"+name, "FLOP/s", func(n int) float64 {
		for range n {
			w.eval.Trunk(w.in)
		}
		return float64(n) * w.trunk
	}, peak(w.kind))
	net := s.Measure("net/"+name, "FLOP/s", func(n int) float64 {
		w.forward(n)
		return float64(n) * w.full
	}, peak(w.kind))
	evals := bench.Result{Name: "evals/" + name, Value: net.Value / w.full * float64(len(w.in)), Unit: "evals/s", Ratio: net.Ratio}
	return []bench.Result{trunk, net, evals}
}

// forward evaluates the batch n times, with the probabilities of the moves.
func (w *benchWork) forward(n int) {
	for range n {
		w.eval.Forward(w.in, w.out)
		for i := range w.out {
			w.eval.Priors(w.priors, w.out[i].Logits)
		}
	}
}

// benchScaling evaluates on two goroutines and on one.
func benchScaling(s bench.Settings) (bench.Result, error) {
	var workers [2]*benchWork
	for i := range workers {
		var err error
		if workers[i], err = newBenchWork(benchNets[1], kernel.Active()); err != nil {
			return bench.Result{}, err
		}
	}
	evaluate := func(w *benchWork, n int) float64 {
		for range n {
			w.eval.Forward(w.in, w.out)
		}
		return float64(n * len(w.in))
	}
	return s.Measure("scaling/2workers", "evals/s", func(n int) float64 {
		var group sync.WaitGroup
		for _, w := range workers {
			group.Go(func() { evaluate(w, n) })
		}
		group.Wait()
		return float64(2 * n * len(workers[0].in))
	}, func(n int) float64 { return evaluate(workers[0], n) }), nil
}
