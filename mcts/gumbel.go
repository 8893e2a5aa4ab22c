package mcts

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// A Gumbel root (Danihelka, Guez, Schrittwieser and Silver 2022, "Policy
// improvement by planning with Gumbel") is for few simulations. It draws
// Config.GumbelMoves moves without replacement by adding Gumbel noise to the
// logarithms of the priors, and spends its budget on them by sequential
// halving. Below the root a deterministic rule follows the improved policy.
//
// Both rest on the completed Q: the mean of a move's simulations or, for a move
// without any, the mixed value of its node, which lies between the evaluator's
// value and the Q of the visited moves. The completed Qs of a node are rescaled
// to [0,1] and multiplied by
//
//	(GumbelVisitOffset + visits of its most visited move) · GumbelValueScale
//
// as the authors' library mctx does. The improved policy is the softmax of
// log prior + scaled completed Q, and what a policy is trained on.
//
// A root that has inherited visits halves its own: those since Begin. Q and
// improved policy count all.

// RootPolicy is how the moves of a root are searched.
type RootPolicy uint8

// The root policies.
const (
	// PUCT is the same rule as below the root, with noise in the priors.
	PUCT RootPolicy = iota
	// Gumbel is sequential halving over a sample of the moves.
	Gumbel
)

// RootNames are the root policies in text, by value.
var RootNames = []string{"puct", "gumbel"}

// String is the policy's name.
func (r RootPolicy) String() string {
	if int(r) < len(RootNames) {
		return RootNames[r]
	}
	return fmt.Sprintf("root#%d", uint8(r))
}

// gumbel is the state of a Gumbel root.
type gumbel struct {
	noise    []float64 // by move; empty without noise
	before   []uint32  // visits of each move at Begin; empty until the first simulation
	schedule []uint32  // what the move of each simulation must have been visited, since Begin
	spent    int       // simulations since Begin
	budget   int
	scaled   []float64 // scratch of complete
	policy   []float64 // scratch of improve
}

// begin forgets the halving of an earlier budget; the noise stays.
func (g *gumbel) begin(sims int) {
	g.before, g.spent, g.budget = g.before[:0], 0, sims
}

// draw makes the noise of a root with n moves.
func (g *gumbel) draw(n int, rng *rand.Rand) {
	g.noise = g.noise[:0]
	for range n {
		u := 1 - rng.Float64() // in (0,1]
		g.noise = append(g.noise, -math.Log(-math.Log(min(u, 1-0x1p-53))))
	}
}

// halve is the edge of the next simulation of a Gumbel root: of the moves that
// have the visits which the schedule asks for, the one of the highest score.
func (s *Search) halve(n *node) int32 {
	g := &s.gumbel
	edges := s.tree.edgesOf(n)
	if len(g.before) == 0 {
		for i := range edges {
			g.before = append(g.before, edges[i].visits)
		}
		g.schedule = halving(g.schedule[:0], min(s.cfg.GumbelMoves, len(edges)), g.budget)
	}
	want := g.schedule[min(g.spent, len(g.schedule)-1)]
	g.spent++
	if i := s.topGumbel(n, want); i != none {
		return n.edges + i
	}
	return n.edges + s.topGumbel(n, s.mostOwn(n)) // not reached: the schedule fits
}

// topGumbel is the index, within the node, of the move with the highest score
// among those with so many visits since Begin, or none.
func (s *Search) topGumbel(n *node, visits uint32) int32 {
	g := &s.gumbel
	edges := s.tree.edgesOf(n)
	q := s.complete(n)
	best, bestScore := int32(none), math.Inf(-1)
	for i := range edges {
		if edges[i].visits-s.visitsBefore(i) != visits {
			continue
		}
		score := logPrior(edges[i].prior) + q[i]
		if len(g.noise) > 0 {
			score += g.noise[i]
		}
		if score > bestScore {
			best, bestScore = int32(i), score
		}
	}
	return best
}

// visitsBefore is what a root move had been visited when the budget began.
func (s *Search) visitsBefore(i int) uint32 {
	if len(s.gumbel.before) == 0 {
		return 0
	}
	return s.gumbel.before[i]
}

// mostOwn is the most visits that a root move has since Begin.
func (s *Search) mostOwn(n *node) (most uint32) {
	edges := s.tree.edgesOf(n)
	for i := range edges {
		most = max(most, edges[i].visits-s.visitsBefore(i))
	}
	return most
}

// logPrior keeps a prior of 0 from ruling a comparison: it is worse than any
// other, and still a number.
func logPrior(p float32) float64 {
	if p <= 0 {
		return -1e9
	}
	return math.Log(float64(p))
}

// halving appends the schedule of sequential halving: for each of sims
// simulations the visits that the moves it may go to have, in one phase as
// many for each of the moves that are still considered. Moves are halved about
// log2(moves) times, and no fewer than two are left.
func halving(dst []uint32, moves, sims int) []uint32 {
	if moves <= 1 {
		for i := range sims {
			dst = append(dst, uint32(i))
		}
		return dst
	}
	end := len(dst) + sims
	phases := bits.Len(uint(moves - 1)) // log2, rounded up
	visits := uint32(0)
	for considered := moves; len(dst) < end; considered = max(2, considered/2) {
		for range max(1, sims/(phases*considered)) {
			for range considered {
				dst = append(dst, visits)
			}
			visits++
		}
	}
	return dst[:end]
}

// complete is the scaled completed Q of each move of a node, in scratch memory.
func (s *Search) complete(n *node) []float64 {
	edges := s.tree.edgesOf(n)
	mixed := s.mixedValue(n)
	q := s.gumbel.scaled[:0]
	low, high, most := math.Inf(1), math.Inf(-1), uint32(0)
	for i := range edges {
		e := &edges[i]
		x := mixed
		if e.visits > 0 {
			x = e.sum / float64(e.visits)
			most = max(most, e.visits)
		}
		low, high = min(low, x), max(high, x)
		q = append(q, x)
	}
	scale := (s.cfg.GumbelVisitOffset + float64(most)) * s.cfg.GumbelValueScale / max(high-low, 1e-8)
	for i := range q {
		q[i] = float64((q[i] - low) * scale)
	}
	s.gumbel.scaled = q
	return q
}

// mixedValue stands for the Q of the moves without visits: the evaluator's
// value of the node and the mean Q of its visited moves, weighted with their
// priors, of which the latter counts as often as there were visits.
func (s *Search) mixedValue(n *node) float64 {
	edges := s.tree.edgesOf(n)
	visits, priors, sum := 0.0, 0.0, 0.0
	for i := range edges {
		if e := &edges[i]; e.visits > 0 {
			p := max(float64(e.prior), math.SmallestNonzeroFloat32)
			visits += float64(e.visits)
			priors += p
			sum += float64(p * (e.sum / float64(e.visits)))
		}
	}
	value := float64(n.value[n.mover])
	if visits == 0 {
		return value
	}
	return (value + float64(visits*(sum/priors))) / (1 + visits)
}

// improve is the improved policy of a node, in scratch memory.
func (s *Search) improve(n *node) []float64 {
	edges := s.tree.edgesOf(n)
	q := s.complete(n)
	top := math.Inf(-1)
	for _, x := range q {
		top = max(top, x)
	}
	policy, sum := s.gumbel.policy[:0], 0.0
	for i := range edges {
		p := float64(edges[i].prior) * math.Exp(q[i]-top)
		policy = append(policy, p)
		sum += p
	}
	for i := range policy {
		if sum > 0 {
			policy[i] /= sum
		} else { // only moves without any prior are good
			policy[i] = 1 / float64(len(policy))
		}
	}
	s.gumbel.policy = policy
	return policy
}

// follow is the edge below a Gumbel root whose share of the visits is furthest
// behind the improved policy.
func (s *Search) follow(n *node) int32 {
	edges := s.tree.edgesOf(n)
	policy := s.improve(n)
	best, bestScore := int32(0), math.Inf(-1)
	for i := range edges {
		// visits counts the node's own evaluation: 1 + those of its moves
		score := policy[i] - float64(edges[i].visits)/float64(n.visits)
		if score > bestScore {
			best, bestScore = int32(i), score
		}
	}
	return n.edges + best
}
