package agent

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"halmazero/engine"
	"halmazero/mcts"
	"halmazero/model/features"
	"halmazero/model/nn"
	"halmazero/model/pretrained"
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

// netPlayer searches with a network and plays the surest move, the most visited
// one, or draws one at the spec's temperature.
type netPlayer struct {
	search *mcts.Search
	evals  []mcts.Evaluator // one for each goroutine
	spec   Spec
	sure   bool  // plays the surest move, not the most visited one
	ready  bool  // the search's root is the game's position
	clock  clock // with a budget in time

	stop   func() bool // from outside, nil for none
	report func(Info)  // nil for none
	sims   int64       // that the present search has begun
	next   int64       // how many of them to report next
}

// NewNetPlayer makes a player of one network. It owns its tree and its
// evaluators and belongs to one goroutine.
func NewNetPlayer(net *nn.Net, rules *engine.Rules, cfg mcts.Config, s Spec) (Player, error) {
	n := &netPlayer{spec: s}
	for range max(1, s.Tree.Threads) {
		eval, err := NewCachedEvaluator(net, rules, s.Cache)
		if err != nil {
			return nil, err
		}
		if s.Time != 0 {
			eval = &timed{eval, &n.clock}
		}
		n.evals = append(n.evals, eval)
	}
	capacity, memory := min(4*s.Nodes+16, mcts.MaxNodes), NodesMemory
	if s.Time != 0 {
		capacity, memory = mcts.MaxNodes, DefaultMemory
	}
	if s.Tree.Memory != 0 {
		memory = s.Tree.Memory
	}
	cfg = s.Tree.config(cfg)
	lanes := s.Tree.lanes()
	if lanes > 1 && !cfg.Wide() {
		return nil, fmt.Errorf("player %s: a configuration with search.root gumbel or search.transpositions searches one leaf at a time, without batch and threads", s)
	}
	n.sure = cfg.Root == mcts.PUCT && !s.Tree.MostVisited && s.Temp == 0
	var err error
	if n.search, err = mcts.New(cfg, capacity); err != nil {
		return nil, err
	}
	n.search.LimitMemory(memory << 20)
	if lanes > 1 {
		n.search.Widen(lanes)
	}
	return n, nil
}

func (n *netPlayer) Reset() { n.ready, n.clock.owed = false, 0 }

// Observe keeps what the tree knows below a move. One that does not fit follows
// something else than a move, and the tree is begun anew.
func (n *netPlayer) Observe(m engine.Move) {
	if !n.ready {
		return
	}
	if n.search.Position().Legal(m) != nil {
		n.ready = false
		return
	}
	if n.spec.Time == 0 {
		n.search.Advance(m)
		return
	}
	begin := time.Now()
	n.search.Advance(m)
	n.clock.owe(time.Since(begin))
}

// StopWhen makes the player a Stopper.
func (n *netPlayer) StopWhen(stop func() bool) { n.stop = stop }

// OnInfo makes the player a Reporter.
func (n *netPlayer) OnInfo(report func(Info)) { n.report = report }

func (n *netPlayer) Choose(p *engine.Position, rng *rand.Rand) (engine.Move, error) {
	if n.spec.Time != 0 {
		n.clock.start(time.Now(), n.spec.Time)
	}
	if p.Result().Over() || p.CountMoves() == 0 {
		return 0, noMove(p)
	}
	if !n.ready || !n.search.Position().Equal(p) {
		n.search.Reset(*p)
		n.ready = true
	}
	if err := mcts.RunParallel(n.search, n.evals, n.budget(p), nil); err != nil {
		return 0, err
	}
	if n.report != nil {
		n.report(n.info())
	}
	if n.spec.Time == 0 {
		return n.pick(rng), nil
	}
	begin := time.Now()
	m := n.pick(rng)
	n.clock.chose(time.Since(begin))
	return m, nil
}

// pick chooses among the moves as they have been searched.
func (n *netPlayer) pick(rng *rand.Rand) engine.Move {
	if n.sure {
		return n.search.ChooseLCB()
	}
	return n.search.Choose(n.spec.Temp, rng)
}

// budget is the budget of a move. One in time needs no search where there is
// nothing to choose, and ends when the best move is proven.
func (n *netPlayer) budget(p *engine.Position) mcts.Budget {
	b := mcts.Budget{Simulations: n.spec.Nodes}
	if n.spec.Time != 0 && p.CountMoves() > 1 {
		b.Simulations = math.MaxInt
	}
	n.sims, n.next = 0, firstReport
	if n.spec.Time != 0 || n.stop != nil || n.report != nil {
		b.Stop = n.over
	}
	return b
}

// firstReport is the number of simulations after which a search first says
// what it has found; then it does so whenever they have doubled.
const firstReport = 128

// over is asked before each simulation.
func (n *netPlayer) over() bool {
	if n.report != nil && n.sims >= n.next {
		n.report(n.info())
		n.next *= 2
	}
	if n.stop != nil && n.stop() || n.spec.Time != 0 && (n.search.Proven() || n.clock.expired()) {
		return true
	}
	n.sims++
	return false
}

// info is what the search has found.
func (n *netPlayer) info() Info {
	v := n.search.RootValue()[n.search.Position().Mover()]
	line := n.search.Line(nil)
	if n.sure && len(line) > 0 {
		line = n.search.LineBehind(line[:0], n.search.ChooseLCB())
	}
	return Info{Nodes: n.sims, Score: int(math.Round(1000 * float64(v))), Unit: Thousandths, Line: line, Full: n.search.Full()}
}

// LoadNets is the NetLoader that reads network files, each once, and makes
// players for one ruleset that all search with the same constants. The loader
// is not safe for concurrent use; its players are, one goroutine each.
func LoadNets(rules *engine.Rules, cfg mcts.Config) NetLoader {
	nets := make(map[string]*nn.Net)
	return func(file string, s Spec) (Player, error) {
		if nets[file] == nil {
			n, err := pretrained.Load(file)
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
