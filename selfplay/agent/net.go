package agent

import (
	"fmt"
	"math/rand/v2"

	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/model"
	"halmazero/model/features"
	"halmazero/model/nn"
)

// Evaluator answers the leaves of a search with a network. It belongs to one
// goroutine; several may share the nn.Net.
type Evaluator struct {
	net  *nn.Evaluator
	code *features.Encoding
	in   []nn.Input
	out  []nn.Output
}

// NewEvaluator checks that the network can play the rules.
func NewEvaluator(net *nn.Net, rules *engine.Rules) (*Evaluator, error) {
	code := features.For(rules)
	if err := code.Check(net.Spec()); err != nil {
		return nil, err
	}
	return &Evaluator{net: net.NewEvaluator(), code: code}, nil
}

// Evaluate is the mcts.Evaluator. It allocates nothing once it has seen the
// largest batch and the longest list of moves.
func (e *Evaluator) Evaluate(leaves []mcts.Leaf, out []mcts.Output) error {
	for len(e.in) < len(leaves) {
		e.in = append(e.in, nn.Input{Planes: make([]float32, e.code.Len())})
		e.out = append(e.out, nn.Output{Value: make([]float32, e.code.Spec().Seats)})
	}
	for i, l := range leaves {
		in, o := &e.in[i], &e.out[i]
		e.code.Encode(in.Planes, l.Position, false)
		in.From, in.To = e.code.Moves(in.From[:0], in.To[:0], l.Position, l.Moves, false)
		if cap(o.Logits) < len(l.Moves) {
			o.Logits = make([]float32, 2*len(l.Moves))
		}
		o.Logits = o.Logits[:len(l.Moves)]
	}
	e.net.Forward(e.in[:len(leaves)], e.out[:len(leaves)])
	for i, l := range leaves {
		out[i].Value = e.code.Values(e.out[i].Value, l.Position)
		e.net.Priors(out[i].Priors, e.out[i].Logits)
	}
	return nil
}

// netPlayer searches with a network and plays the most visited move, or draws
// one at the spec's temperature.
type netPlayer struct {
	search *mcts.Search
	eval   mcts.Evaluator
	spec   Spec
	ready  bool // the search's root is the game's position
	root   []mcts.RootMove
}

// NewNetPlayer makes a player of one network. It owns its tree and its
// evaluator and belongs to one goroutine.
func NewNetPlayer(net *nn.Net, rules *engine.Rules, cfg mcts.Config, s Spec) (Player, error) {
	if s.Time != 0 {
		return nil, fmt.Errorf("player %s: a budget in time is not available yet, use nodes=N", s)
	}
	eval, err := NewCachedEvaluator(net, rules, s.Cache)
	if err != nil {
		return nil, err
	}
	search, err := mcts.New(cfg, 4*s.Nodes+16)
	if err != nil {
		return nil, err
	}
	return &netPlayer{search: search, eval: eval, spec: s}, nil
}

func (n *netPlayer) Reset() { n.ready = false }

func (n *netPlayer) Observe(m engine.Move) {
	if n.ready {
		n.search.Advance(m)
	}
}

func (n *netPlayer) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	if p.Result().Over() || p.CountMoves() == 0 {
		return 0, noMove(p)
	}
	if !n.ready || !n.search.Position().Equal(p) {
		n.search.Reset(*p)
		n.ready = true
	}
	if err := mcts.Run(n.search, n.eval, n.spec.Nodes, nil); err != nil {
		return 0, err
	}
	n.root = n.search.Root(n.root[:0])
	return mcts.Sample(n.root, n.spec.Temp, rng), nil
}

// LoadNets is the NetLoader that reads network files, each once, and makes
// players for one ruleset that all search with the same constants. The loader
// is not safe for concurrent use; its players are, one goroutine each.
func LoadNets(rules *engine.Rules, cfg mcts.Config) NetLoader {
	nets := make(map[string]*nn.Net)
	return func(file string, s Spec) (Player, error) {
		if nets[file] == nil {
			n, err := model.Load(file)
			if err != nil {
				return nil, err
			}
			if nets[file], err = nn.New(n); err != nil {
				return nil, fmt.Errorf("network %s: %w", file, err)
			}
		}
		return NewNetPlayer(nets[file], rules, cfg, s)
	}
}
