package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halmazero/engine"
)

// graphTwin is the search with transpositions, slowly and obviously: a map of
// positions, and the recursion of which the search is the unrolled form.
type graphTwin struct {
	cfg   Config
	eval  Evaluator
	nodes map[engine.Position]*twinNode
}

type twinNode struct {
	p       engine.Position
	over    bool
	value   Values
	sum     [engine.MaxSeats]float64
	visits  int
	visited float64 // sum of the priors of moves with visits
	moves   []twinMove
}

type twinMove struct {
	move   engine.Move
	prior  float32
	visits int
	sum    float64
}

// at is the node of a position, and whether it was there already.
func (g *graphTwin) at(p engine.Position) (n *twinNode, known bool) {
	if n = g.nodes[p]; n != nil {
		return n, true
	}
	n = &twinNode{p: p, visits: 1}
	g.nodes[p] = n
	defer func() { clear(n.value[p.Board().Seats():]) }()
	if n.over = p.Result().Over(); n.over {
		n.value = p.Result().Values()
		return n, false
	}
	if g.cfg.Horizon != nil && len(g.nodes) > 1 {
		if n.value, n.over = g.cfg.Horizon(&p); n.over {
			return n, false
		}
	}
	moves := p.Moves(nil)
	out := []Output{{Priors: make([]float32, len(moves))}}
	if err := g.eval.Evaluate([]Leaf{{Position: &p, Moves: moves}}, out); err != nil {
		panic(err)
	}
	n.value = out[0].Value
	for i, m := range moves {
		n.moves = append(n.moves, twinMove{move: m, prior: out[0].Priors[i]})
	}
	for seat := range p.Board().Seats() {
		n.sum[seat] = float64(n.value[seat])
	}
	return n, false
}

func (g *graphTwin) simulate(n *twinNode, root bool) {
	m := &n.moves[g.choose(n, root)]
	p := n.p
	p.Play(m.move)
	if c, known := g.at(p); known && !c.over && c.visits <= m.visits {
		g.simulate(c, false)
	}
	if m.visits == 0 {
		n.visited += float64(m.prior)
	}
	m.visits++
	n.visits++
	for seat := range p.Board().Seats() {
		n.sum[seat] = float64(n.value[seat])
		for i := range n.moves {
			m := &n.moves[i]
			if m.visits == 0 {
				continue
			}
			p := n.p
			p.Play(m.move)
			c := g.nodes[p]
			x := c.sum[seat] * (float64(m.visits) / float64(c.visits))
			if c.over {
				x = float64(m.visits) * float64(c.value[seat])
			}
			n.sum[seat] += float64(x)
			if seat == n.p.Mover() {
				m.sum = x
			}
		}
	}
}

func (g *graphTwin) choose(n *twinNode, root bool) int {
	reduction := g.cfg.FPUReduction
	if root {
		reduction = g.cfg.RootFPUReduction
	}
	explore := g.cfg.CPuct * math.Sqrt(float64(n.visits))
	unvisited := max(n.sum[n.p.Mover()]/float64(n.visits)-float64(reduction*math.Sqrt(n.visited)), -1)
	best, bestScore := 0, math.Inf(-1)
	for i, m := range n.moves {
		score := unvisited + float64(explore*float64(m.prior))
		if m.visits > 0 {
			score = m.sum/float64(m.visits) + explore*float64(m.prior)/float64(1+m.visits)
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// keep forgets what cannot be reached from a position.
func (g *graphTwin) keep(p engine.Position) {
	kept := map[engine.Position]*twinNode{}
	var reach func(p engine.Position)
	reach = func(p engine.Position) {
		n := g.nodes[p]
		if n == nil || kept[p] != nil {
			return
		}
		kept[p] = n
		for _, m := range n.moves {
			if m.visits > 0 {
				q := p
				q.Play(m.move)
				reach(q)
			}
		}
	}
	if n := g.nodes[p]; n != nil && !n.over {
		reach(p)
	}
	g.nodes = kept
}

// same compares the whole of both graphs.
func (g *graphTwin) same(s *Search) error {
	if len(g.nodes) != len(s.tree.nodes) {
		return fmt.Errorf("%d nodes, want %d", len(s.tree.nodes), len(g.nodes))
	}
	for i := range s.tree.nodes {
		a, p := &s.tree.nodes[i], s.tree.graph.states[i].position
		n := g.nodes[p]
		if n == nil || a.terminal != n.over || a.value != n.value || int(a.count) != len(n.moves) {
			return fmt.Errorf("%v: node %+v, want %+v", &p, a, n)
		}
		if n.over {
			continue
		}
		if int(a.visits) != n.visits || a.sum != n.sum || a.visited != n.visited {
			return fmt.Errorf("%v: %d visits, sum %v, want %d and %v", &p, a.visits, a.sum, n.visits, n.sum)
		}
		for k, e := range s.tree.edgesOf(a) {
			if m := n.moves[k]; e.move != m.move || e.prior != m.prior || int(e.visits) != m.visits || e.sum != m.sum {
				return fmt.Errorf("%v: move %+v, want %+v", &p, e, m)
			}
		}
	}
	return nil
}

// wellShared checks what tree.go and graph.go promise of a graph.
func wellShared(s *Search) error {
	t, g := &s.tree, &s.tree.graph
	if len(g.states) != len(t.nodes) || 2*len(t.nodes) > max(len(g.slots), 1) && len(t.nodes) > 0 {
		return fmt.Errorf("%d nodes, %d states, %d slots", len(t.nodes), len(g.states), len(g.slots))
	}
	parents, owned := make([]int, len(t.nodes)), make([]bool, len(t.edges))
	end := int32(0)
	for i := range t.nodes {
		n, p := &t.nodes[i], &g.states[i].position
		if n.link != none || n.terminal == (n.count > 0) || int(n.mover) != p.Mover() || g.find(p) != int32(i) {
			return fmt.Errorf("node %d: %+v of %v is found at %d", i, n, p, g.find(p))
		}
		if i > 0 && n.count > 0 {
			if n.edges < end {
				return fmt.Errorf("node %d: edges at %d, those before it end at %d", i, n.edges, end)
			}
			end = n.edges + n.count
		}
		sum := g.states[i].lost[n.mover] + float64(n.value[n.mover])
		visits, seen, priors := uint32(1), 0.0, 0.0
		for k, e := range t.edgesOf(n) {
			if owned[int(n.edges)+k] {
				return fmt.Errorf("edge %d is of two nodes", int(n.edges)+k)
			}
			owned[int(n.edges)+k] = true
			visits += e.visits
			priors += float64(e.prior)
			if e.visits > 0 {
				seen += float64(e.prior)
			}
			if e.child == none {
				continue
			}
			sum += e.sum
			parents[e.child]++
			q := *p
			if q.Play(e.move); q != g.states[e.child].position {
				return fmt.Errorf("node %d: a move to %v has %v for a child", i, &q, &g.states[e.child].position)
			}
		}
		if n.terminal {
			continue
		}
		if n.visits != visits || math.Abs(n.visited-seen) > 1e-9 || math.Abs(priors-1) > 1e-3 {
			return fmt.Errorf("node %d: %d visits, want %d; visited prior %v, want %v; priors sum to %v", i, n.visits, visits, n.visited, seen, priors)
		}
		if got := n.sum[n.mover]; !n.exact.has(int(n.mover)) && math.Abs(got-sum) > 1e-9*float64(visits) {
			return fmt.Errorf("node %d: the moves sum to %v, the node to %v", i, sum, got)
		}
	}
	for i, p := range parents {
		if (p == 0) != (i == 0) {
			return fmt.Errorf("node %d of %d has %d parents", i, len(parents), p)
		}
	}
	if len(t.nodes) > 0 && g.states[0].position != s.root {
		return fmt.Errorf("the root is %v, want %v", &g.states[0].position, &s.root)
	}
	if i := slices.Index(owned, false); i >= 0 {
		return fmt.Errorf("edge %d of %d is nobody's", i, len(owned))
	}
	return nil
}

// shared is the number of nodes that more than one move leads to.
func shared(s *Search) (count int) {
	parents := make([]int, len(s.tree.nodes))
	for _, e := range s.tree.edges {
		if e.child != none && e.visits > 0 {
			parents[e.child]++
		}
	}
	for _, n := range parents {
		if n > 1 {
			count++
		}
	}
	return count
}

func sharing() Config {
	cfg := Default()
	cfg.Transpositions = true
	return cfg
}

func TestGraphTwin(t *testing.T) {
	horizon := func(p *engine.Position) (Values, bool) { return byDistance(p), p.Ply() >= 66 }
	for _, tt := range []struct {
		name, ref string
		plies     int
		eval      Evaluator
		horizon   func(*engine.Position) (Values, bool)
		shared    int // nodes at least that are shared, in all searches together
	}{
		{name: "hashed", ref: "wiki-8", plies: 12, eval: hashed{}},
		{name: "distance", ref: "wiki-8", plies: 30, eval: distance{}, shared: 20},
		{name: "horizon", ref: "wiki-8", plies: 60, eval: hashed{}, horizon: horizon},
		{name: "deadline", ref: "wiki-8,deadline=10", plies: 16, eval: distance{}},
		{name: "three seats", ref: "star-121-3", plies: 90, eval: distance{}, shared: 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := sharing()
			cfg.Horizon = tt.horizon
			p := midgame(t, tt.ref, tt.plies)
			s, slow := newSearch(t, cfg, p), &graphTwin{cfg, tt.eval, map[engine.Position]*twinNode{}}
			choice, met := rand.New(rand.NewPCG(3, 5)), 0
			for ply := 0; ply < 8 && !s.Position().Result().Over(); ply++ {
				run(t, s, tt.eval, 400)
				root, _ := slow.at(*s.Position())
				for range 400 {
					slow.simulate(root, true)
				}
				if err := slow.same(s); err != nil {
					t.Fatalf("ply %d: %v", ply, err)
				}
				if err := wellFormed(s); err != nil {
					t.Fatalf("ply %d: %v", ply, err)
				}
				met += shared(s)
				// Now the best move, now one that may never have been visited.
				m := Sample(s.Root(nil), 0, nil)
				if ply%3 == 2 {
					m = root.moves[choice.IntN(len(root.moves))].move
				}
				s.Advance(m)
				slow.keep(*s.Position())
				if err := wellFormed(s); err != nil {
					t.Fatalf("ply %d, after the move: %v", ply, err)
				}
			}
			if t.Logf("%d shared nodes", met); met < tt.shared {
				t.Errorf("%d shared nodes, want %d and more", met, tt.shared)
			}
		})
	}
}

// script searches some moves only: all others have no prior. Every position is
// worth the same but for one, and is counted.
type script struct {
	moves []engine.Move
	good  engine.Position
	count map[engine.Position]int
}

func (x script) Evaluate(leaves []Leaf, out []Output) error {
	for i, l := range leaves {
		x.count[*l.Position]++
		out[i].Value = Values{}
		if *l.Position == x.good {
			out[i].Value = Values{0.5, -0.5}
		}
		clear(out[i].Priors)
		n := 0
		for _, m := range l.Moves {
			if slices.Contains(x.moves, m) {
				n++
			}
		}
		for k, m := range l.Moves {
			if n == 0 {
				out[i].Priors[k] = 1 / float32(len(l.Moves))
			} else if slices.Contains(x.moves, m) {
				out[i].Priors[k] = 1 / float32(n)
			}
		}
	}
	return nil
}

// Two moves of one side in either order are one position: it is evaluated once,
// the second way costs nothing, and both moves into it see all that is found.
func TestTranspositionIsEvaluatedOnce(t *testing.T) {
	p := parse(t, "wiki-8 1......./......../......../......../......../..1...../......../....2... 1 80 40,40 a,a")
	var moves []engine.Move
	q := p
	for _, text := range []string{"a1-b1", "e8-e7", "c6-d6"} {
		m, err := q.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		q.Play(m)
	}
	eval := script{moves, q, map[engine.Position]int{}}
	s := newSearch(t, sharing(), p)
	into := func() (edges []*edge) {
		if i := s.tree.graph.find(&q); i != none {
			for k := range s.tree.edges {
				if s.tree.edges[k].child == i {
					edges = append(edges, &s.tree.edges[k])
				}
			}
		}
		return edges
	}
	before, sims := 0, 0
	for ; len(into()) < 2; sims++ {
		if sims == 100 {
			t.Fatalf("no transposition after %d simulations", sims)
		}
		before = len(eval.count)
		run(t, s, eval, 1)
	}
	if len(eval.count) != before {
		t.Errorf("simulation %d came by another way and evaluated a position", sims)
	}
	c := s.tree.nodes[s.tree.graph.find(&q)]
	if c.value != (Values{0.5, -0.5}) {
		t.Errorf("the position has the value %v", c.value)
	}
	for _, e := range into() {
		if got, want := e.sum/float64(e.visits), c.sum[0]/float64(c.visits); got != want {
			t.Errorf("a move into the position has %d visits and Q %v, want %v", e.visits, got, want)
		}
	}
	run(t, s, eval, 60)
	for p, n := range eval.count {
		if n != 1 {
			t.Errorf("%v was evaluated %d times", &p, n)
		}
	}
	for i := range s.tree.nodes { // both are brought up to date
		if !s.tree.nodes[i].terminal {
			s.average(int32(i))
		}
	}
	c = s.tree.nodes[s.tree.graph.find(&q)]
	for _, e := range into() {
		if got, want := e.sum/float64(e.visits), c.sum[0]/float64(c.visits); math.Abs(got-want) > 1e-12 || e.visits < 2 || e.visits > c.visits {
			t.Errorf("a move into the position has %d visits and Q %v, the position %d and %v", e.visits, got, c.visits, want)
		}
	}
}

// Positions with equal hashes and other counters are kept apart.
func TestSamePiecesOtherCountersAreNotShared(t *testing.T) {
	const pieces = "wiki-8-d30 1......./......../......../......../......../..1...../......../....2... "
	first := parse(t, pieces+"1 20 10,10 a,a")
	var g graph
	g.add(&first)
	for _, counters := range []string{"1 22 11,11 a,a", "1 20 11,9 a,a", "1 20 9,11 a,a"} {
		p := parse(t, pieces+counters)
		if p.Hash() != first.Hash() {
			t.Fatalf("%v has another hash: this shows nothing", &p)
		}
		if i := g.find(&p); i != none {
			t.Errorf("%v is taken for %v", &p, &first)
		}
	}
	again := parse(t, first.String())
	again.SkipBlocked()
	if p := g.states[0].position; g.find(&p) != 0 {
		t.Error("a position is not found")
	}
}

// As long as no two ways meet, the graph is the tree, bit by bit. The values
// are such that their sums are exact in any order.
func TestWithoutTranspositionsNothingChanges(t *testing.T) {
	for _, ref := range []string{"wiki-8", "wiki-8-d30", "plyyard", "wiki-4"} {
		for name, set := range variants {
			for _, plies := range []int{4, 20, 33} {
				cfg := Default()
				set(&cfg)
				cfg.Transpositions = false
				p := midgame(t, ref, plies)
				plain := newSearch(t, cfg, p)
				cfg.Transpositions = true
				graph := newSearch(t, cfg, p)
				sims := 0
				for ; sims < 300; sims += 20 {
					for _, s := range []*Search{plain, graph} {
						if err := Run(s, cheap{}, 20, rand.New(rand.NewPCG(4, 4))); err != nil {
							t.Fatal(err)
						}
					}
					if shared(graph) > 0 {
						break
					}
					if a, b := plain.Root(nil), graph.Root(nil); !slices.Equal(a, b) || plain.RootValue() != graph.RootValue() || plain.Nodes() != graph.Nodes() {
						t.Fatalf("%s/%s, %d plies: after %d simulations %v, want %v", ref, name, plies, sims+20, b, a)
					}
					if cfg.Root == PUCT && plain.ChooseLCB() != graph.ChooseLCB() {
						t.Errorf("%s/%s, %d plies: another move is the surest", ref, name, plies)
					}
				}
				if sims < 40 {
					t.Errorf("%s/%s, %d plies: two ways met within %d simulations", ref, name, plies, sims+20)
				}
			}
		}
	}
}

// Each of many transpositions saves an evaluation, and none is made twice.
func TestGraphEvaluatesNothingTwice(t *testing.T) {
	seen := map[engine.Position]bool{}
	eval := watch{func(p *engine.Position) {
		if seen[*p] {
			t.Fatalf("%v is evaluated again", p)
		}
		seen[*p] = true
	}}
	s := newSearch(t, sharing(), midgame(t, "wiki-8", 30))
	run(t, s, eval, 3000)
	if err := wellFormed(s); err != nil {
		t.Fatal(err)
	}
	if saved := visits(s.Root(nil)) + 1 - len(seen); saved < 100 || shared(s) < 50 {
		t.Errorf("of %d simulations %d needed no evaluation, %d nodes are shared", visits(s.Root(nil)), saved, shared(s))
	}
}

// The memory of states and slots is counted, and visits that could not be kept
// give way to those that are found there later.
func TestFullGraph(t *testing.T) {
	const limit = 200_000
	s := newSearch(t, sharing(), midgame(t, "wiki-8", 12))
	s.LimitMemory(limit)
	for range 6 {
		before := visits(s.Root(nil))
		run(t, s, cheap{}, 2000)
		if got := s.tree.bytes(); got > limit || got < limit*9/10 || !s.Full() {
			t.Errorf("%d bytes of %d, full: %t", got, limit, s.Full())
		}
		if got := visits(s.Root(nil)); got != before+2000 {
			t.Errorf("%d visits, want %d", got, before+2000)
		}
		if err := wellFormed(s); err != nil {
			t.Fatal(err)
		}
		s.Advance(s.Choose(0, nil))
		if err := wellFormed(s); err != nil {
			t.Fatal(err)
		}
	}
	s.LimitMemory(0)
	run(t, s, cheap{}, 20000)
	if err := wellFormed(s); err != nil {
		t.Fatal(err)
	}
	for i := range s.tree.nodes { // a node all of whose moves are kept has lost nothing
		n := &s.tree.nodes[i]
		kept := true
		for _, e := range s.tree.edgesOf(n) {
			kept = kept && (e.child != none || e.visits == 0)
		}
		if lost := s.tree.graph.states[i].lost; kept && (math.Abs(lost[0]) > 1e-9 || math.Abs(lost[1]) > 1e-9) {
			t.Errorf("node %d: %v is left of visits that are kept", i, lost)
		}
	}
}

// When there is room again, what could not be kept before is replaced by what is
// found there: in the end the mean is that of the moves.
func TestGraphRecovers(t *testing.T) {
	s, err := New(sharing(), 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Reset(midgame(t, "wiki-8", 12))
	run(t, s, cheap{}, 100)
	lost := func() float64 { return math.Abs(s.tree.graph.states[0].lost[0]) }
	if s.Nodes() != 1 || lost() < 0.1 {
		t.Fatalf("%d nodes, %v is known of no child", s.Nodes(), lost())
	}
	s.capNodes = 1 << 16
	run(t, s, cheap{}, 3000)
	for _, e := range s.tree.edgesOf(&s.tree.nodes[0]) {
		if e.visits > 0 && e.child == none {
			t.Fatal("a move was not visited again")
		}
	}
	if lost() > 1e-9 {
		t.Errorf("%v is left of visits that have given way", lost())
	}
}

func TestGraphHasOneLane(t *testing.T) {
	defer func() {
		if r := recover(); !strings.Contains(fmt.Sprint(r), "transpositions true") {
			t.Errorf("panic %v", r)
		}
	}()
	newSearch(t, sharing(), midgame(t, "wiki-8", 12)).Widen(2)
}

// A leaf that never gets its answer leaves nothing behind, joined to the graph
// or not.
func TestAbandonedLeafOfAGraph(t *testing.T) {
	s := newSearch(t, sharing(), midgame(t, "wiki-8", 30))
	run(t, s, hashed{}, 400)
	abandoned := 0
	for range 20 {
		want := s.Root(nil)
		s.Begin(1)
		if _, ok := s.Next(); !ok {
			continue // it ended at a position that was known
		}
		abandoned++
		s.Begin(0)
		if got := s.Root(nil); !slices.Equal(got, want) {
			t.Fatalf("the graph changed to %v from %v", got, want)
		}
		if err := landed(s); err != nil {
			t.Fatal(err)
		}
		run(t, s, hashed{}, 1)
	}
	if abandoned < 10 {
		t.Errorf("only %d leaves were abandoned", abandoned)
	}
}
